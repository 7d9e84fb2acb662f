import { pino } from 'pino'
import { expect, it, vi } from 'vitest'
import type { BatchControl, LogRecord } from '../../broker/broker.ts'
import { PartitionWork, type PartitionWorkOptions } from './partition-work.ts'

const record = (offset: number, key = `k${offset}`, caller?: string): LogRecord => ({
  topic: 't',
  partition: 0,
  offset: BigInt(offset),
  timestamp: 0,
  key,
  headers: {},
  value: Buffer.from(JSON.stringify({ file: { caller } })),
})
const control = (commit: BatchControl['commit'] = async () => undefined, takenAt = 3_000n): BatchControl => ({
  signal: new AbortController().signal,
  takenAt,
  heartbeat: async () => undefined,
  commit,
})
const workOf = (handle: PartitionWorkOptions['handle'], commit?: BatchControl['commit'], more: Partial<PartitionWorkOptions> = {}) =>
  new PartitionWork({ topic: 't', partition: 0 }, control(commit), { consumer: 'c', log: pino({ level: 'silent' }), handle, ...more })

it('a commit that failed does not stand still when a later record was committed meanwhile', async () => {
  const committed: bigint[] = []
  let failures = 1
  const work = workOf(
    async () => true,
    async (offset) => {
      if (failures-- > 0) throw new Error('the disk is full')
      // As the broker does.
      if (offset < (committed.at(-1) ?? 0n)) throw new RangeError('commits go forward')
      committed.push(offset)
    },
  )
  work.add(record(5, 'a'))
  work.add(record(7, 'b'))
  await vi.waitFor(() => expect(committed).toEqual([7n, 7n]))
  // The key is free again, too.
  work.add(record(8, 'a'))
  await vi.waitFor(() => expect(committed).toEqual([7n, 7n, 8n]))
})

/** Work whose records are finished by hand, with the order in which they began. */
function byHand() {
  const begun: number[] = []
  const committed: number[] = []
  const open = new Map<number, () => void>()
  const work = workOf(
    async ({ offset }) => {
      begun.push(Number(offset))
      await new Promise<void>((resolve) => open.set(Number(offset), resolve))
      return true
    },
    async (offset) => {
      committed.push(Number(offset))
    },
  )
  return { work, begun, committed, finish: (offset: number) => open.get(offset)?.() }
}

it('a partition whose next record waits for a parked one of its key is at work, and no stall', async () => {
  const parked = Promise.withResolvers<boolean>()
  const work = workOf(async ({ offset }, _, __, { leave }) => {
    if (offset > 0n) return true
    await leave()
    return parked.promise
  })
  work.add(record(0, 'a'))
  work.add(record(1, 'a'))
  await vi.waitFor(() => expect(work.room()).resolves.toBeUndefined())
  expect(work.busy()).toBe(true)
  parked.resolve(true)
  await vi.waitFor(() => expect(work.busy()).toBe(false))
})

it('a caller whose records fill the window keeps another’s first one not waiting', async () => {
  const { work, begun } = byHand()
  for (let i = 0; i < 300; i++) work.add(record(i, undefined, 'key:a'))
  expect(begun).toEqual(Array.from({ length: 16 }, (_, i) => i))
  work.add(record(300, undefined, 'key:b'))
  work.add(record(301, undefined, 'key:b'))
  work.add(record(302))
  expect(begun.slice(16)).toEqual([300, 302])
})

it('what follows begins by turns of the callers, and commits have no gap', async () => {
  const { work, begun, committed, finish } = byHand()
  for (let i = 0; i < 40; i++) work.add(record(i, undefined, 'key:a'))
  for (let i = 40; i < 44; i++) work.add(record(i, undefined, 'key:b'))
  for (const i of [40, 1, 2, 3, 4, 5, 6, 7]) finish(i)
  await vi.waitFor(() => expect(begun.slice(17)).toEqual([41, 16, 17, 42, 18, 43, 19]))
  expect(committed).toEqual([])
  finish(0)
  await vi.waitFor(() => expect(committed).toEqual([7]))
})

it('records of one key stay in their order, whoever brought them', async () => {
  const { work, begun, finish } = byHand()
  for (let i = 0; i < 20; i++) work.add(record(i, undefined, 'key:a'))
  work.add(record(20, 'same', 'key:a'))
  work.add(record(21, 'same', 'key:b'))
  expect(begun).toHaveLength(16)
  for (let i = 0; i < 5; i++) finish(i)
  await vi.waitFor(() => expect(begun).toContain(20))
  expect(begun).not.toContain(21)
  finish(20)
  await vi.waitFor(() => expect(begun).toContain(21))
})

it('a partition has no room beyond a thousand records, or two megabytes of them', async () => {
  const { work, finish } = byHand()
  for (let i = 0; i < 1000; i++) work.add(record(i))
  let room = false
  void work.room().then(() => (room = true))
  await new Promise(setImmediate)
  expect(room).toBe(false)
  finish(0)
  await vi.waitFor(() => expect(room).toBe(true))
})

it('a record that was begun at several deaths runs alone', async () => {
  const running = new Set<bigint>()
  const seen: [number, number][] = []
  const deliveries = { begin: async (_: string, { offset }: LogRecord) => (offset === 3n ? 5 : 1), finish: async () => undefined }
  const work = workOf(
    async ({ offset }) => {
      running.add(offset)
      await new Promise(setImmediate)
      seen.push([Number(offset), running.size])
      running.delete(offset)
      return true
    },
    undefined,
    { deliveries },
  )
  for (let i = 0; i < 8; i++) work.add(record(i))
  await vi.waitFor(() => expect(seen).toHaveLength(8))
  expect(seen.find(([offset]) => offset === 3)?.[1]).toBe(1)
})

it('a database that is away when a record is counted is waited for', async () => {
  let failures = 2
  const begin = async () => {
    if (failures-- > 0) throw new Error('away')
    return 1
  }
  const handled: bigint[] = []
  const work = workOf(
    async ({ offset }) => {
      handled.push(offset)
      return true
    },
    undefined,
    { deliveries: { begin, finish: async () => undefined } },
  )
  work.add(record(1))
  await vi.waitFor(() => expect(handled).toEqual([1n]), { timeout: 5000 })
})

it('a record that is delivered again while it is at work is known', async () => {
  const { work, finish } = byHand()
  expect(work.hasTaken(record(5))).toBe(false)
  work.add(record(5))
  expect([work.hasTaken(record(5)), work.hasTaken(record(6)), work.busy()]).toEqual([true, false, true])
  finish(5)
  await vi.waitFor(() => expect([work.hasTaken(record(5)), work.busy()]).toEqual([true, false]))
})

it('records may have come to an earlier owner when they are among the first, and lay before where the partition ended then', async () => {
  const may: [number, boolean][] = []
  const work = workOf(async ({ offset }, _deliveries, _signal, { mayComeAgain }) => {
    may.push([Number(offset), mayComeAgain])
    return true
  })
  work.add(record(0))
  work.add(record(1_999))
  work.add(record(2_000))
  await vi.waitFor(() => expect(may).toHaveLength(3))
  expect(may).toEqual([
    [0, true],
    [1_999, true],
    [2_000, false],
  ])
})

it('none but what lay before the end may have come to an earlier owner', async () => {
  const seen: [number, number, boolean][] = []
  const counted: bigint[] = []
  const deliveries = { begin: async (_consumer: string, { offset }: LogRecord) => counted.push(offset), finish: async () => undefined }
  const handle: PartitionWorkOptions['handle'] = async ({ offset }, count, _signal, { mayComeAgain }) => {
    seen.push([Number(offset), count, mayComeAgain])
    return true
  }
  const log = pino({ level: 'silent' })
  const work = new PartitionWork({ topic: 't', partition: 0 }, control(undefined, 6n), { consumer: 'c', log, deliveries, handle })
  for (const offset of [5, 6, 7]) work.add(record(offset))
  await vi.waitFor(() => expect(seen).toHaveLength(3))
  expect(seen.sort()).toEqual([
    [5, 1, true],
    [6, 1, false],
    [7, 1, false],
  ])
  expect(counted).toEqual([5n])
})
