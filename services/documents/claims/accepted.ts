import type { Kysely } from 'kysely'
import { withinLimits } from '../../../kernel/access/limited-rows.ts'
import type { Limits } from '../../../kernel/access/limits.ts'
import { isOwnBlob } from '../../../kernel/blobs/raw-path.ts'
import type { App } from '../../../kernel/http/app/app.ts'
import type { Ports } from '../../../kernel/ports.ts'
import { gather } from '../../../kernel/runtime/concurrency/gather.ts'
import { ApiError, messageOf } from '../../../kernel/runtime/errors.ts'
import { nameId } from '../../../kernel/runtime/ids.ts'
import type { EdgeContext } from '../../../kernel/service.ts'
import type { Database } from '../../../kernel/store/database.ts'
import { defineTables, type TablesOf } from '../../../kernel/store/define-tables.ts'
import { waitCurrent } from '../../../kernel/views/run-projector.ts'
import { documentReceived } from '../../../schemas/document.ts'
import type { PayloadOf } from '../../../schemas/event.ts'
import { evolveUpload, type UploadState } from '../status/upload-state.ts'
import { type UploadTables, uploadsView } from '../status/views.ts'

type Received = PayloadOf<typeof documentReceived>

/** Uploads with their record, from the claim of their name until the views show them. */
export const acceptedMigration = defineTables('107-accepted-uploads', {
  accepted_uploads: {
    columns: {
      upload_id: 'varchar(36)',
      document_id: 'varchar(36)',
      /** The request that may publish it, and take it back. */
      holder: 'varchar(36)',
      /** The payload of its document.received, as JSON. */
      payload: 'text',
      accepted_at: 'bigint',
      /** 1: its record is on the log. */
      published: 'integer',
      confidentiality: 'text?',
      business_unit: 'text?',
    },
    indexes: { accepted_uploads_age: ['published', 'accepted_at'] },
  },
})
export type AcceptedTables = UploadTables & TablesOf<typeof acceptedMigration>

/** The id of the upload's document.received, whoever publishes it and however often. */
export const receivedIdOf = (uploadId: string): string => nameId('document.received', uploadId)

/** The record of an upload, as an event with the id that it has on the log. */
export const receivedDraft = (received: Received) => ({ ...documentReceived.make(received), id: receivedIdOf(received.upload_id) })

export interface Acceptance {
  readonly holder: string
  readonly received: Received
  readonly now: number
  /** What another request noted before this time, and has not published, is nobody's. */
  readonly voidBefore: number
}

/** Notes the upload in the transaction that claims its name. ApiError conflict where another request has the upload in hand. */
export async function noteAccepted(trx: Kysely<AcceptedTables>, { holder, received, now, voidBefore }: Acceptance): Promise<void> {
  const { confidentiality = null, business_unit = null } = received.file.metadata
  const note = { holder, payload: JSON.stringify(received), accepted_at: now, confidentiality, business_unit }
  const { numInsertedOrUpdatedRows } = await trx
    .insertInto('accepted_uploads')
    .values({ upload_id: received.upload_id, document_id: received.document_id, published: 0, ...note })
    .onConflict((c) =>
      c
        .column('upload_id')
        .doUpdateSet(note)
        .where('accepted_uploads.published', '=', 0)
        .where((e) => e.or([e('accepted_uploads.holder', '=', holder), e('accepted_uploads.accepted_at', '<', voidBefore)])),
    )
    .executeTakeFirstOrThrow()
  if (Number(numInsertedOrUpdatedRows ?? 0n) === 0)
    throw new ApiError('conflict', 'another request is bringing in this upload', { details: { upload_id: received.upload_id } })
}

const forgettings = new WeakMap<Database, (uploadId: string) => Promise<unknown>>()

/** The views show the upload: the note is of no use any more. Of many uploads at once the notes go in one statement. */
export async function forgetAccepted(database: Database, uploadId: string): Promise<void> {
  const forget =
    forgettings.get(database) ??
    gather(async (ids: readonly string[]) => {
      const gone = (trx: Kysely<AcceptedTables>) => trx.deleteFrom('accepted_uploads').where('upload_id', 'in', ids).execute()
      await database.transaction(gone, { derived: true, single: true })
      return ids
    })
  forgettings.set(database, forget)
  await forget(uploadId)
}

type Swept = Pick<Ports, 'database' | 'broker' | 'blobs'>

/** Removes the notes of uploads that the views show by now, and those that never reached the log, these with their files. */
export async function sweepAccepted({ database, broker, blobs }: Swept, now: number): Promise<void> {
  const abandoned = () =>
    database
      .tables<AcceptedTables>()
      .selectFrom('accepted_uploads')
      .select(['upload_id', 'payload'])
      .where('published', '=', 0)
      .where('accepted_at', '<', now - UNPUBLISHED_KEPT_MS)
      .limit(SWEPT_AT_ONCE)
      .execute()
  // What is on the log is seen before it is called lost.
  const sure = (await abandoned()).length > 0 && (await waitCurrent(broker, database, [documentReceived.name], 0))
  const forgetSeen = (trx: Kysely<AcceptedTables>) =>
    trx
      .deleteFrom('accepted_uploads')
      .where('upload_id', 'in', (e) => e.selectFrom('uploads').select('key').where('created', 'is not', null))
      .execute()
  await database.transaction(forgetSeen, { derived: true, single: true })
  for (const { upload_id, payload } of sure ? await abandoned() : []) {
    const { blob } = readReceived(payload).file
    if (isOwnBlob({ upload_id }, blob)) await blobs.remove(blob)
    await forgetAccepted(database, upload_id)
  }
}

const SWEEP_EVERY_MS = 60_000
const SWEPT_AT_ONCE = 100

/** Sweeps from time to time, until the app closes. */
export function keepSwept(app: App, { ports, log }: Pick<EdgeContext, 'ports' | 'log'>): void {
  const timer = setInterval(() => {
    sweepAccepted(ports, ports.clock.now()).catch((error) => log.debug({ error: messageOf(error) }, 'sweep of the accepted uploads'))
  }, SWEEP_EVERY_MS)
  app.addHook('preClose', async () => clearInterval(timer))
}

/** As long as an Idempotency-Key may ask what became of it. */
const UNPUBLISHED_KEPT_MS = 25 * 60 * 60 * 1000

/**
 * The record of an upload that died between its claim and the log, now this holder's to publish; undefined where there is none, or its
 * name has another owner since.
 */
export function adoptAccepted(database: Database, uploadId: string, holder: string): Promise<Received | undefined> {
  return database.transaction<AcceptedTables & { document_claims: { document_id: string; upload_id: string } }, Received | undefined>(
    async (trx) => {
      const row = await trx
        .updateTable('accepted_uploads')
        .set({ holder })
        .where('upload_id', '=', uploadId)
        .where('published', '=', 0)
        .returning(['payload', 'document_id'])
        .executeTakeFirst()
      if (!row) return undefined
      const claim = await trx
        .selectFrom('document_claims')
        .select('upload_id')
        .where('document_id', '=', row.document_id)
        .executeTakeFirst()
      return claim?.upload_id === uploadId ? readReceived(row.payload) : undefined
    },
  )
}

const readReceived = (payload: string): Received => documentReceived.schema.parse(JSON.parse(payload))

/** The state of an upload whose record is on the log: what the views hold of it, with that record. */
const withReceived = (received: Received, time: number, state?: UploadState): UploadState => {
  const { name: type, version } = documentReceived
  const envelope = { id: receivedIdOf(received.upload_id), type, version, requestId: '', time }
  return evolveUpload(state, { type, payload: received, envelope })
}

/** What is known of an upload that the views do not show yet; `state` is what they hold of it. */
export async function acceptedState(database: Database, uploadId: string, state?: UploadState): Promise<UploadState | undefined> {
  const accepted = await acceptedRecord(database, uploadId)
  return accepted ? withReceived(accepted.received, accepted.at, state) : state
}

/** The record of an upload that is on the log and not in the views, with the time of its acceptance. */
export async function acceptedRecord(database: Database, uploadId: string): Promise<{ received: Received; at: number } | undefined> {
  const row = await database
    .tables<AcceptedTables>()
    .selectFrom('accepted_uploads')
    .select(['payload', 'accepted_at'])
    .where('upload_id', '=', uploadId)
    .where('published', '=', 1)
    .executeTakeFirst()
  return row && { received: readReceived(row.payload), at: row.accepted_at }
}

const LABEL_COLUMNS = { confidentiality: 'accepted_uploads.confidentiality', business_unit: 'accepted_uploads.business_unit' }

/** Uploads on the log that the views do not show yet, within the limits, the newest first. */
export async function unseenStates(database: Database, limits: Limits, limit: number): Promise<UploadState[]> {
  const rows = await database
    .tables<AcceptedTables>()
    .selectFrom('accepted_uploads')
    .leftJoin('uploads', 'uploads.key', 'accepted_uploads.upload_id')
    .select(['accepted_uploads.payload', 'accepted_uploads.accepted_at', 'uploads.body'])
    .where('accepted_uploads.published', '=', 1)
    .where('uploads.created', 'is', null)
    .where(withinLimits(limits, LABEL_COLUMNS))
    .orderBy('accepted_uploads.accepted_at', 'desc')
    .limit(limit)
    .execute()
  return rows.map(({ payload, accepted_at, body }) =>
    withReceived(readReceived(payload), accepted_at, body ? uploadsView.read({ body }) : undefined),
  )
}
