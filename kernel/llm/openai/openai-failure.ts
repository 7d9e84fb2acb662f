import { setTimeout as delay } from 'node:timers/promises'
import { APIConnectionError, APIConnectionTimeoutError, APIError } from 'openai'
import { isUnanswered, isUnreached } from '../../net/unreached.ts'
import { ApiError } from '../../runtime/errors.ts'
import { retryAfterOf } from '../../runtime/retry-after.ts'
import { NO_IMAGES, TOO_LONG, TOO_SLOW } from '../llm.ts'
import { brokeOff, noCompletion } from './openai-replies.ts'

/** A caller waits for a chat: longer than this it is not kept in the dark about a busy model. */
const LONGEST_WAIT_MS = 5_000
const SHORT_WAIT_MS = 300

/** Calls a second time when the first failure may pass, and soon. `onBusy` hears of every Retry-After. */
export async function twice<T>(call: () => Promise<T>, signal: AbortSignal, onBusy?: (retryAfterMs: number) => void): Promise<T> {
  const told = () =>
    call().catch((error) => {
      const wait = error instanceof APIError ? retryAfterOf(error.headers, Date.now()) : undefined
      if (wait !== undefined) onBusy?.(wait)
      throw error
    })
  try {
    return await told()
  } catch (error) {
    const wait = waitAfter(error)
    if (wait === undefined || signal.aborted) throw error
    await delay(wait, undefined, { signal })
    return told()
  }
}

function waitAfter(error: unknown): number | undefined {
  if (!(error instanceof APIError) || isUnanswered(error)) return undefined
  const status: number | undefined = error.status
  const passing = error instanceof APIConnectionError || status === 408 || status === 409 || status === 429 || (status ?? 0) >= 500
  if (!passing || error.code === 'insufficient_quota' || refusesImages(error)) return undefined
  const wait = retryAfterOf(error.headers, Date.now()) ?? SHORT_WAIT_MS * (1 + Math.random())
  return wait <= LONGEST_WAIT_MS ? wait : undefined
}

/** What a failed call is told as: ApiError upstream_failed without the reply's own words or the key; the reason of a signal that was aborted. */
export function failure(error: unknown, ...signals: readonly AbortSignal[]): unknown {
  const aborted = signals.find((signal) => signal.aborted)
  if (aborted) return aborted.reason
  if (error instanceof ApiError) return error
  if (error instanceof APIConnectionTimeoutError) return tooSlow()
  if (error instanceof APIConnectionError) {
    const cause = isUnreached(error) ? new ApiError('unavailable', 'the model endpoint is away') : undefined
    return new ApiError('upstream_failed', 'The model endpoint could not be reached.', { cause })
  }
  if (error instanceof APIError && error.status !== undefined) return refused(error, error.status)
  if (error instanceof SyntaxError) return noCompletion()
  return brokeOff()
}

/** llama.cpp says it with 500, as if it were broken. */
const refusesImages = ({ message }: Refusal): boolean =>
  typeof message === 'string' && /\bimages? (?:input )?(?:is|are) not supported\b/i.test(message)

function refused(error: APIError, status: number): ApiError {
  const wait = retryAfterOf(error.headers, Date.now())
  const retry_after_s = wait === undefined ? undefined : Math.ceil(wait / 1000)
  return new ApiError('upstream_failed', messageFor(error, status, retry_after_s), {
    details: {
      provider_status: status,
      ...(saysTooLong(error) ? { reason: TOO_LONG } : refusesImages(error) ? { reason: NO_IMAGES } : {}),
      ...(retry_after_s === undefined ? {} : { retry_after_s }),
    },
  })
}

interface Refusal {
  readonly code?: unknown
  readonly type?: unknown
  readonly message?: unknown
}

/** Whether a server's words speak of how much its model reads at once. */
export const namesContext = (message: string): boolean => /\bcontext[ _](?:length|size|window)\b/i.test(message)

/** OpenAI and llama-cpp-python say it by a code, llama.cpp by a type, vLLM and LM Studio in their message alone. */
const saysTooLong = ({ code, type, message }: Refusal): boolean =>
  code === 'context_length_exceeded' || type === 'exceed_context_size_error' || (typeof message === 'string' && namesContext(message))

/** The endpoint's own message may repeat the key or the conversation; its status and code do not. */
function messageFor(error: APIError, status: number, retry: number | undefined): string {
  const { code, type } = error
  const answered = `The model endpoint answered with status ${status}`
  if (saysTooLong(error)) return `${answered}: the conversation with its sources is longer than the model reads.`
  if (code === 'content_filter') return `${answered}: its content filter refused the conversation.`
  if (code === 'insufficient_quota' || type === 'insufficient_quota') return `${answered}: its quota is used up.`
  if (status === 401 || status === 403) return `${answered}: it does not accept the key.`
  if (refusesImages(error)) return `${answered}: it reads no images.`
  if (status === 503) return `${answered}: it is not ready; a server that has just started still loads its model.`
  if (status === 404) return `${answered}: it does not know the model or deployment.`
  if (status === 429) return `${answered}: it is busy${retry === undefined ? '' : `; try again in ${retry} s`}.`
  return `${answered}.`
}

/** A model on one's own machine may only be slow: how long it was waited for is told. */
const tooSlow = (timeoutMs?: number): ApiError =>
  new ApiError('upstream_failed', `The model did not answer in time${timeoutMs === undefined ? '' : ` (${timeoutMs / 1000} s)`}.`, {
    details: { reason: TOO_SLOW },
  })

/** Aborts its signal when `heard` was not called for so long. */
export function silenceGuard(timeoutMs: number): { signal: AbortSignal; heard(): void; stop(): void } {
  const controller = new AbortController()
  const timer = setTimeout(() => controller.abort(tooSlow(timeoutMs)), timeoutMs)
  return { signal: controller.signal, heard: () => void timer.refresh(), stop: () => clearTimeout(timer) }
}
