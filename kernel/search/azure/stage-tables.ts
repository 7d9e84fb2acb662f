import type { Kysely } from 'kysely'
import type { Database, Migration } from '../../store/database.ts'
import { type Seen, seenRowSchema } from '../arbitrate.ts'

/** `last_stage`: the newest write's number. Stages up to `cleared` are gone as a whole, since `cleared_at` (milliseconds). */
interface IndexRow {
  name: string
  last_stage: number
  cleared: number
  cleared_at: number
}

interface DocumentRow {
  index_name: string
  document_id: string
  generation: number
  deleted: number
  stage: number | null
  chunks: number
  removed: number
}

/**
 * A write whose chunks no search may see. writing: not yet; garbage: its place was taken; lost: it broke off, so that a request of it may
 * still arrive. `at` is when it became so (milliseconds), for `writing` when it last told that it goes on.
 */
interface StageRow {
  index_name: string
  stage: number
  state: 'writing' | 'garbage' | 'lost'
  at: number
}

export interface StageTables {
  search_indexes: IndexRow
  search_documents: DocumentRow
  search_stages: StageRow
}

export type StageDb = Kysely<StageTables>

export const searchMigration: Migration = {
  name: '030-search-stages',
  up: async (db) => {
    await db.schema
      .createTable('search_indexes')
      .addColumn('name', 'varchar(128)', (c) => c.primaryKey())
      .addColumn('last_stage', 'bigint', (c) => c.notNull())
      .addColumn('cleared', 'bigint', (c) => c.notNull())
      .addColumn('cleared_at', 'bigint', (c) => c.notNull())
      .execute()
    await db.schema
      .createTable('search_documents')
      .addColumn('index_name', 'varchar(128)', (c) => c.notNull())
      .addColumn('document_id', 'varchar(400)', (c) => c.notNull())
      .addColumn('generation', 'bigint', (c) => c.notNull())
      .addColumn('deleted', 'integer', (c) => c.notNull())
      .addColumn('stage', 'bigint')
      .addColumn('chunks', 'integer', (c) => c.notNull())
      .addColumn('removed', 'integer', (c) => c.notNull())
      .addPrimaryKeyConstraint('search_documents_pk', ['index_name', 'document_id'])
      .execute()
    await db.schema
      .createTable('search_stages')
      .addColumn('index_name', 'varchar(128)', (c) => c.notNull())
      .addColumn('stage', 'bigint', (c) => c.notNull())
      .addColumn('state', 'varchar(10)', (c) => c.notNull())
      .addColumn('at', 'bigint', (c) => c.notNull())
      .addPrimaryKeyConstraint('search_stages_pk', ['index_name', 'stage'])
      .execute()
  },
}

export async function seenOf(db: StageDb, index: string, documentId: string): Promise<Seen | undefined> {
  const row = await db
    .selectFrom('search_documents')
    .select(['generation', 'deleted', 'stage', 'chunks', 'removed'])
    .where('index_name', '=', index)
    .where('document_id', '=', documentId)
    .executeTakeFirst()
  return row && seenRowSchema.parse(row)
}

export async function remember(db: StageDb, index: string, documentId: string, seen: Seen): Promise<void> {
  const values = { ...seen, deleted: seen.deleted ? 1 : 0 }
  await db
    .insertInto('search_documents')
    .values({ index_name: index, document_id: documentId, ...values })
    .onConflict((c) => c.columns(['index_name', 'document_id']).doUpdateSet(values))
    .execute()
}

/** Takes the chunks of these stages out of every search. */
export async function retire(db: StageDb, index: string, stages: readonly number[], at: number): Promise<void> {
  if (stages.length === 0) return
  await db
    .insertInto('search_stages')
    .values(stages.map((stage) => ({ index_name: index, stage, state: 'garbage' as const, at })))
    .onConflict((c) => c.columns(['index_name', 'stage']).doUpdateSet({ state: 'garbage', at }))
    .execute()
}

/**
 * Runs `work` while no other process changes this index's rows: the first statement takes the index's row. undefined when there is no
 * such row yet.
 */
export const withIndex = <T>(
  database: Database,
  index: string,
  work: (db: StageDb, row: { last_stage: number; cleared: number }) => Promise<T>,
): Promise<{ result: T } | undefined> =>
  database.transaction<StageTables, { result: T } | undefined>(async (db) => {
    const row = await db
      .updateTable('search_indexes')
      .set((e) => ({ last_stage: e.ref('last_stage') }))
      .where('name', '=', index)
      .returning(['last_stage', 'cleared'])
      .executeTakeFirst()
    return row && { result: await work(db, row) }
  })
