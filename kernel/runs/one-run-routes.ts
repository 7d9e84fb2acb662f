import type { FastifyRequest } from 'fastify'
import { z } from 'zod'
import type { Access, App } from '../http/app/app.ts'
import { streamSse } from '../http/sse/sse.ts'
import type { RunPorts } from './change-run.ts'
import { cancelRun, decideRun, retryRun } from './control.ts'
import { followRun, timelineOf } from './read-runs.ts'
import type { RunEntity } from './run-entity.ts'
import { entrySchema, type RunState } from './run-state.ts'

export const runParams = z.object({ run_id: z.uuid() })
const retrySchema = z
  .object({
    from: z.string().min(1).optional().describe('The step to begin with; what failed or was not done when absent.'),
    items: z.array(z.int().nonnegative()).min(1).max(1000).optional().describe('Items of that step to be done once more.'),
  })
  .meta({ examples: [{ from: 'write' }] })
const decideSchema = z
  .object({
    key: z.string().min(1).describe('Of the question.'),
    value: z.unknown().describe('The answer, in the form that the question asks for.'),
  })
  .meta({ examples: [{ key: 'approve', value: true }] })
const timelineSchema = z.object({ items: z.array(entrySchema.extend({ n: z.int() })) }).meta({
  id: 'RunTimeline',
  description: 'Timeline of a run, oldest first.',
  examples: [{ items: [{ n: 1, type: 'run.started', at: '2026-03-12T09:30:00.000Z' }] }],
})

/** How a run is found and shown where these routes stand. */
export interface OneRun {
  readonly ports: RunPorts
  /** With `:run_id`. */
  readonly path: string
  readonly access: Access
  readonly entity: z.ZodType
  /** Names an operation and says what it does. */
  readonly docs: (operationId: string, summary: string) => { readonly operationId: string; readonly summary: string }
  /** The run, for who may see it; ApiError not_found for everybody else. */
  readonly existing: (request: FastifyRequest, id: string) => Promise<RunState>
  /** The same, for who may see all that `show` gives. */
  readonly readable: OneRun['existing']
  readonly show: (state: RunState) => Promise<unknown>
  /** What stands for an entity. */
  readonly shown: (entity: RunEntity) => unknown
}

/** The commands among these routes. */
export const oneRunCommands = (path: string): string[] => ['cancel', 'retry', 'decide'].map((what) => `${path}/${what}`)

/** Timeline, events, cancel, retry and decisions of a run. */
export function registerOneRunRoutes(app: App, { ports, path: one, access, entity, docs, existing, readable, show, shown }: OneRun): void {
  const config = { access }
  const params = runParams
  app.get(
    `${one}/timeline`,
    { config, schema: { ...docs('getRunTimeline', `Get the timeline of a run`), params, response: { 200: timelineSchema } } },
    async (request) => {
      const { id } = await existing(request, request.params.run_id)
      return { items: (await timelineOf(ports, id)).map(({ state: _state, ...entry }) => entry) }
    },
  )

  const events = { run: { description: 'The run after one more change.', data: entity } }
  app.get(
    `${one}/events`,
    { config, schema: { ...docs('followRun', `Stream the changes of a run`), params, resumable: true, events } },
    async (request, reply) => {
      const state = await readable(request, request.params.run_id)
      await streamSse(request, reply, async (stream) => {
        for await (const news of followRun(ports, state, lastIdOf(request), stream.closed)) {
          const data = news.entry ? await show(news.entry.state) : shown(news.entity)
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
        ...docs('cancelRun', `Cancel a run in progress`),
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
        ...docs('retryRun', `Retry a run`),
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

  app.post(
    `${one}/decide`,
    {
      config,
      schema: {
        ...docs('decideRun', 'Answer the question that a run waits for'),
        params,
        body: decideSchema,
        response: { 200: entity },
        errors: ['conflict'],
      },
    },
    async (request) => {
      const { id } = await existing(request, request.params.run_id)
      return show(await decideRun(ports, id, request.body.key, request.body.value))
    },
  )
}

/** Anything but a number was never sent: everything is told. */
function lastIdOf(request: FastifyRequest): number {
  const id = Number(request.headers['last-event-id'] ?? 0)
  return Number.isSafeInteger(id) && id > 0 ? id : 0
}
