import type { FastifyReply, FastifyRequest } from 'fastify'
import { z } from 'zod'
import type { App } from '../../../kernel/http/app/app.ts'
import { leaving } from '../../../kernel/http/sse/leaving.ts'
import { openSse, Verbatim } from '../../../kernel/http/sse/sse.ts'
import { modelAliases } from '../../../kernel/llm/aliases.ts'
import { ApiError } from '../../../kernel/runtime/errors.ts'
import { newId } from '../../../kernel/runtime/ids.ts'
import type { EdgeContext } from '../../../kernel/service.ts'
import { generate, generateTokens } from '../generate.ts'
import { type ChatDeps, prepareTurn, seconds } from '../prepare-turn.ts'
import type { ChatRequest, Mode } from '../request.ts'
import { respond } from '../respond.ts'
import { depsOf, told } from '../routes.ts'
import { completionOf, completionSchema, sourcesText, usageOf } from './reply.ts'
import { chatRequestOf, completionRequestSchema } from './request.ts'

const MODE: Mode = { kind: 'chat', multimodal: false }
const BODY_BYTES = 524_288

const modelsSchema = z
  .object({
    object: z.literal('list'),
    data: z.array(z.object({ id: z.string(), object: z.literal('model'), created: z.int(), owned_by: z.string() })),
  })
  .meta({
    description: 'The aliases of models.',
    examples: [{ object: 'list', data: [{ id: 'default', object: 'model', created: 0, owned_by: 'openai' }] }],
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
        summary: 'Aliases of models, for clients of OpenAI',
        response: { 200: modelsSchema },
      },
    },
    async () => ({
      object: 'list' as const,
      data: modelAliases(ctx.ports.config, ctx.ports.llm).map(({ alias, provider }) => ({
        id: alias,
        object: 'model' as const,
        created: 0,
        owned_by: provider,
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
        summary: 'Answer from the documents, for clients of OpenAI',
        description:
          'With `stream: true` the reply is the event stream that such clients know, ended by `[DONE]`. Where keys are configured and no identity provider is, the key may stand in `Authorization: Bearer`.',
        errors: ['not_found'],
        idempotent: false,
        body: completionRequestSchema,
        response: { 200: completionSchema },
      },
    },
    async (request, reply) => {
      const turn = {
        ctx,
        deps: depsOf(ctx, request, prompts),
        body: chatRequestOf(request.body),
        model: request.body.model,
        request,
        reply,
      }
      if (request.body.stream) return stream(turn, request.body.stream_options?.include_usage === true) as never
      return answer(turn)
    },
  )
}

interface Asked {
  readonly ctx: EdgeContext
  readonly deps: ChatDeps
  readonly body: ChatRequest
  readonly model: string
  readonly request: FastifyRequest
  readonly reply: FastifyReply
}

const now = (): number => Math.floor(Date.now() / 1000)

async function answer({ ctx, deps, body, model, request, reply }: Asked) {
  const gone = leaving(reply)
  const turn = await prepareTurn(deps, body, MODE, gone)
  const asked = performance.now()
  const generated = await generate(deps.ports.llm, turn, deps.log, gone)
  const response = await respond(deps.ports.templates, turn, generated, seconds(performance.now() - asked))
  await told(ctx, deps, body, response, request)
  return completionOf(response, model, now())
}

async function stream({ ctx, deps, body, model, request, reply }: Asked, withUsage: boolean): Promise<FastifyReply> {
  const turn = await prepareTurn(deps, body, MODE, leaving(reply))
  const sse = await openSse(request, reply)
  const about = { id: `chatcmpl-${newId()}`, object: 'chat.completion.chunk', created: now(), model }
  const say = (delta: object, more: object = {}, finish_reason: string | null = null) =>
    sse.send({ data: { ...about, choices: [{ index: 0, delta, finish_reason }], ...more } })
  try {
    say({ role: 'assistant', content: '' })
    const asked = performance.now()
    const generated = await generateTokens(deps.ports.llm, turn, deps.log, sse.closed, (content) => say({ content }))
    const response = await respond(deps.ports.templates, turn, generated, seconds(performance.now() - asked))
    await told(ctx, deps, body, response, request)
    const sources = sourcesText(response)
    if (sources) say({ content: sources })
    say({}, { citations: response.citations }, 'stop')
    if (withUsage) sse.send({ data: { ...about, choices: [], usage: usageOf(response) } })
    sse.send({ data: new Verbatim('[DONE]') })
  } catch (error) {
    if (!sse.closed.aborted) deps.log.warn({ err: error }, 'chat stream failed')
    const message = error instanceof ApiError ? error.message : 'The answer could not be finished.'
    sse.send({ data: { error: { message, type: 'upstream_failed' } } })
  } finally {
    sse.close()
  }
  return reply
}
