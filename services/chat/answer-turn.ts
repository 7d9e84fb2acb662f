import { setImmediate as nextTurn } from 'node:timers/promises'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { toldTo } from '../../kernel/access/roles.ts'
import { onBehalf } from '../../kernel/budgets/on-behalf.ts'
import { callerName } from '../../kernel/http/identity/caller-name.ts'
import { leaving } from '../../kernel/http/sse/leaving.ts'
import { openSse, type SseEvent } from '../../kernel/http/sse/sse.ts'
import { ApiError } from '../../kernel/runtime/errors.ts'
import type { EdgeContext } from '../../kernel/service.ts'
import { templatesFor } from '../../kernel/templates/templates.ts'
import { type Generated, generate, generateTokens } from './generate.ts'
import { type ChatDeps, prepareTurn, seconds, type Turn } from './prepare/prepare-turn.ts'
import type { ChatRequest, Mode } from './request.ts'
import { respond } from './respond.ts'
import type { ChatResponse } from './response.ts'
import { tellCompleted } from './tell-completed.ts'
import { turnstile } from './turnstile.ts'

/** A turn that came in, whatever the words of its route are. */
export interface Asked {
  readonly ctx: EdgeContext
  readonly prompts: ChatDeps['prompts']
  readonly body: ChatRequest
  readonly mode: Mode
  readonly request: FastifyRequest
  readonly reply: FastifyReply
}

/** How a streamed answer is said: events in the words of its route. */
export interface StreamWords {
  readonly begin?: readonly SseEvent[]
  token(token: string): SseEvent
  done(response: ChatResponse): readonly SseEvent[]
  failed(message: string): SseEvent
}

const pass = turnstile()

/** Answers a turn at once. */
export async function answerTurn(asked: Asked): Promise<ChatResponse> {
  const deps = depsOf(asked)
  const gone = leaving(asked.reply)
  const turn = await prepareTurn(deps, asked.body, asked.mode, gone)
  const started = performance.now()
  const generated = await generate(deps.ports.llm, turn, deps.log, gone)
  return finish(asked, deps, turn, generated, seconds(performance.now() - started))
}

/** Answers a turn token by token. What fails before the first one is thrown; what fails later is said in the stream. */
export async function streamTurn(asked: Asked, words: StreamWords): Promise<never> {
  const { request, reply } = asked
  const deps = depsOf(asked)
  const turn = await prepareTurn(deps, asked.body, asked.mode, leaving(reply))
  const stream = await openSse(request, reply)
  try {
    for (const event of words.begin ?? []) stream.send(event)
    const started = performance.now()
    const generated = await generateTokens(deps.ports.llm, turn, deps.log, stream.closed, (token) => stream.send(words.token(token)))
    const llmSeconds = seconds(performance.now() - started)
    await pass()
    const response = await finish(asked, deps, turn, generated, llmSeconds)
    // the tokens leave first: what waits unsent counts against the reader, and the response alone may be large
    await nextTurn()
    for (const event of words.done(response)) stream.send(event)
  } catch (error) {
    if (!stream.closed.aborted) deps.log.warn({ err: error }, 'chat stream failed')
    stream.send(words.failed(error instanceof ApiError ? error.message : 'The answer could not be finished.'))
  } finally {
    stream.close()
  }
  // the reply is the stream; a route's type knows its body alone
  return reply as never
}

/** What a turn works with: it reads what its caller may read, and waits in its caller's turns. */
function depsOf({ ctx, prompts, request }: Asked): ChatDeps {
  const caller = callerName(request.caller)
  const templates = templatesFor(ctx.ports.templates, caller)
  const tell = (error: unknown) => toldTo(request.caller, error, ctx.env.ADMIN_ROLE, ctx.ports.config)
  const ports = { ...onBehalf(ctx.ports, caller), search: ctx.readAs(request.caller), templates }
  return { ports, prompts, log: request.log as ChatDeps['log'], caller, tell }
}

/** The reply, and the finished turn on the log. */
async function finish({ ctx, body, request }: Asked, deps: ChatDeps, turn: Turn, generated: Generated, llmSeconds: number) {
  const response = await respond(deps.ports.templates, generated.asked ?? turn, generated, llmSeconds)
  await tellCompleted(ctx, body, response, { requestId: request.id, traceparent: request.traceparent }, deps.log)
  return response
}
