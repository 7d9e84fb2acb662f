import type { FastifyReply, FastifyRequest } from 'fastify'
import type { ToolContext } from '../../../kernel/agents/define-tool.ts'
import { contextOf } from '../../../kernel/agents/lazy-context.ts'
import type { App } from '../../../kernel/http/app/app.ts'
import { unchecked } from '../../../kernel/http/body/unchecked.ts'
import { openSse } from '../../../kernel/http/sse/sse.ts'
import { assertReadable, waitForRun } from '../../../kernel/runs/read-runs.ts'
import { existingRun, starterOf } from '../../../kernel/runs/routes.ts'
import { threadOf } from '../memory/thread.ts'
import { type Moderator, moderatorOf } from '../moderation/moderator.ts'
import { toolContext } from '../tools/tool-context.ts'
import { agentInputSchema, readAgentInput } from '../turns/agent-input.ts'
import type { AgentRun, Seat } from '../turns/agent-run.ts'
import { attendTurn } from '../turns/attend-turn.ts'
import { streamAttended } from '../turns/stream-attended.ts'
import { createTurnStreams, type TurnStreams } from '../turns/turn-streams.ts'
import { agentBases, agentOf, agentParams } from './agent-path.ts'
import { agentEvents, answerSchema, waitingSchema } from './agent-schemas.ts'
import { shownTurn } from './shown-turn.ts'

/** With images inline, as multimodal chat has them. */
const BODY_LIMIT = 25_165_824
/** Agents over HTTP: an answer at once, or as a stream that is taken up again behind Last-Event-ID. */
export function registerAgentRoutes(app: App, seat: Seat, run: AgentRun): void {
  const moderate = moderatorOf(seat.edge.env, seat.edge.log)
  const streams = createTurnStreams()
  for (const [i, base] of agentBases.entries()) {
    const hide = i > 0
    const options = { config: { access: 'api' as const }, bodyLimit: BODY_LIMIT, validatorCompiler: unchecked }
    const schema = { hide, params: agentParams, body: agentInputSchema }
    app.post(
      `${base}/generate`,
      {
        ...options,
        schema: {
          ...schema,
          operationId: `askAgent${hide ? i : ''}`,
          summary: 'Ask an agent',
          description: 'X-Thread-Id, with X-User-Id where several people share an account, names a thread that is remembered.',
          response: { 200: answerSchema, 202: waitingSchema },
          errors: ['not_found', 'content_refused', 'upstream_failed', 'timeout'],
        },
      },
      async (request, reply) => {
        const turn = await begin(seat, run, request, moderate, toolContext(seat.edge, request, reply))
        reply.header('x-run-id', turn.runId)
        const end = await turn.work()
        if (end.end === 'waiting')
          return reply
            .code(202)
            .header('location', `${pathOf(request)}/runs/${turn.runId}`)
            .send({ runId: turn.runId, status: 'waiting' })
        const { steps: _, ...result } = end.result
        return reply.send({ ...result, runId: turn.runId })
      },
    )
    app.post(
      `${base}/stream`,
      {
        ...options,
        schema: {
          ...schema,
          idempotent: false,
          resumable: true,
          operationId: `streamAgent${hide ? i : ''}`,
          summary: 'Ask an agent and stream its answer',
          description: 'A turn whose reader has left goes on for two seconds; with Last-Event-ID the stream goes on behind that event.',
          events: agentEvents,
          errors: ['not_found', 'content_refused', 'upstream_failed'],
        },
      },
      async (request, reply) => {
        const last = lastEvent(request)
        if (last) return resume(seat, run, streams, request, reply, last)
        const abandon = new AbortController()
        const turn = await begin(seat, run, request, moderate, {
          ...contextOf(toolContext(seat.edge, request, reply)),
          signal: abandon.signal,
        })
        await turn.noted()
        const { subject } = starterOf(request, seat.edge)
        const stream = streams.open(turn.runId, subject, abandon)
        reply.header('x-run-id', turn.runId)
        const working = streamAttended(turn, stream, moderate, abandon.signal)
        try {
          const sse = await openSse(request, reply)
          await stream.follow(sse, 0)
          sse.close()
        } catch (error) {
          abandon.abort(error)
          throw error
        } finally {
          await working
        }
        return reply as never
      },
    )
  }
}

const pathOf = (request: FastifyRequest): string => request.url.replace(/\?.*$/, '').replace(/\/(?:generate|stream)$/, '')

async function begin(seat: Seat, run: AgentRun, request: FastifyRequest, moderate: Moderator | undefined, tool: ToolContext) {
  const agent = agentOf(seat.offers, request)
  const messages = readAgentInput(request.body)
  const starter = starterOf(request, seat.edge)
  const thread = threadOf(request.headers, starter.subject, agent.id)
  return attendTurn({ agent, messages, thread, starter, tool }, seat, run, moderate)
}

interface LastEvent {
  readonly runId: string
  readonly n: number
}

function lastEvent(request: FastifyRequest): LastEvent | undefined {
  const given = request.headers['last-event-id']
  const [, runId, n] = (typeof given === 'string' && /^([0-9a-f-]{36})\/(\d{1,9})$/.exec(given)) || []
  return runId === undefined ? undefined : { runId, n: Number(n) }
}

/** Goes on behind the event; where this process does not know the stream any more, the turn's answer is told as a whole. */
async function resume(
  seat: Seat,
  run: AgentRun,
  streams: TurnStreams,
  request: FastifyRequest,
  reply: FastifyReply,
  { runId, n }: LastEvent,
) {
  const agent = agentOf(seat.offers, request)
  const state = await existingRun(seat.edge, run, request, runId)
  await assertReadable(seat.edge.ports, runId, starterOf(request, seat.edge).limits)
  const known = streams.find(runId)
  reply.header('x-run-id', runId)
  const sse = await openSse(request, reply)
  if (known && known.owner === state.subject) await known.follow(sse, n)
  else {
    const { kind, subject } = state
    const ended = (await waitForRun(seat.edge.ports, { kind, id: runId, subject }, seat.edge.env.SYNC_TIMEOUT_MS, sse.closed)) ?? state
    const { result, error, status } = await shownTurn(seat.edge.ports, run, ended, agent)
    if (result) {
      const { usage, finishReason, text } = result
      sse.send({ event: 'delta', data: { content: text } })
      sse.send({ event: 'usage', data: usage })
      sse.send({ event: 'done', data: { success: true, finishReason } })
    } else {
      sse.send({ event: 'error', data: { message: error?.message ?? `the turn is ${status}` } })
      sse.send({ event: 'done', data: { success: false } })
    }
  }
  sse.close()
  return reply as never
}
