import type { FastifyRequest } from 'fastify'
import { z } from 'zod'
import { sectionOf } from '../../kernel/config/section.ts'
import type { App } from '../../kernel/http/app/app.ts'
import { unchecked } from '../../kernel/http/body/unchecked.ts'
import { paged, pagedSchema, pageQuery, sliceOf } from '../../kernel/http/reply/paging.ts'
import { streamSse } from '../../kernel/http/sse/sse.ts'
import { cancelRun, startRun } from '../../kernel/runs/control.ts'
import { assertReadable, followRun, inputOf, listRuns, showRun, waitForRun } from '../../kernel/runs/read-runs.ts'
import { existingRun, starterOf } from '../../kernel/runs/routes.ts'
import type { RunState } from '../../kernel/runs/run-state.ts'
import { ApiError } from '../../kernel/runtime/errors.ts'
import type { EdgeContext } from '../../kernel/service.ts'
import { readBody } from './read-body.ts'
import { reasoningSection } from './reasoning-section.ts'
import { BODY_LIMIT, requestSchema } from './request.ts'
import { type Output, outputSchema } from './result.ts'
import { reasoningRun } from './run.ts'
import { runReply, runReplySchema } from './run-reply.ts'
import { requestOf } from './thread/job.ts'

export const MAIN = '/reasoning-engine/workflows/main'
const START = `${MAIN}/start-async`
const ONE = `${MAIN}/runs/:runId`
export const commands = [`POST ${MAIN}`, `POST ${START}`, `POST ${ONE}/cancel`]
const JSON_TYPE = 'application/json; charset=utf-8'

const params = z.object({ runId: z.string().max(200) })
const startedSchema = z.object({ runId: z.string() }).meta({
  id: 'ReasoningStarted',
  description: 'Where the run is asked for.',
  examples: [{ runId: '0196f3a2-7c1e-7a55-b0a9-2f6b0d7f4c11' }],
})
const stepSchema = z.object({ step: z.string(), status: z.string(), reason: z.string().optional() })
const endSchema = z.object({ status: z.enum(['completed', 'failed']), reason: z.string().optional() })

export function registerReasoningRoutes(app: App, ctx: EdgeContext): void {
  const { ports, env } = ctx
  const config = { access: 'strict' } as const
  // bodies are held to the schema by `readBody`, in one pass and off the event loop
  const reading = { config: { ...config, unread: true }, bodyLimit: BODY_LIMIT, validatorCompiler: unchecked }

  const start = async (request: FastifyRequest): Promise<RunState> => {
    const { max_series, max_points } = sectionOf(ports.config, reasoningSection)
    const starter = starterOf(request, ctx)
    const most = { series: max_series, points: max_points }
    const input = await readBody(request.body, most, starter.subject)
    return startRun(ports, reasoningRun, input, { starter, requestId: request.id })
  }
  const whole = async (state: RunState) => ((await showRun(ports, reasoningRun, state)) as { result?: Output }).result
  const found = async (request: FastifyRequest, id: string): Promise<RunState> => {
    if (!z.uuid().safeParse(id).success) throw new ApiError('not_found', `there is no run with the id ${id.slice(0, 64)}`)
    return existingRun(ctx, reasoningRun, request, id)
  }

  app.post(
    MAIN,
    {
      ...reading,
      schema: {
        operationId: 'reason',
        summary: 'Analyze series and datasets, and wait for the findings',
        body: requestSchema,
        response: { 200: outputSchema },
        errors: ['conflict', 'payload_too_large', 'validation_failed', 'timeout'],
      },
    },
    async (request, reply) => {
      const { id, subject } = await start(request)
      const state = await waitForRun(ports, { kind: reasoningRun.kind, id, subject }, env.SYNC_TIMEOUT_MS)
      const shown = state && runReply(state)
      if (!state || !shown || shown.status === 'running')
        throw new ApiError('timeout', `the run takes longer than ${env.SYNC_TIMEOUT_MS} ms and goes on; ask for it by its runId`, {
          details: { runId: id },
        })
      if (shown.status === 'failed')
        throw new ApiError(shown.reason === 'cancelled' ? 'conflict' : 'internal', `the run failed: ${shown.reason}`, {
          details: { runId: id },
        })
      return reply.type(JSON_TYPE).send(JSON.stringify(await whole(state)) as never)
    },
  )

  app.post(
    START,
    {
      ...reading,
      config: { ...reading.config, later: true },
      schema: {
        operationId: 'startReasoning',
        summary: 'Start an analysis',
        body: requestSchema,
        response: { 202: startedSchema },
        errors: ['conflict', 'payload_too_large', 'validation_failed'],
      },
    },
    async (request, reply) => {
      const { id } = await start(request)
      return reply.code(202).header('location', `${MAIN}/runs/${id}`).send({ runId: id })
    },
  )

  app.get(
    `${MAIN}/runs`,
    {
      config,
      schema: {
        operationId: 'listReasoningRuns',
        summary: 'List your analyses, newest first',
        querystring: pageQuery,
        response: {
          200: pagedSchema(
            runReplySchema.omit({ result: true }).meta({
              id: 'ReasoningRunSummary',
              description: 'A run without what it found.',
              examples: [
                {
                  runId: '0196f3a2-7c1e-7a55-b0a9-2f6b0d7f4c11',
                  objective: 'When did visits step up?',
                  status: 'running',
                  createdAt: '2026-03-31T09:00:00.000Z',
                  steps: [],
                },
              ],
            }),
          ),
        },
      },
    },
    async (request) => {
      const { subject } = starterOf(request, ctx)
      const { runs, total } = await listRuns(ports, { kind: reasoningRun.kind, subject }, sliceOf(request.query))
      return paged(request.url, request.query, runs.map(runReply), total)
    },
  )

  app.get(
    ONE,
    {
      config,
      schema: {
        operationId: 'getReasoningRun',
        summary: 'Get an analysis, with its findings once it is completed',
        params,
        response: { 200: runReplySchema },
      },
    },
    async (request, reply) => {
      const state = await found(request, request.params.runId)
      await assertReadable(ports, state.id, starterOf(request, ctx).limits)
      const result = state.status === 'completed' ? await whole(state) : undefined
      return reply.type(JSON_TYPE).send(Buffer.from(JSON.stringify({ ...runReply(state), ...(result ? { result } : {}) })) as never)
    },
  )

  app.get(
    `${ONE}/request`,
    {
      config,
      schema: {
        operationId: 'getReasoningRequest',
        summary: 'Get the request of an analysis with the parsed numbers',
        params,
        response: { 200: requestSchema },
      },
    },
    async (request, reply) => {
      const { id } = await found(request, request.params.runId)
      const asked = requestOf(await inputOf(ports, reasoningRun, id))
      return reply.type(JSON_TYPE).send(Buffer.from(JSON.stringify(asked)) as never)
    },
  )

  app.post(
    `${ONE}/cancel`,
    {
      config,
      schema: {
        operationId: 'cancelReasoning',
        summary: 'Cancel an analysis in progress',
        params,
        response: {
          200: runReplySchema.omit({ result: true }).meta({
            id: 'ReasoningRunCancelled',
            description: 'The run after its end.',
            examples: [
              {
                runId: '0196f3a2-7c1e-7a55-b0a9-2f6b0d7f4c11',
                objective: 'When did visits step up?',
                status: 'failed',
                reason: 'cancelled',
                createdAt: '2026-03-31T09:00:00.000Z',
                steps: [],
              },
            ],
          }),
        },
        errors: ['conflict'],
      },
    },
    async (request) => runReply(await cancelRun(ports, (await found(request, request.params.runId)).id)),
  )

  const events = {
    step: {
      description: 'A step has another state; the states so far come first.',
      data: stepSchema.meta({ examples: [{ step: 'temporal', status: 'completed' }] }),
    },
    done: { description: 'The end of the run.', data: endSchema.meta({ examples: [{ status: 'completed' }] }) },
  }
  app.get(
    `${ONE}/events`,
    { config, schema: { operationId: 'followReasoning', summary: 'Stream the steps of an analysis', params, events } },
    async (request, reply) => {
      const state = await found(request, request.params.runId)
      await streamSse(request, reply, async (stream) => {
        const told = new Map<string, string>()
        for await (const { entity } of followRun(ports, state, 0, stream.closed)) {
          for (const { name, status, reason, error } of entity.steps) {
            if (status === 'pending' || told.get(name) === status) continue
            told.set(name, status)
            const why = reason ?? error?.message
            stream.send({ event: 'step', data: { step: name, status, ...(why ? { reason: why } : {}) } })
          }
        }
        const now = await found(request, request.params.runId)
        const { status, reason } = runReply(now)
        if (!stream.closed.aborted) stream.send({ event: 'done', data: { status, ...(reason ? { reason } : {}) } })
      })
    },
  )
}
