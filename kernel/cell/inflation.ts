import { WorkError } from '../runtime/errors.ts'
import type { ArchiveLimits } from './protocol.ts'

/** What comes out at less than this is not suspect, however little it was made from. */
const SUSPECT_FROM = 10 * 1024 * 1024
/** A text of 10 MB makes 30,000 chunks, which the quota of files does not count: one of 700 bytes that says it repeats itself may not. */
export const SUSPECT_TEXT_FROM = 1024 * 1024

type Limits = Pick<ArchiveLimits, 'max_inflated_mb' | 'max_compression_ratio'>

/**
 * Holds what comes out of a file against the file's bytes; `what` begins the reason, as in `The file unpacks to`. Throws WorkError
 * `too_large` beyond `max_inflated_mb`, or beyond `max_compression_ratio` times the file.
 */
export function assertInflation(what: string, size: number, fileBytes: number, limits: Limits, suspectFrom = SUSPECT_FROM): void {
  const refuse = (bound: string): never => {
    throw new WorkError('too_large', `${what} more than ${bound}. Split it into smaller files, or save it again without embedded data.`)
  }
  if (size > limits.max_inflated_mb * 1024 * 1024) refuse(`${limits.max_inflated_mb} MB`)
  if (size > suspectFrom && size > fileBytes * limits.max_compression_ratio) refuse(`${limits.max_compression_ratio} times its size`)
}
