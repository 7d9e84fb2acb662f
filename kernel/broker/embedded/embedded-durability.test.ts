import { copyFileSync, existsSync, mkdtempSync, readFileSync, rmSync, statSync, truncateSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { pino } from 'pino'
import { expect, onTestFinished, test } from 'vitest'
import { collect, createTopic, numbered, readAll, record, startReader, textOf, waitFor } from '../contract/contract-fixture.ts'
import { type EmbeddedBroker, openEmbeddedBroker } from './embedded.ts'
import { createGroupCommit } from './group-commit.ts'
import { openLogFile } from './log-file.ts'
import { LogStore } from './log-store.ts'

const log = pino({ level: 'silent' })

function temporaryFolder(): string {
  const dir = mkdtempSync(join(tmpdir(), 'millrace-log-'))
  onTestFinished(() => rmSync(dir, { recursive: true, force: true }))
  return dir
}

async function open(dir: string, now?: () => number): Promise<EmbeddedBroker> {
  const broker = await openEmbeddedBroker({ dir, log, ...(now && { clock: { now } }) })
  onTestFinished(() => broker.close())
  return broker
}

function integrity(dir: string): unknown {
  const db = new DatabaseSync(join(dir, 'log.db'))
  const result = db.prepare('PRAGMA integrity_check').all()
  db.close()
  return result
}

test('a log that is open cannot be opened again, and can after it was closed', async () => {
  const dir = temporaryFolder()
  const broker = await open(dir)
  await expect(open(dir)).rejects.toThrow(/in use by another process/)
  expect(() => new DatabaseSync(join(dir, 'log.db')).exec('DELETE FROM records')).toThrow(/locked/)
  await broker.close()
  await open(dir)
})

test('a log that is taken away under the process is told, and takes nothing more', async () => {
  const dir = temporaryFolder()
  const broker = await open(dir)
  const name = await createTopic(broker, { partitions: 1 })
  await broker.ping()
  rmSync(join(dir, 'log.db'))
  await expect(broker.ping()).rejects.toThrow(/log\.db was taken away/)
  await expect(broker.publish([record(name, 'key', 'lost')])).rejects.toMatchObject({ code: 'unavailable' })
  writeFileSync(join(dir, 'log.db'), '')
  await expect(broker.ping()).rejects.toMatchObject({ code: 'unavailable' })
})

test('a write-ahead log that was torn at any place leaves a whole log with a prefix of the records', async () => {
  const dir = temporaryFolder()
  const broker = await open(dir)
  const topic = await createTopic(broker, { partitions: 1 })
  for (let n = 0; n < 40; n++) await broker.publish([record(topic, 'key', String(n))])
  const size = statSync(join(dir, 'log.db-wal')).size
  const counts: number[] = []
  for (let step = 0; step <= 24; step++) {
    const torn = temporaryFolder()
    for (const file of ['log.db', 'log.db-wal']) copyFileSync(join(dir, file), join(torn, file))
    truncateSync(join(torn, 'log.db-wal'), Math.floor((size * step) / 24))
    expect(integrity(torn)).toEqual([{ integrity_check: 'ok' }])
    const reopened = await open(torn)
    const known = await reopened.partitions(topic).catch(() => undefined)
    const values = known ? (await readAll(reopened, topic)).map(textOf) : []
    expect(values).toEqual(Array.from({ length: values.length }, (_, n) => String(n)))
    if (known) expect(await reopened.publish([record(topic, 'key', 'next')])).toMatchObject([{ offset: BigInt(values.length) }])
    counts.push(values.length)
    await reopened.close()
  }
  expect(counts.at(-1)).toBe(40)
  expect(counts).toEqual(counts.toSorted((a, b) => a - b))
  expect(new Set(counts).size).toBeGreaterThan(5)
})

test('bytes that were spoilt in the tail of the write-ahead log are left out', async () => {
  const dir = temporaryFolder()
  const broker = await open(dir)
  const topic = await createTopic(broker, { partitions: 1 })
  for (let n = 0; n < 10; n++) await broker.publish([record(topic, 'key', String(n))])
  const torn = temporaryFolder()
  copyFileSync(join(dir, 'log.db'), join(torn, 'log.db'))
  const wal = readFileSync(join(dir, 'log.db-wal'))
  wal.fill(0xa5, wal.length - 2000)
  writeFileSync(join(torn, 'log.db-wal'), wal)
  const values = (await readAll(await open(torn), topic)).map(textOf)
  expect(values.length).toBeGreaterThan(5)
  expect(values).toEqual(['0', '1', '2', '3', '4', '5', '6', '7', '8', '9'].slice(0, values.length))
})

test('a full disk is storage_full, loses nothing that was acknowledged, and is over when there is room', async () => {
  const dir = temporaryFolder()
  const db = openLogFile(dir)
  const store = new LogStore(db)
  onTestFinished(() => store.close())
  const commits = createGroupCommit({ store, log, flushed: async () => undefined, appended: () => {} })
  await commits.write(1, () => store.createTopic({ name: 't', partitions: 1, cleanup: 'delete', retention_ms: -1 }))
  const partition = store.topics.get('t')!.partitions[0]!
  const append = () =>
    commits.write(1, () => void store.append(partition, { ...record('t', 'key'), value: new Uint8Array(50_000) }, Date.now()))
  db.exec('PRAGMA max_page_count = 100')
  let acked = 0
  const fill = async () => {
    for (;;) {
      await append()
      acked += 1
    }
  }
  await expect(fill()).rejects.toMatchObject({ code: 'storage_full', status: 507 })
  expect(acked).toBeGreaterThan(2)
  expect(partition.next).toBe(acked)
  // One offset may still find room in a page that is there; groups without an end do not.
  const group = (n: number) => `group-${n}`.padEnd(1000, '.')
  let kept = 0
  const commitOffsets = async () => {
    for (;;) {
      await commits.writeOffsets(1, () => store.commit(group(kept), partition, 1))
      kept += 1
    }
  }
  await expect(commitOffsets()).rejects.toMatchObject({ code: 'storage_full' })
  const found = (n: number) => store.committed(group(n), partition)
  expect(Array.from({ length: kept + 1 }, (_, n) => found(n))).toEqual([...Array<number>(kept).fill(1), undefined])
  db.exec('PRAGMA max_page_count = 100000')
  await append()
  const records = store.read(partition, { from: 0, limit: 1000, maxBytes: Number.POSITIVE_INFINITY })
  expect(records.map((r) => r.offset)).toEqual(Array.from({ length: acked + 1 }, (_, n) => BigInt(n)))
  expect(db.prepare('PRAGMA integrity_check').all()).toEqual([{ integrity_check: 'ok' }])
})

test('a log that cannot be written is unavailable; a publish that waited too long is not written', async () => {
  const dir = temporaryFolder()
  const broker = await open(dir)
  const topic = await createTopic(broker, { partitions: 1 })
  await expect(broker.publish([record(topic, 'late')], { timeoutMs: -1 })).rejects.toMatchObject({
    code: 'unavailable',
    headers: { 'retry-after': expect.any(String) },
  })
  expect(await readAll(broker, topic)).toEqual([])
  await broker.close()
  await expect(broker.publish([record(topic, 'closed')])).rejects.toMatchObject({ code: 'unavailable' })
})

test('retention removes what is old, keeps offsets going, and a group goes on behind the gap', async () => {
  const dir = temporaryFolder()
  let now = 1_000_000
  const broker = await open(dir, () => now)
  const topic = await createTopic(broker, { partitions: 1, retention_ms: 1000 })
  const forEver = await createTopic(broker, { partitions: 1 })
  await broker.publish([...numbered(topic, 250), record(forEver, 'kept')])
  now += 600
  await broker.publish(numbered(topic, 5, 250))
  expect(await broker.sweep()).toEqual({ expired: 0, compacted: 0 })
  now += 600
  expect(await broker.sweep()).toEqual({ expired: 250, compacted: 0 })
  expect(await broker.partitions(topic)).toEqual([{ partition: 0, earliest: 250n, latest: 255n }])
  expect((await readAll(broker, topic)).map(textOf)).toEqual(['250', '251', '252', '253', '254'])
  const reader = await startReader(broker, { topics: [topic] })
  await waitFor(() => expect(reader.values()).toEqual(['250', '251', '252', '253', '254']))
  now += 10_000
  await broker.sweep()
  expect(await broker.partitions(topic)).toEqual([{ partition: 0, earliest: 255n, latest: 255n }])
  await broker.close()
  const reopened = await open(dir, () => now)
  expect(await reopened.partitions(topic)).toEqual([{ partition: 0, earliest: 255n, latest: 255n }])
  expect(await reopened.publish([record(topic, 'key')])).toEqual([{ topic, partition: 0, offset: 255n }])
  expect(await readAll(reopened, forEver)).toHaveLength(1)
})

test('a changed retention is obeyed after ensureTopics', async () => {
  let now = 1_000_000
  const broker = await open(temporaryFolder(), () => now)
  const topic = await createTopic(broker, { partitions: 1 })
  await broker.publish(numbered(topic, 3))
  now += 5000
  await broker.sweep()
  expect(await readAll(broker, topic)).toHaveLength(3)
  expect(await broker.ensureTopics([{ name: topic, partitions: 1, cleanup: 'delete', retention_ms: 1000 }])).toEqual([])
  await broker.sweep()
  expect(await readAll(broker, topic)).toEqual([])
})

test('compaction keeps the last record of each key at its offset', async () => {
  const broker = await open(temporaryFolder())
  const topic = await createTopic(broker, { partitions: 1, cleanup: 'compact', retention_ms: 1 })
  await broker.publish(Array.from({ length: 500 }, (_, n) => record(topic, `key-${n % 3}`, String(n))))
  expect(await broker.sweep()).toEqual({ expired: 0, compacted: 497 })
  const kept = await collect(broker.read({ topic, partition: 0, from: { offset: 10n } }))
  expect(kept.map((r) => [r.offset, r.key, textOf(r)])).toEqual([
    [497n, 'key-2', '497'],
    [498n, 'key-0', '498'],
    [499n, 'key-1', '499'],
  ])
  expect(await broker.sweep()).toEqual({ expired: 0, compacted: 0 })
  expect(await broker.publish([record(topic, 'key-0')])).toMatchObject([{ offset: 500n }])
  expect(await broker.sweep()).toEqual({ expired: 0, compacted: 1 })
})

test('a clock that is set back does not disturb reading from a time', async () => {
  let now = 5000
  const broker = await open(temporaryFolder(), () => now)
  const topic = await createTopic(broker, { partitions: 1 })
  await broker.publish(numbered(topic, 2))
  now = 1000
  await broker.publish(numbered(topic, 2, 2))
  now = 9000
  await broker.publish(numbered(topic, 2, 4))
  expect((await readAll(broker, topic)).map((r) => r.timestamp)).toEqual([5000, 5000, 5000, 5000, 9000, 9000])
  const later = await collect(broker.read({ topic, partition: 0, from: { time: 5001 } }))
  expect(later.map(textOf)).toEqual(['4', '5'])
})

test('the log of an unknown layout is refused', () => {
  const dir = temporaryFolder()
  const db = new DatabaseSync(join(dir, 'log.db'))
  db.exec('PRAGMA user_version = 99')
  db.close()
  expect(() => openLogFile(dir)).toThrow(/layout 99/)
  expect(existsSync(join(dir, 'log.db'))).toBe(true)
})
