import type { Database, Migration } from '../../../kernel/store/database.ts'
import type { UploadTables } from '../status/views.ts'

/** A delivery that was begun and not ended for this long died with its edge. */
const DEAD_AFTER_MS = 60_000
/** Event Grid tries for 24 h at most; a blob's ETag may be told again later. */
const KEPT_MS = 30 * 24 * 60 * 60 * 1000

/** Which events of the blob store were taken: by event and by content (path and ETag). */
export interface DeliveryTables extends UploadTables {
  event_feed_deliveries: { key: string; upload_id: string; accepted: number; taken_at: number }
}

export const eventDeliveriesMigration: Migration = {
  name: '105-event-feed-deliveries',
  up: async (db) => {
    await db.schema
      .createTable('event_feed_deliveries')
      .addColumn('key', 'varchar(36)', (c) => c.primaryKey())
      .addColumn('upload_id', 'varchar(36)', (c) => c.notNull())
      .addColumn('accepted', 'integer', (c) => c.notNull())
      .addColumn('taken_at', 'bigint', (c) => c.notNull())
      .execute()
    await db.schema.createIndex('event_feed_deliveries_age').on('event_feed_deliveries').column('taken_at').execute()
    await db.schema.createIndex('event_feed_deliveries_upload').on('event_feed_deliveries').column('upload_id').execute()
  },
}

export interface Delivery {
  readonly keys: readonly string[]
  readonly uploadId: string
  readonly now: number
}

/** Takes the keys for this upload, all or none; gives the upload of an earlier delivery that has one of them. */
export function takeDelivery(database: Database, { keys, uploadId, now }: Delivery): Promise<string | undefined> {
  return database.transaction<DeliveryTables, string | undefined>(async (trx) => {
    // What died before its record reached the log is free again; what reached it is an upload.
    await trx
      .deleteFrom('event_feed_deliveries')
      .where((e) =>
        e.or([
          e('taken_at', '<', now - KEPT_MS),
          e.and([
            e('accepted', '=', 0),
            e('taken_at', '<', now - DEAD_AFTER_MS),
            e('upload_id', 'not in', e.selectFrom('uploads').select('key').whereRef('key', '=', 'event_feed_deliveries.upload_id')),
          ]),
        ]),
      )
      .execute()
    for (const key of keys) {
      const inserted = await trx
        .insertInto('event_feed_deliveries')
        .values({ key, upload_id: uploadId, accepted: 0, taken_at: now })
        .onConflict((c) => c.column('key').doNothing())
        .executeTakeFirst()
      if (Number(inserted.numInsertedOrUpdatedRows ?? 0n) === 1) continue
      const owner = await trx.selectFrom('event_feed_deliveries').select('upload_id').where('key', '=', key).executeTakeFirst()
      return owner?.upload_id ?? uploadId
    }
    return undefined
  })
}

/** The upload's record is on the log. */
export async function confirmDelivery(database: Database, uploadId: string): Promise<void> {
  await database
    .tables<DeliveryTables>()
    .updateTable('event_feed_deliveries')
    .set({ accepted: 1 })
    .where('upload_id', '=', uploadId)
    .execute()
}

/** The delivery failed; the next one is taken. */
export async function releaseDelivery(database: Database, uploadId: string): Promise<void> {
  await database.tables<DeliveryTables>().deleteFrom('event_feed_deliveries').where('upload_id', '=', uploadId).execute()
}
