import { askWithLess } from '../../kernel/llm/ask-with-less.ts'
import { readApart } from '../../kernel/llm/extractive/read-apart.ts'
import { NOT_SURE } from '../../kernel/llm/extractive/reading.ts'
import { NOTHING_FOUND } from '../../kernel/llm/extractive/saying.ts'
import { type AnswerKind, type Completion, type CompletionRequest, isTooLong } from '../../kernel/llm/llm.ts'
import type { Ports } from '../../kernel/ports.ts'
import { ApiError } from '../../kernel/runtime/errors.ts'
import type { Logger } from '../../kernel/runtime/log.ts'
import { completionRequest, shortened, type Turn } from './prepare/prepare-turn.ts'
import type { Issue } from './response.ts'

export interface Generated {
  readonly texts: readonly string[]
  /** Absent where a model answered: its words tell. */
  readonly kind?: AnswerKind
  readonly usage?: Completion['usage']
  readonly cost?: Completion['cost']
  /** Absent where no model answered. */
  readonly finishReason?: Completion['finishReason']
  /** The turn as the model was asked in the end; absent: as it came. */
  readonly asked?: Turn
  readonly issues: readonly Issue[]
}

/** Asks the model. One that fails gives a fallback answer and an issue; a caller who left gives the reason of the signal. ApiError rate_limited (429) when its budget is used up. */
export async function generate(llm: Ports['llm'], turn: Turn, log: Logger, signal: AbortSignal): Promise<Generated> {
  try {
    return await askShorter(turn, (request) => llm.complete(request), signal)
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
  const hear = (token: string) => {
    begun = true
    onToken(token)
  }
  try {
    return await askShorter(turn, (request) => llm.stream(request, hear), signal)
  } catch (error) {
    signal.throwIfAborted()
    if (begun) throw error
    return await fallback(turn, error, log, signal)
  }
}

const askShorter = (turn: Turn, ask: (request: CompletionRequest) => Promise<Completion>, signal: AbortSignal): Promise<Generated> =>
  askWithLess(turn, async (asked) => answered(await ask(completionRequest(asked, signal)), turn, asked), shortened)

function answered({ texts, usage, cost, finishReason, answerKind }: Completion, turn: Turn, asked: Turn): Generated {
  if (!texts[0]?.trim()) throw new ApiError('upstream_failed', `The model gave no text (finish reason ${finishReason}).`)
  const issues = [
    ...(asked === turn ? [] : [leftOut(turn, asked)]),
    ...(finishReason === 'length' ? [cutOff(turn.choice.effective.max_tokens, usage)] : []),
  ]
  return { texts, usage, ...(cost ? { cost } : {}), ...(answerKind ? { kind: answerKind } : {}), finishReason, asked, issues }
}

function leftOut({ retrieval: { hits }, request: { history } }: Turn, asked: Turn): Issue {
  const read = `the first ${asked.passages.length} of ${hits.length} passages`
  const conversation = history.length > 0 ? ', and with the latest part of the conversation alone' : ''
  return {
    code: 'context_shortened',
    message: `The model reads less than the question came with: it was asked with ${read}${conversation}. A server with a larger context reads all of it.`,
  }
}

function cutOff(most: unknown, usage: Completion['usage']): Issue {
  const atLimit = typeof most === 'number' && (usage?.completion ?? most) >= most
  const why = atLimit ? `at its limit of ${most} tokens (max_tokens)` : 'where the model had no room left for more'
  return { code: 'answer_cut', message: `The answer breaks off ${why}.` }
}

/** Without the model the sources still speak for themselves. */
async function fallback(
  { request, passages, choice, caller, tell }: Turn,
  error: unknown,
  log: Logger,
  signal: AbortSignal,
): Promise<Generated> {
  log.warn({ err: error, model: choice.alias.alias }, 'the model failed')
  const found = await readApart(request.question, passages, choice.n, { caller, signal })
  // one preamble, not that of the reader behind that of the model
  const [why, then] = isTooLong(error) ? TOO_MUCH : NO_ANSWER
  const texts = found.texts.map((text) => {
    if (text === NOTHING_FOUND) return `${why} ${then}`
    return `${why} ${text.startsWith(NOT_SURE) ? CLOSEST : SAYS} ${text.replace(NOT_SURE, '').trimStart()}`
  })
  const message = error instanceof ApiError ? tell(error) : 'The model failed.'
  return { texts, kind: found.kind, issues: [{ code: 'llm_failed', message }] }
}

/** Why there is no answer of the model, and what may help. `claims.ts` knows these words as no statements about the documents. */
const NO_ANSWER = ['The language model does not answer at the moment.', 'Please try again later.'] as const
const TOO_MUCH = ['The question is longer than the language model reads.', 'A shorter one may be answered.'] as const
const SAYS = 'This is what the documents say:'
const CLOSEST = 'The closest passages say:'
