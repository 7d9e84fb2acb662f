import type { FastifyRequest } from 'fastify'
import { z } from 'zod'
import type { Workflow } from '../../../kernel/agents/define-workflow.ts'
import { titleOf } from '../../../kernel/agents/domains.ts'
import type { EdgeContext } from '../../../kernel/edge-context.ts'
import type { App } from '../../../kernel/http/app/app.ts'
import { paged, pagedSchema, pageQuery, sliceOf } from '../../../kernel/http/reply/paging.ts'
import { streamSse } from '../../../kernel/http/sse/sse.ts'
import { cancelRun, decideRun, retryRun } from '../../../kernel/runs/control.ts'
import { assertReadable, inputOf, listRuns, showRun } from '../../../kernel/runs/read-runs.ts'
import { existingRun, starterOf } from '../../../kernel/runs/routes.ts'
import { entityOf, type RunEntity } from '../../../kernel/runs/run-entity.ts'
import type { RunState } from '../../../kernel/runs/run-state.ts'
import { ApiError } from '../../../kernel/runtime/errors.ts'
import { operationName } from '../operation-name.ts'
import { eventIdOf, followWorkflow } from './follow-workflow.ts'
import { runExample, showWorkflowRun, workflowRunSchema } from './workflow-entity.ts'

/** By which a run of a workflow is changed. */
export const runCommandPaths = (path: string): string[] =>
  ['cancel', 'retry', 'approve', 'reject'].map((what) => `${path}/runs/:runId/${what}`)

const params = z.object({ runId: z.string().max(200) })
const retrySchema = z
  .object({
    items: z.array(z.string().min(1).max(200)).min(1).max(1_000).optional().describe('Ids of items to be done once more; these alone.'),
    from: z.string().min(1).max(100).optional().describe('The step to begin with; what failed or was not done when absent.'),
  })
  .nullish()
  .meta({ examples: [{ items: ['post-1'] }] })
const decisionSchema = z
  .object({ key: z.string().min(1).max(300).optional().describe('Of the question; the only one when absent.') })
  .nullish()
  .meta({ examples: [{ key: 'publish' }] })

/** List, read, follow, cancel, retry and decide the caller's own runs of a workflow. */
export function registerWorkflowRunRoutes(app: App, edge: EdgeContext, flow: Workflow, path: string, hide: boolean): void {
  const { ports } = edge
  const { run } = flow
  const config = { access: 'api' } as const
  const one = `${path}/runs/:runId`
  const entity = workflowRunSchema
  const whole = workflowRunSchema
    .extend({ result: run.result.optional().describe('Once it is completed.') })
    .meta({ id: `${operationName(flow.id)}Run`, description: 'A run with its result.', examples: [runExample] })
  const name = operationName(flow.id)
  const docs = (verb: string, summary: string) => ({ hide, operationId: `${verb}${name}Run`, summary: `${summary}: ${titleOf(flow)}` })

  const existing = async (request: FastifyRequest, id: string): Promise<RunState> => {
    if (!z.uuid().safeParse(id).success) throw new ApiError('not_found', `there is no run with the id ${id.slice(0, 64)}`)
    return existingRun(edge, run, request, id)
  }
  const shown = (state: RunState) => showWorkflowRun(ports, flow, entityOf(state, new Map()))

  app.get(
    `${path}/runs`,
    {
      config,
      schema: {
        ...docs('list', 'List your runs, newest first'),
        operationId: `list${name}Runs`,
        querystring: pageQuery,
        response: { 200: pagedSchema(entity) },
      },
    },
    async (request) => {
      const { subject } = starterOf(request, edge)
      const { runs, total } = await listRuns(ports, { kind: run.kind, subject }, sliceOf(request.query))
      return paged(request.url, request.query, await Promise.all(runs.map(shown)), total)
    },
  )

  app.get(
    one,
    { config, schema: { ...docs('get', 'Get a run with its result'), params, response: { 200: whole } } },
    async (request, reply) => {
      const state = await existing(request, request.params.runId)
      await assertReadable(ports, state.id, starterOf(request, edge).limits)
      const found = (await showRun(ports, run, state)) as RunEntity
      const body = { ...(await showWorkflowRun(ports, flow, found)), ...(found.result === undefined ? {} : { result: found.result }) }
      // What it gave was held to its schema when it was kept.
      return reply.type('application/json; charset=utf-8').send(JSON.stringify(body) as never)
    },
  )

  const events = { run: { description: 'The run after one more change, or with more items processed.', data: entity } }
  app.get(
    `${one}/events`,
    { config, schema: { ...docs('follow', 'Stream the changes of a run'), params, resumable: true, events } },
    async (request, reply) => {
      const state = await existing(request, request.params.runId)
      const last = eventIdOf(request.headers['last-event-id'])
      await streamSse(request, reply, async (stream) => {
        for await (const event of followWorkflow(ports, flow, state, last, stream.closed)) stream.send(event)
      })
    },
  )

  app.post(
    `${one}/cancel`,
    { config, schema: { ...docs('cancel', 'Cancel a run in progress'), params, response: { 200: entity }, errors: ['conflict'] } },
    async (request) => shown(await cancelRun(ports, (await existing(request, request.params.runId)).id)),
  )

  app.post(
    `${one}/retry`,
    {
      config,
      schema: {
        ...docs('retry', 'Retry a run'),
        params,
        body: retrySchema,
        response: { 202: entity },
        errors: ['conflict'],
      },
    },
    async (request, reply) => {
      const { id } = await existing(request, request.params.runId)
      const { from, items } = request.body ?? {}
      const wish = items ? await chosen(edge, flow, id, items, from) : from === undefined ? {} : { from }
      return reply.code(202).send(await shown(await retryRun(ports, id, wish)))
    },
  )

  for (const [verb, value] of [['approve', true] as const, ['reject', false] as const])
    app.post(
      `${one}/${verb}`,
      {
        config,
        schema: {
          ...docs(verb, value ? 'Approve the step that a run waits for' : 'Reject the step that a run waits for'),
          params,
          body: decisionSchema,
          response: { 200: entity },
          errors: ['conflict'],
        },
      },
      async (request) => {
        const state = await existing(request, request.params.runId)
        const { key = state.questions[0]?.key } = request.body ?? {}
        if (key === undefined) throw new ApiError('conflict', `the run is ${state.status} and waits for no approval`)
        return shown(await decideRun(ports, state.id, key, value))
      },
    )
}

/** The items of the counted step that callers know by these ids. ApiError invalid_request for an id that there is not. */
async function chosen(
  { ports }: EdgeContext,
  { run, counted, id: flowId }: Workflow,
  id: string,
  ids: readonly string[],
  from: string | undefined,
) {
  if (!counted) throw new ApiError('invalid_request', `items: ${flowId} has no items; leave them out`)
  if (from !== undefined && from !== counted.step)
    throw new ApiError('invalid_request', `from: items are those of the step ${counted.step}; name that one or none`)
  const places = Map.groupBy(counted.ids(await inputOf(ports, run, id)).entries(), ([, known]) => known)
  const items = ids.flatMap((one) => {
    const found = places.get(one)
    if (!found) throw new ApiError('invalid_request', `items: the run has no item ${JSON.stringify(one)}`, { details: { field: 'items' } })
    return found.map(([item]) => item)
  })
  return { from: counted.step, items }
}
