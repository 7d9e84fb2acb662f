import { expect, test } from 'vitest'
import type { LogRecord, RecordBatch } from '../broker/broker.ts'
import { ApiError } from '../runtime/errors.ts'
import { foldTogether } from './fold-together.ts'

const batchOf = (partition: number, count = 1): RecordBatch => ({
  topic: 't',
  partition,
  records: Array.from(
    { length: count },
    (_, i): LogRecord => ({
      ...{ topic: 't', partition, offset: BigInt(i), key: 'k', value: new Uint8Array(), headers: {}, timestamp: 0 },
    }),
  ),
})

/** What was folded, by the partitions of each call; each call ends when it is told to. */
function folding(outcome: (partitions: readonly number[]) => Error | undefined = () => undefined) {
  const calls: number[][] = []
  let atOnce = 0
  let most = 0
  const gates: PromiseWithResolvers<void>[] = []
  const work = async (partitions: number[]) => {
    most = Math.max(most, ++atOnce)
    calls.push(partitions)
    const gate = Promise.withResolvers<void>()
    gates.push(gate)
    await gate.promise
    atOnce--
    const error = outcome(partitions)
    if (error) throw error
  }
  const fold = foldTogether(
    (batches) => work(batches.map(({ partition }) => partition)),
    ({ partition }) => work([partition]),
  )
  /** Ends whatever runs until all is settled. */
  const finish = async (all: Promise<unknown>) => {
    let settled = false
    const noted = all.finally(() => (settled = true)).catch(() => undefined)
    while (!settled) {
      gates.shift()?.resolve()
      await new Promise(setImmediate)
    }
    await noted
  }
  return { fold, finish, calls, most: () => most }
}

test('a batch alone is folded at once; what comes meanwhile is folded together, one transaction at a time', async () => {
  const { fold, finish, calls, most } = folding()
  const all = Promise.all(Array.from({ length: 40 }, (_, partition) => fold(batchOf(partition))))
  expect(calls).toEqual([[0]])
  await finish(all)
  expect(calls).toEqual([[0], Array.from({ length: 39 }, (_, i) => i + 1)])
  expect(most()).toBe(1)
})

test('a transaction has 1,000 records at most, but for a batch that has more itself', async () => {
  const { fold, finish, calls } = folding()
  const all = Promise.all([[0, 1] as const, [1, 400], [2, 400], [3, 400], [4, 3000], [5, 1]].map(([p, n]) => fold(batchOf(p ?? 0, n))))
  await finish(all)
  expect(calls).toEqual([[0], [1, 2], [3], [4], [5]])
})

test('none fails for another: what fails together is folded alone', async () => {
  const { fold, finish, calls } = folding((partitions) => (partitions.includes(2) ? new Error('broken row') : undefined))
  const all = Promise.allSettled([0, 1, 2, 3].map((partition) => fold(batchOf(partition))))
  await finish(all)
  expect((await all).map(({ status }) => status)).toEqual(['fulfilled', 'fulfilled', 'rejected', 'fulfilled'])
  expect(calls).toEqual([[0], [1, 2, 3], [1], [2], [3]])
  await finish(fold(batchOf(7)))
})

test('a database that is away is asked once for all', async () => {
  const { fold, finish, calls } = folding((partitions) => (partitions.length > 1 ? new ApiError('unavailable', 'away') : undefined))
  const all = Promise.allSettled([0, 1, 2].map((partition) => fold(batchOf(partition))))
  await finish(all)
  expect((await all).map(({ status }) => status)).toEqual(['fulfilled', 'rejected', 'rejected'])
  expect(calls).toEqual([[0], [1, 2]])
})
