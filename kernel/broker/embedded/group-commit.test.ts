import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { pino } from 'pino'
import { expect, onTestFinished, test, vi } from 'vitest'
import { mayHaveHappened } from '../../runtime/errors.ts'
import { createGroupCommit } from './group-commit.ts'
import { openLogFile } from './log-file.ts'
import { LogStore } from './log-store.ts'

function openStore(): LogStore {
  const dir = mkdtempSync(join(tmpdir(), 'millrace-log-'))
  const store = new LogStore(openLogFile(dir))
  onTestFinished(() => {
    store.close()
    rmSync(dir, { recursive: true })
  })
  return store
}

/** Over a disk that is done at once. */
const commitsOf = (store: LogStore, flushed: () => Promise<void> = async () => undefined, appended = () => {}) =>
  createGroupCommit({ store, log: pino({ level: 'silent' }), flushed, appended })

test('writes of one turn share transactions of at most 100 rows, in order', async () => {
  const store = openStore()
  const transaction = vi.spyOn(store, 'transaction')
  const commits = commitsOf(store)
  const order: number[] = []
  await Promise.all(Array.from({ length: 25 }, (_, n) => commits.write(10, () => void order.push(n))))
  expect(transaction).toHaveBeenCalledTimes(3)
  expect(order).toEqual(Array.from({ length: 25 }, (_, n) => n))
})

test('only a transaction that holds records waits for the disk', async () => {
  const store = openStore()
  const flushed = vi.fn(async () => undefined)
  const commits = commitsOf(store, flushed)
  await commits.writeOffsets(1, () => {})
  expect(flushed).toHaveBeenCalledTimes(0)
  await Promise.all([commits.writeOffsets(1, () => {}), commits.write(1, () => {})])
  expect(flushed).toHaveBeenCalledTimes(1)
})

const spec = { name: 't', partitions: 2, cleanup: 'delete', retention_ms: -1 } as const
const all = { from: 0, limit: 10, maxBytes: 1000 }
const appending = (store: LogStore) => () =>
  void store.append(store.topics.get('t')!.partitions[0]!, { topic: 't', key: '', value: new Uint8Array(1), headers: {} }, 7)

test('what the disk does not have yet is read by nobody and told to nobody, while the next ones are written', async () => {
  const store = openStore()
  const gates: PromiseWithResolvers<void>[] = []
  const appended = vi.fn()
  let held = false
  const flushed = async () => {
    if (!held) return
    const gate = Promise.withResolvers<void>()
    gates.push(gate)
    await gate.promise
  }
  const commits = commitsOf(store, flushed, appended)
  await commits.write(1, () => store.createTopic(spec))
  appended.mockClear()
  held = true
  const partition = store.topics.get('t')!.partitions[0]!
  const told: string[] = []
  const first = commits.write(1, appending(store)).then(() => told.push('first'))
  await vi.waitFor(() => expect(gates).toHaveLength(1))
  const second = commits.write(1, appending(store)).then(() => told.push('second'))
  await vi.waitFor(() => expect(gates).toHaveLength(2))
  expect([partition.next, partition.flushed, store.read(partition, all).length, told.length]).toEqual([2, 0, 0, 0])
  expect(appended).toHaveBeenCalledTimes(0)
  gates[0]?.resolve()
  await first
  expect([store.read(partition, all).length, told]).toEqual([1, ['first']])
  gates[1]?.resolve()
  await second
  expect([store.read(partition, all).length, told]).toEqual([2, ['first', 'second']])
  expect(appended).toHaveBeenCalledTimes(2)
})

test('after a flush that failed nothing is written any more, and nobody knows what became of what it was for', async () => {
  const store = openStore()
  let works = true
  const commits = commitsOf(store, () => (works ? Promise.resolve() : Promise.reject(new Error('EIO'))))
  await commits.write(1, () => store.createTopic(spec))
  works = false
  const lost = commits.write(1, appending(store))
  await expect(lost).rejects.toMatchObject({ code: 'unavailable', details: { outcome: 'unknown' } })
  const refused = await commits.write(1, appending(store)).catch((error: unknown) => error)
  expect(refused).toMatchObject({ code: 'unavailable' })
  expect(mayHaveHappened(refused)).toBe(false)
  expect(() => commits.check()).toThrow('cannot be written')
  const partition = store.topics.get('t')!.partitions[0]!
  expect([partition.next, store.read(partition, all)]).toEqual([1, []])
})

test('a failed transaction rejects its own writes and changes nothing; the next one works', async () => {
  const store = openStore()
  const commits = commitsOf(store)
  await commits.write(1, () => store.createTopic(spec))
  const partition = store.topics.get('t')!.partitions[0]!
  const first = commits.write(1, appending(store))
  const second = commits.write(1, () => store.createTopic(spec))
  await expect(first).rejects.toMatchObject({ code: 'unavailable' })
  await expect(second).rejects.toMatchObject({ code: 'unavailable' })
  expect([partition.next, partition.lastTimestamp]).toEqual([0, 0])
  await commits.write(1, appending(store))
  expect(store.read(partition, all).map((r) => r.offset)).toEqual([0n])
})
