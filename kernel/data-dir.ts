import { mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'

/**
 * Takes the data directory for this process: an exclusive lock in a SQLite file, which the operating system frees when the
 * process dies. Throws an Error that says who holds it.
 */
export function lockDataDir(dir: string): { release(): void } {
  mkdirSync(dir, { recursive: true })
  const owner = join(dir, 'lock.pid')
  const file = new DatabaseSync(join(dir, 'lock.db'))
  try {
    file.exec('PRAGMA busy_timeout = 0; PRAGMA journal_mode = DELETE; BEGIN EXCLUSIVE')
  } catch {
    file.close()
    throw new Error(
      `DATA_DIR: ${dir} is in use by process ${ownerOf(owner)}. The embedded mode is one process: stop that one, or give this one another DATA_DIR, or set KAFKA_BROKERS and DATABASE_URL.`,
    )
  }
  writeFileSync(owner, String(process.pid))
  return { release: () => file.close() }
}

function ownerOf(path: string): string {
  try {
    return readFileSync(path, 'utf8')
  } catch {
    return '(unknown)'
  }
}
