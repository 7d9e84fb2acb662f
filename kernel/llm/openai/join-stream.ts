import { ApiError } from '../../runtime/errors.ts'
import type { Completion, CompletionRequest, Origin, TokenUsage } from '../llm.ts'
import { estimatedUsage } from './estimated-usage.ts'
import { brokeOff, type CallPiece, endOf, joinCalls, readChunk } from './openai-replies.ts'

/** An answer is at most 4,000 tokens; a model that goes on for ever is stopped here. */
const MAX_CHARACTERS = 1_000_000
/** A call of a tool may come in as many pieces as it has tokens. */
const MAX_PIECES = 100_000

/** A completion whose tokens are told or counted. */
export type Told = Completion & { readonly usage: TokenUsage }

/** Puts the pieces of a streamed reply together, and hands on each token of the first completion's text. */
export function joinStream(request: CompletionRequest, onToken: (token: string) => void) {
  const texts: string[] = []
  const calls: CallPiece[] = []
  let refused = false
  let usage: TokenUsage | undefined
  let reason = ''
  let origin: Origin = {}
  let length = 0
  const grow = (by: number) => {
    length += by
    if (length > MAX_CHARACTERS || calls.length > MAX_PIECES) throw new ApiError('upstream_failed', 'The model did not come to an end.')
  }
  return {
    /** The data of one event. */
    take(data: string): void {
      const chunk = readChunk(JSON.parse(data))
      usage = chunk.usage ?? usage
      origin = { ...origin, ...chunk.origin }
      for (const { index, delta, finish_reason } of chunk.choices) {
        if (index === 0 && finish_reason) reason = finish_reason
        if (index === 0 && delta?.tool_calls) {
          calls.push(...delta.tool_calls)
          grow(delta.tool_calls.reduce((sum, call) => sum + (call.function?.arguments?.length ?? 0), 0))
        }
        if (index === 0 && delta?.refusal) refused = true
        const content = delta?.content || delta?.refusal
        if (!content || index >= request.n) continue
        grow(content.length)
        texts[index] = (texts[index] ?? '') + content
        if (index === 0) onToken(content)
      }
    },
    /** The whole of it, once the stream has ended. ApiError upstream_failed where no piece said why. */
    told(): Told {
      if (!reason) throw brokeOff()
      const [first = '', ...others] = texts
      const all = [first, ...others.filter((text) => text !== undefined)]
      const toolCalls = joinCalls(calls)
      return {
        texts: all,
        ...(toolCalls.length ? { toolCalls } : {}),
        usage: usage ?? estimatedUsage(request, all, toolCalls),
        finishReason: endOf(reason, { calls: toolCalls.length > 0, refused }),
        origin,
      }
    },
  }
}
