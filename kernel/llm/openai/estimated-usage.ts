import { countTokens } from '../count-tokens.ts'
import type { ChatMessage, CompletionRequest, TokenUsage, ToolCall } from '../llm.ts'

/** Tokens around each message, as the chat format of OpenAI's models has them. */
const PER_MESSAGE = 4

type Asked = Pick<CompletionRequest, 'messages' | 'tools' | 'responseFormat'>

/** The tokens of what is sent, counted from its texts. Images are not counted. */
export function promptTokens({ messages, tools = [], responseFormat }: Asked): number {
  const said = messages.reduce((sum, message) => sum + PER_MESSAGE + countTokens(textOf(message.content)) + callTokens(callsIn(message)), 0)
  const declared = tools.length || responseFormat ? countTokens(JSON.stringify([tools, responseFormat?.schema])) : 0
  return said + declared
}

/** The tokens of a call whose endpoint told none. */
export function estimatedUsage(request: Asked, texts: readonly string[], calls: readonly ToolCall[] = []): TokenUsage {
  const prompt = promptTokens(request)
  const completion = texts.reduce((sum, text) => sum + countTokens(text), callTokens(calls))
  return { prompt, completion, total: prompt + completion, estimated: true }
}

const callsIn = (message: ChatMessage): readonly ToolCall[] => (message.role === 'assistant' ? (message.toolCalls ?? []) : [])
const callTokens = (calls: readonly ToolCall[]): number =>
  calls.reduce((sum, call) => sum + countTokens(`${call.name} ${call.arguments}`), 0)

export const sumOfUsage = (a: TokenUsage, b: TokenUsage): TokenUsage => ({
  prompt: a.prompt + b.prompt,
  completion: a.completion + b.completion,
  total: a.total + b.total,
  ...(a.reasoning === undefined && b.reasoning === undefined ? {} : { reasoning: (a.reasoning ?? 0) + (b.reasoning ?? 0) }),
  ...(a.estimated || b.estimated ? { estimated: true } : {}),
})

/** What a message says in words: images are left out. */
export const textOf = (content: ChatMessage['content']): string =>
  typeof content === 'string' ? content : content.map((part) => (part.type === 'text' ? part.text : '')).join('\n')
