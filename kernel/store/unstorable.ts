import { sqliteCode } from './sqlite-code.ts'

/** SQLite's primary result codes: too big, constraint, mismatch, range. */
const SQLITE_REFUSED: ReadonlySet<number | undefined> = new Set([18, 19, 20, 25])
/** PostgreSQL's classes of SQLSTATE: data exception, integrity constraint violation, program limit exceeded. */
const POSTGRES_REFUSED = /^(22|23|54)/

/** Whether the store refuses these values as such, so that to try again is in vain. */
export function isUnstorable(error: unknown): boolean {
  if (SQLITE_REFUSED.has(sqliteCode(error))) return true
  return error instanceof Error && 'code' in error && POSTGRES_REFUSED.test(String(error.code))
}
