import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { pino } from 'pino'
import { afterEach, beforeEach, expect, test } from 'vitest'
import type { Blobs } from '../blobs/blobs.ts'
import { filesystemBlobs } from '../blobs/filesystem.ts'
import type { Broker } from '../broker/broker.ts'
import { openEmbeddedBroker } from '../broker/embedded/embedded.ts'
import { missingTopic } from '../broker/topic-differences.ts'
import { readTopics } from '../broker/topics.ts'
import { deliveriesMigration } from '../consume/dispatch/deliveries.ts'
import { systemClock } from '../runtime/clock.ts'
import type { Database } from '../store/database.ts'
import { openSqliteDatabase } from '../store/sqlite.ts'
import { type PositionTable, positionMigration } from '../views/project.ts'
import { adoptLog } from './adopt-log.ts'
import { establishInstallation } from './establish.ts'
import { installationMigration } from './store.ts'
import { watchInstallation } from './watch.ts'

const log = pino({ level: 'silent' })
let dir: string
let open: { close(): Promise<void> }[]
beforeEach(async () => {
  dir = await mkdtemp(join(tmpdir(), 'millrace-installation-'))
  open = []
})
afterEach(async () => {
  await Promise.all(open.map((part) => part.close()))
  await rm(dir, { recursive: true, force: true })
})

const blobsNamed = (name: string): Promise<Blobs> => filesystemBlobs({ dir: join(dir, name), container: 'documents' })
async function tablesNamed(name: string): Promise<Database> {
  const database = await openSqliteDatabase({ dir: join(dir, name) })
  open.push(database)
  await database.migrate([installationMigration, positionMigration])
  return database
}
/** A log that several may write to, as a cluster is. */
async function clusterNamed(name: string): Promise<Broker> {
  const broker = await openEmbeddedBroker({ dir: join(dir, name), log })
  open.push(broker)
  await broker.ensureTopics(readTopics())
  return { ...broker, kind: 'kafka' }
}
const start = (broker: Broker, database: Database, blobs: Blobs, to = log) =>
  establishInstallation({ broker, database, blobs, clock: systemClock }, to)

test('every start on the same parts is of the same installation, also when several are the first', async () => {
  const parts = [await clusterNamed('log'), await tablesNamed('tables'), await blobsNamed('blobs')] as const
  const first = await Promise.all([start(...parts), start(...parts), start(...parts)])
  expect(new Set([...first, await start(...parts)].map(({ id }) => id)).size).toBe(1)
})

test('a second installation on the topics of another does not start, whichever comes first', async () => {
  const cluster = await clusterNamed('log')
  const both = await Promise.allSettled([
    start(cluster, await tablesNamed('a'), await blobsNamed('a')),
    start(cluster, await tablesNamed('b'), await blobsNamed('b')),
  ])
  expect(both.map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected'])
  expect(both.flatMap((o) => (o.status === 'rejected' ? [o.reason.message] : []))[0]).toMatch(/^KAFKA_PREFIX: .*another installation/)
  await expect(start(cluster, await tablesNamed('c'), await blobsNamed('c'))).rejects.toThrow(/^KAFKA_PREFIX: /)
})

test('a lost database is known again by log and blobs', async () => {
  const [cluster, blobs] = [await clusterNamed('log'), await blobsNamed('blobs')]
  const before = await start(cluster, await tablesNamed('tables'), blobs)
  const after = await start(cluster, await tablesNamed('new tables'), blobs)
  expect(after.id).toBe(before.id)
  expect(after.storeId).not.toBe(before.storeId)
})

test('a log that began anew beside a kept database stops the start, and so does the old one that comes back to another', async () => {
  const [database, blobs] = [await tablesNamed('tables'), await blobsNamed('blobs')]
  await start(await clusterNamed('log'), database, blobs)
  await expect(start(await clusterNamed('empty'), database, blobs)).rejects.toThrow(/the log began anew.*npm run adopt-log/)
})

test('a start on blobs that know nothing of the installation of log and database says so', async () => {
  const parts = [await clusterNamed('log'), await tablesNamed('tables')] as const
  const lines: string[] = []
  const heard = pino({ level: 'warn' }, { write: (line: string) => lines.push(line) })
  const blobs = await blobsNamed('blobs')
  await start(...parts, blobs, heard)
  await start(...parts, blobs, heard)
  expect(lines).toEqual([])
  const later = await blobsNamed('of another folder')
  for (const times of [1, 2, 3]) {
    const { id } = await start(...parts, later, heard)
    expect(lines).toEqual(Array(times).fill(expect.stringMatching(/DATA_DIR or BLOB_CONTAINER/)))
    expect(lines.at(-1)).toContain(id)
  }
  lines.length = 0
  const { id } = await start(...parts, blobs, heard)
  expect(lines).toEqual([])
  // As the line says, where the files are lost for good.
  await later.write('installation/installation.json', Buffer.from(JSON.stringify({ installation_id: id })))
  await start(...parts, later, heard)
  expect(lines).toEqual([])
})

test('each start on the blobs of another installation says so', async () => {
  const foreign = await blobsNamed('foreign')
  await start(await clusterNamed('other log'), await tablesNamed('other tables'), foreign)
  const parts = [await clusterNamed('log'), await tablesNamed('tables')] as const
  await start(...parts, await blobsNamed('blobs'))
  const lines: string[] = []
  const heard = pino({ level: 'warn' }, { write: (line: string) => lines.push(line) })
  for (const times of [1, 2]) {
    await start(...parts, foreign, heard)
    expect(lines).toEqual(Array(times).fill(expect.stringMatching(/another installation.*DATA_DIR or BLOB_CONTAINER/)))
  }
})

test('an installation from before ids gets one', async () => {
  const cluster = await clusterNamed('log')
  await cluster.publish([{ topic: 'document.received', key: 'k', value: Buffer.from('{}'), headers: {} }])
  const parts = [cluster, await tablesNamed('tables'), await blobsNamed('blobs')] as const
  expect((await start(...parts)).id).toBe((await start(...parts)).id)
})

test('whoever runs is told when its tables, its log or its blobs are others', async () => {
  const [cluster, database] = [await clusterNamed('log'), await tablesNamed('tables')]
  const own = await blobsNamed('blobs')
  const installation = await start(cluster, database, own)
  const check = async (broker: Broker, database: Database, blobs = own) => {
    const watch = watchInstallation({ broker, database, blobs }, installation, log)
    const states = await Promise.allSettled(watch.dependencies.map(({ check }) => check(AbortSignal.timeout(1000))))
    return { watch, states: states.map(({ status }) => status) }
  }
  const well = await check(cluster, database)
  expect(well.states).toEqual(['fulfilled', 'fulfilled', 'fulfilled'])
  well.watch.stop()
  const emptyBlobs = await blobsNamed('emptied')
  const filesLost = await check(cluster, database, emptyBlobs)
  expect(filesLost.states).toEqual(['fulfilled', 'fulfilled', 'rejected'])
  filesLost.watch.stop()
  await start(cluster, database, emptyBlobs)
  const goesOn = await check(cluster, database, emptyBlobs)
  expect(goesOn.states, 'a start says it and goes on').toEqual(['fulfilled', 'fulfilled', 'fulfilled'])
  goesOn.watch.stop()
  const emptied = await check(cluster, await tablesNamed('others'))
  expect(emptied.states).toEqual(['rejected', 'fulfilled', 'fulfilled'])
  await expect(emptied.watch.lost).rejects.toThrow(/lost its tables/)
  emptied.watch.stop()
  const anew = await check(await clusterNamed('empty'), database)
  expect(anew.states).toEqual(['fulfilled', 'rejected', 'fulfilled'])
  await expect(anew.watch.lost).rejects.toThrow(/began anew/)
  anew.watch.stop()
  const bare = await openEmbeddedBroker({ dir: join(dir, 'no topics'), log })
  open.push(bare)
  const gone = await check(bare, database)
  expect(gone.states).toEqual(['fulfilled', 'rejected', 'fulfilled'])
  await expect(gone.watch.lost).rejects.toThrow(/began anew/)
  gone.watch.stop()
})

test('a log that answers late is not taken for a lost one', async () => {
  const [cluster, database, blobs] = [await clusterNamed('log'), await tablesNamed('tables'), await blobsNamed('blobs')]
  const installation = await start(cluster, database, blobs)
  const late = Promise.withResolvers<void>()
  const slow: Broker = {
    ...cluster,
    partitions: (topic) => late.promise.then(() => cluster.partitions(topic)),
    ensureTopics: (...asked) => cluster.ensureTopics(...asked).finally(late.resolve),
  }
  const watch = watchInstallation({ broker: slow, database, blobs }, installation, log)
  for (const { check } of watch.dependencies) await check(AbortSignal.timeout(5000))
  watch.stop()
})

test('a topic that was deleted is named, with what makes it again', async () => {
  const [cluster, database, blobs] = [await clusterNamed('log'), await tablesNamed('tables'), await blobsNamed('blobs')]
  const installation = await start(cluster, database, blobs)
  const without: Broker = {
    ...cluster,
    partitions: () => Promise.reject(new Error('This server does not host this topic-partition')),
    ensureTopics: async () => [missingTopic('document.chunked')],
  }
  const watch = watchInstallation({ broker: without, database, blobs }, installation, log)
  const check = watch.dependencies.find(({ name }) => name === 'log')!.check(AbortSignal.timeout(5000))
  await expect(check).rejects.toThrow('document.chunked: deleted on the broker; npm run topics makes them again, empty')
  watch.stop()
})

test('a database from before ids does not start on topics that never held what it has folded, and may adopt them', async () => {
  const [cluster, database, blobs] = [await clusterNamed('log'), await tablesNamed('tables'), await blobsNamed('blobs')]
  const position = { topic: 'document.received', partition: 0, next_offset: 3 }
  await database.tables<PositionTable>().insertInto('projected_positions').values(position).execute()
  await expect(start(cluster, database, blobs)).rejects.toThrow('KAFKA_BROKERS: the log began anew')
  await database.migrate([deliveriesMigration])
  expect(await adoptLog({ broker: cluster, database, clock: systemClock }, async () => {})).toBe(true)
  await start(cluster, database, blobs)
})

test('a process whose clock is far from the database does not start; one that is somewhat off says so', async () => {
  const [broker, database, blobs] = [await clusterNamed('log'), await tablesNamed('tables'), await blobsNamed('blobs')]
  const told: string[] = []
  const to = pino({ level: 'warn' }, { write: (line: string) => told.push(JSON.parse(line).msg) })
  const at = (offMs: number) =>
    establishInstallation({ broker, database, blobs, clock: { ...systemClock, now: () => Date.now() + offMs } }, to)
  await expect(at(86_400_000)).rejects.toThrow('the clock of this machine is 86400 s ahead of the database')
  await expect(at(-3_600_000)).rejects.toThrow('the clock of this machine is 3600 s behind the database')
  await at(0)
  expect(told).toEqual([])
  await at(60_000)
  expect(told).toEqual(["the clock of this machine is 60 s ahead of the database's: set both by NTP"])
})
