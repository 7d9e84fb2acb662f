import type { Cause } from '../../../kernel/broker/record-of.ts'
import type { Command } from '../../../kernel/http/idempotency/idempotency.ts'
import { ownerOf } from '../../../kernel/http/identity/caller-name.ts'
import { ApiError, mayHaveHappened, messageOf } from '../../../kernel/runtime/errors.ts'
import { newId } from '../../../kernel/runtime/ids.ts'
import { indexNameOf } from '../../../kernel/search/index-name.ts'
import type { EdgeContext } from '../../../kernel/service.ts'
import { waitCurrent } from '../../../kernel/views/run-projector.ts'
import { documentReceived } from '../../../schemas/document.ts'
import type { PayloadOf } from '../../../schemas/event.ts'
import { adoptAccepted, forgetAccepted, receivedDraft } from '../claims/accepted.ts'
import { claimName } from '../claims/claim-name.ts'
import { type Claim, confirmClaim, loosenClaim, releaseClaim, voidClaimsBefore } from '../claims/claims.ts'
import { releaseRoom, reserveRoom } from '../claims/room.ts'
import { fileTypeOf } from '../formats/catalog.ts'
import { readState } from '../status/read-uploads.ts'
import type { Sight } from '../text/check-limits.ts'
import { requireCaughtUp, requireCurrentViews } from './current-views.ts'
import { beginningOf } from './first-message.ts'
import type { UploadFields } from './upload-fields.ts'

/** They turn the direction of what stands behind them: `x<U+202E>fdp.exe` is read as x exe.pdf. Marks of direction and joiners are letters' own. */
const TURNING = /[\u202a-\u202e\u2066-\u2069]/

/**
 * A file name as a document's name: 1 to 255 characters, none of them a separator of paths, a control character, or one that makes a
 * name look like another. ApiError invalid_request otherwise.
 */
export function checkFileName(name: string): string {
  const normal = name.normalize('NFC')
  if (normal.length < 1 || normal.length > 255)
    throw new ApiError('invalid_request', `file: the name must have 1 to 255 characters, not ${normal.length}`)
  if (normal === '.' || normal === '..') throw new ApiError('invalid_request', 'file: . and .. are no file names')
  // It is one part of the path under which the file is stored.
  if (/[/\\]/.test(normal)) throw new ApiError('invalid_request', 'file: the name must not contain / or \\; give it without its folders')
  if (/[\u0000-\u001f\u007f]/.test(normal)) throw new ApiError('invalid_request', 'file: the name must not contain control characters')
  const [turning] = TURNING.exec(normal) ?? []
  if (turning)
    throw new ApiError(
      'invalid_request',
      `file: the name contains U+${turning.charCodeAt(0).toString(16).toUpperCase()}, which makes it look like another name; take it out`,
    )
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

/** Of metadata as JSON: every record of a document's way carries it, and none may grow over what the log takes. */
const MOST_METADATA_BYTES = 65_536

/** ApiError payload_too_large for metadata that no record could carry, however short they were written (`1e20` becomes 21 digits). */
export function checkMetadataSize(metadata: UploadFields['metadata']): void {
  const bytes = Buffer.byteLength(JSON.stringify(metadata))
  if (bytes <= MOST_METADATA_BYTES) return
  throw new ApiError('payload_too_large', `metadata: ${bytes} bytes as JSON are over the limit of ${MOST_METADATA_BYTES}`, {
    details: { field: 'metadata', limit: MOST_METADATA_BYTES, received: bytes },
  })
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
  /** It had been brought in before, with another copy of the file. */
  readonly earlier: boolean
}

export interface Acceptor extends Cause {
  readonly httpTrigger: boolean
  /** Who brings it in. */
  readonly caller?: string | undefined
  /** What a limited caller sees; absent: everything. */
  readonly sight?: Sight | undefined
  /** What a request with the same Idempotency-Key began, and died: its id is that of the upload. */
  readonly begun?: Command
}

/**
 * Claims the document's name and puts document.received on the log. When it resolves, the upload is durable and visible.
 * Labels that the fields leave out stay as they are at the document that is replaced. Rejects with conflict, forbidden (see `Sight`),
 * invalid_request, payload_too_large (metadata), storage_full (a quota) or unavailable, and leaves no claim behind; the blob is the
 * caller's to remove, unless the upload may turn up yet (`mayHaveHappened`).
 */
export async function acceptUpload(
  ctx: EdgeContext,
  stored: StoredFile,
  fields: UploadFields,
  { httpTrigger, sight, begun, caller, ...cause }: Acceptor,
): Promise<AcceptedUpload> {
  checkMetadataSize(fields.metadata)
  const index = await resolveTargetIndex(ctx, fields.target_index)
  const { uploadId } = stored
  await requireCaughtUp(ctx.ports)
  const fileType = fileTypeOf(stored.name)
  const { processed, message } = await beginningOf(ctx.ports, { blob: stored.blob, mode: fields.process_mode, fileType })
  const accepted = { mode: fields.process_mode, processed, message }
  const holder = newId()
  const earlier = begun && (await finishBegun(ctx, begun.id, holder, cause))
  if (earlier) return { ...accepted, uploadId: earlier.upload_id, documentId: earlier.document_id, earlier: true }
  await begun?.restart(uploadId)
  const { clock, broker, database } = ctx.ports
  const now = clock.now()
  const voidBefore = voidClaimsBefore(broker.kind === 'embedded', now)
  const receivedAs = ({ documentId, generation, labels }: Claim) =>
    documentReceived.make({
      upload_id: uploadId,
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
        metadata: { ...fields.metadata, ...labels },
        received_at: new Date(now).toISOString(),
        ...(caller === undefined ? {} : { caller }),
      },
      process_mode: fields.process_mode,
      process: processed,
      trigger: httpTrigger ? 'http' : 'event',
      message,
    }).payload
  const request = {
    index,
    sourceFile: stored.name,
    uploadId,
    takeOver: fields.replace_existing || !fields.prevent_reprocess,
    now,
    voidBefore,
    viewsCurrent: () => requireCurrentViews(ctx.ports),
    labels: fields.metadata,
    acceptedAs: (claim: Claim) => ({ holder, received: receivedAs(claim), now, voidBefore }),
  }
  await reserveRoom(ctx.ports, { uploadId, owner: ownerOf(caller), bytes: stored.bytes, place: request })
  let counted = true
  try {
    const claim = await claimName(database, request, sight)
    counted = await publishReceived(ctx, receivedAs(claim), holder, cause)
    return { ...accepted, uploadId, documentId: claim.documentId, earlier: false }
  } finally {
    // Where it is not released it is void after a while.
    if (counted)
      await releaseRoom(ctx.ports, uploadId).catch((error) => ctx.log.warn({ uploadId, error: messageOf(error) }, 'room was not released'))
  }
}

type Received = PayloadOf<typeof documentReceived>

/** Puts the claimed upload on the log and waits until the views show it; false when they lag behind, or nobody can tell. */
async function publishReceived(ctx: EdgeContext, received: Received, holder: string, cause: Cause): Promise<boolean> {
  const { database, clock } = ctx.ports
  const { upload_id: uploadId, document_id: documentId } = received
  let positions: Awaited<ReturnType<EdgeContext['publish']>>
  try {
    positions = await ctx.publish([receivedDraft(received)], cause)
  } catch (error) {
    if (mayHaveHappened(error)) {
      // A claim that nothing confirms is void after a while in any case.
      await loosenClaim(database, documentId, uploadId).catch(() => undefined)
      throw undecidedUpload(uploadId, error)
    }
    // Another request may have brought it in meanwhile, with this one's file.
    if (!(await releaseClaim(database, { documentId, uploadId, holder, now: clock.now() }))) return true
    throw error
  }
  // It is on the log, and that is what acceptance means: a database that fails from here on may not take its file away.
  const about = { uploadId, requestId: cause.requestId }
  try {
    // Once the upload's row is there it speaks for itself; until then readers have what was noted with the claim.
    if (await ctx.projected(positions)) {
      await forgetAccepted(database, uploadId)
      return true
    }
    await confirmClaim(database, documentId, uploadId)
    ctx.log.warn(about, 'accepted, but the views lag behind')
  } catch (error) {
    ctx.log.warn({ ...about, error: messageOf(error) }, 'accepted, but the database does not answer')
  }
  return false
}

/** Its claim, its note and its file stay, so that it is whole wherever it turns up: a repeat of its key finishes it. */
const undecidedUpload = (uploadId: string, cause: ApiError): ApiError =>
  new ApiError(
    'unavailable',
    `Whether the upload was accepted is not known: ${cause.message}. GET /api/v2/upload/status/${uploadId} shows it if it was; the same request with the same Idempotency-Key never brings it in twice`,
    { details: { ...cause.details, upload_id: uploadId }, headers: cause.headers, cause },
  )

/** The views have this long to show what a dead request published, before it is published again. */
const SEEN_WITHIN_MS = 1_000

/** Brings an upload that another request began to where that one would have: what it is when it is on the log. Undefined: nothing of it is left. */
async function finishBegun(
  ctx: EdgeContext,
  uploadId: string,
  holder: string,
  cause: Cause,
): Promise<Pick<Received, 'upload_id' | 'document_id'> | undefined> {
  const { database, broker } = ctx.ports
  await waitCurrent(broker, database, [documentReceived.name], SEEN_WITHIN_MS)
  const state = await readState(database, uploadId)
  if (state?.known) return state
  const received = await adoptAccepted(database, uploadId, holder)
  if (!received) return undefined
  // It may be on the log already: it is the same record then, under the same id.
  await ctx.publish([receivedDraft(received)], cause)
  await confirmClaim(database, received.document_id, uploadId)
  return received
}
