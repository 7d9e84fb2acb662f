import { mkdtempSync, readdirSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { isAlive } from '../runtime/is-alive.ts'

const NAME = /^millrace-parse-(\d+)-/

/** A temporary folder of this process. Folders of processes that were killed before they could remove theirs go first. */
export function createWorkFolder(): string {
  for (const name of readdirSync(tmpdir())) {
    const owner = NAME.exec(name)?.[1]
    if (owner && !isAlive(Number(owner))) rmSync(join(tmpdir(), name), { recursive: true, force: true })
  }
  return mkdtempSync(join(tmpdir(), `millrace-parse-${process.pid}-`))
}
