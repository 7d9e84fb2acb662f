import { laterHalf } from '../../../kernel/llm/ask-with-less.ts'
import type { ChatMessage } from '../../../kernel/llm/llm.ts'

/** A result of a tool is not cut below so many characters. */
const SHORTEST = 400

/**
 * What is asked where a model reads less than a turn has: the later half of the conversation before the latest question, then without it
 * the longest result of a tool cut in half. Undefined where nothing is left that could be left out.
 */
export function lessOf(messages: readonly ChatMessage[]): readonly ChatMessage[] | undefined {
  const asked = messages.findLastIndex(({ role }) => role === 'user')
  const begin = messages.findIndex(({ role }) => role !== 'system')
  const before = messages.slice(begin, asked)
  if (begin >= 0 && before.length > 0) return [...messages.slice(0, begin), ...laterHalf(before), ...messages.slice(asked)]
  const lengths = messages.map((message) => (message.role === 'tool' ? message.content.length : 0))
  const most = Math.max(...lengths)
  if (most < 2 * SHORTEST) return undefined
  const at = lengths.indexOf(most)
  return messages.map((message, i) => (i === at && message.role === 'tool' ? { ...message, content: halfOf(message.content) } : message))
}

const halfOf = (text: string): string => `${text.slice(0, text.length / 2).toWellFormed()} … (cut: the model reads no more at once)`
