import { z } from 'zod'
import { ApiError } from '../../../kernel/runtime/errors.ts'
import { type ChatRequest, chatRequestSchema } from '../request.ts'

const text = z.object({ type: z.literal('text'), text: z.string() })
const content = z.union([z.string(), z.array(z.union([text, z.looseObject({ type: z.string() })])).max(100)])

/** The part of the Chat Completions interface that is served. Other fields are accepted and have no effect. */
export const completionRequestSchema = z
  .looseObject({
    model: z.string().min(1).default('default').describe('Alias of a model; see GET /v1/models.'),
    messages: z
      .array(z.looseObject({ role: z.enum(['system', 'developer', 'user', 'assistant', 'tool']), content: content.nullish() }))
      .min(1)
      .max(1000)
      .describe('The last one is the question. Those of `system` have no effect: the prompt repository rules the prompt.'),
    stream: z.boolean().nullish(),
    stream_options: z.looseObject({ include_usage: z.boolean().optional() }).nullish(),
    n: z.literal(1).nullish().describe('One answer.'),
    temperature: z.number().min(0).max(2).nullish(),
    top_p: z.number().min(0).max(1).nullish(),
    max_tokens: z.int().min(1).max(4000).nullish(),
    max_completion_tokens: z.int().min(1).max(4000).nullish(),
    response_format: z
      .looseObject({ type: z.literal('text') })
      .nullish()
      .describe('Answers are text.'),
    tool_choice: z.enum(['none', 'auto']).nullish().describe('Tools of the caller are never called, so that none can be demanded.'),
    stop: z.union([z.string(), z.array(z.string()).max(4)]).nullish(),
    fetch_args: chatRequestSchema.shape.fetch_args.optional().describe('As in /api/v2/flexible-chat: filter, index, top_k.'),
  })
  .meta({
    id: 'ChatCompletionRequest',
    description: 'A conversation as clients of OpenAI send it.',
    examples: [{ model: 'default', messages: [{ role: 'user', content: 'How long before the season must the ropes be checked?' }] }],
  })
export type CompletionRequestBody = z.output<typeof completionRequestSchema>

/** The same as a chat request of this platform. ApiError invalid_request where the last message is no question. */
export function chatRequestOf(body: CompletionRequestBody): ChatRequest {
  const said = body.messages.flatMap(({ role, content }) =>
    role === 'user' || role === 'assistant' ? [{ role, content: textOf(content) }] : [],
  )
  const question = said.at(-1)
  if (question?.role !== 'user' || question.content.trim() === '')
    throw new ApiError('invalid_request', 'messages: the last one has to be a question of the role user')
  const { temperature, top_p, stop, max_completion_tokens, max_tokens } = body
  const params = { temperature, top_p, stop, max_tokens: max_completion_tokens ?? max_tokens }
  return chatRequestSchema.parse({
    question: question.content.slice(0, 100_000),
    history: said.slice(0, -1),
    override_config: { llm: body.model, params: Object.fromEntries(Object.entries(params).filter(([, value]) => value != null)) },
    ...(body.fetch_args ? { fetch_args: body.fetch_args } : {}),
  })
}

function textOf(content: CompletionRequestBody['messages'][number]['content']): string {
  if (!Array.isArray(content)) return content ?? ''
  const parts = content.map((part) => {
    if (part.type === 'text' && typeof part.text === 'string') return part.text
    throw new ApiError(
      'invalid_request',
      `messages: parts of type ${String(part.type).slice(0, 40)} are not read here; images go to /api/v2/flexible-chat-mm`,
    )
  })
  return parts.join('\n')
}
