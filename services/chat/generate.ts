import { readApart } from '../../kernel/llm/extractive/read-apart.ts'
import { NOT_SURE } from '../../kernel/llm/extractive/reading.ts'
import { NOTHING_FOUND } from '../../kernel/llm/extractive/saying.ts'
import type { AnswerKind, Completion } from '../../kernel/llm/llm.ts'
import type { Ports } from '../../kernel/ports.ts'
import { ApiError } from '../../kernel/runtime/errors.ts'
import type { Logger } from '../../kernel/runtime/log.ts'
import { completionRequest, type Turn } from './prepare/prepare-turn.ts'
import type { Issue } from './response.ts'

export interface Generated {
  readonly texts: readonly string[]
  /** Absent where a model answered: its words tell. */
  readonly kind?: AnswerKind
  readonly usage?: Completion['usage']
  readonly cost?: Completion['cost']
  readonly issues: readonly Issue[]
}

/** Asks the model. One that fails gives a fallback answer and an issue; a caller who left gives the reason of the signal. ApiError rate_limited (429) when its budget is used up. */
export async function generate(llm: Ports['llm'], turn: Turn, log: Logger, signal: AbortSignal): Promise<Generated> {
  try {
    return answered(await llm.complete(completionRequest(turn, signal)))
  } catch (error) {
    signal.throwIfAborted()
    // The budget of the model is used up, and the caller is told when to come again; the model itself may be well.
    if (error instanceof ApiError && error.code === 'rate_limited') throw error
    return await fallback(turn, error, log, signal)
  }
}

/**
 * Asks the model and hands on each token as it comes. A failure before the first one gives a fallback answer as `generate` does;
 * a later one is thrown as ApiError upstream_failed.
 */
export async function generateTokens(
  llm: Ports['llm'],
  turn: Turn,
  log: Logger,
  signal: AbortSignal,
  onToken: (token: string) => void,
): Promise<Generated> {
  let begun = false
  try {
    const completion = await llm.stream(completionRequest(turn, signal), (token) => {
      begun = true
      onToken(token)
    })
    return answered(completion)
  } catch (error) {
    signal.throwIfAborted()
    if (begun) throw error
    return await fallback(turn, error, log, signal)
  }
}

function answered({ texts, usage, cost, finishReason, answerKind }: Completion): Generated {
  if (!texts[0]?.trim()) throw new ApiError('upstream_failed', `The model gave no text (finish reason ${finishReason}).`)
  return { texts, usage, ...(cost ? { cost } : {}), ...(answerKind ? { kind: answerKind } : {}), issues: [] }
}

/** Without the model the sources still speak for themselves. */
async function fallback({ request, passages, choice, caller }: Turn, error: unknown, log: Logger, signal: AbortSignal): Promise<Generated> {
  log.warn({ err: error, model: choice.alias.alias }, 'the model failed')
  const found = await readApart(request.question, passages, choice.n, { caller, signal })
  // one preamble, not that of the reader behind that of the model
  const texts = found.texts.map((text) =>
    text === NOTHING_FOUND
      ? 'The language model does not answer at the moment. Please try again later.'
      : `${text.startsWith(NOT_SURE) ? WITHOUT_MODEL_UNSURE : WITHOUT_MODEL} ${text.replace(NOT_SURE, '').trimStart()}`,
  )
  const message = error instanceof ApiError ? error.message : 'The model failed.'
  return { texts, kind: found.kind, issues: [{ code: 'llm_failed', message }] }
}

const WITHOUT_MODEL = 'The language model does not answer at the moment. This is what the documents say:'
const WITHOUT_MODEL_UNSURE = 'The language model does not answer at the moment. The closest passages say:'
