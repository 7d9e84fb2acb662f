import { WorkError } from '../runtime/errors.ts'
import type { ArchiveLimits } from './protocol.ts'

/** What comes out at less than this is not suspect, however little it was made from. */
const SUSPECT_FROM = 10 * 1024 * 1024

type Limits = Pick<ArchiveLimits, 'max_inflated_mb' | 'max_compression_ratio'>

/**
 * Holds what comes out of a file against the file's bytes; `what` begins the reason, as in `The file unpacks to`. Throws WorkError
 * `too_large` beyond `max_inflated_mb`, or beyond `max_compression_ratio` times the file.
 */
export function assertInflation(what: string, size: number, fileBytes: number, limits: Limits): void {
  const refuse = (bound: string): never => {
    throw new WorkError('too_large', `${what} more than ${bound}. Split it into smaller files, or save it again without embedded data.`)
  }
  if (size > limits.max_inflated_mb * 1024 * 1024) refuse(`${limits.max_inflated_mb} MB`)
  if (size > SUSPECT_FROM && size > fileBytes * limits.max_compression_ratio) refuse(`${limits.max_compression_ratio} times its size`)
}
