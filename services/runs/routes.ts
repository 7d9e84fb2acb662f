import { Readable } from 'node:stream'
import type { FastifyRequest } from 'fastify'
import { z } from 'zod'
import { limitsOf } from '../../kernel/access/limits.ts'
import { holdsRole, isLimited } from '../../kernel/access/roles.ts'
import type { App } from '../../kernel/http/app/app.ts'
import { callerName, ownerOf } from '../../kernel/http/identity/caller-name.ts'
import { sendBytesWithEtag } from '../../kernel/http/reply/etag.ts'
import { paged, pagedSchema, pageQuery, sliceOf } from '../../kernel/http/reply/paging.ts'
import {
  callOf,
  callsOf,
  runCallSchema,
  runCallTextsSchema,
  runUsageSchema,
  usageExample,
  usageOf,
} from '../../kernel/runs/calls/read-calls.ts'
import type { RunWords } from '../../kernel/runs/define-run.ts'
import { registerOneRunRoutes, runParams } from '../../kernel/runs/one-run-routes.ts'
import { artifactBytes, itemStatuses, itemsOf, runItemSchema } from '../../kernel/runs/read-items.ts'
import { assertReadable, findAnyRun, kindsOf, listRuns, progressOf } from '../../kernel/runs/read-runs.ts'
import { entityOf, runEntitySchema, runExample } from '../../kernel/runs/run-entity.ts'
import type { RunState } from '../../kernel/runs/run-state.ts'
import { ApiError } from '../../kernel/runtime/errors.ts'
import type { EdgeContext } from '../../kernel/service.ts'
import { runStatuses } from '../../schemas/run.ts'

const PATH = '/api/v2/runs'
const ONE = `${PATH}/:run_id`
const JSON_TYPE = 'application/json; charset=utf-8'

const wordsSchema = z.object({ kind: z.string(), steps: z.record(z.string(), z.string()) })
const wordsExample = { kind: 'Draft of a text', steps: { write: 'Write the sections' } }

const detailSchema = runEntitySchema
  .omit({ result: true })
  .extend({
    actor: z.string().describe('Who started it.'),
    usage: z.array(runUsageSchema).describe('By step and alias.'),
    words: wordsSchema.nullable().describe('What people call this kind of run and its steps, by their names.'),
  })
  .meta({
    id: 'RunDetail',
    description: 'A run and its usage.',
    examples: [{ ...runExample, actor: 'ada', usage: [usageExample], words: wordsExample }],
  })
const listSchema = pagedSchema(
  detailSchema
    .omit({ usage: true, words: true })
    .meta({ id: 'RunSummary', description: 'A run of any kind.', examples: [{ ...runExample, actor: 'ada' }] }),
).extend({
  kinds: z.array(z.string()).meta({ description: 'Of the runs that the caller may see.', examples: [['draft', 'annex']] }),
  words: z
    .record(z.string(), wordsSchema)
    .meta({ description: 'What people call these kinds and their steps.', examples: [{ draft: wordsExample }] }),
})

/**
 * Runs of all kinds as the console shows them: their own to everyone, all to administrators without limits.
 * @param words what the kinds are called, by kind
 */
export function registerRunsRoutes(app: App, { ports, env }: EdgeContext, words: ReadonlyMap<string, RunWords>): void {
  const config = { access: 'api' } as const
  const docs = (operationId: string, summary: string) => ({ operationId, summary })
  const seesAll = ({ caller }: FastifyRequest) => holdsRole(caller, env.ADMIN_ROLE, ports.config) && !isLimited(caller, ports.config)
  const subjectOf = (request: FastifyRequest) => (seesAll(request) ? undefined : ownerOf(callerName(request.caller)))
  const found = async (request: FastifyRequest, id: string) => {
    const run = await findAnyRun(ports, id)
    const subject = subjectOf(request)
    if (!run || (subject !== undefined && run.state.subject !== subject))
      throw new ApiError('not_found', `there is no run with the id ${id}`)
    return run
  }
  const existing = async (request: FastifyRequest, id: string) => (await found(request, id)).state
  const readable = async (request: FastifyRequest, id: string) => {
    await found(request, id)
    await assertReadable(ports, id, limitsOf(request.caller, ports.config))
  }
  const detail = async (state: RunState) => {
    const [progress, usage] = await Promise.all([progressOf(ports, state), usageOf(ports, state.id)])
    return { ...entityOf(state, progress), actor: state.actor, usage, words: words.get(state.kind) ?? null }
  }

  const wordsFor = (kinds: readonly string[]) => Object.fromEntries([...words].filter(([kind]) => kinds.includes(kind)))

  const query = pageQuery.extend({ kind: z.string().max(60).optional(), status: z.enum(runStatuses).optional() })
  app.get(
    PATH,
    {
      config,
      schema: {
        ...docs('listAllRuns', 'List runs of all kinds, newest first'),
        querystring: query,
        etag: true,
        response: { 200: listSchema },
      },
    },
    async (request, reply) => {
      const subject = subjectOf(request)
      const { kind, status } = request.query
      const [{ runs, total }, kinds] = await Promise.all([
        listRuns(ports, { kind, status, subject }, sliceOf(request.query)),
        kindsOf(ports, subject),
      ])
      const items = runs.map((state) => ({ ...entityOf(state, new Map()), actor: state.actor }))
      return sendBytesWithEtag(
        request,
        reply,
        JSON.stringify({ ...paged(request.url, request.query, items, total), kinds, words: wordsFor(kinds) }),
        JSON_TYPE,
      ) as never
    },
  )

  app.get(
    ONE,
    {
      config,
      schema: {
        ...docs('getAnyRun', 'Get a run and its usage'),
        params: runParams,
        etag: true,
        response: { 200: detailSchema },
      },
    },
    async (request, reply) => {
      const shown = await detail((await found(request, request.params.run_id)).state)
      return sendBytesWithEtag(request, reply, JSON.stringify(shown), JSON_TYPE) as never
    },
  )

  registerOneRunRoutes(app, {
    ports,
    path: ONE,
    access: 'api',
    entity: runEntitySchema,
    docs: (operationId, words) => docs(operationId.replace('Run', 'AnyRun'), words),
    existing,
    // nothing of what was made is shown here
    readable: existing,
    show: async (state) => entityOf(state, await progressOf(ports, state)),
    shown: (entity) => entity,
  })

  const itemQuery = pageQuery.extend({ step: z.string().max(100).optional(), status: z.enum(itemStatuses).optional() })
  app.get(
    `${ONE}/items`,
    {
      config,
      schema: {
        ...docs('listRunItems', 'List the items of the steps of a run'),
        params: runParams,
        querystring: itemQuery,
        response: { 200: pagedSchema(runItemSchema) },
      },
    },
    async (request) => {
      const { state } = await found(request, request.params.run_id)
      const { items, total } = await itemsOf(ports, state.id, request.query, sliceOf(request.query))
      return paged(request.url, request.query, items, total)
    },
  )

  const itemParams = runParams.extend({ step: z.string().max(100), item: z.string().regex(/^\d{1,9}$/, 'item is a whole number') })
  const made = {
    200: {
      description: 'What the item made.',
      content: { 'application/json': { schema: z.unknown().meta({ examples: [{ text: 'A section' }] }) } },
    },
  }
  app.get(
    `${ONE}/items/:step/:item/artifact`,
    { config, schema: { ...docs('getRunArtifact', 'Get the result of an item of a run'), params: itemParams, response: made } },
    async (request, reply) => {
      const { run_id, step, item } = request.params
      await readable(request, run_id)
      const bytes = await artifactBytes(ports, run_id, step, Number(item))
      if (bytes === undefined) throw new ApiError('not_found', `item ${item} of ${step} made nothing yet`)
      return reply.type(JSON_TYPE).send((typeof bytes === 'string' ? bytes : Readable.from(bytes)) as never)
    },
  )

  const callQuery = pageQuery.extend({ step: z.string().max(100).optional() })
  app.get(
    `${ONE}/calls`,
    {
      config,
      schema: {
        ...docs('listRunCalls', 'List the model calls of a run'),
        params: runParams,
        querystring: callQuery,
        response: { 200: pagedSchema(runCallSchema) },
      },
    },
    async (request) => {
      const { state } = await found(request, request.params.run_id)
      const { calls, total } = await callsOf(ports, state.id, request.query, sliceOf(request.query))
      return paged(request.url, request.query, calls, total)
    },
  )

  app.get(
    `${ONE}/calls/:call_id`,
    {
      config,
      schema: {
        ...docs('getRunCall', 'Get a model call with its messages'),
        params: runParams.extend({ call_id: z.uuid() }),
        response: { 200: runCallTextsSchema },
      },
    },
    async (request) => {
      const { run_id, call_id } = request.params
      await readable(request, run_id)
      const call = await callOf(ports, run_id, call_id)
      if (!call) throw new ApiError('not_found', `the run has no call with the id ${call_id}`)
      return call
    },
  )
}
