import type { FastifyRequest } from 'fastify'
import { z } from 'zod'
import { runStatuses } from '../../schemas/run.ts'
import { limitsOf } from '../access/limits.ts'
import type { Access, App } from '../http/app/app.ts'
import { callerName, ownerOf } from '../http/identity/caller-name.ts'
import { sendBytesWithEtag } from '../http/reply/etag.ts'
import { paged, pagedSchema, pageQuery, sliceOf } from '../http/reply/paging.ts'
import type { EdgePorts } from '../ports.ts'
import { ApiError } from '../runtime/errors.ts'
import { type Starter, startRun } from './control.ts'
import type { Run } from './define-run.ts'
import { oneRunCommands, registerOneRunRoutes, runParams } from './one-run-routes.ts'
import { assertReadable, findRun, isReadable, listRuns, showRun } from './read-runs.ts'
import { runEntitySchema } from './run-entity.ts'
import type { RunState } from './run-state.ts'

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

/** The commands among the routes of a kind, for what its family says that they change: what is the caller's own. */
export const runCommands = ({ path, startPath = path }: Pick<RunRoutesOptions, 'path' | 'startPath'>): readonly string[] =>
  [startPath, ...oneRunCommands(`${path}/:run_id`)].map((url) => `POST ${url}`)

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
  const readable = async (request: FastifyRequest, id: string) => {
    const state = await existing(request, id)
    await assertReadable(ports, state.id, starterOf(request, ctx).limits)
    return state
  }
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
        ...docs('listRuns', `List your runs, newest first: ${run.kind}`),
        querystring: query,
        response: { 200: pagedSchema(entity) },
      },
    },
    async (request) => {
      const { status } = request.query
      const { subject, limits } = starterOf(request, ctx)
      const { runs, total } = await listRuns(ports, { kind: run.kind, subject, status }, sliceOf(request.query))
      const shown = runs.map(async (state) => showRun(ports, run, state, { result: await isReadable(ports, state.id, limits) }))
      return paged(request.url, request.query, await Promise.all(shown), total)
    },
  )

  app.get(
    one,
    { config, schema: { ...docs('getRun', `A run: ${run.kind}`), params: runParams, etag: true, response: { 200: entity } } },
    async (request, reply) => {
      const shown = await show(await readable(request, request.params.run_id))
      return sendBytesWithEtag(request, reply, JSON.stringify(shown), 'application/json; charset=utf-8') as never
    },
  )

  registerOneRunRoutes(app, {
    ports,
    path: one,
    access,
    entity,
    docs,
    show,
    shown: (entity) => run.show?.(entity) ?? entity,
    existing,
    readable,
  })
}
