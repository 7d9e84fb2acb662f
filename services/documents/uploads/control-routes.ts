import type { FastifyRequest } from 'fastify'
import { z } from 'zod'
import type { Caller } from '../../../kernel/access/caller.ts'
import { limitsOf, mayRead } from '../../../kernel/access/limits.ts'
import type { App } from '../../../kernel/http/app/app.ts'
import { ApiError } from '../../../kernel/runtime/errors.ts'
import { indexNameOf } from '../../../kernel/search/index-name.ts'
import type { EdgeContext } from '../../../kernel/service.ts'
import { workStages } from '../../../schemas/document.ts'
import { documentErrorCodes } from '../../../schemas/document-error-codes.ts'
import { isHeld } from '../kept/ended-generations.ts'
import { endedUploads, readState } from '../status/read-uploads.ts'
import { showUpload } from '../status/show-upload.ts'
import { statusEntity } from '../status/status-entity.ts'
import type { UploadState } from '../status/upload-state.ts'
import { requireChangeable } from '../text/check-limits.ts'
import { type Command, cancelUpload, deleteUpload, retryUpload } from './control.ts'
import { embedAgain } from './embed-again.ts'
import { statusEntitySchema, uploadIdSchema } from './reply-schemas.ts'
import { uploadDocs } from './route-docs.ts'
import { existing } from './routes.ts'

const commandOf = (request: FastifyRequest): Command => ({
  requestId: request.id,
  traceparent: request.traceparent,
  actor: request.caller.actor,
})

const bulkSchema = z
  .object({
    error_code: z.enum(documentErrorCodes).optional(),
    stage: z.enum(workStages).optional(),
    limit: z.int().min(1).max(500).default(500),
  })
  .refine((b) => b.error_code || b.stage, { message: 'give error_code, stage or both' })
  .meta({ examples: [{ error_code: 'embedding_failed', stage: 'embedding', limit: 100 }] })
const exampleId = '0196f3a2-7c1e-7a55-b0a9-2f6b0d7f4c11'
const bulkReplySchema = z
  .object({ retried: z.array(z.uuid()), skipped: z.array(z.object({ upload_id: z.uuid(), reason: z.string() })) })
  .meta({
    id: 'UploadsRetried',
    description: 'The uploads that are tried again, and those that cannot be.',
    examples: [{ retried: [exampleId], skipped: [] }],
  })

const againSchema = z.object({ index: z.string().min(1).max(128).describe('Alias or name.') }).meta({ examples: [{ index: 'default' }] })
const againReplySchema = z
  .object({
    index: z.string(),
    resized: z.boolean().describe('Whether the index was made for vectors of another length.'),
    begun: z.int().describe('Documents that are embedded anew.'),
    skipped: z.int().describe('Documents that something newer is under way for.'),
  })
  .meta({
    id: 'EmbeddedAgain',
    description: 'How many documents are embedded anew.',
    examples: [{ index: 'documents', resized: true, begun: 42, skipped: 0 }],
  })

/** Why one of many is not tried again. */
const SKIPPED: ReadonlySet<string> = new Set(['conflict', 'forbidden'])

/** Retry, cancel and delete. Each is a command on the log, answered with its outcome. */
/** An upload that was deleted and that a rebuild as of an earlier time has brought back. */
async function shownAgain({ ports }: EdgeContext, caller: Caller, uploadId: string): Promise<UploadState | undefined> {
  if (!(await isHeld(ports.database, uploadId))) return undefined
  const state = await readState(ports.database, uploadId)
  return state?.deleted && mayRead(limitsOf(caller, ports.config), state.file?.metadata ?? {}) ? state : undefined
}

export function registerControlRoutes(app: App, ctx: EdgeContext): void {
  const config = { access: 'api' } as const
  const params = z.object({ upload_id: uploadIdSchema })
  const changeable = async ({ caller, params }: { caller: Caller; params: { upload_id: string } }) => {
    const state = await existing(ctx, caller, params.upload_id)
    requireChangeable(ctx, caller, state)
    return state
  }

  app.post(
    '/api/v2/upload/:upload_id/retry',
    { config, schema: { ...uploadDocs.retry, params, response: { 202: statusEntitySchema } } },
    async (request, reply) => {
      const state = await changeable(request)
      const after = await retryUpload(ctx, state, commandOf(request))
      return reply.code(202).send(await showUpload(ctx.ports, after ?? state))
    },
  )

  app.post(
    '/api/v2/upload/retry',
    { config, schema: { ...uploadDocs.retryMany, body: bulkSchema, response: { 202: bulkReplySchema } } },
    async (request, reply) => {
      const { error_code, stage, limit } = request.body
      const retried: string[] = []
      const skipped: { upload_id: string; reason: string }[] = []
      for await (const state of endedUploads(ctx.ports.database, limitsOf(request.caller, ctx.ports.config), 'error')) {
        if (retried.length >= limit) break
        const last = statusEntity(state).errors.at(-1)
        if ((error_code && last?.code !== error_code) || (stage && last?.stage !== stage)) continue
        try {
          requireChangeable(ctx, request.caller, state)
          await retryUpload(ctx, state, commandOf(request))
          retried.push(state.upload_id)
        } catch (error) {
          if (!(error instanceof ApiError) || !SKIPPED.has(error.code)) throw error
          skipped.push({ upload_id: state.upload_id, reason: error.message })
        }
      }
      return reply.code(202).send({ retried, skipped })
    },
  )

  app.post(
    '/api/v2/upload/embed-again',
    { config: { access: 'admin' }, schema: { ...uploadDocs.embedAgain, body: againSchema, response: { 202: againReplySchema } } },
    async (request, reply) => {
      const index = indexNameOf(ctx.ports.config, request.body.index)
      return reply.code(202).send({ index, ...(await embedAgain(ctx, index, request.caller, commandOf(request))) })
    },
  )

  app.post(
    '/api/v2/upload/:upload_id/cancel',
    { config, schema: { ...uploadDocs.cancel, params, response: { 200: statusEntitySchema, 202: statusEntitySchema } } },
    async (request, reply) => {
      const before = await changeable(request)
      const after = (await cancelUpload(ctx, before, commandOf(request))) ?? before
      return reply.code(after.mark.status === 'error' ? 200 : 202).send(await showUpload(ctx.ports, after))
    },
  )

  const deletedSchema = z.object({ upload_id: z.uuid(), status: z.enum(['deleted', 'deleting']) }).meta({
    id: 'UploadDeleted',
    description: 'The document and its chunks are gone, or going.',
    examples: [{ upload_id: exampleId, status: 'deleted' }],
  })
  app.delete(
    '/api/v2/upload/:upload_id',
    { config, schema: { ...uploadDocs.remove, params, response: { 200: deletedSchema, 202: deletedSchema } } },
    async (request, reply) => {
      const again = await shownAgain(ctx, request.caller, request.params.upload_id)
      if (again) requireChangeable(ctx, request.caller, again)
      const state = again ?? (await changeable(request))
      // What was deleted before says so at once: that it is gone again is seen by its chunks alone.
      const gone = (await deleteUpload(ctx, state, commandOf(request))) && !again
      return reply.code(gone ? 200 : 202).send({ upload_id: state.upload_id, status: gone ? 'deleted' : 'deleting' })
    },
  )
}
