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

test('a data directory is made with the folders above it, and nothing is left in it', () => {
  const deep = join(dir, 'a', 'b', 'c')
  openDataDir(deep)
  openDataDir(deep)
  expect(readdirSync(deep)).toEqual([])
  const lock = lockDataDir(deep)
  expect(() => lockDataDir(deep)).toThrow(`DATA_DIR: ${deep} is in use by process ${process.pid}`)
  lock.release()
})

test.runIf(process.platform === 'linux').each(['/proc', '/proc/millrace', '/proc/a/b/c', '/sys/millrace', '/dev/null', '/dev/null/a'])(
  '%s is told to be of no use, at once',
  (place) => {
    const started = performance.now()
    expect(() => openDataDir(place)).toThrow(`DATA_DIR: ${place} cannot be used (`)
    expect(performance.now() - started).toBeLessThan(1000)
  },
)

test('a file is no data directory, nor is a folder that may not be written', () => {
  const file = join(dir, 'file')
  writeFileSync(file, '')
  expect(() => openDataDir(file)).toThrow(`DATA_DIR: ${file} cannot be used (`)
  if (process.getuid?.() === 0) return // may write everywhere
  chmodSync(dir, 0o500)
  expect(() => openDataDir(dir)).toThrow(`DATA_DIR: ${dir} cannot be used (EACCES`)
})
