import { ApiError } from '../../../kernel/runtime/errors.ts'
import { type Moderator, REFUSAL } from '../moderation/moderator.ts'
import { sentenceGate } from '../moderation/sentence-gate.ts'
import type { AttendedTurn } from './attend-turn.ts'
import type { TurnStream } from './turn-streams.ts'

/** Works on a turn and tells its events; never rejects. While a content safety check is on, sentences are told once they have passed. */
export async function streamAttended(
  turn: AttendedTurn,
  stream: TurnStream,
  moderate: Moderator | undefined,
  signal: AbortSignal,
): Promise<void> {
  const say = (content: string) => {
    if (content !== '') stream.push('delta', { content })
  }
  const gate = moderate && sentenceGate(moderate, signal, say)
  try {
    const end = await turn.work({
      onText: (text) => (gate ? gate.push(text) : say(text)),
      onToolCall: (call) => stream.push('tool-call', call),
      onToolResult: (result) => stream.push('tool-result', result),
      onEnd: async () => (await gate?.end()) ?? false,
    })
    if (end.end === 'waiting') return stream.push('waiting', { runId: turn.runId, status: 'waiting' })
    if (gate?.shut()) say(REFUSAL)
    stream.push('usage', end.result.usage)
    stream.push('done', { success: true, finishReason: end.result.finishReason })
  } catch (error) {
    const message = error instanceof ApiError ? error.message : 'The answer could not be finished.'
    stream.push('error', { message })
    stream.push('done', { success: false })
  } finally {
    stream.end()
  }
}
