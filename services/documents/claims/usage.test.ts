import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { pino } from 'pino'
import { expect, test } from 'vitest'
import { encodeRecord } from '../../../kernel/broker/codec.ts'
import { newId } from '../../../kernel/runtime/ids.ts'
import type { Database } from '../../../kernel/store/database.ts'
import { openSqliteDatabase } from '../../../kernel/store/sqlite.ts'
import { positionMigration, projectBatch } from '../../../kernel/views/project.ts'
import type { EventDraft } from '../../../schemas/event.ts'
import { seededRandom } from '../../../scripts/seeded-random.ts'
import { uploadEventsOf } from '../status/upload-events.fixture.ts'
import { uploads } from '../uploads/service.ts'
import { documentUsageMigration, readUsed, type UsageTables } from './usage.ts'

async function withDatabase<T>(work: (database: Database) => Promise<T>): Promise<T> {
  const dir = await mkdtemp(join(tmpdir(), 'millrace-usage-'))
  const database = await openSqliteDatabase({ dir })
  try {
    await database.migrate([positionMigration, ...(uploads.migrations ?? []).filter((m) => m !== documentUsageMigration)])
    return await work(database)
  } finally {
    await database.close()
    await rm(dir, { recursive: true })
  }
}

async function project(database: Database, drafts: readonly EventDraft[]): Promise<void> {
  const records = drafts.map((draft, i) => ({
    ...encodeRecord(draft, { id: newId(), source: '/test', requestId: '', time: 0 }),
    topic: 'any',
    partition: 0,
    offset: BigInt(i),
    timestamp: 0,
  }))
  await projectBatch(database, uploads.views ?? [], { topic: 'any', partition: 0, records }, pino({ level: 'silent' }))
}

const [first, second, third, other] = [
  uploadEventsOf('a.txt', { generation: 1 }),
  uploadEventsOf('a.txt', { generation: 2 }),
  uploadEventsOf('a.txt', { generation: 3 }),
  uploadEventsOf('b.txt'),
] as const
const bytes = first.file.size_bytes
const rows = (database: Database) => database.tables<UsageTables>().selectFrom('document_usage').selectAll().orderBy('key').execute()

test.each([
  ['one that came in', [first.received()], { documents: 1, bytes }],
  ['a replacement beside what it replaces', [first.received(), first.indexed(), second.received()], { documents: 1, bytes: 2 * bytes }],
  ['the newest alone once it is searchable', [first.received(), second.received(), second.indexed()], { documents: 1, bytes }],
  [
    'a failed replacement',
    [first.received(), first.indexed(), second.received(), second.failed('parsing', 'corrupt')],
    { documents: 1, bytes: 2 * bytes },
  ],
  ['nothing of what was deleted', [first.received(), first.indexed(), first.deleted()], { documents: 0, bytes: 0 }],
  [
    'several documents',
    [first.received(), second.received(), third.received(), third.indexed(), second.deleted(), other.received()],
    { documents: 2, bytes: 2 * bytes },
  ],
])('usage counts %s, in any order of the events, and from the uploads that were there before it', async (_what, drafts, used) => {
  const random = seededRandom(3)
  const seen = new Set<string>()
  for (let i = 0; i < 5; i++) {
    const order = i === 0 ? drafts : [...drafts, ...drafts].sort(() => random() - 0.5)
    await withDatabase(async (database) => {
      await database.migrate([documentUsageMigration])
      await project(database, order)
      expect(await readUsed(database)).toEqual(used)
      expect(await readUsed(database, 'everyone')).toEqual(used)
      expect(await readUsed(database, 'key:a')).toEqual({ documents: 0, bytes: 0 })
      seen.add(JSON.stringify(await rows(database)))
    })
  }
  expect(seen.size).toBe(1)
  await withDatabase(async (database) => {
    const views = (uploads.views ?? []).filter(({ name }) => name !== 'document_usage')
    const records = drafts.map((draft, i) => ({
      ...encodeRecord(draft, { id: newId(), source: '/test', requestId: '', time: 0 }),
      topic: 'any',
      partition: 0,
      offset: BigInt(i),
      timestamp: 0,
    }))
    await projectBatch(database, views, { topic: 'any', partition: 0, records }, pino({ level: 'silent' }))
    await database.migrate([documentUsageMigration])
    expect(await readUsed(database)).toEqual(used)
  })
})
