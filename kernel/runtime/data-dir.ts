import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { fileURLToPath } from 'node:url'
import { messageOf } from './errors.ts'

/** A disk that takes longer for an empty file is of no use. */
const ANSWER_MS = 5000

/**
 * Makes the data directory where it is missing, and sees that files can be made in it. Rejects with an Error that says why it is of no use,
 * within `answerMs` also where what is mounted there does not answer; a disk that is full is none, because it may have room later.
 */
export async function openDataDir(dir: string, answerMs = ANSWER_MS): Promise<void> {
  // Not in this process: a call that hangs in the system keeps it from its end.
  const attempt = spawn(process.execPath, [fileURLToPath(new URL('./try-data-dir.mjs', import.meta.url)), dir], {
    stdio: ['ignore', 'pipe', 'ignore'],
    env: {},
  })
  let problem = ''
  attempt.stdout.setEncoding('utf8').on('data', (text: string) => {
    problem += text
  })
  const silent = `nothing there answers within ${answerMs / 1000} s; see to the disk, or whatever is mounted there`
  const ended = once(attempt, 'close', { signal: AbortSignal.timeout(answerMs) })
  const code = await ended.then(
    ([code]) => code,
    (cause) => {
      problem = cause.name === 'AbortError' ? silent : messageOf(cause)
      attempt.kill('SIGKILL')
      attempt.unref()
      attempt.stdout.destroy()
    },
  )
  if (problem || code !== 0) throw new Error(`DATA_DIR: ${dir} cannot be used (${problem || `its trial ended with ${code}`})`)
}

const unusable = (dir: string, cause: unknown): Error => new Error(`DATA_DIR: ${dir} cannot be used (${messageOf(cause)})`, { cause })

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

/** Which process has the data directory; undefined where none has, or where it is not there. */
export function holderOfDataDir(dir: string): string | undefined {
  if (!existsSync(join(dir, 'lock.db'))) return undefined
  const file = new DatabaseSync(join(dir, 'lock.db'))
  try {
    file.exec('PRAGMA busy_timeout = 0; BEGIN EXCLUSIVE; ROLLBACK')
    return undefined
  } catch (error) {
    if (!isBusy(error)) throw unusable(dir, error)
    return ownerOf(join(dir, 'lock.pid'))
  } finally {
    file.close()
  }
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
