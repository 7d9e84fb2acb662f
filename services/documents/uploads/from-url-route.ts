import type { IncomingMessage } from 'node:http'
import { pipeline } from 'node:stream/promises'
import { createBrotliDecompress, createGunzip, createInflate } from 'node:zlib'
import type { FastifyRequest } from 'fastify'
import { z } from 'zod'
import { rawPath } from '../../../kernel/blobs/raw-path.ts'
import { sectionOf } from '../../../kernel/config/section.ts'
import type { App } from '../../../kernel/http/app/app.ts'
import { requireKnownName } from '../../../kernel/http/body/known-name.ts'
import { callerName, ownerOf } from '../../../kernel/http/identity/caller-name.ts'
import { openPublic, type Transport } from '../../../kernel/net/open-public.ts'
import { changeCount } from '../../../kernel/runtime/concurrency/change-count.ts'
import { ApiError, mayHaveHappened, rateLimited } from '../../../kernel/runtime/errors.ts'
import { newId } from '../../../kernel/runtime/ids.ts'
import type { EdgeContext } from '../../../kernel/service.ts'
import { columnText } from '../../../schemas/column-text.ts'
import { documentMetadataSchema } from '../../../schemas/document.ts'
import { releaseRoom, whileThereIsRoom } from '../claims/room.ts'
import type { Trigger } from '../feed/setup-routes.ts'
import { directoryOf, fileTypeOf } from '../formats/catalog.ts'
import { checkLabels, sightFor } from '../text/check-limits.ts'
import { acceptUpload, checkFileName, checkMetadataSize, resolveTargetIndex, type StoredFile } from './accept-upload.ts'
import { acceptedReply } from './accepted-reply.ts'
import { nameFromUrl } from './name-from-url.ts'
import { uploadResponseSchema } from './reply-schemas.ts'
import { uploadDocs } from './route-docs.ts'
import { checkMetadataGiven } from './upload-fields.ts'
import { uploadSection } from './upload-section.ts'

const MEGABYTE = 1024 * 1024
/** From the first look at the address to the last byte of its file. */
const FETCH_MS = 120_000
/** Files that a process fetches at once, in all and for one caller. */
const MOST_AT_ONCE = 32
const MOST_OF_CALLER = 4

const bodySchema = z
  .strictObject({
    url: z.string().min(1).max(4096).describe('https address of the file.'),
    metadata: documentMetadataSchema.describe('At least `title` and `doc_type`.'),
    filename: columnText(255).min(1).optional().describe('The document’s name.'),
    process_mode: z.enum(['async', 'sync', 'upload_only']).default('async'),
    prevent_reprocess: z.boolean().default(true).describe('409 when the document is there already.'),
    replace_existing: z.boolean().default(false).describe('Replace the document that is there.'),
    target_index: z.string().min(1).max(128).optional().describe('Name or alias; the default index when absent.'),
  })
  .meta({
    id: 'UploadFromUrl',
    description: 'Where a file is, and what is known of it.',
    examples: [{ url: 'https://example.org/travel-policy.pdf', metadata: { title: 'Travel policy', doc_type: 'policy' } }],
  })

const KNOWN = Object.keys(bodySchema.shape)
const looseSchema = z.looseObject({})

/** POST /upload/from-url: the same as an upload, with a file that is fetched. */
export function registerFromUrl(app: App, ctx: EdgeContext, trigger: Trigger, transport?: Transport): void {
  const turns = createTurns()
  app.post(
    '/api/v2/upload/from-url',
    {
      config: { access: 'api' },
      preValidation: async ({ body }) => {
        for (const name of Object.keys(looseSchema.catch({}).parse(body))) requireKnownName('the field', name, KNOWN)
        checkMetadataGiven(...namedBy(body))
      },
      schema: {
        ...uploadDocs.fromUrl,
        body: bodySchema,
        response: { 200: uploadResponseSchema, 201: uploadResponseSchema, 202: uploadResponseSchema },
      },
    },
    async (request, reply) => {
      const { caller, command, body } = request
      checkLabels(ctx, caller, body.metadata)
      checkMetadataSize(body.metadata)
      if (body.filename !== undefined) checkFileName(body.filename)
      await resolveTargetIndex(ctx, body.target_index)
      const uploadId = command && !command.resumed ? command.id : newId()
      const done = turns.take(ownerOf(callerName(caller)))
      let stored: StoredFile | undefined
      let kept = false
      try {
        stored = await fetchFile(ctx, request, uploadId, body, transport).finally(done)
        const accepted = await acceptUpload(ctx, stored, body, {
          requestId: request.id,
          traceparent: request.traceparent,
          httpTrigger: trigger.http,
          caller: callerName(caller),
          sight: sightFor(ctx, caller),
          ...(command?.resumed ? { begun: command } : {}),
        })
        kept = !accepted.earlier
        const { status, headers, body: said } = await acceptedReply(ctx, accepted)
        return reply
          .headers(headers)
          .code(status as 200 | 201 | 202)
          .send(uploadResponseSchema.parse(said))
      } catch (error) {
        kept ||= mayHaveHappened(error)
        throw error
      } finally {
        if (!kept) await Promise.all([stored && ctx.ports.blobs.remove(stored.blob), releaseRoom(ctx.ports, uploadId)])
      }
    },
  )
}

const namedSchema = z.looseObject({
  url: z.string().catch(''),
  filename: z.string().optional().catch(undefined),
  metadata: z.unknown().optional(),
})

/** The metadata of a body that was not looked at yet, and what its file would be called. */
function namedBy(body: unknown): [metadata: unknown, fileName: string] {
  const { url, filename, metadata } = namedSchema.catch({ url: '', metadata: undefined }).parse(body)
  const address = URL.canParse(url) ? new URL(url) : undefined
  return [metadata, filename ?? (address && nameFromUrl(address, undefined, '')) ?? 'document']
}

/** The file of the address in the blob store; nothing of it stays where it does not come whole. */
async function fetchFile(
  { ports }: EdgeContext,
  request: FastifyRequest,
  uploadId: string,
  { url: address, filename }: z.output<typeof bodySchema>,
  transport?: Transport,
): Promise<StoredFile> {
  const signal = AbortSignal.timeout(FETCH_MS)
  const { url, reply } = await openPublic(address, signal, transport)
  try {
    const most = sectionOf(ports.config, uploadSection).max_file_size_mb * MEGABYTE
    const announced = Number(reply.headers['content-length'] ?? 0)
    if (announced > most) throw tooLarge(most)
    const contentType = reply.headers['content-type'] ?? 'application/octet-stream'
    const name = checkFileName(filename ?? nameFromUrl(url, reply.headers['content-disposition'], contentType))
    const blob = rawPath(directoryOf(fileTypeOf(name)), uploadId, name)
    const incoming = { uploadId, owner: ownerOf(callerName(request.caller)), bytes: announced }
    const { bytes } = await ports.blobs.write(blob, whileThereIsRoom(ports, bounded(reply, most, signal), incoming, true))
    if (bytes > 0) return { uploadId, name, contentType: contentType.slice(0, 255), blob, bytes }
    await ports.blobs.remove(blob)
    throw new ApiError('invalid_request', `url: ${name} is empty there`, { details: { field: 'url' } })
  } finally {
    reply.destroy()
  }
}

const tooLarge = (most: number) => new ApiError('payload_too_large', `the file is larger than ${Math.round(most / MEGABYTE)} MB`)

const DECODERS: Readonly<Record<string, () => NodeJS.ReadWriteStream & AsyncIterable<Buffer>>> = {
  gzip: createGunzip,
  'x-gzip': createGunzip,
  deflate: createInflate,
  br: createBrotliDecompress,
}

/** The body, decompressed where the server did not send it plain as it was asked to; counted after that. Fails beyond its bounds. */
async function* bounded(reply: IncomingMessage, most: number, signal: AbortSignal): AsyncGenerator<Uint8Array> {
  const coding = reply.headers['content-encoding']?.trim().toLowerCase() ?? 'identity'
  const decoder = DECODERS[coding]?.()
  if (!decoder && coding !== 'identity') throw failed(`sends it as ${coding.slice(0, 40)}, which is not read`)
  const piped = decoder && pipeline(reply, decoder, { signal })
  piped?.catch(() => undefined)
  let bytes = 0
  try {
    for await (const piece of decoder ?? reply) {
      bytes += piece.length
      if (bytes > most) throw tooLarge(most)
      yield piece
    }
    await piped
  } catch (cause) {
    if (cause instanceof ApiError) throw cause
    if (signal.aborted) throw new ApiError('timeout', `the file did not come within ${FETCH_MS / 1000} s`, { cause })
    throw failed('broke off in the middle of the file', cause)
  }
  if (!reply.complete) throw failed('broke off in the middle of the file')
}

const failed = (problem: string, cause?: unknown) =>
  new ApiError('upstream_failed', `the address ${problem}`, { cause, details: { field: 'url' } })

/** Places for files that are fetched, so that slow addresses take them from nobody else. */
function createTurns() {
  const taken = new Map<string, number>()
  return {
    take(owner: string): () => void {
      const own = taken.get(owner) ?? 0
      if (own >= MOST_OF_CALLER)
        throw rateLimited(`${MOST_OF_CALLER} files of yours are being fetched; wait for one of them`, { limit: MOST_OF_CALLER, seconds: 5 })
      if (taken.values().reduce((sum, n) => sum + n, 0) >= MOST_AT_ONCE)
        throw new ApiError('unavailable', 'too many files are being fetched; try again in a moment', { headers: { 'retry-after': '5' } })
      changeCount(taken, owner, 1)
      return () => changeCount(taken, owner, -1)
    },
  }
}
