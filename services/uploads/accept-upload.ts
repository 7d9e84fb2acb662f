import { z } from 'zod'
import { ApiError, messageOf } from '../../kernel/errors.ts'
import { parseJson } from '../../kernel/http/parse-json.ts'
import { documentIdOf } from '../../kernel/ids.ts'
import { indexNameOf } from '../../kernel/search/index-name.ts'
import type { Cause, EdgeContext } from '../../kernel/service.ts'
import { documentMetadataSchema, documentReceived } from '../../schemas/document.ts'
import { type ClaimRequest, claimDocument, confirmClaim, releaseClaim, voidClaimsBefore } from './claims.ts'
import { requireCaughtUp, requireCurrentViews } from './current-views.ts'
import { fileTypeOf, isReadable } from './file-types.ts'

const flag = z
  .string()
  .toLowerCase()
  .pipe(z.enum(['true', 'false', '1', '0', 'on', 'off']))
  .transform((v) => v === 'true' || v === '1' || v === 'on')

/** The text fields of POST /upload. */
const fieldsSchema = z.object({
  metadata: z
    .string({ error: 'metadata is missing; send a JSON object with at least title and doc_type' })
    .transform((text, ctx): unknown => {
      try {
        return parseJson(text, 'metadata')
      } catch (error) {
        ctx.addIssue({ code: 'custom', message: `${messageOf(error)}; send an object with at least title and doc_type` })
        return z.NEVER
      }
    })
    .pipe(documentMetadataSchema),
  process_mode: z.enum(['async', 'sync', 'upload_only']).default('async'),
  prevent_reprocess: flag.default(true),
  replace_existing: flag.default(false),
  target_index: z.string().min(1).max(128).optional(),
})

export type UploadFields = z.output<typeof fieldsSchema>

/** Checks the fields; ApiError invalid_request that names each wrong one. */
export function readUploadFields(fields: Readonly<Record<string, string>>): UploadFields {
  const parsed = fieldsSchema.safeParse(fields)
  if (parsed.success) return parsed.data
  const issues = parsed.error.issues.map((i) => ({ field: i.path.join('.'), message: i.message }))
  throw new ApiError('invalid_request', issues.map((i) => `${i.field}: ${i.message}`).join('; '), { details: { issues } })
}

/** A file name as a document's name: 1 to 255 characters, none of them a control character. ApiError invalid_request otherwise. */
export function checkFileName(name: string): string {
  const normal = name.normalize('NFC')
  if (normal.length < 1 || normal.length > 255)
    throw new ApiError('invalid_request', `file: the name must have 1 to 255 characters, not ${normal.length}`)
  if (normal === '.' || normal === '..') throw new ApiError('invalid_request', 'file: . and .. are no file names')
  if (/[\u0000-\u001f\u007f]/.test(normal)) throw new ApiError('invalid_request', 'file: the name must not contain control characters')
  return normal
}

/** The index that a name or alias means; ApiError invalid_request when there is none. */
export async function resolveTargetIndex({ ports }: EdgeContext, target: string | undefined): Promise<string> {
  const wanted = target ?? ports.config.indexes.default
  const name = indexNameOf(ports.config, wanted)
  if (!(await ports.search.getIndex(name)))
    throw new ApiError('invalid_request', `target_index: there is no index or alias named ${wanted}`, {
      details: { field: 'target_index' },
    })
  return name
}

export interface StoredFile {
  readonly uploadId: string
  readonly name: string
  readonly contentType: string
  readonly blob: string
  readonly bytes: number
}

export interface AcceptedUpload {
  readonly uploadId: string
  readonly documentId: string
  readonly mode: UploadFields['process_mode']
  /** The pipeline will work on it; false when it is only kept. */
  readonly processed: boolean
  /** What its status says at first. */
  readonly message: string
}

/**
 * Claims the document's name and puts document.received on the log. When it resolves, the upload is durable and visible.
 * Rejects with conflict, forbidden (see `mayReplace`), invalid_request or unavailable, and leaves no claim behind; the blob is the caller's to remove.
 */
export async function acceptUpload(
  ctx: EdgeContext,
  stored: StoredFile,
  fields: UploadFields,
  {
    httpTrigger,
    mayReplace,
    caller,
    ...cause
  }: Cause & { httpTrigger: boolean; caller?: string | undefined } & Pick<ClaimRequest, 'mayReplace'>,
): Promise<AcceptedUpload> {
  const { views, clock } = ctx.ports
  const index = await resolveTargetIndex(ctx, fields.target_index)
  const documentId = documentIdOf(index, stored.name)
  await requireCaughtUp(ctx.ports)
  const now = clock.now()
  const generation = await claimDocument(views, {
    documentId,
    index,
    sourceFile: stored.name,
    uploadId: stored.uploadId,
    takeOver: fields.replace_existing || !fields.prevent_reprocess,
    now,
    voidBefore: voidClaimsBefore(ctx.ports.broker.kind === 'embedded', now),
    viewsCurrent: () => requireCurrentViews(ctx.ports),
    mayReplace,
  })
  const fileType = fileTypeOf(stored.name)
  const processed = fields.process_mode !== 'upload_only' && isReadable(fileType)
  const message = messageFor(fields.process_mode, fileType, processed)
  const received = documentReceived.make({
    upload_id: stored.uploadId,
    document_id: documentId,
    generation,
    attempt: 1,
    file: {
      index,
      source_file: stored.name,
      file_type: fileType,
      size_bytes: stored.bytes,
      content_type: stored.contentType,
      blob: stored.blob,
      metadata: fields.metadata,
      received_at: new Date(now).toISOString(),
      ...(caller === undefined ? {} : { caller }),
    },
    process_mode: fields.process_mode,
    process: processed,
    trigger: httpTrigger ? 'http' : 'event',
    message,
  })
  let positions: Awaited<ReturnType<EdgeContext['publish']>>
  try {
    positions = await ctx.publish([received], cause)
  } catch (error) {
    await releaseClaim(views, documentId, stored.uploadId, clock.now())
    throw error
  }
  // Once the upload's row is there it speaks for the claim by itself.
  if (!(await ctx.projected(positions))) {
    await confirmClaim(views, documentId, stored.uploadId)
    ctx.log.warn({ uploadId: stored.uploadId, requestId: cause.requestId }, 'accepted, but the views lag behind')
  }
  return { uploadId: stored.uploadId, documentId, mode: fields.process_mode, processed, message }
}

function messageFor(mode: UploadFields['process_mode'], fileType: string, processed: boolean): string {
  if (processed) return 'Stored; waiting to be processed'
  if (mode === 'upload_only') return 'Stored without processing, as asked (process_mode=upload_only)'
  return `Stored. There is no reader for ${fileType ? `.${fileType} files` : 'files without an extension'}, so nothing was indexed.`
}
