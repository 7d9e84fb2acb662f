import type { FastifyRequest } from 'fastify'
import { z } from 'zod'
import { ApiError } from '../../kernel/errors.ts'
import type { App } from '../../kernel/http/app.ts'
import { sendWithEtag } from '../../kernel/http/etag.ts'
import { readUpload } from '../../kernel/http/multipart.ts'
import { newId } from '../../kernel/ids.ts'
import type { Cause, EdgeContext } from '../../kernel/service.ts'
import { PROJECTED } from '../../kernel/views/project.ts'
import { acceptUpload, checkFileName, readUploadFields, type StoredFile } from './accept-upload.ts'
import { directoryOf, fileTypeOf } from './file-types.ts'
import { findUpload, listUploads, readSteps, recentActivity } from './read-uploads.ts'
import { listQuerySchema, statusEntitySchema, timelineSchema, uploadIdSchema, uploadResponseSchema } from './reply-schemas.ts'
import { type StatusEntity, statusEntity } from './status-entity.ts'
import { streamStatus } from './stream-status.ts'

const MEGABYTE = 1024 * 1024

/** POST /upload and everything that tells how an upload fares. */
export function registerUploadRoutes(app: App, ctx: EdgeContext): void {
  const access = { access: 'api' } as const
  const params = z.object({ upload_id: uploadIdSchema })

  for (const url of ['/api/v2/upload', '/api/v2/flexible-rag/upload']) {
    app.post(
      url,
      { config: access, schema: { response: { 200: uploadResponseSchema, 201: uploadResponseSchema, 202: uploadResponseSchema } } },
      async (request, reply) => {
        const accepted = await receive(request, ctx)
        const { status, entity } = await replyStatus(ctx, accepted)
        reply.header('location', `/api/v2/upload/status/${accepted.uploadId}`)
        return reply
          .code(status)
          .send({ upload_id: accepted.uploadId, document_id: accepted.documentId, status: entity.status, message: entity.message })
      },
    )
  }

  app.get(
    '/api/v2/upload/status/:upload_id',
    { config: access, schema: { params, response: { 200: statusEntitySchema } } },
    async (request, reply) => {
      return sendWithEtag(request, reply, statusEntity(await existing(ctx, request.params.upload_id)))
    },
  )

  app.get('/api/v2/upload/status/:upload_id/events', { config: access, schema: { params } }, async (request, reply) => {
    await existing(ctx, request.params.upload_id)
    await streamStatus(request, reply, ctx.ports.views, request.params.upload_id)
  })

  for (const url of ['/api/v2/upload/list', '/api/v2/flexible-rag/status']) {
    app.get(url, { config: access, schema: { querystring: listQuerySchema, response: { 200: z.array(statusEntitySchema) } } }, (request) =>
      listUploads(ctx.ports.views, request.query),
    )
  }

  app.get(
    '/api/v2/upload/:upload_id/timeline',
    { config: access, schema: { params, response: { 200: timelineSchema } } },
    async (request) => {
      await existing(ctx, request.params.upload_id)
      const steps = await readSteps(ctx.ports.views, request.params.upload_id)
      return {
        items: steps.map(({ event_type, timestamp, details, entity }) => ({
          event_type,
          timestamp,
          upload_id: entity.upload_id,
          status: entity.status,
          details: shown(details),
        })),
      }
    },
  )

  app.get(
    '/api/v2/upload/event-feed/activity',
    { config: access, schema: { response: { 200: z.array(timelineSchema.shape.items.element) } } },
    () => recentActivity(ctx.ports.views, 100),
  )
}

/** What an event says beyond the upload that it belongs to. */
function shown({ file: _file, upload_id: _id, ...details }: Record<string, unknown>): Record<string, unknown> {
  return details
}

async function existing({ ports }: EdgeContext, uploadId: string) {
  const state = await findUpload(ports.views, uploadId)
  if (!state) throw new ApiError('not_found', `there is no upload with the id ${uploadId}`)
  return state
}

/** Streams the file into the blob store, then accepts it; whatever fails on the way, no blob and no claim stay behind. */
async function receive(request: FastifyRequest, ctx: EdgeContext) {
  const { blobs, config } = ctx.ports
  const uploadId = newId()
  const upload = await readUpload<StoredFile>(request, {
    maxFileBytes: config.upload.max_file_size_mb * MEGABYTE,
    async onFile(stream, { filename, mimetype }) {
      const name = checkFileName(baseName(filename))
      const blob = `${directoryOf(fileTypeOf(name))}/${uploadId}/${name}`
      const { bytes } = await blobs.write(blob, stream)
      return { uploadId, name, contentType: mimetype, blob, bytes }
    },
    discard: ({ blob }) => blobs.remove(blob),
  })
  const stored = upload.file?.result
  if (!stored) throw new ApiError('invalid_request', 'file: the form has no file; send it as the part named file')
  try {
    if (stored.bytes === 0) throw new ApiError('invalid_request', `file: ${stored.name} is empty`)
    const cause: Cause = { requestId: request.id, traceparent: request.traceparent }
    return await acceptUpload(ctx, stored, readUploadFields(upload.fields), cause)
  } catch (error) {
    await blobs.remove(stored.blob)
    throw error
  }
}

/** The last part of a path in either operating system's spelling: browsers and scripts send both. */
const baseName = (path: string): string => path.split(/[/\\]/).at(-1) ?? ''

/** 202 queued, 201 for a file that is only kept, and in sync mode 200 with the end, or 202 with the present state at the time limit. */
async function replyStatus(
  ctx: EdgeContext,
  accepted: Awaited<ReturnType<typeof receive>>,
): Promise<{ status: 200 | 201 | 202; entity: { status: string; message: string } }> {
  if (accepted.mode === 'sync') {
    const entity = await untilEnded(ctx, accepted.uploadId, ctx.env.SYNC_TIMEOUT_MS)
    return { status: entity.timestamps.completed ? 200 : 202, entity }
  }
  if (accepted.mode === 'upload_only') return { status: 201, entity: statusEntity(await existing(ctx, accepted.uploadId)) }
  return {
    status: 202,
    entity: { status: 'queued', message: accepted.processed ? 'Accepted; follow it at the address in Location' : 'Accepted and stored' },
  }
}

async function untilEnded(ctx: EdgeContext, uploadId: string, timeoutMs: number): Promise<StatusEntity> {
  const end = Date.now() + timeoutMs
  for (;;) {
    const change = ctx.ports.views.changed(PROJECTED, Math.max(1, Math.min(1000, end - Date.now())))
    const entity = statusEntity(await existing(ctx, uploadId))
    if (entity.timestamps.completed || Date.now() >= end) return entity
    await change
  }
}
