import type { FastifyRequest } from 'fastify'
import { z } from 'zod'
import { runStatuses } from '../../schemas/run.ts'
import { limitsOf } from '../access/limits.ts'
import type { Access, App } from '../http/app/app.ts'
import { callerName, ownerOf } from '../http/identity/caller-name.ts'
import { sendBytesWithEtag } from '../http/reply/etag.ts'
import { paged, pagedSchema, pageQuery, sliceOf } from '../http/reply/paging.ts'
import { streamSse } from '../http/sse/sse.ts'
import type { EdgePorts } from '../ports.ts'
import { ApiError } from '../runtime/errors.ts'
import { cancelRun, retryRun, type Starter, startRun } from './control.ts'
import type { Run } from './define-run.ts'
import { findRun, followRun, listRuns, showRun, timelineOf } from './read-runs.ts'
import { runEntitySchema } from './run-entity.ts'
import { entrySchema, type RunState } from './run-state.ts'

/** What the routes need of an edge. */
export interface RunRoutesContext {
  readonly ports: EdgePorts
}

export interface RunRoutesOptions {
  /** Of the list; a run is at `<path>/:run_id`. */
  readonly path: string
  /** Where runs are started, when not by POST to `path`. */
  readonly startPath?: string
  readonly access: Access
  /** What `show` of the kind gives. */
  readonly entity?: z.ZodType
}

/** Who starts or reads runs here. */
export const starterOf = ({ caller }: Pick<FastifyRequest, 'caller'>, { ports }: RunRoutesContext): Starter => ({
  subject: ownerOf(callerName(caller)),
  actor: caller.actor,
  limits: limitsOf(caller, ports.config),
})

/** The caller's run; ApiError not_found for everybody else's. */
export async function existingRun(ctx: RunRoutesContext, run: Run, request: FastifyRequest, id: string): Promise<RunState> {
  const state = await findRun(ctx.ports, run.kind, id, starterOf(request, ctx).subject)
  if (!state) throw new ApiError('not_found', `there is no run with the id ${id}`)
  return state
}

const params = z.object({ run_id: z.uuid() })
const retrySchema = z
  .object({
    from: z.string().min(1).optional().describe('The step to begin with; what failed or was not done when absent.'),
    items: z.array(z.int().nonnegative()).min(1).max(1000).optional().describe('Items of that step to be done once more.'),
  })
  .meta({ examples: [{ from: 'write' }] })
const timelineSchema = z.object({ items: z.array(entrySchema.extend({ n: z.int() })) }).meta({
  id: 'RunTimeline',
  description: 'What happened to a run, oldest first.',
  examples: [{ items: [{ n: 1, type: 'run.started', at: '2026-03-12T09:30:00.000Z' }] }],
})

/** The commands among the routes of a kind, for what its family says that they change: what is the caller's own. */
export const runCommands = ({ path, startPath = path }: Pick<RunRoutesOptions, 'path' | 'startPath'>): readonly string[] =>
  [startPath, `${path}/:run_id/cancel`, `${path}/:run_id/retry`].map((url) => `POST ${url}`)

/** `annex-edit` is AnnexEdit in the names of operations. */
const nameOf = (kind: string): string => kind.replace(/(?:^|[-.])(\w)/g, (_, letter: string) => letter.toUpperCase())

/** Start, list, read, follow, cancel and retry for the runs of a kind: a family adds its own words alone. */
export function registerRunRoutes(app: App, ctx: RunRoutesContext, run: Run, options: RunRoutesOptions): void {
  const { path, startPath = path, access, entity = runEntitySchema } = options
  const { ports } = ctx
  const one = `${path}/:run_id`
  const config = { access }
  const docs = (operationId: string, summary: string) => ({ operationId: `${operationId}${nameOf(run.kind)}`, summary })
  const existing = (request: FastifyRequest, id: string) => existingRun(ctx, run, request, id)
  const show = (state: RunState) => showRun(ports, run, state)

  app.post(
    startPath,
    {
      config,
      schema: { ...docs('startRun', `Start a run: ${run.kind}`), body: run.input, response: { 202: entity }, errors: ['conflict'] },
    },
    async (request, reply) => {
      const key = request.headers['idempotency-key']
      const keyed = typeof key === 'string' ? { idempotencyKey: key } : {}
      const state = await startRun(ports, run, request.body, { starter: starterOf(request, ctx), requestId: request.id, ...keyed })
      return reply
        .code(202)
        .header('location', `${path}/${state.id}`)
        .send(await show(state))
    },
  )

  const query = pageQuery.extend({ status: z.enum(runStatuses).optional() })
  app.get(
    path,
    {
      config,
      schema: {
        ...docs('listRuns', `Own runs, the newest first: ${run.kind}`),
        querystring: query,
        response: { 200: pagedSchema(entity) },
      },
    },
    async (request) => {
      const { status } = request.query
      const { subject } = starterOf(request, ctx)
      const { runs, total } = await listRuns(ports, { kind: run.kind, subject, status }, sliceOf(request.query))
      return paged(request.url, request.query, await Promise.all(runs.map(show)), total)
    },
  )

  app.get(
    one,
    { config, schema: { ...docs('getRun', `A run: ${run.kind}`), params, etag: true, response: { 200: entity } } },
    async (request, reply) => {
      const shown = await show(await existing(request, request.params.run_id))
      return sendBytesWithEtag(request, reply, JSON.stringify(shown), 'application/json; charset=utf-8') as never
    },
  )

  app.get(
    `${one}/timeline`,
    { config, schema: { ...docs('getRunTimeline', `What happened to a run: ${run.kind}`), params, response: { 200: timelineSchema } } },
    async (request) => {
      const { id } = await existing(request, request.params.run_id)
      return { items: (await timelineOf(ports, id)).map(({ state: _state, ...entry }) => entry) }
    },
  )

  const events = { run: { description: 'The run after one more change.', data: entity } }
  app.get(
    `${one}/events`,
    { config, schema: { ...docs('followRun', `Every change of a run as it comes: ${run.kind}`), params, resumable: true, events } },
    async (request, reply) => {
      const state = await existing(request, request.params.run_id)
      await streamSse(request, reply, async (stream) => {
        for await (const news of followRun(ports, state, lastIdOf(request), stream.closed)) {
          const data = news.entry ? await show(news.entry.state) : (run.show?.(news.entity) ?? news.entity)
          stream.send({ event: 'run', data, ...(news.id === undefined ? {} : { id: String(news.id) }) })
        }
      })
    },
  )

  app.post(
    `${one}/cancel`,
    {
      config,
      schema: {
        ...docs('cancelRun', `Stop a run that is under way: ${run.kind}`),
        params,
        response: { 200: entity },
        errors: ['conflict'],
      },
    },
    async (request) => show(await cancelRun(ports, (await existing(request, request.params.run_id)).id)),
  )

  app.post(
    `${one}/retry`,
    {
      config,
      schema: {
        ...docs('retryRun', `Try an ended run again: ${run.kind}`),
        params,
        body: retrySchema,
        response: { 202: entity },
        errors: ['conflict'],
      },
    },
    async (request, reply) => {
      const { id } = await existing(request, request.params.run_id)
      const { from, items } = request.body
      const wish = { ...(from === undefined ? {} : { from }), ...(items ? { items } : {}) }
      return reply.code(202).send(await show(await retryRun(ports, id, wish)))
    },
  )
}

/** Anything but a number was never sent: everything is told. */
function lastIdOf(request: FastifyRequest): number {
  const id = Number(request.headers['last-event-id'] ?? 0)
  return Number.isSafeInteger(id) && id > 0 ? id : 0
}
