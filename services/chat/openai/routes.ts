import { z } from 'zod'
import type { App } from '../../../kernel/http/app/app.ts'
import { Verbatim } from '../../../kernel/http/sse/sse.ts'
import { modelAlias, modelAliases } from '../../../kernel/llm/aliases.ts'
import { newId } from '../../../kernel/runtime/ids.ts'
import type { EdgeContext } from '../../../kernel/service.ts'
import { answerTurn, type StreamWords, streamTurn } from '../answer-turn.ts'
import type { ChatDeps } from '../prepare/prepare-turn.ts'
import type { Mode } from '../request.ts'
import { chunkSchema, completionOf, completionSchema, endOf, sourcesText, usageOf } from './reply.ts'
import { chatRequestOf, completionRequestSchema } from './request.ts'

const MODE: Mode = { kind: 'chat', multimodal: false }
const BODY_BYTES = 524_288
/** Who looks for model servers on this machine knows this one by it. */
const OWNER = 'millrace'

const modelsSchema = z
  .object({
    object: z.literal('list'),
    data: z.array(z.object({ id: z.string(), object: z.literal('model'), created: z.int(), owned_by: z.string() })),
  })
  .meta({
    description: 'The aliases of models.',
    examples: [{ object: 'list', data: [{ id: 'default', object: 'model', created: 0, owned_by: OWNER }] }],
  })

/**
 * Answers over the documents in the words of OpenAI's Chat Completions, for clients of that interface: the same identity, limits, prompts
 * and `chat.completed` as the chat routes.
 */
export function openaiRoutes(app: App, ctx: EdgeContext, prompts: ChatDeps['prompts']): void {
  const config = { access: 'api' } as const
  app.get(
    '/v1/models',
    {
      config,
      schema: {
        operationId: 'listModelsForOpenAiClients',
        summary: 'List model aliases, for OpenAI clients',
        response: { 200: modelsSchema },
      },
    },
    async () => ({
      object: 'list' as const,
      data: modelAliases(ctx.ports.config, ctx.ports.llm).map(({ alias }) => ({
        id: alias,
        object: 'model' as const,
        created: 0,
        owned_by: OWNER,
      })),
    }),
  )

  app.post(
    '/v1/chat/completions',
    {
      config,
      bodyLimit: BODY_BYTES,
      schema: {
        operationId: 'createChatCompletion',
        summary: 'Answer from the documents, for OpenAI clients',
        description:
          'With `stream: true` the reply is the event stream that such clients know, ended by `[DONE]`. Where keys are configured and no identity provider is, the key may stand in `Authorization: Bearer`.',
        errors: ['not_found'],
        idempotent: false,
        events: { message: { description: 'A piece of the answer; `[DONE]` behind the last one.', data: chunkSchema } },
        body: completionRequestSchema,
        response: { 200: completionSchema },
      },
    },
    async (request, reply) => {
      const { model, stream, stream_options } = request.body
      modelAlias(ctx.ports.config, ctx.ports.llm, model, 'model')
      const asked = { ctx, prompts, body: chatRequestOf(request.body), mode: MODE, request, reply }
      if (stream) return streamTurn(asked, wordsOf(model, stream_options?.include_usage === true))
      return completionOf(await answerTurn(asked), model, now())
    },
  )
}

const now = (): number => Math.floor(Date.now() / 1000)

/** A stream of chunks as clients of OpenAI read it. */
function wordsOf(model: string, withUsage: boolean): StreamWords {
  const about = { id: `chatcmpl-${newId()}`, object: 'chat.completion.chunk', created: now(), model }
  const say = (delta: object, more: object = {}, finish_reason: string | null = null) => ({
    data: { ...about, choices: [{ index: 0, delta, finish_reason }], ...more },
  })
  return {
    begin: [say({ role: 'assistant', content: '' })],
    token: (content) => say({ content }),
    done(response) {
      const sources = sourcesText(response)
      return [
        ...(sources ? [say({ content: sources })] : []),
        say({}, { citations: response.citations }, endOf(response)),
        ...(withUsage ? [{ data: { ...about, choices: [], usage: usageOf(response) } }] : []),
        { data: new Verbatim('[DONE]') },
      ]
    },
    failed: (message) => ({ data: { error: { message, type: 'upstream_failed' } } }),
  }
}
