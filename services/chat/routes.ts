import { setImmediate as nextTurn } from 'node:timers/promises'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { ApiError } from '../../kernel/errors.ts'
import type { App } from '../../kernel/http/app.ts'
import { openSse } from '../../kernel/http/sse.ts'
import type { EdgeContext } from '../../kernel/service.ts'
import { generate, generateTokens } from './generate.ts'
import { type ChatDeps, prepareTurn, seconds } from './prepare-turn.ts'
import { publishCompleted } from './publish-completed.ts'
import { type ChatRequest, chatRequestSchema, type Mode } from './request.ts'
import { respond } from './respond.ts'
import { type ChatResponse, chatResponseSchema } from './response.ts'

const MB = 1_048_576
const LIMITS = { text: 4 * MB, images: 24 * MB }

const ROUTES: readonly { readonly path: string; readonly mode: Mode; readonly summary: string }[] = [
  ...['/flexible-chat', '/flexible_chat'].map((path) => ({
    path,
    mode: { kind: 'chat', multimodal: false } as const,
    summary: 'Answer the latest turn of a conversation from the documents',
  })),
  ...['/flexible-rag', '/flexible_rag', '/flexible-rag/query'].map((path) => ({
    path,
    mode: { kind: 'rag', multimodal: false } as const,
    summary: 'Answer one question from the documents',
  })),
  { path: '/flexible-chat-mm', mode: { kind: 'chat', multimodal: true }, summary: 'Answer a conversation with images' },
  { path: '/flexible-rag-mm', mode: { kind: 'rag', multimodal: true }, summary: 'Answer one question with images' },
]

/** Registers every chat route. */
export function chatRoutes(app: App, ctx: EdgeContext, deps: Omit<ChatDeps, 'log'>): void {
  for (const { path, mode, summary } of ROUTES) {
    app.route({
      method: 'POST',
      url: `/api/v2${path}`,
      bodyLimit: mode.multimodal ? LIMITS.images : LIMITS.text,
      config: { access: 'api' },
      schema: {
        tags: ['chat'],
        summary,
        description: mode.multimodal
          ? undefined
          : 'With `stream: true` the reply is an event stream: `{token}` lines, then `done` with this body.',
        body: chatRequestSchema,
        response: { 200: chatResponseSchema },
      },
      handler: (request, reply) => {
        const turn = { ...deps, log: request.log as ChatDeps['log'] }
        const stream = request.body.stream && !mode.multimodal
        return stream
          ? streamTurn(ctx, turn, request.body, mode, request, reply)
          : answerTurn(ctx, turn, request.body, mode, request, reply)
      },
    })
  }
}

async function answerTurn(ctx: EdgeContext, deps: ChatDeps, body: ChatRequest, mode: Mode, request: FastifyRequest, reply: FastifyReply) {
  const gone = leaving(reply)
  const turn = await prepareTurn(deps, body, mode, gone)
  const asked = performance.now()
  const generated = await generate(deps.ports.llm, turn, deps.log, gone)
  const response = await respond(deps.ports.templates, turn, generated, seconds(performance.now() - asked))
  told(ctx, deps, body, response, request)
  return response
}

async function streamTurn(ctx: EdgeContext, deps: ChatDeps, body: ChatRequest, mode: Mode, request: FastifyRequest, reply: FastifyReply) {
  const turn = await prepareTurn(deps, body, mode, leaving(reply))
  const stream = openSse(request, reply)
  try {
    const asked = performance.now()
    const generated = await generateTokens(deps.ports.llm, turn, deps.log, stream.closed, (token) => stream.send({ data: { token } }))
    const response = await respond(deps.ports.templates, turn, generated, seconds(performance.now() - asked))
    // the tokens leave first: what waits unsent counts against the reader, and the response alone may be large
    await nextTurn()
    stream.send({ event: 'done', data: response })
    told(ctx, deps, body, response, request)
  } catch (error) {
    if (!stream.closed.aborted) deps.log.warn({ err: error }, 'chat stream failed')
    stream.send({ event: 'error', data: { message: error instanceof ApiError ? error.message : 'The answer could not be finished.' } })
  } finally {
    stream.close()
  }
  return reply
}

/** Aborted when the client goes before the reply is out. */
function leaving(reply: FastifyReply): AbortSignal {
  const gone = new AbortController()
  reply.raw.once('close', () => {
    if (!reply.raw.writableFinished) gone.abort(new ApiError('unavailable', 'The client left.'))
  })
  return gone.signal
}

function told(ctx: EdgeContext, deps: ChatDeps, body: ChatRequest, response: ChatResponse, request: FastifyRequest): void {
  void publishCompleted(ctx, body, response, { requestId: request.id, traceparent: request.traceparent }, deps.log)
}
