import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { flushBeside } from './flush-beside.ts'

const files = vi.hoisted(() => ({ syncs: [] as PromiseWithResolvers<void>[] }))
vi.mock('node:fs/promises', async (original) => ({
  ...(await original<typeof import('node:fs/promises')>()),
  open: async () => ({
    datasync: () => {
      const sync = Promise.withResolvers<void>()
      files.syncs.push(sync)
      return sync.promise
    },
    close: async () => undefined,
  }),
}))

let dir: string
beforeEach(() => {
  dir = mkdtempSync(join(tmpdir(), 'millrace-flush-'))
  files.syncs.length = 0
})
afterEach(() => rmSync(dir, { recursive: true, force: true }))

const begun = (count: number) => vi.waitFor(() => expect(files.syncs).toHaveLength(count), { timeout: 30_000 })

test('whoever asks while a flush is under way is flushed by one that begins after it', async () => {
  const { flushed } = flushBeside(join(dir, 'a.db'))
  const ended: string[] = []
  const first = flushed().then(() => ended.push('first'))
  await begun(1)
  const others = [flushed().then(() => ended.push('second')), flushed().then(() => ended.push('third'))]
  files.syncs[0]?.resolve()
  await first
  await begun(2)
  expect(ended).toEqual(['first'])
  files.syncs[1]?.resolve()
  await Promise.all(others)
  expect(ended).toEqual(['first', 'second', 'third'])
  expect(files.syncs).toHaveLength(2)
})

test('after a failed flush nothing is said to be on the disk any more', async () => {
  const { flushed } = flushBeside(join(dir, 'b.db'))
  const first = expect(flushed()).rejects.toMatchObject({ code: 'unavailable', message: expect.stringContaining('restart') })
  await begun(1)
  const second = expect(flushed()).rejects.toMatchObject({ code: 'unavailable' })
  files.syncs[0]?.reject(new Error('EIO'))
  await Promise.all([first, second])
  await expect(flushed()).rejects.toMatchObject({ code: 'unavailable' })
  expect(files.syncs).toHaveLength(1)
})

test('the log of a database in WAL mode is where it is looked for', async () => {
  const { open } = await vi.importActual<typeof import('node:fs/promises')>('node:fs/promises')
  const file = join(dir, 'c.db')
  const db = new DatabaseSync(file)
  db.exec('PRAGMA journal_mode = WAL; PRAGMA synchronous = NORMAL; CREATE TABLE t (x)')
  const handle = await open(`${file}-wal`, 'r+')
  expect((await handle.stat()).size).toBeGreaterThan(0)
  await handle.close()
  db.close()
})
