/** A file of so many bytes is given the time of a small one once more. */
const BYTES_PER_TIME = 20_000_000

/** One try, whatever the size: two of them fit into the deadline of the stage that reads documents. */
const LONGEST_MS = 300_000

/**
 * Milliseconds that reading a file may take: `timeout_ms` of config.yaml grows with the file, so that an honest one near the limit of
 * an upload is read on a slow machine too.
 */
export const timeLimitOf = (bytes: number, timeoutMs: number): number =>
  Math.min(timeoutMs * (1 + bytes / BYTES_PER_TIME), Math.max(timeoutMs, LONGEST_MS))

/** A file of no bytes has so much of the time as processor time, and one of so many bytes all of it. */
const LEAST_SHARE = 1 / 5
const BYTES_OF_WHOLE = 4_000_000

/**
 * Milliseconds of processor time that reading a file may take: a small one that needs as much as a large one was made to. Less than the
 * time by the clock, because a machine that is busy with others does not use it up.
 */
export const processorLimitOf = (bytes: number, timeoutMs: number): number =>
  Math.min(timeLimitOf(bytes, timeoutMs), timeoutMs * (LEAST_SHARE + ((1 - LEAST_SHARE) * bytes) / BYTES_OF_WHOLE))

/**
 * Whether a file takes so long that others should not wait behind it. One that is expected to end within twice the time, by the `share` of it
 * that is read (0 to 1), is let end: another process would only be up by then, and would have everything to compile.
 */
export const isSlow = (spentMs: number, share: number, afterMs: number): boolean => spentMs > afterMs && spentMs > 2 * afterMs * share
