import { createHash, type Hash } from 'node:crypto'
import type { FastifyRequest } from 'fastify'
import { z } from 'zod'
import type { Caller } from '../../../kernel/access/caller.ts'
import { limitsOf, mayRead } from '../../../kernel/access/limits.ts'
import { rawPath } from '../../../kernel/blobs/raw-path.ts'
import { sectionOf } from '../../../kernel/config/section.ts'
import type { App } from '../../../kernel/http/app/app.ts'
import { readUpload } from '../../../kernel/http/body/multipart.ts'
import { type Command, idempotent, type StoredReply } from '../../../kernel/http/idempotency/idempotency.ts'
import { callerName, ownerOf } from '../../../kernel/http/identity/caller-name.ts'
import { sendBytesWithEtag } from '../../../kernel/http/reply/etag.ts'
import { ApiError, mayHaveHappened } from '../../../kernel/runtime/errors.ts'
import { newId } from '../../../kernel/runtime/ids.ts'
import type { EdgeContext } from '../../../kernel/service.ts'
import { releaseRoom, whileThereIsRoom } from '../claims/room.ts'
import type { Trigger } from '../feed/setup-routes.ts'
import { directoryOf, fileTypeOf } from '../formats/catalog.ts'
import { listUploads } from '../status/list-uploads.ts'
import { readableUpload, readSteps, recentActivity, shownDetails } from '../status/read-uploads.ts'
import { showUpload } from '../status/show-upload.ts'
import { createStatusCache, type ShownStatus } from '../status/status-cache.ts'
import { streamStatus } from '../status/stream-status.ts'
import { checkLabels, sightFor } from '../text/check-limits.ts'
import { acceptUpload, checkFileName, type StoredFile } from './accept-upload.ts'
import { acceptedReply } from './accepted-reply.ts'
import {
  listQuerySchema,
  statusEntitySchema,
  timelineSchema,
  uploadIdSchema,
  uploadListSchema,
  uploadResponseSchema,
} from './reply-schemas.ts'
import { uploadDocs } from './route-docs.ts'
import { readUploadFields } from './upload-fields.ts'
import { uploadSection } from './upload-section.ts'

const MEGABYTE = 1024 * 1024

/** POST /upload and everything that tells how an upload fares. */
export function registerUploadRoutes(app: App, ctx: EdgeContext, trigger: Trigger): void {
  const access = { access: 'api' } as const
  const params = z.object({ upload_id: uploadIdSchema })
  const statuses = createStatusCache(ctx.ports)
  app.addHook('onClose', async () => statuses.close())
  const forCaller = (shown: ShownStatus | undefined, caller: Caller) =>
    shown && mayRead(limitsOf(caller, ctx.ports.config), shown.labels) ? shown : undefined
  const statusRoute = '/api/v2/upload/status/:upload_id'

  for (const url of ['/api/v2/upload', '/api/v2/flexible-rag/upload'] as const) {
    app.post(
      url,
      {
        config: { ...access, later: true },
        schema: {
          ...uploadDocs.upload[url],
          response: { 200: uploadResponseSchema, 201: uploadResponseSchema, 202: uploadResponseSchema },
        },
      },
      async (request, reply) => {
        const { status, headers, body } = await receive(request, ctx, trigger)
        return reply
          .headers(headers)
          .code(status as 200 | 201 | 202)
          .send(uploadResponseSchema.parse(body))
      },
    )
  }

  app.get(
    statusRoute,
    { config: access, schema: { ...uploadDocs.status, params, response: { 200: statusEntitySchema } } },
    async (request, reply) => {
      const shown = forCaller(await statuses.read(request.params.upload_id), request.caller)
      if (!shown) throw noUpload(request.params.upload_id)
      return sendBytesWithEtag(request, reply, shown.body, 'application/json; charset=utf-8', shown.etag)
    },
  )

  app.get(
    '/api/v2/upload/status/:upload_id/events',
    { config: access, schema: { ...uploadDocs.events, params } },
    async (request, reply) => {
      await existing(ctx, request.caller, request.params.upload_id)
      await streamStatus(request, reply, ctx.ports, request.params.upload_id)
    },
  )

  for (const url of ['/api/v2/upload/list', '/api/v2/flexible-rag/status'] as const) {
    app.get(
      url,
      { config: access, schema: { ...uploadDocs.list[url], querystring: listQuerySchema, response: { 200: uploadListSchema } } },
      async (request, reply) => {
        const { states, next } = await listUploads(ctx.ports.database, limitsOf(request.caller, ctx.ports.config), request.query)
        const items = await Promise.all(states.map((state) => showUpload(ctx.ports, state)))
        const more = Object.entries({ ...request.query, cursor: next }).map(([name, value]): [string, string] => [name, String(value)])
        if (next) reply.header('link', `<${url}?${new URLSearchParams(more)}>; rel="next"`)
        return request.query.cursor === undefined ? items : { items, next_cursor: next ?? null }
      },
    )
  }

  app.get(
    '/api/v2/upload/:upload_id/timeline',
    { config: access, schema: { ...uploadDocs.timeline, params, response: { 200: timelineSchema } } },
    async (request) => {
      await existing(ctx, request.caller, request.params.upload_id)
      const steps = await readSteps(ctx.ports.database, request.params.upload_id)
      const limits = limitsOf(request.caller, ctx.ports.config)
      return {
        items: steps.map(({ event_type, timestamp, details, entity }) => ({
          event_type,
          timestamp,
          upload_id: entity.upload_id,
          status: entity.status,
          details: shownDetails(details, limits),
        })),
      }
    },
  )

  app.get(
    '/api/v2/upload/event-feed/activity',
    { config: access, schema: { ...uploadDocs.activity, response: { 200: z.array(timelineSchema.shape.items.element) } } },
    ({ caller }) => recentActivity(ctx.ports.database, limitsOf(caller, ctx.ports.config), 100),
  )
}

/** The upload as the caller may read it; ApiError not_found for one that is not there or not the caller's to see. */
export async function existing({ ports }: EdgeContext, caller: Caller, uploadId: string) {
  const state = await readableUpload(ports.database, limitsOf(caller, ports.config), uploadId)
  if (!state) throw noUpload(uploadId)
  return state
}

const noUpload = (uploadId: string) => new ApiError('not_found', `there is no upload with the id ${uploadId}`)

/** The form's file in the blob store, with a hash of its bytes, and its text fields. */
async function storeForm(request: FastifyRequest, ctx: EdgeContext) {
  const { blobs, config } = ctx.ports
  const uploadId = newId()
  // Only a repeated request has to be told from another one.
  const hash = request.headers['idempotency-key'] === undefined ? undefined : createHash('sha256')
  const reading = readUpload<StoredFile & { sha256: string }>(request, {
    maxFileBytes: sectionOf(config, uploadSection).max_file_size_mb * MEGABYTE,
    async onFile(stream, { filename, mimetype, release }) {
      const name = checkFileName(baseName(filename))
      const blob = rawPath(directoryOf(fileTypeOf(name)), uploadId, name)
      const incoming = { uploadId, owner: ownerOf(callerName(request.caller)), bytes: Number(request.headers['content-length'] ?? 0) }
      // Under a key it may be there already: its acceptance tells.
      const roomy = whileThereIsRoom(ctx.ports, stream, incoming, hash === undefined)
      const { bytes } = await blobs.write(blob, hash ? hashed(roomy, hash) : roomy, release)
      return { uploadId, name, contentType: mimetype, blob, bytes, sha256: hash?.digest('hex') ?? '' }
    },
    discard: ({ blob }) => blobs.remove(blob),
  })
  const upload = await reading.catch(async (error: unknown) => {
    await releaseRoom(ctx.ports, uploadId)
    throw error
  })
  if (!upload.file) throw new ApiError('invalid_request', 'file: the form has no file; send it as the part named file')
  return { stored: upload.file.result, fields: upload.fields }
}

/** The stream as it is, its bytes taken into the hash as they pass. */
async function* hashed(stream: AsyncIterable<Uint8Array>, hash: Hash): AsyncGenerator<Uint8Array> {
  for await (const piece of stream) {
    hash.update(piece)
    yield piece
  }
}

/** Stores the file, then accepts it; whatever fails on the way, no blob and no claim stay behind, unless it may turn up yet. */
async function receive(request: FastifyRequest, ctx: EdgeContext, trigger: Trigger): Promise<StoredReply> {
  const { stored, fields } = await storeForm(request, ctx)
  let kept = false
  try {
    if (stored.bytes === 0) throw new ApiError('invalid_request', `file: ${stored.name} is empty`)
    const wanted = readUploadFields(fields, stored.name)
    checkLabels(ctx, request.caller, wanted.metadata)
    const fingerprint = [stored.name, stored.sha256, JSON.stringify(Object.entries(fields).sort())].join('\n')
    const bringIn = async (command: Command) => {
      const accepted = await acceptUpload(ctx, stored, wanted, {
        requestId: request.id,
        traceparent: request.traceparent,
        httpTrigger: trigger.http,
        caller: callerName(request.caller),
        ...(command.resumed ? { begun: command } : {}),
        sight: sightFor(ctx, request.caller),
      })
      kept = !accepted.earlier
      return acceptedReply(ctx, accepted)
    }
    return await idempotent(ctx.ports, request, fingerprint, bringIn, stored.uploadId)
  } catch (error) {
    kept ||= mayHaveHappened(error)
    throw error
  } finally {
    // Also when the reply is an earlier one's: its own file is stored already.
    if (!kept) await Promise.all([ctx.ports.blobs.remove(stored.blob), releaseRoom(ctx.ports, stored.uploadId)])
  }
}

/** The last part of a path in either operating system's spelling: browsers and scripts send both. */
const baseName = (path: string): string => path.split(/[/\\]/).at(-1) ?? ''
