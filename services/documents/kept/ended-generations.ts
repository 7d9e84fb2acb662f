import { sql } from 'kysely'
import { isOwnBlob } from '../../../kernel/blobs/raw-path.ts'
import { ownerOf } from '../../../kernel/http/identity/caller-name.ts'
import type { Database } from '../../../kernel/store/database.ts'
import { defineTables, type TablesOf } from '../../../kernel/store/define-tables.ts'
import type { UploadState } from '../status/upload-state.ts'

export const endedGenerationsMigration = defineTables('165-ended-generations', {
  /** Generations that were deleted or replaced: their files stay for a while, and it is remembered that they went. */
  ended_generations: {
    columns: {
      upload_id: 'varchar(36)',
      document_id: 'varchar(36)',
      generation: 'integer',
      index_name: 'varchar(128)',
      owner: 'text',
      /** null: the file is not ours to remove. */
      blob: 'text?',
      bytes: 'bigint',
      ended_at: 'varchar(30)',
      swept_at: 'varchar(30)?',
      /** The rebuild that shows it again: its files stay. */
      held_by: 'varchar(36)?',
      held_at: 'varchar(30)?',
    },
    indexes: {
      ended_generations_due: ['swept_at', 'ended_at'],
      ended_generations_index: ['index_name', 'ended_at'],
      ended_generations_owner: ['owner', 'swept_at'],
    },
  },
})
type EndedTables = TablesOf<typeof endedGenerationsMigration>
export type Ended = Pick<EndedTables['ended_generations'], 'upload_id' | 'document_id' | 'generation' | 'blob' | 'bytes'>

const rows = (database: Pick<Database, 'tables'>) => database.tables<EndedTables>()

/** These generations were deleted or replaced then. One that a rebuild had shown again before is given free. */
export async function noteEnded(database: Database, uploads: readonly UploadState[], at: string): Promise<void> {
  const values = uploads.flatMap(({ upload_id, document_id, generation, file }) => {
    if (!file) return []
    const own = isOwnBlob({ upload_id }, file.blob)
    const place = { upload_id, document_id, generation, index_name: file.index, owner: ownerOf(file.caller) }
    return [
      {
        ...place,
        blob: own ? file.blob : null,
        bytes: own ? file.size_bytes : 0,
        ended_at: at,
        swept_at: null,
        held_by: null,
        held_at: null,
      },
    ]
  })
  if (values.length === 0) return
  await rows(database)
    .insertInto('ended_generations')
    .values(values)
    .onConflict((c) => c.column('upload_id').doNothing())
    .execute()
  await rows(database)
    .updateTable('ended_generations')
    .set({ held_by: null, held_at: null, ended_at: at })
    .where(
      'upload_id',
      'in',
      values.map(({ upload_id }) => upload_id),
    )
    .where('held_at', '<', at)
    .execute()
}

/** Those whose files are there and that nobody holds, the oldest first. */
export function endedFiles(
  database: Database,
  { until, owner, uploads, limit }: { until?: string; owner?: string | undefined; uploads?: readonly string[]; limit: number },
): Promise<Ended[]> {
  let query = rows(database)
    .selectFrom('ended_generations')
    .select(['upload_id', 'document_id', 'generation', 'blob', 'bytes'])
    .where('swept_at', 'is', null)
    .where('held_by', 'is', null)
  if (until !== undefined) query = query.where('ended_at', '<=', until)
  if (owner !== undefined) query = query.where('owner', '=', owner)
  if (uploads !== undefined) query = query.where('upload_id', 'in', [...uploads])
  return query.orderBy('ended_at').limit(limit).execute()
}

export const noteSwept = async (database: Database, uploadId: string, at: string): Promise<void> => {
  await rows(database).updateTable('ended_generations').set({ swept_at: at }).where('upload_id', '=', uploadId).execute()
}

/** Bytes of the files that are still kept, of one owner or of everyone. */
export async function keptBytes(database: Pick<Database, 'tables'>, owner?: string): Promise<number> {
  let query = rows(database)
    .selectFrom('ended_generations')
    .select(sql<number>`coalesce(sum(bytes), 0)`.as('bytes'))
    .where('swept_at', 'is', null)
  if (owner !== undefined) query = query.where('owner', '=', owner)
  return Number((await query.executeTakeFirstOrThrow()).bytes)
}

/** The time from which on every generation of the index is kept: the end of the last one whose files went. Null: all are there. */
export async function keptSince(database: Database, index: string): Promise<string | null> {
  const row = await rows(database)
    .selectFrom('ended_generations')
    .select((e) => e.fn.max('ended_at').as('at'))
    .where('index_name', '=', index)
    .where('swept_at', 'is not', null)
    .executeTakeFirst()
  return row?.at ?? null
}

/** Keeps, for a rebuild, what was there at a time and has ended since. */
export async function hold(database: Database, index: string, since: string, by: { rebuild: string; at: string }): Promise<void> {
  await rows(database)
    .updateTable('ended_generations')
    .set({ held_by: by.rebuild, held_at: by.at })
    .where('index_name', '=', index)
    .where('ended_at', '>=', since)
    .where('swept_at', 'is', null)
    .execute()
}

/** Whether a rebuild shows a generation again that had ended. */
export async function isHeld(database: Database, uploadId: string): Promise<boolean> {
  const query = rows(database).selectFrom('ended_generations').select('upload_id').where('upload_id', '=', uploadId)
  return (await query.where('held_by', 'is not', null).executeTakeFirst()) !== undefined
}

/** The rebuild shows them no more. */
export const letGo = async (database: Database, rebuild: string): Promise<void> => {
  await rows(database).updateTable('ended_generations').set({ held_by: null, held_at: null }).where('held_by', '=', rebuild).execute()
}
