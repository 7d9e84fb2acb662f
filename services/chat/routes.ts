import { setImmediate as nextTurn } from 'node:timers/promises'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { z } from 'zod'
import { onBehalf } from '../../kernel/budgets/on-behalf.ts'
import type { App } from '../../kernel/http/app/app.ts'
import { callerName } from '../../kernel/http/identity/caller-name.ts'
import { leaving } from '../../kernel/http/sse/leaving.ts'
import { openSse } from '../../kernel/http/sse/sse.ts'
import { ApiError } from '../../kernel/runtime/errors.ts'
import type { EdgeContext } from '../../kernel/service.ts'
import { templatesFor } from '../../kernel/templates/templates.ts'
import { generate, generateTokens } from './generate.ts'
import { type ChatDeps, prepareTurn, seconds } from './prepare-turn.ts'
import { type ChatRequest, chatRequestSchema, type Mode } from './request.ts'
import { respond } from './respond.ts'
import { type ChatResponse, chatResponseSchema } from './response.ts'
import { tellCompleted } from './tell-completed.ts'
import { turnstile } from './turnstile.ts'

const MB = 1_048_576
/** Of a request's body. A hundred turns with what was retrieved for each fit into the first. */
const LIMITS = { text: MB / 2, images: 24 * MB }

const CHAT = 'Answer the latest turn of a conversation from the documents'
const RAG = 'Answer one question from the documents'
const text = { chat: { kind: 'chat', multimodal: false }, rag: { kind: 'rag', multimodal: false } } as const

const ROUTES: readonly { readonly path: string; readonly operationId: string; readonly mode: Mode; readonly summary: string }[] = [
  { path: '/flexible-chat', operationId: 'flexibleChat', mode: text.chat, summary: CHAT },
  { path: '/flexible_chat', operationId: 'flexibleChatUnderscored', mode: text.chat, summary: `${CHAT} (other spelling)` },
  { path: '/flexible-rag', operationId: 'flexibleRag', mode: text.rag, summary: RAG },
  { path: '/flexible_rag', operationId: 'flexibleRagUnderscored', mode: text.rag, summary: `${RAG} (other spelling)` },
  { path: '/flexible-rag/query', operationId: 'flexibleRagQuery', mode: text.rag, summary: `${RAG} (other path)` },
  {
    path: '/flexible-chat-mm',
    operationId: 'flexibleChatWithImages',
    mode: { kind: 'chat', multimodal: true },
    summary: 'Answer a conversation with images',
  },
  {
    path: '/flexible-rag-mm',
    operationId: 'flexibleRagWithImages',
    mode: { kind: 'rag', multimodal: true },
    summary: 'Answer one question with images',
  },
]

const DESCRIPTIONS = {
  text: 'Retrieves passages, asks the model, and cites what the answer rests on. With `stream: true` the reply is an event stream. A model or an index that fails gives an answer all the same, and stands in `errors`.',
  images:
    'As the route without `-mm`, with 1 to 20 images in `metadata.images`, each `{url}` (https) or `{data_url}` (base64). It does not stream.',
}

/** Events of a streamed answer. */
const EVENTS = {
  message: { description: 'A piece of the answer.', data: z.object({ token: z.string() }) },
  done: { description: 'The whole response; the last event.', data: chatResponseSchema },
  error: { description: 'The answer broke off after its first token; the last event.', data: z.object({ message: z.string() }) },
}

/** Registers every chat route. */
export function chatRoutes(app: App, ctx: EdgeContext, { prompts }: Pick<ChatDeps, 'prompts'>): void {
  for (const { path, operationId, mode, summary } of ROUTES) {
    app.route({
      method: 'POST',
      url: `/api/v2${path}`,
      bodyLimit: mode.multimodal ? LIMITS.images : LIMITS.text,
      config: { access: 'api' },
      schema: {
        tags: ['chat'],
        operationId,
        summary,
        description: mode.multimodal ? DESCRIPTIONS.images : DESCRIPTIONS.text,
        errors: ['not_found'],
        idempotent: false,
        ...(mode.multimodal ? {} : { events: EVENTS }),
        body: chatRequestSchema,
        response: { 200: chatResponseSchema },
      },
      handler: (request, reply) => {
        const turn = depsOf(ctx, request, prompts)
        const stream = request.body.stream && !mode.multimodal
        return stream
          ? streamTurn(ctx, turn, request.body, mode, request, reply)
          : answerTurn(ctx, turn, request.body, mode, request, reply)
      },
    })
  }
}

/** What a turn works with: it reads what its caller may read, and waits in its caller's turns. */
export function depsOf(ctx: EdgeContext, request: FastifyRequest, prompts: ChatDeps['prompts']): ChatDeps {
  const caller = callerName(request.caller)
  const templates = templatesFor(ctx.ports.templates, caller)
  const ports = { ...onBehalf(ctx.ports, caller), search: ctx.readAs(request.caller), templates }
  return { ports, prompts, log: request.log as ChatDeps['log'] }
}

const pass = turnstile()

async function answerTurn(ctx: EdgeContext, deps: ChatDeps, body: ChatRequest, mode: Mode, request: FastifyRequest, reply: FastifyReply) {
  const gone = leaving(reply)
  const turn = await prepareTurn(deps, body, mode, gone)
  const asked = performance.now()
  const generated = await generate(deps.ports.llm, turn, deps.log, gone)
  const response = await respond(deps.ports.templates, turn, generated, seconds(performance.now() - asked))
  await told(ctx, deps, body, response, request)
  return response
}

async function streamTurn(ctx: EdgeContext, deps: ChatDeps, body: ChatRequest, mode: Mode, request: FastifyRequest, reply: FastifyReply) {
  const turn = await prepareTurn(deps, body, mode, leaving(reply))
  const stream = await openSse(request, reply)
  try {
    const asked = performance.now()
    const generated = await generateTokens(deps.ports.llm, turn, deps.log, stream.closed, (token) => stream.send({ data: { token } }))
    const llmSeconds = seconds(performance.now() - asked)
    await pass()
    const response = await respond(deps.ports.templates, turn, generated, llmSeconds)
    // the tokens leave first: what waits unsent counts against the reader, and the response alone may be large
    await nextTurn()
    await told(ctx, deps, body, response, request)
    stream.send({ event: 'done', data: response })
  } catch (error) {
    if (!stream.closed.aborted) deps.log.warn({ err: error }, 'chat stream failed')
    stream.send({ event: 'error', data: { message: error instanceof ApiError ? error.message : 'The answer could not be finished.' } })
  } finally {
    stream.close()
  }
  return reply
}

/** Puts the finished turn on the log. */
export function told(ctx: EdgeContext, deps: ChatDeps, body: ChatRequest, response: ChatResponse, request: FastifyRequest): Promise<void> {
  return tellCompleted(ctx, body, response, { requestId: request.id, traceparent: request.traceparent }, deps.log)
}
