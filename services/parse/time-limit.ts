import { stageDeadlineMs } from '../../kernel/consume/stage-deadlines.ts'

/** A file of so many bytes is given the time of a small one once more. */
const BYTES_PER_TIME = 20_000_000

/**
 * Milliseconds that reading a file may take: `timeout_ms` of config.yaml grows with the file, so that an honest one near the limit of
 * an upload is read on a slow machine too. Two tries fit into the stage's deadline.
 */
export const timeLimitOf = (bytes: number, timeoutMs: number): number =>
  Math.min(timeoutMs * (1 + bytes / BYTES_PER_TIME), Math.max(timeoutMs, stageDeadlineMs.parsing / 2))
