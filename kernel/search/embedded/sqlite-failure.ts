import { ApiError } from '../../runtime/errors.ts'
import { sqliteAway, sqliteCode } from '../../store/sqlite-code.ts'

/** From SQLite's "Result and Error Codes". */
const CONSTRAINT = 19

/** What SQLite reports, in the platform's words: a full disk and a lock may pass, a chunk id that stands twice will not. */
export function asApiError(cause: unknown): unknown {
  if (sqliteCode(cause) === CONSTRAINT) return new ApiError('invalid_request', 'the id of a chunk stands twice in its document', { cause })
  return sqliteAway(cause, 'the search index') ?? cause
}
