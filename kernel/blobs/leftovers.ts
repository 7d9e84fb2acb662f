import { readdir, rm, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { isAlive } from '../runtime/is-alive.ts'

/** Whether the process that began the file is still there; its number stands before the name's first dash. */
function writerLives(name: string): boolean {
  const pid = Number(name.split('-')[0])
  return pid !== process.pid && isAlive(pid)
}

/** Removes the files `<pid>-<anything>` that crashed processes left: older than a minute and without their process, or older than a day. */
export async function removeLeftovers(folder: string): Promise<void> {
  for (const name of await readdir(folder)) {
    const file = join(folder, name)
    const ageMs = Date.now() - ((await stat(file).catch(() => undefined))?.mtimeMs ?? Date.now())
    if (ageMs > 86_400_000 || (ageMs > 60_000 && !writerLives(name))) await rm(file, { force: true })
  }
}
