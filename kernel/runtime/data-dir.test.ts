import { spawnSync } from 'node:child_process'
import { chmodSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { lockDataDir, openDataDir } from './data-dir.ts'

let dir: string
beforeEach(() => {
  dir = mkdtempSync(join(tmpdir(), 'millrace-data-dir-'))
})
afterEach(() => rmSync(dir, { recursive: true, force: true }))

test('a data directory is made with the folders above it, and nothing is left in it', async () => {
  const deep = join(dir, 'a', 'b', 'c')
  await openDataDir(deep)
  await openDataDir(deep)
  expect(readdirSync(deep)).toEqual([])
  const lock = lockDataDir(deep)
  expect(() => lockDataDir(deep)).toThrow(`DATA_DIR: ${deep} is in use by process ${process.pid}`)
  lock.release()
})

test.runIf(process.platform === 'linux').each(['/proc', '/proc/millrace', '/proc/a/b/c', '/sys/millrace', '/dev/null', '/dev/null/a'])(
  '%s is told to be of no use, without waiting for the limit',
  async (place) => {
    await expect(openDataDir(place)).rejects.toThrow(`DATA_DIR: ${place} cannot be used (E`)
  },
)

test('a file is no data directory, nor is a folder that may not be written', async () => {
  const file = join(dir, 'file')
  writeFileSync(file, '')
  await expect(openDataDir(file)).rejects.toThrow(`DATA_DIR: ${file} cannot be used (`)
  if (process.getuid?.() === 0) return // may write everywhere
  chmodSync(dir, 0o500)
  await expect(openDataDir(dir)).rejects.toThrow(`DATA_DIR: ${dir} cannot be used (EACCES`)
})

// Who opens a pipe that nobody reads waits for ever, as with a mount that does not answer.
test.runIf(spawnSync('mkfifo', ['--version']).status === 0)('one that does not answer is told within its time', async () => {
  spawnSync('mkfifo', [join(dir, '.start')])
  await expect(openDataDir(dir, 500)).rejects.toThrow(`DATA_DIR: ${dir} cannot be used (nothing there answers within 0.5 s; `)
})
