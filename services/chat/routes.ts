import { z } from 'zod'
import type { App } from '../../kernel/http/app/app.ts'
import { takesEventsAlone } from '../../kernel/http/reply/negotiate.ts'
import type { EdgeContext } from '../../kernel/service.ts'
import { answerTurn, type StreamWords, streamTurn } from './answer-turn.ts'
import type { ChatDeps } from './prepare/prepare-turn.ts'
import { chatRequestSchema, type Mode } from './request.ts'
import { chatResponseSchema } from './response.ts'

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

const WORDS: StreamWords = {
  token: (token) => ({ data: { token } }),
  done: (response) => [{ event: 'done', data: response }],
  failed: (message) => ({ event: 'error', data: { message } }),
}

/** Registers every chat route. */
export function chatRoutes(app: App, ctx: EdgeContext, prompts: ChatDeps['prompts']): void {
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
        const asked = { ctx, prompts, body: request.body, mode, request, reply }
        const streams = request.body.stream || takesEventsAlone(request.headers.accept)
        return streams && !mode.multimodal ? streamTurn(asked, WORDS) : answerTurn(asked)
      },
    })
  }
}
