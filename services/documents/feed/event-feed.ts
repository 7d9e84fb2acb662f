import { z } from 'zod'
import type { Caller } from '../../../kernel/access/caller.ts'
import { labelsOf } from '../../../kernel/access/limits.ts'
import { uploadOfPath } from '../../../kernel/blobs/raw-path.ts'
import type { Cause } from '../../../kernel/broker/record-of.ts'
import { sectionOf } from '../../../kernel/config/section.ts'
import { callerName } from '../../../kernel/http/identity/caller-name.ts'
import { ApiError } from '../../../kernel/runtime/errors.ts'
import { nameId } from '../../../kernel/runtime/ids.ts'
import type { EdgeContext } from '../../../kernel/service.ts'
import { type DocumentMetadata, documentMetadataSchema } from '../../../schemas/document.ts'
import { findUpload, readState } from '../status/read-uploads.ts'
import { checkLabels, sightFor } from '../text/check-limits.ts'
import { type AcceptedUpload, acceptUpload, checkFileName, type StoredFile } from '../uploads/accept-upload.ts'
import { requireCaughtUp } from '../uploads/current-views.ts'
import { uploadSection } from '../uploads/upload-section.ts'
import { confirmDelivery, releaseDelivery, takeDelivery } from './event-deliveries.ts'

const MEGABYTE = 1024 * 1024
/** Folders in which the platform itself keeps files. */
const OWN_FOLDERS: ReadonlySet<string> = new Set(['artifacts', 'installation', 'prompts'])

/** The request that brought the events. */
type FeedCause = Cause & { readonly httpTrigger: boolean; readonly caller: Caller }

/** One event, whichever schema it came in. */
export interface Delivered {
  readonly id: string
  readonly type: string
  readonly subject: string
  readonly data: unknown
}

/** What became of one event. */
export const outcomeSchema = z.object({
  event_id: z.string(),
  status: z
    .enum(['accepted', 'duplicate', 'ignored', 'missing'])
    .meta({ description: 'missing: the event names a blob that is not in the container' }),
  upload_id: z.uuid().optional(),
  document_id: z.uuid().optional(),
  reason: z.string().optional(),
})
export type Outcome = z.output<typeof outcomeSchema>

/** The fields read from `data`: https://learn.microsoft.com/azure/event-grid/event-schema-blob-storage */
const blobCreatedSchema = z.looseObject({
  api: z.string().default(''),
  eTag: z.string().min(1).max(256).optional(),
  contentType: z.string().max(256).default('application/octet-stream'),
})
type BlobCreated = z.output<typeof blobCreatedSchema>

/** Why an event is none for this container, or where its blob lies. */
function placeOf(event: Delivered, data: BlobCreated, { env }: EdgeContext): { spellings: readonly string[] } | { reason: string } {
  const subject = /^\/blobServices\/default\/containers\/([^/]+)\/blobs\/(.+)$/s.exec(event.subject)
  if (!subject) return { reason: 'the subject names no blob' }
  const [, theirs, path = ''] = subject
  if (theirs !== env.BLOB_CONTAINER) return { reason: `the container is ${theirs}, not ${env.BLOB_CONTAINER}` }
  // With a hierarchical namespace a file is announced when it is made, still empty, and again when it is complete (FlushWithClose).
  if (data.api === 'CreateFile') return { reason: 'the file is not complete yet' }
  const found = spellings(path)
  if (found.some((spelling) => isOwn(spelling, env))) return { reason: 'the platform stored this blob itself' }
  return { spellings: found }
}

/** Whether the platform itself keeps its files there; some file systems do not tell upper case from lower. */
function isOwn(path: string, { CONFIG_SOURCE, CONFIG_PATH }: EdgeContext['env']): boolean {
  const lower = path.toLowerCase()
  if (CONFIG_SOURCE === 'blob_storage' && lower === CONFIG_PATH.toLowerCase()) return true
  return uploadOfPath(lower) !== undefined || OWN_FOLDERS.has(lower.split('/')[0] ?? '')
}

/** Subjects carry the name as it is; some emitters send it percent-encoded. */
function spellings(path: string): string[] {
  try {
    return [...new Set([path, decodeURIComponent(path)])]
  } catch {
    return [path]
  }
}

async function findBlob({ ports }: EdgeContext, spellings: readonly string[]) {
  for (const spelling of spellings) {
    const found = await ports.blobs.stat(spelling)
    if (found) return found
  }
  return undefined
}

/** What the uploader noted at the blob: its type and its labels. ApiError invalid_request for a label that is none: it is not left out. */
async function metadataOf({ ports }: EdgeContext, { blob, name: title }: StoredFile): Promise<DocumentMetadata> {
  const { doc_type = 'unknown', confidentiality, business_unit } = (await ports.blobs.metadata?.(blob)) ?? {}
  const labels = labelsOf({ confidentiality, business_unit })
  for (const type of [doc_type, 'unknown']) {
    const metadata = documentMetadataSchema.safeParse({ title, doc_type: type, ...labels })
    if (metadata.success) return metadata.data
  }
  throw new ApiError('invalid_request', 'a label that is noted at the blob cannot be used')
}

/** Accepts the blob where it lies. A changed blob takes its own document's place; another file of the same name is a conflict. */
async function accept(ctx: EdgeContext, stored: StoredFile, { caller, ...cause }: FeedCause): Promise<AcceptedUpload> {
  const metadata = await metadataOf(ctx, stored)
  checkLabels(ctx, caller, metadata)
  const brought = { ...cause, caller: callerName(caller), sight: sightFor(ctx, caller) }
  const fields = { metadata, process_mode: 'async', prevent_reprocess: true, replace_existing: false } as const
  try {
    return await acceptUpload(ctx, stored, fields, brought)
  } catch (error) {
    if (!(error instanceof ApiError && error.code === 'conflict')) throw error
    const owner = await findUpload(ctx.ports.database, String(error.details.upload_id))
    if (owner?.file?.blob !== stored.blob) throw error
    return acceptUpload(ctx, stored, { ...fields, replace_existing: true }, brought)
  }
}

function refusal(ctx: EdgeContext, bytes: number): string | undefined {
  const limit = sectionOf(ctx.ports.config, uploadSection).max_file_size_mb
  if (bytes === 0) return 'the blob is empty'
  return bytes > limit * MEGABYTE ? `the blob is larger than ${limit} MB` : undefined
}

/**
 * Takes one event of the blob store: a blob that someone else created becomes an upload, once however often it is told. Rejects only
 * with what a later delivery may mend (ApiError unavailable, storage_full and the like); everything else is an outcome.
 */
export async function takeEvent(ctx: EdgeContext, event: Delivered, cause: FeedCause): Promise<Outcome> {
  const ignored = (reason: string): Outcome => ({ event_id: event.id, status: 'ignored', reason })
  if (event.type !== 'Microsoft.Storage.BlobCreated') return ignored(`events of the type ${event.type} mean nothing here`)
  const data = blobCreatedSchema.safeParse(event.data)
  if (!data.success) return ignored(`data.${data.error.issues[0]?.path.join('.')}: ${data.error.issues[0]?.message}`)
  const place = placeOf(event, data.data, ctx)
  if ('reason' in place) return ignored(place.reason)
  try {
    const blob = await findBlob(ctx, place.spellings)
    if (!blob) return { event_id: event.id, status: 'missing', reason: 'there is no such blob in the container' }
    const refused = refusal(ctx, blob.bytes)
    if (refused) return ignored(refused)
    const name = checkFileName(blob.path.split('/').at(-1) ?? '')
    return await acceptOnce(
      ctx,
      event,
      { name, contentType: data.data.contentType, blob: blob.path, bytes: blob.bytes },
      data.data.eTag,
      cause,
    )
  } catch (error) {
    if (error instanceof ApiError && error.status < 500) return ignored(error.message)
    throw error
  }
}

async function acceptOnce(
  ctx: EdgeContext,
  event: Delivered,
  file: Omit<StoredFile, 'uploadId'>,
  eTag: string | undefined,
  cause: FeedCause,
): Promise<Outcome> {
  const { ports } = ctx
  const uploadId = nameId('event-feed', ctx.env.BLOB_CONTAINER, file.blob, eTag ?? event.id)
  const duplicate = (upload_id: string): Outcome => ({ event_id: event.id, status: 'duplicate', upload_id })
  // A delivery that died when its upload was on the log left no more than that.
  await requireCaughtUp(ports)
  if ((await readState(ports.database, uploadId))?.known) return duplicate(uploadId)
  const keys = [nameId('event-feed-event', event.id), uploadId]
  const earlier = await takeDelivery(ports, keys, uploadId)
  if (earlier !== undefined) return duplicate(earlier)
  try {
    const accepted = await accept(ctx, { ...file, uploadId }, cause)
    await confirmDelivery(ports, keys, uploadId)
    return { event_id: event.id, status: 'accepted', upload_id: accepted.uploadId, document_id: accepted.documentId }
  } catch (error) {
    await releaseDelivery(ports, keys)
    throw error
  }
}
