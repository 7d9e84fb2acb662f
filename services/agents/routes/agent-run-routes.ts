import type { FastifyRequest } from 'fastify'
import { z } from 'zod'
import type { App } from '../../../kernel/http/app/app.ts'
import { paged, pagedSchema, pageQuery, sliceOf } from '../../../kernel/http/reply/paging.ts'
import { streamSse } from '../../../kernel/http/sse/sse.ts'
import { cancelRun, decideRun } from '../../../kernel/runs/control.ts'
import { assertReadable, followRun, isReadable, listRuns } from '../../../kernel/runs/read-runs.ts'
import { existingRun, starterOf } from '../../../kernel/runs/routes.ts'
import { hasEnded } from '../../../kernel/runs/run-state.ts'
import { ApiError } from '../../../kernel/runtime/errors.ts'
import type { AgentRun, Seat } from '../turns/agent-run.ts'
import { agentBases, agentOf, agentParams } from './agent-path.ts'
import { agentRunSchema } from './agent-schemas.ts'
import { registerRerunRoutes } from './rerun-routes.ts'
import { shownTurn } from './shown-turn.ts'
import { turnSummary } from './turn-summary.ts'

const DECISIONS = ['approve', 'reject'] as const
/** The commands on runs of agents, below each base. */
export const agentRunCommands = [...DECISIONS, 'cancel', 'rerun'].map((what) => `/runs/:runId/${what}`)

const runParams = agentParams.extend({ runId: z.string().max(200) })

/** Runs of an agent's turns: what was said, and what waits for a person. */
export function registerAgentRunRoutes(app: App, seat: Seat, run: AgentRun): void {
  const { edge } = seat
  const { ports } = edge
  const config = { access: 'api' as const }
  const found = async (request: FastifyRequest) => {
    const agent = agentOf(seat.offers, request)
    const { runId } = request.params as { runId: string }
    const nothing = () => new ApiError('not_found', `there is no run with the id ${runId.slice(0, 64)}`)
    if (!z.uuid().safeParse(runId).success) throw nothing()
    const state = await existingRun(edge, run, request, runId)
    if (!state.title?.startsWith(`${agent.id}: `)) throw nothing()
    return { agent, state }
  }
  const readable: typeof found = async (request) => {
    const one = await found(request)
    await assertReadable(ports, one.state.id, starterOf(request, edge).limits)
    return one
  }
  for (const [i, base] of agentBases.entries()) {
    const docs = (operationId: string, summary: string) => ({ hide: i > 0, operationId: `${operationId}${i > 0 ? i : ''}`, summary })
    const one = `${base}/runs/:runId`
    registerRerunRoutes(app, seat, run, { base, params: runParams, docs, found, readable })
    app.get(
      `${base}/runs`,
      {
        config,
        schema: {
          ...docs('listAgentRuns', 'List your turns of an agent, newest first'),
          params: agentParams,
          querystring: pageQuery,
          response: {
            200: pagedSchema(
              agentRunSchema
                .omit({ result: true, prompt: true })
                .meta({ id: 'AgentRunSummary', description: 'A turn of an agent.', examples: [exampleOf()] }),
            ),
          },
        },
      },
      async (request) => {
        const agent = agentOf(seat.offers, request)
        const query = request.query as z.output<typeof pageQuery>
        const { subject } = starterOf(request, edge)
        const { runs, total } = await listRuns(ports, { kind: run.kind, subject, titled: `${agent.id}: ` }, sliceOf(query))
        return paged(
          request.url,
          query,
          runs.map((state) => turnSummary(state, agent)),
          total,
        ) as never
      },
    )
    app.get(
      one,
      { config, schema: { ...docs('getAgentRun', 'Get a turn of an agent'), params: runParams, response: { 200: agentRunSchema } } },
      async (request) => {
        const { agent, state } = await readable(request)
        return (await shownTurn(ports, run, state, agent)) as never
      },
    )
    app.get(
      `${one}/events`,
      {
        config,
        schema: {
          ...docs('followAgentRun', 'Stream the changes of a turn'),
          params: runParams,
          resumable: true,
          events: { run: { description: 'The run after one more change.', data: agentRunSchema } },
        },
      },
      async (request, reply) => {
        const { agent, state } = await readable(request)
        const last = Number(request.headers['last-event-id'] ?? 0)
        await streamSse(request, reply, async (stream) => {
          for await (const { id, entry } of followRun(ports, state, Number.isSafeInteger(last) && last > 0 ? last : 0, stream.closed))
            if (entry) stream.send({ event: 'run', data: await shownTurn(ports, run, entry.state, agent), id: String(id) })
        })
      },
    )
    for (const decision of DECISIONS)
      app.post(
        `${one}/${decision}`,
        {
          config,
          schema: {
            ...docs(
              `${decision}AgentCall`,
              decision === 'approve' ? 'Approve the tool call that a turn waits for' : 'Reject the tool call that a turn waits for',
            ),
            params: runParams,
            response: { 200: agentRunSchema },
            errors: ['conflict'],
          },
        },
        async (request) => {
          const { agent, state } = await found(request)
          const question = state.questions[0]
          if (hasEnded(state) || !question) throw new ApiError('conflict', `the run waits for no decision; it is ${state.status}`)
          const after = await decideRun(ports, state.id, question.key, { approved: decision === 'approve' })
          return (await shownTurn(ports, run, after, agent)) as never
        },
      )
    app.post(
      `${one}/cancel`,
      {
        config,
        schema: { ...docs('cancelAgentRun', 'Cancel a turn'), params: runParams, response: { 200: agentRunSchema }, errors: ['conflict'] },
      },
      async (request) => {
        const { agent, state } = await found(request)
        const after = await cancelRun(ports, state.id)
        const isShown = await isReadable(ports, state.id, starterOf(request, edge).limits)
        return (isShown ? await shownTurn(ports, run, after, agent) : turnSummary(after, agent)) as never
      },
    )
  }
}

const exampleOf = () => ({
  runId: '0196f3a2-7c1e-7a55-b0a9-2f6b0d7f4c11',
  agent: 'admin-documentation-assistant',
  title: 'admin-documentation-assistant: How is a file uploaded?',
  status: 'completed' as const,
  createdAt: '2026-03-12T09:30:00.000Z',
  endedAt: '2026-03-12T09:30:02.000Z',
})
