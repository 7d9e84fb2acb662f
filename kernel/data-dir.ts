import { mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { messageOf } from './errors.ts'

/**
 * Takes the data directory for this process: an exclusive lock in a SQLite file, which the operating system frees when the
 * process dies. Throws an Error that says who holds it, or why the directory is of no use.
 */
export function lockDataDir(dir: string): { release(): void } {
  const owner = join(dir, 'lock.pid')
  let file: DatabaseSync | undefined
  try {
    mkdirSync(dir, { recursive: true })
    file = new DatabaseSync(join(dir, 'lock.db'))
    file.exec('PRAGMA busy_timeout = 0; PRAGMA journal_mode = DELETE; BEGIN EXCLUSIVE')
  } catch (cause) {
    file?.close()
    if (!isBusy(cause)) throw new Error(`DATA_DIR: ${dir} cannot be used (${messageOf(cause)})`, { cause })
    throw new Error(
      `DATA_DIR: ${dir} is in use by process ${ownerOf(owner)}. The embedded mode is one process: stop that one, or give this one another DATA_DIR, or set KAFKA_BROKERS and DATABASE_URL.`,
    )
  }
  writeFileSync(owner, String(process.pid))
  return { release: () => file.close() }
}

/** https://www.sqlite.org/rescode.html#busy */
const SQLITE_BUSY = 5
const isBusy = (error: unknown): boolean => error instanceof Error && 'errcode' in error && (Number(error.errcode) & 0xff) === SQLITE_BUSY

function ownerOf(path: string): string {
  try {
    return readFileSync(path, 'utf8')
  } catch {
    return '(unknown)'
  }
}
