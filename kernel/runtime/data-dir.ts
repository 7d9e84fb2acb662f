import { closeSync, existsSync, mkdirSync, openSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { dirname, join, resolve } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { messageOf } from './errors.ts'

/**
 * Makes the data directory where it is missing, and sees that files can be made in it. Throws an Error that says why it is of no use; a
 * disk that is full is none, because it may have room later.
 */
export function openDataDir(dir: string): void {
  const probe = join(dir, `.start-${process.pid}`)
  try {
    makeFolders(dir)
    closeSync(openSync(probe, 'w'))
    rmSync(probe)
  } catch (cause) {
    if (!isFull(cause)) throw unusable(dir, cause)
  }
}

/** One after the other: under /proc, node's own recursive way tries again for ever. */
function makeFolders(dir: string): void {
  const missing: string[] = []
  for (let at = resolve(dir); !existsSync(at); at = dirname(at)) missing.unshift(at)
  for (const folder of missing) {
    try {
      mkdirSync(folder)
    } catch (error) {
      if (!existsSync(folder)) throw error
    }
  }
}

const unusable = (dir: string, cause: unknown): Error => new Error(`DATA_DIR: ${dir} cannot be used (${messageOf(cause)})`, { cause })

const isFull = (error: unknown): boolean =>
  error instanceof Error && 'code' in error && (error.code === 'ENOSPC' || error.code === 'EDQUOT')

/**
 * Takes the data directory, which is there, for this process: an exclusive lock in a SQLite file, which the operating system frees when the
 * process dies. Throws an Error that says who holds it, or why the directory is of no use.
 */
export function lockDataDir(dir: string): { release(): void } {
  const owner = join(dir, 'lock.pid')
  let file: DatabaseSync | undefined
  try {
    file = new DatabaseSync(join(dir, 'lock.db'))
    file.exec('PRAGMA busy_timeout = 0; PRAGMA journal_mode = DELETE; BEGIN EXCLUSIVE')
  } catch (cause) {
    file?.close()
    if (!isBusy(cause)) throw unusable(dir, cause)
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
