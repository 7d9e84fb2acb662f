import type { Kysely } from 'kysely'
import { artifactPath, readLines } from '../../../kernel/blobs/artifacts.ts'
import type { EventEnvelope } from '../../../kernel/broker/codec.ts'
import { sectionOf } from '../../../kernel/config/section.ts'
import { defineConsumer, type HandlerContext } from '../../../kernel/consume/define-consumer.ts'
import { ownerOf } from '../../../kernel/http/identity/caller-name.ts'
import { changeAndTell } from '../../../kernel/outbox/outbox.ts'
import { ApiError, WorkError } from '../../../kernel/runtime/errors.ts'
import { nameId } from '../../../kernel/runtime/ids.ts'
import { changedKey, PROJECTED } from '../../../kernel/views/project.ts'
import { untilSeen } from '../../../kernel/views/until-seen.ts'
import { type AttachedFile, parsedHeaderSchema } from '../../../schemas/artifacts.ts'
import { documentAttached, documentDelete, documentDeleted, documentIndexed, documentReceived } from '../../../schemas/document.ts'
import type { EventDraft, PayloadOf } from '../../../schemas/event.ts'
import { receivedDraft } from '../claims/accepted.ts'
import { hasQuotas, releaseRoom, reserveRoom } from '../claims/room.ts'
import { fileTypeOf, formatOf } from '../formats/catalog.ts'
import { mayAttach, parsingSection } from '../parse/parsing-section.ts'
import { readState } from '../status/read-uploads.ts'
import { uploadsOf, uploadsView } from '../status/views.ts'
import { firstMessage } from '../uploads/first-message.ts'
import { attachedFiles } from './attached-files.ts'
import { type AttachedDocument, type AttachmentTables, attachedDocuments } from './attachments-table.ts'

type Ctx = HandlerContext<'blobs' | 'database' | 'clock' | 'config'>
type Mail = PayloadOf<typeof documentIndexed>
type MailKey = Pick<Mail, 'upload_id' | 'document_id' | 'generation'>

/** The views have this long to count what was brought in; then its reservation ends by itself. */
const COUNTED_WITHIN_MS = 10_000

/**
 * Brings in the files of a mail as documents of their own, once the mail is searchable, and takes them away with it: when it is deleted,
 * and when a newer upload of it has taken its place.
 */
export const attachFiles = defineConsumer({
  name: 'attach',
  runs: 'edge',
  on: [documentIndexed, documentDeleted],
  emits: [documentReceived, documentAttached, documentDelete],
  needs: ['blobs', 'database', 'clock', 'config'],
  retry: { attempts: 30, baseMs: 200, capMs: 30_000 },
  timeoutMs: 120_000,
  concerns({ type, payload }) {
    const name = type === 'document.deleted' ? payload.source_file : payload.file.source_file
    return formatOf(fileTypeOf(name))?.attaches === true
  },
  async handle(ctx, { type, payload, envelope }) {
    const deleted = type === 'document.deleted' ? [payload] : []
    if (type === 'document.indexed') await bringIn(ctx, payload, envelope)
    await takeAway(ctx, [...deleted, ...(await before(ctx, payload))], envelope)
    return []
  },
})

async function bringIn(ctx: Ctx, mail: Mail, cause: EventEnvelope): Promise<void> {
  const { database, config } = ctx.ports
  const { upload_id, document_id, generation, attempt } = mail
  const files = await filesOf(ctx, mail)
  if (files.length === 0 || (await isDecided(ctx, upload_id))) return
  const all = attachedFiles(mail, files, mayAttach(mail.file, sectionOf(config, parsingSection)), ctx.now())
  const { fitting, leftOut } = await withRoom(ctx, all)
  await decide(ctx, mail, fitting, cause, [
    ...fitting.map((attached) => receivedDraft(receivedOf(attached))),
    {
      ...documentAttached.make({
        ...{ upload_id, document_id, generation, attempt, at: ctx.now() },
        attachments: fitting.map(({ upload_id, document_id, file }) => ({
          ...{ upload_id, document_id, source_file: file.source_file, size_bytes: file.size_bytes },
        })),
        left_out: leftOut.map(({ file }) => file.metadata.title),
      }),
      id: nameId('document.attached', upload_id),
    },
  ])
  if (hasQuotas(config)) await Promise.all(fitting.map((attached) => untilCounted(ctx, attached)))
  if (leftOut.length > 0) ctx.log.info({ upload_id, files: leftOut.length }, 'no room for files of a mail')
  if (fitting.length > 0) ctx.log.debug({ upload_id, database: database.kind, files: fitting.length }, 'files of a mail were brought in')
}

/** Of a mail that is gone, or overtaken, nothing is there any more. */
async function filesOf({ ports: { blobs } }: Ctx, mail: Mail): Promise<readonly AttachedFile[]> {
  try {
    for await (const header of readLines(blobs, artifactPath({ ...mail, stage: 'parsed' }), parsedHeaderSchema))
      return header.attachments ?? []
  } catch (error) {
    if (!(error instanceof WorkError) || error.retryable) throw error
  }
  return []
}

const receivedOf = ({ upload_id, document_id, file }: AttachedDocument): PayloadOf<typeof documentReceived> => {
  const { processed, message } = firstMessage('async', file.file_type)
  return {
    ...{ upload_id, document_id, generation: 1, attempt: 1, file },
    ...{ process_mode: 'async', process: processed, trigger: 'http', message },
  }
}

/** Takes the room of each out of the quotas of whoever brought the mail. */
async function withRoom(
  { ports }: Ctx,
  all: readonly AttachedDocument[],
): Promise<{ fitting: AttachedDocument[]; leftOut: AttachedDocument[] }> {
  const fitting: AttachedDocument[] = []
  const leftOut: AttachedDocument[] = []
  for (const attached of all) {
    const { upload_id: uploadId, file } = attached
    try {
      await reserveRoom(ports, { uploadId, owner: ownerOf(file.caller), bytes: file.size_bytes, place: 'new' })
      fitting.push(attached)
    } catch (error) {
      if (!(error instanceof ApiError) || error.code !== 'storage_full') throw error
      leftOut.push(attached)
    }
  }
  return { fitting, leftOut }
}

async function untilCounted({ ports }: Ctx, { upload_id }: AttachedDocument): Promise<void> {
  const { database } = ports
  const seen = { database, channel: PROJECTED, key: changedKey(uploadsView.name, upload_id) }
  const state = await untilSeen(
    seen,
    () => readState(database, upload_id),
    (s) => s?.known === true,
    COUNTED_WITHIN_MS,
  )
  if (state?.known) await releaseRoom(ports, upload_id)
}

const isDecided = async ({ ports: { database } }: Ctx, mailUploadId: string): Promise<boolean> => {
  const query = database.tables<AttachmentTables>().selectFrom('mail_attachments').select('generation')
  return (await query.where('mail_upload_id', '=', mailUploadId).executeTakeFirst()) !== undefined
}

/** Notes what becomes of the mail's files, and tells it, where nothing was decided before. `attached` null: the mail is gone. */
function decide(
  { ports: { database, clock } }: Ctx,
  mail: MailKey,
  attached: readonly AttachedDocument[] | null,
  cause: EventEnvelope,
  drafts: readonly EventDraft[],
): Promise<void> {
  const { upload_id: mail_upload_id, document_id, generation } = mail
  const work = async (trx: Kysely<AttachmentTables>, tell: (...told: readonly EventDraft[]) => void) => {
    const { numInsertedOrUpdatedRows } = await trx
      .insertInto('mail_attachments')
      .values({ mail_upload_id, document_id, generation, attached: attached && JSON.stringify(attached) })
      .onConflict((c) => c.column('mail_upload_id').doNothing())
      .executeTakeFirstOrThrow()
    if (Number(numInsertedOrUpdatedRows ?? 0n) > 0) tell(...drafts)
  }
  return changeAndTell<AttachmentTables, void>(database, { source: 'attach', cause, now: clock.now() }, work)
}

/** Uploads of a mail are gone: so are their files, and none of them comes any more. */
async function takeAway(ctx: Ctx, mails: readonly MailKey[], cause: EventEnvelope): Promise<void> {
  for (const mail of mails) {
    await decide(ctx, mail, null, cause, [])
    await remove(ctx, await attachedDocuments(ctx.ports.database, mail.upload_id), cause)
  }
}

/** The uploads of the mail before this one: they go when it becomes searchable, and when it is deleted, which takes all before it along. */
async function before({ ports: { database } }: Ctx, { document_id, generation }: MailKey): Promise<MailKey[]> {
  const rows = await database
    .tables<AttachmentTables>()
    .selectFrom('mail_attachments')
    .select(['mail_upload_id as upload_id', 'document_id', 'generation'])
    .where('document_id', '=', document_id)
    .where('generation', '<', generation)
    .execute()
  const told = (await uploadsOf(database.tables(), document_id)).filter((upload) => upload.generation < generation)
  return [...new Map<string, MailKey>([...told, ...rows].map((mail) => [mail.upload_id, mail])).values()]
}

async function remove(
  { ports: { database, clock }, now }: Ctx,
  documents: readonly AttachedDocument[],
  cause: EventEnvelope,
): Promise<void> {
  const states = await Promise.all(documents.map(({ upload_id }) => readState(database, upload_id)))
  const there = documents.filter((_, i) => !states[i]?.deleted)
  if (there.length === 0) return
  await changeAndTell(database, { source: 'attach', cause, now: clock.now() }, async (_trx, tell) => {
    for (const { upload_id, document_id, file } of there) {
      const command = documentDelete.make({ upload_id, document_id, generation: 1, attempt: 1, file, actor: 'its mail', at: now() })
      tell({ ...command, id: nameId('attachment.delete', upload_id) })
    }
  })
}
