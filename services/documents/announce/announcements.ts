import type { Database, Migration } from '../../../kernel/store/database.ts'
import type { DocumentSubject } from '../../../schemas/document.ts'
import { documentProcessed } from '../../../schemas/document-public.ts'
import type { PayloadOf } from '../../../schemas/event.ts'

type Processed = PayloadOf<typeof documentProcessed>

/** What was said on the public topic of each attempt of an upload. `cause` is the id of the event that it was said of. */
export interface AnnouncementTables {
  announcements: { upload_id: string; attempt: number; cause: string; body: string }
}

export const announcementsMigration: Migration = {
  name: '109-announcements',
  up: async (db) => {
    await db.schema
      .createTable('announcements')
      .addColumn('upload_id', 'varchar(36)', (c) => c.notNull())
      .addColumn('attempt', 'integer', (c) => c.notNull())
      .addColumn('cause', 'text', (c) => c.notNull())
      .addColumn('body', 'text', (c) => c.notNull())
      .addPrimaryKeyConstraint('announcements_pk', ['upload_id', 'attempt'])
      .execute()
  },
}

/**
 * What is to be said of an attempt's end: the same bytes each time that the same event tells of it, nothing for another event that tells
 * of it later. A success is said also after a failure: a pass that had given up may be delivered again, and end well.
 */
export function announcementOf(
  database: Database,
  { upload_id, attempt }: Pick<DocumentSubject, 'upload_id' | 'attempt'>,
  cause: string,
  told: Processed,
): Promise<Processed | undefined> {
  return database.transaction<AnnouncementTables, Processed | undefined>(async (trx) => {
    const fresh = { upload_id, attempt, cause, body: JSON.stringify(told) }
    const { numInsertedOrUpdatedRows } = await trx
      .insertInto('announcements')
      .values(fresh)
      .onConflict((c) => c.columns(['upload_id', 'attempt']).doNothing())
      .executeTakeFirst()
    if (Number(numInsertedOrUpdatedRows ?? 0n) === 1) return told
    let query = trx.selectFrom('announcements').select(['cause', 'body']).where('upload_id', '=', upload_id).where('attempt', '=', attempt)
    if (database.kind === 'postgres') query = query.forUpdate()
    const row = await query.executeTakeFirstOrThrow()
    const said = documentProcessed.schema.parse(JSON.parse(row.body))
    if (row.cause === cause) return said
    if (said.status === 'completed' || told.status === 'failed') return undefined
    await trx.updateTable('announcements').set(fresh).where('upload_id', '=', upload_id).where('attempt', '=', attempt).execute()
    return told
  })
}
