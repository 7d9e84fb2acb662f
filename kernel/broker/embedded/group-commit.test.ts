import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { pino } from 'pino'
import { expect, onTestFinished, test, vi } from 'vitest'
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

test('writes of one turn share transactions of at most 100 rows, in order', async () => {
  const store = openStore()
  const transaction = vi.spyOn(store, 'transaction')
  const commits = createGroupCommit(store, pino({ level: 'silent' }), () => {})
  const order: number[] = []
  await Promise.all(Array.from({ length: 25 }, (_, n) => commits.write(10, () => void order.push(n))))
  expect(transaction).toHaveBeenCalledTimes(3)
  expect(order).toEqual(Array.from({ length: 25 }, (_, n) => n))
})

test('only a transaction that holds records waits for the disk', async () => {
  const store = openStore()
  const transaction = vi.spyOn(store, 'transaction')
  const commits = createGroupCommit(store, pino({ level: 'silent' }), () => {})
  await commits.writeOffsets(1, () => {})
  await Promise.all([commits.writeOffsets(1, () => {}), commits.write(1, () => {})])
  expect(transaction.mock.calls.map(([, flush]) => flush)).toEqual([false, true])
})

test('a failed transaction rejects its own writes and changes nothing; the next one works', async () => {
  const store = openStore()
  const commits = createGroupCommit(store, pino({ level: 'silent' }), () => {})
  const spec = { name: 't', partitions: 2, cleanup: 'delete', retention_ms: -1 } as const
  await commits.write(1, () => store.createTopic(spec))
  const partition = store.topics.get('t')!.partitions[0]!
  const append = () => store.append(partition, { topic: 't', key: '', value: new Uint8Array(1), headers: {} }, 7)
  const first = commits.write(1, () => void append())
  const second = commits.write(1, () => store.createTopic(spec))
  await expect(first).rejects.toMatchObject({ code: 'unavailable' })
  await expect(second).rejects.toMatchObject({ code: 'unavailable' })
  expect([partition.next, partition.lastTimestamp]).toEqual([0, 0])
  await commits.write(1, () => void append())
  expect(store.read(partition, { from: 0, limit: 10, maxBytes: 1000 }).map((r) => r.offset)).toEqual([0n])
})
