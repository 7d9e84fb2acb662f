import { z } from 'zod'
import { uploadOfPath } from '../../kernel/blobs/raw-path.ts'
import { ApiError } from '../../kernel/errors.ts'
import { nameId } from '../../kernel/ids.ts'
import type { Cause, EdgeContext } from '../../kernel/service.ts'
import { documentMetadataSchema } from '../../schemas/document.ts'
import { type AcceptedUpload, acceptUpload, checkFileName, type StoredFile } from './accept-upload.ts'
import { confirmDelivery, releaseDelivery, takeDelivery } from './event-deliveries.ts'
import { findUpload } from './read-uploads.ts'

const MEGABYTE = 1024 * 1024
/** Folders in which the platform itself keeps files. */
const OWN_FOLDERS: ReadonlySet<string> = new Set(['artifacts', 'prompts'])

/** The request that brought the events. */
type FeedCause = Cause & { readonly httpTrigger: boolean; readonly caller?: string | undefined }

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
function placeOf(event: Delivered, data: BlobCreated, container: string): { path: string } | { reason: string } {
  const subject = /^\/blobServices\/default\/containers\/([^/]+)\/blobs\/(.+)$/s.exec(event.subject)
  if (!subject) return { reason: 'the subject names no blob' }
  const [, theirs, path = ''] = subject
  if (theirs !== container) return { reason: `the container is ${theirs}, not ${container}` }
  // With a hierarchical namespace a file is announced when it is made, still empty, and again when it is complete (FlushWithClose).
  if (data.api === 'CreateFile') return { reason: 'the file is not complete yet' }
  if (uploadOfPath(path) !== undefined || OWN_FOLDERS.has(path.split('/')[0]!)) return { reason: 'the platform stored this blob itself' }
  return { path }
}

/** Subjects carry the name as it is; some emitters send it percent-encoded. */
function spellings(path: string): string[] {
  try {
    return [...new Set([path, decodeURIComponent(path)])]
  } catch {
    return [path]
  }
}

async function findBlob({ ports }: EdgeContext, path: string) {
  for (const spelling of spellings(path)) {
    const found = await ports.blobs.stat(spelling)
    if (found) return found
  }
  return undefined
}

async function fieldsOf({ ports }: EdgeContext, path: string, name: string, replace: boolean) {
  const noted = (await ports.blobs.metadata?.(path))?.doc_type
  const metadata = documentMetadataSchema.safeParse({ title: name, doc_type: noted ?? 'unknown' })
  return {
    metadata: metadata.success ? metadata.data : { title: name, doc_type: 'unknown' },
    process_mode: 'async' as const,
    prevent_reprocess: true,
    replace_existing: replace,
  }
}

/** Accepts the blob where it lies. A changed blob takes its own document's place; another file of the same name is a conflict. */
async function accept(ctx: EdgeContext, stored: StoredFile, cause: FeedCause): Promise<AcceptedUpload> {
  try {
    return await acceptUpload(ctx, stored, await fieldsOf(ctx, stored.blob, stored.name, false), cause)
  } catch (error) {
    if (!(error instanceof ApiError && error.code === 'conflict')) throw error
    const owner = await findUpload(ctx.ports.views, String(error.details.upload_id))
    if (owner?.file?.blob !== stored.blob) throw error
    return acceptUpload(ctx, stored, await fieldsOf(ctx, stored.blob, stored.name, true), cause)
  }
}

function refusal(ctx: EdgeContext, bytes: number): string | undefined {
  const limit = ctx.ports.config.upload.max_file_size_mb
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
  const place = placeOf(event, data.data, ctx.env.BLOB_CONTAINER)
  if ('reason' in place) return ignored(place.reason)
  try {
    const blob = await findBlob(ctx, place.path)
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
  const { views, clock } = ctx.ports
  const uploadId = nameId('event-feed', ctx.env.BLOB_CONTAINER, file.blob, eTag ?? event.id)
  const keys = [nameId('event-feed-event', event.id), uploadId]
  const earlier = await takeDelivery(views, { keys, uploadId, now: clock.now() })
  if (earlier !== undefined) return { event_id: event.id, status: 'duplicate', upload_id: earlier }
  try {
    const accepted = await accept(ctx, { ...file, uploadId }, cause)
    await confirmDelivery(views, uploadId)
    return { event_id: event.id, status: 'accepted', upload_id: accepted.uploadId, document_id: accepted.documentId }
  } catch (error) {
    await releaseDelivery(views, uploadId)
    throw error
  }
}
