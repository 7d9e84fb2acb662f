import type { Kysely } from 'kysely'
import type { Database } from '../../store/database.ts'
import { defineTables, type TablesOf } from '../../store/define-tables.ts'
import { type Seen, seenRowSchema } from '../arbitrate.ts'

export const searchMigration = defineTables('030-search-stages', {
  /** `last_stage`: the newest write's number. Stages up to `cleared` are gone as a whole, since `cleared_at` (milliseconds). */
  search_indexes: { columns: { name: 'varchar(128)', last_stage: 'bigint', cleared: 'bigint', cleared_at: 'bigint' } },
  search_documents: {
    columns: {
      index_name: 'varchar(128)',
      document_id: 'varchar(400)',
      generation: 'bigint',
      deleted: 'integer',
      stage: 'bigint?',
      chunks: 'integer',
      removed: 'integer',
    },
    primaryKey: ['index_name', 'document_id'],
  },
  /**
   * A write whose chunks no search may see. writing: not yet; garbage: its place was taken; lost: it broke off, so that a request of it may
   * still arrive. `at` is when it became so (milliseconds), for `writing` when it last told that it goes on.
   */
  search_stages: {
    columns: { index_name: 'varchar(128)', stage: 'bigint', state: 'varchar(10)', at: 'bigint' },
    primaryKey: ['index_name', 'stage'],
  },
})
export type StageTables = TablesOf<typeof searchMigration> & { search_stages: { state: 'writing' | 'garbage' | 'lost' } }
export type StageDb = Kysely<StageTables>

export async function seenOf(db: StageDb, index: string, documentId: string): Promise<Seen | undefined> {
  const row = await db
    .selectFrom('search_documents')
    .select(['generation as epoch', 'deleted', 'stage', 'chunks', 'removed'])
    .where('index_name', '=', index)
    .where('document_id', '=', documentId)
    .executeTakeFirst()
  return row && seenRowSchema.parse(row)
}

export async function remember(db: StageDb, index: string, documentId: string, seen: Seen): Promise<void> {
  const { epoch, deleted, ...rest } = seen
  const values = { ...rest, generation: epoch, deleted: deleted ? 1 : 0 }
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
