import { z } from 'zod'
import { ApiError } from '../../runtime/errors.ts'
import type { FinishReason, Origin, TokenUsage, ToolCall } from '../llm.ts'

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
// names for traces alone: a reply with others is as good
const name = z.string().max(200).nullish().catch(null)
const origin = { id: name, model: name }

/** A call of a tool, or a piece of one in a stream. Some servers leave out `id` and `index`, some send arguments as an object. */
const callSchema = z.object({
  index: count.nullish(),
  id: z.string().nullish(),
  function: z
    .object({
      name: z.string().nullish(),
      arguments: z.union([z.string(), z.record(z.string(), z.unknown()).transform((args) => JSON.stringify(args))]).nullish(),
    })
    .nullish(),
})
export type CallPiece = z.output<typeof callSchema>
const said = { content: z.string().nullish(), refusal: z.string().nullish(), tool_calls: z.array(callSchema).max(128).nullish() }

const replySchema = z.object({
  ...origin,
  choices: z.array(z.object({ message: z.object(said), finish_reason: finish })).max(64),
  usage: usageSchema,
})
const chunkSchema = z.object({
  ...origin,
  choices: z
    .array(z.object({ index: count.default(0), delta: z.object(said).nullish(), finish_reason: finish }))
    .max(64)
    .default([]),
  usage: usageSchema,
  error: z.unknown().optional(),
})

export const brokeOff = (): ApiError => new ApiError('upstream_failed', 'The model broke off its answer.')

export const noCompletion = (cause?: unknown): ApiError =>
  new ApiError('upstream_failed', 'The model endpoint sent something that is no completion.', { cause })

export interface Reply {
  readonly texts: readonly string[]
  readonly toolCalls: readonly ToolCall[]
  readonly usage: TokenUsage | undefined
  readonly finishReason: FinishReason
  readonly origin: Origin
}

/** A whole reply: its texts, the tools that the first one asks for, usage and the reason of its end. ApiError upstream_failed for anything else. */
export function readReply(reply: unknown): Reply {
  const parsed = replySchema.safeParse(reply)
  if (!parsed.success) throw noCompletion()
  const { choices, usage } = parsed.data
  const first = choices[0]
  const toolCalls = joinCalls((first?.message.tool_calls ?? []).map((call, index) => ({ ...call, index })))
  return {
    texts: choices.map(({ message }) => message.content ?? message.refusal ?? ''),
    toolCalls,
    usage: usageOf(usage),
    finishReason: endOf(first?.finish_reason, { calls: toolCalls.length > 0, refused: Boolean(first?.message.refusal) }),
    origin: originOf(parsed.data),
  }
}

/** A piece of a streamed reply. ApiError upstream_failed for anything else. */
export function readChunk(chunk: unknown): Pick<Reply, 'usage' | 'origin'> & Pick<z.output<typeof chunkSchema>, 'choices'> {
  const parsed = chunkSchema.safeParse(chunk)
  if (!parsed.success) throw noCompletion()
  if (parsed.data.error) throw brokeOff()
  return { choices: parsed.data.choices, usage: usageOf(parsed.data.usage), origin: originOf(parsed.data) }
}

/**
 * Calls from their pieces. A piece belongs to the call of its index; without one, to a new call where it brings an id that is not the
 * last one's, else to the last call. ApiError upstream_failed for a call without a name.
 */
export function joinCalls(pieces: readonly CallPiece[]): ToolCall[] {
  const calls = new Map<number, { id: string; name: string; arguments: string }>()
  let last = -1
  for (const { index, id, function: told } of pieces) {
    const isNew = id && id !== calls.get(last)?.id
    const at = index ?? (isNew || last < 0 ? Math.max(-1, ...calls.keys()) + 1 : last)
    const call = calls.get(at) ?? { id: '', name: '', arguments: '' }
    calls.set(at, { id: call.id || (id ?? ''), name: call.name || (told?.name ?? ''), arguments: call.arguments + (told?.arguments ?? '') })
    last = at
  }
  return [...calls]
    .sort(([a], [b]) => a - b)
    .map(([at, call]) => {
      if (!call.name) throw noCompletion()
      return { id: call.id || `call_${at}`, name: call.name, arguments: call.arguments || '{}' }
    })
}

/** The words of other providers for the same ends. */
const ENDS: Readonly<Record<string, FinishReason>> = {
  stop: 'stop',
  eos: 'stop',
  end_turn: 'stop',
  stop_sequence: 'stop',
  length: 'length',
  max_tokens: 'length',
  tool_calls: 'tool_calls',
  function_call: 'tool_calls',
  tool_use: 'tool_calls',
  content_filter: 'content_filter',
  refusal: 'refusal',
}

/** Why it ended. Servers that call tools often say `stop` all the same; one at the limit of tokens was cut off within its calls. */
export function endOf(reason: string | null | undefined, { calls, refused }: { calls: boolean; refused: boolean }): FinishReason {
  const end = (reason && Object.hasOwn(ENDS, reason) && ENDS[reason]) || 'unknown'
  if (refused && end === 'stop') return 'refusal'
  return calls && (end === 'stop' || end === 'unknown') ? 'tool_calls' : end
}

const originOf = ({ id, model }: { id?: string | null | undefined; model?: string | null | undefined }): Origin => ({
  ...(id ? { id } : {}),
  ...(model ? { model } : {}),
})

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
