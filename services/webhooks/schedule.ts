const SECOND = 1000
const MINUTE = 60 * SECOND
const HOUR = 60 * MINUTE
/** After each attempt that failed; the last one has none. */
const PAUSES = [5 * SECOND, 5 * MINUTE, 30 * MINUTE, 2 * HOUR, 5 * HOUR, 10 * HOUR, 10 * HOUR]
/** A pause is up to so much longer, so that what failed together does not come again together. */
const JITTER = 0.1
const LONGEST_WAIT = 24 * HOUR

/** Attempts in all. */
export const MOST_ATTEMPTS = PAUSES.length + 1
/** An endpoint at which nothing arrives for so long is disabled. */
export const FAILING_MS = 5 * 24 * HOUR

/** Ms until the next attempt after `made` that failed, never before `retryAfterMs`; undefined when that was the last. */
export function pauseAfter(
  made: number,
  { retryAfterMs = 0, random = Math.random }: { retryAfterMs?: number; random?: () => number } = {},
) {
  const pause = PAUSES[made - 1]
  if (pause === undefined) return undefined
  return Math.max(Math.round(pause * (1 + JITTER * random())), Math.min(retryAfterMs, LONGEST_WAIT))
}
