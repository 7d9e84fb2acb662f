import { setTimeout as delay } from 'node:timers/promises'
import { ApiError, isAway, messageOf, WorkError } from '../runtime/errors.ts'
import { retryAfterOf } from '../runtime/retry-after.ts'
import type { RetryPolicy } from './define-consumer.ts'

/** Exponential backoff with full jitter (half of it fixed, so that a wait is never nothing), never below what the failure asks for. */
export function backoffMs(policy: RetryPolicy, attempt: number, retryAfterMs = 0, random = Math.random()): number {
  const ceiling = Math.min(policy.capMs, policy.baseMs * 2 ** (attempt - 1))
  return Math.max(retryAfterMs, ceiling / 2 + (random * ceiling) / 2)
}

/** Anything thrown as a WorkError. What no handler named is `internal` and worth another try. */
export function toWorkError(error: unknown): WorkError {
  if (error instanceof WorkError) return error
  if (error instanceof ApiError) {
    const retryAfterMs = retryAfterOf(new Headers(error.headers), Date.now())
    return new WorkError(error.code, error.message, { retryable: error.status >= 500 || error.status === 429, retryAfterMs, cause: error })
  }
  return new WorkError('internal', messageOf(error), { retryable: true, cause: error })
}

/** Waits, or rejects as soon as the signal is aborted. */
export const pause = (ms: number, signal: AbortSignal): Promise<void> => delay(ms, undefined, { signal })

/** Waits for what is away: soon at first, and short enough that its return is seen within seconds. */
const AWAY: RetryPolicy = { attempts: Number.POSITIVE_INFINITY, baseMs: 200, capMs: 5_000 }

/** Told before each wait. */
export interface RetryObserver {
  onRetry(error: WorkError, attempt: number, waitMs: number): void
  onAway(error: WorkError, waitMs: number): void
}

/** Runs `work` again for as long as something that it leans on is away; every other failure rejects, and an aborted signal does. */
async function onceThere<Result>(signal: AbortSignal, work: () => Promise<Result>, onAway: RetryObserver['onAway']): Promise<Result> {
  for (let waits = 1; ; waits++) {
    try {
      return await work()
    } catch (thrown) {
      if (signal.aborted || !isAway(thrown)) throw thrown
      const error = toWorkError(thrown)
      const waitMs = backoffMs(AWAY, waits, error.retryAfterMs)
      onAway(error, waitMs)
      await pause(waitMs, signal)
    }
  }
}

/**
 * Runs `work` until it succeeds, its failure is terminal, or its tries are used up. Resolves with the result, or with the
 * failure and the number of tries. A try that met something that is away counts for none. Rejects only when the signal is aborted: the record comes again elsewhere.
 */
export async function withRetries<Result>(
  policy: RetryPolicy,
  signal: AbortSignal,
  work: (attempt: number) => Promise<Result>,
  { onRetry, onAway }: RetryObserver,
): Promise<
  { ok: true; result: Result; attempts: number } | { ok: false; error: WorkError; attempts: number; kind: 'terminal' | 'exhausted' }
> {
  for (let attempt = 1; ; attempt++) {
    try {
      return { ok: true, result: await onceThere(signal, () => work(attempt), onAway), attempts: attempt }
    } catch (thrown) {
      if (signal.aborted) throw thrown
      const error = toWorkError(thrown)
      if (!error.retryable) return { ok: false, error, attempts: attempt, kind: 'terminal' }
      if (attempt >= policy.attempts) return { ok: false, error, attempts: attempt, kind: 'exhausted' }
      const waitMs = backoffMs(policy, attempt, error.retryAfterMs)
      onRetry(error, attempt, waitMs)
      await pause(waitMs, signal)
    }
  }
}
