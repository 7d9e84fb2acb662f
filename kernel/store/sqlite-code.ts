import { ApiError } from '../runtime/errors.ts'

/** SQLite's primary result code of an error, or undefined for other errors. */
export function sqliteCode(error: unknown): number | undefined {
  if (!(error instanceof Error) || !('errcode' in error) || typeof error.errcode !== 'number') return undefined
  return error.errcode & 0xff
}

/** From SQLite's "Result and Error Codes". */
const [BUSY, LOCKED, IOERR, FULL] = [5, 6, 10, 13]

/** What says that a database file is away for now: locked by another process, its disk full or failing. Undefined for other errors. */
export function sqliteAway(cause: unknown, what: string): ApiError | undefined {
  const code = sqliteCode(cause)
  if (code === FULL) return new ApiError('storage_full', `the disk of ${what} is full`, { headers: { 'retry-after': '30' }, cause })
  if (code !== BUSY && code !== LOCKED && code !== IOERR) return undefined
  return new ApiError('unavailable', `${what} does not answer`, { headers: { 'retry-after': '2' }, cause })
}
