import type {
  ChatCompletionContentPart,
  ChatCompletionCreateParamsNonStreaming,
  ChatCompletionMessageParam,
} from 'openai/resources/chat/completions'
import { z } from 'zod'
import { ApiError } from '../errors.ts'
import { countTokens } from './count-tokens.ts'
import type { ChatMessage, CompletionRequest, TokenUsage } from './llm.ts'

const count = z.int().nonnegative()
// counts that are no counts are as good as none
const usageSchema = z
  .object({
    prompt_tokens: count,
    completion_tokens: count,
    total_tokens: count,
    completion_tokens_details: z.object({ reasoning_tokens: count.nullish() }).nullish(),
  })
  .nullish()
  .catch(null)
const finish = z.string().nullish()

const replySchema = z.object({
  choices: z.array(z.object({ message: z.object({ content: z.string().nullish() }), finish_reason: finish })).max(64),
  usage: usageSchema,
})
const chunkSchema = z.object({
  choices: z
    .array(z.object({ index: count.default(0), delta: z.object({ content: z.string().nullish() }).nullish(), finish_reason: finish }))
    .max(64)
    .default([]),
  usage: usageSchema,
  error: z.unknown().optional(),
})

export const brokeOff = (): ApiError => new ApiError('upstream_failed', 'The model broke off its answer.')

export const noCompletion = (cause?: unknown): ApiError =>
  new ApiError('upstream_failed', 'The model endpoint sent something that is no completion.', { cause })

/** A whole reply: its texts, usage and the reason of its end. ApiError upstream_failed for anything else. */
export function readReply(reply: unknown): { texts: string[]; usage: TokenUsage | undefined; finishReason: string } {
  const parsed = replySchema.safeParse(reply)
  if (!parsed.success) throw noCompletion()
  const { choices, usage } = parsed.data
  return {
    texts: choices.map(({ message }) => message.content ?? ''),
    usage: usageOf(usage),
    finishReason: choices[0]?.finish_reason ?? 'unknown',
  }
}

/** A piece of a streamed reply. ApiError upstream_failed for anything else. */
export function readChunk(chunk: unknown): { choices: z.output<typeof chunkSchema>['choices']; usage: TokenUsage | undefined } {
  const parsed = chunkSchema.safeParse(chunk)
  if (!parsed.success) throw noCompletion()
  if (parsed.data.error) throw brokeOff()
  return { choices: parsed.data.choices, usage: usageOf(parsed.data.usage) }
}

function usageOf(usage: z.output<typeof usageSchema>): TokenUsage | undefined {
  if (!usage) return undefined
  const reasoning = usage.completion_tokens_details?.reasoning_tokens
  return {
    prompt: usage.prompt_tokens,
    completion: usage.completion_tokens,
    total: usage.total_tokens,
    ...(typeof reasoning === 'number' ? { reasoning } : {}),
  }
}

/** Tokens around each message, as the chat format of OpenAI's models has them. */
const PER_MESSAGE = 4

/** The tokens of a call whose endpoint told none, counted from its texts. Images are not counted. */
export function estimatedUsage({ messages }: Pick<CompletionRequest, 'messages'>, texts: readonly string[]): TokenUsage {
  const prompt = messages.reduce((sum, { content }) => sum + PER_MESSAGE + countTokens(textOf(content)), 0)
  const completion = texts.reduce((sum, text) => sum + countTokens(text), 0)
  return { prompt, completion, total: prompt + completion, estimated: true }
}

export const sumOfUsage = (a: TokenUsage, b: TokenUsage): TokenUsage => ({
  prompt: a.prompt + b.prompt,
  completion: a.completion + b.completion,
  total: a.total + b.total,
  ...(a.reasoning === undefined && b.reasoning === undefined ? {} : { reasoning: (a.reasoning ?? 0) + (b.reasoning ?? 0) }),
  ...(a.estimated || b.estimated ? { estimated: true } : {}),
})

/** The body of a call. */
export function bodyOf(request: CompletionRequest): ChatCompletionCreateParamsNonStreaming {
  return {
    ...request.parameters,
    model: request.model,
    messages: request.messages.map(messageOf),
    ...(request.n > 1 ? { n: request.n } : {}),
    ...(request.reasoningEffort ? { reasoning_effort: request.reasoningEffort as 'low' | 'medium' | 'high' } : {}),
  }
}

function messageOf({ role, content }: ChatMessage): ChatCompletionMessageParam {
  if (role === 'user') return { role, content: typeof content === 'string' ? content : [...(content as ChatCompletionContentPart[])] }
  return { role, content: textOf(content) }
}

const textOf = (content: ChatMessage['content']): string =>
  typeof content === 'string' ? content : content.map((part) => (part.type === 'text' ? part.text : '')).join('\n')
