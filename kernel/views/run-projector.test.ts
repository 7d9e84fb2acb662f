import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { pino } from 'pino'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { z } from 'zod'
import { indexCleared } from '../../schemas/index-admin.ts'
import type { Broker } from '../broker/broker.ts'
import { openEmbeddedBroker } from '../broker/embedded/embedded.ts'
import { readTopics } from '../broker/topics.ts'
import { publishDrafts } from '../consume/publish.ts'
import { ApiError } from '../runtime/errors.ts'
import type { Database } from '../store/database.ts'
import { openSqliteDatabase } from '../store/sqlite.ts'
import { defineView } from './define-view.ts'
import { type PositionTable, positionMigration } from './project.ts'
import { runProjector } from './run-projector.ts'

const log = pino({ level: 'silent' })
let dir: string
let broker: Broker
let database: Database
beforeEach(async () => {
  dir = await mkdtemp(join(tmpdir(), 'millrace-projector-'))
  broker = await openEmbeddedBroker({ dir, log })
  database = await openSqliteDatabase({ dir })
  await broker.ensureTopics(readTopics())
  const table = (db: Parameters<typeof positionMigration.up>[0]) =>
    db.schema
      .createTable('cleared')
      .addColumn('key', 'varchar(128)', (c) => c.primaryKey())
      .addColumn('body', 'text', (c) => c.notNull())
      .execute()
  await database.migrate([positionMigration, { name: '900-cleared', up: table }])
})
afterEach(async () => {
  await broker.close()
  await database.close()
  await rm(dir, { recursive: true })
})

const view = defineView({
  name: 'cleared',
  on: [indexCleared],
  body: z.object({ at: z.string() }),
  key: ({ payload }) => payload.index,
  evolve: (_before, { payload }) => ({ at: payload.at }),
  columns: () => ({}),
})

test('a database that is away is waited for, and is no stall; a fault is none of its waits', async () => {
  let failure: Error | undefined = new ApiError('unavailable', 'the database is away')
  const failing: Database = {
    ...database,
    transaction: (work, options) => (failure ? Promise.reject(failure) : database.transaction(work, options)),
  }
  const projector = await runProjector({ broker, database: failing, views: [view], log })
  try {
    const draft = indexCleared.make({ index: 'documents', deleted: 1, at: '2026-03-04T05:00:00.000Z' })
    await publishDrafts(broker, Date, 'test', [draft], { requestId: 'test' })
    await expect.poll(() => projector.waitingSince()).toBeTypeOf('number')
    expect(projector.held().filter(({ busy }) => busy)).toHaveLength(1)
    failure = new Error('a fault')
    await expect.poll(() => projector.waitingSince(), { timeout: 10_000 }).toBeUndefined()
    failure = undefined
    await expect.poll(() => broker.committed(projector.name, 'index.cleared').then((all) => all.size), { timeout: 10_000 }).toBe(1)
    await expect.poll(() => projector.held().filter(({ busy }) => busy)).toEqual([])
    expect(projector.held().length).toBeGreaterThan(0)
  } finally {
    await projector.stop()
  }
})

test('a log that lost its last records, or was made anew, is folded from its beginning, and said to be shorter', async () => {
  const lines: string[] = []
  const heard = pino({ level: 'error' }, { write: (line: string) => lines.push(line) })
  const topic = indexCleared.name
  const partitions = await broker.partitions(topic)
  const positions = partitions.map(({ partition }) => ({ topic, partition, next_offset: 1000 }))
  await database.tables<PositionTable>().insertInto('projected_positions').values(positions).execute()
  const projector = await runProjector({ broker, database, views: [view], log: heard })
  try {
    expect(lines).toHaveLength(partitions.length)
    expect(lines[0]).toContain('the log ends before what the views have folded')
    const draft = indexCleared.make({ index: 'documents', deleted: 1, at: '2026-03-04T05:00:00.000Z' })
    await publishDrafts(broker, Date, 'test', [draft], { requestId: 'test' })
    const rows = () => database.tables<{ cleared: { key: string } }>().selectFrom('cleared').select('key').execute()
    await expect.poll(rows, { timeout: 30_000 }).toEqual([{ key: 'documents' }])
  } finally {
    await projector.stop()
  }
})
