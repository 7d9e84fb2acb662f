import { spawnSync } from 'node:child_process'
import { chmodSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
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

/** The trial as a user of its own, whom nothing of root's is open to. */
function triedBy(uid: number, dir: string): string {
  const source = readFileSync(new URL('./try-data-dir.mjs', import.meta.url), 'utf8')
  const code = `process.setgroups([]); process.setgid(${uid}); process.setuid(${uid}); await import(${JSON.stringify(`data:text/javascript,${encodeURIComponent(source)}`)})`
  return spawnSync(process.execPath, ['--input-type=module', '-e', code, 'x', dir], { encoding: 'utf8' }).stdout
}

test.runIf(process.getuid?.() === 0)('a file that a start as root left in it is named, with what to do', () => {
  chmodSync(dir, 0o777)
  mkdirSync(join(dir, 'lost+found'), { mode: 0o700 })
  expect(triedBy(65534, dir)).toBe('')
  mkdirSync(join(dir, 'blobs'), { mode: 0o755 })
  for (const name of ['views.db', 'blobs/documents.db']) {
    writeFileSync(join(dir, name), '', { mode: 0o644 })
    chmodSync(join(dir, 'blobs'), 0o777)
    expect(triedBy(65534, dir)).toContain(
      `${join(dir, name)} belongs to user 0, and user 65534, who runs this, may not write it; chown -R 65534 ${dir}`,
    )
    rmSync(join(dir, name))
  }
})
