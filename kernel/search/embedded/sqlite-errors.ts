import { ApiError } from '../../errors.ts'

/** Primary result codes, from SQLite's "Result and Error Codes". */
const [BUSY, LOCKED, IOERR, FULL, CONSTRAINT] = [5, 6, 10, 13, 19]

const codeOf = (error: unknown): number | undefined =>
  error instanceof Error && 'errcode' in error && typeof error.errcode === 'number' ? error.errcode & 0xff : undefined

/** What SQLite reports, in the platform's words: a full disk and a lock may pass, a chunk id that stands twice will not. */
export function asApiError(cause: unknown): unknown {
  switch (codeOf(cause)) {
    case FULL:
      return new ApiError('storage_full', 'the disk of the search index is full', { cause })
    case BUSY:
    case LOCKED:
    case IOERR:
      return new ApiError('unavailable', 'the search index does not answer', { cause })
    case CONSTRAINT:
      return new ApiError('invalid_request', 'the id of a chunk stands twice in its document', { cause })
    default:
      return cause
  }
}
