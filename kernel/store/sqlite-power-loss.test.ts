import { copyFileSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setImmediate as turn } from 'node:timers/promises'
import { expect, onTestFinished, test } from 'vitest'
import { seededRandom } from '../../scripts/seeded-random.ts'
import type { Database } from './database.ts'
import { openSqliteDatabase } from './sqlite.ts'
import { watchedDisk } from './watched-disk.fixture.ts'

const WAL = 'views.db-wal'
type Notes = { notes: { n: number; text: string } }

function temporaryFolder(): string {
  const dir = mkdtempSync(join(tmpdir(), 'millrace-store-power-'))
  onTestFinished(() => rmSync(dir, { recursive: true, force: true }))
  return dir
}

async function opened(dir: string): Promise<Database> {
  const database = await openSqliteDatabase({ dir })
  onTestFinished(() => database.close())
  return database
}

const numbersIn = async (database: Database): Promise<number[]> =>
  (await database.tables<Notes>().selectFrom('notes').select('n').orderBy('n').execute()).map(({ n }) => n)

test.each([
  1, 2, 3, 4, 5, 6,
])('a transaction that was told, and what was read and waited for, outlives a power failure (seed %i)', async (seed) => {
  const random = seededRandom(seed)
  const dir = temporaryFolder()
  const disk = await watchedDisk(join(dir, WAL), () => Math.floor(random() * 12))
  onTestFinished(disk.restore)
  const database = await opened(dir)
  await database.tables<Notes>().schema.createTable('notes').addColumn('n', 'integer').addColumn('text', 'text').execute()
  await database.transaction(async () => undefined)
  const told: number[] = []
  const put = async (n: number) => {
    const text = 'x'.repeat(Math.floor(random() * 2_000))
    await database.transaction<Notes, unknown>((trx) => trx.insertInto('notes').values({ n, text }).execute(), { derived: n % 5 === 0 })
    if (n % 5 !== 0) told.push(n)
  }
  const under: Promise<void>[] = []
  const last = 10 + Math.floor(random() * 60)
  for (let n = 0; n < last; n++) {
    under.push(put(n))
    for (let turns = Math.floor(random() * 6); turns > 0; turns--) await turn()
  }
  const read = await numbersIn(database)
  await database.flushed()
  // The power fails here: of what was not flushed nothing is left.
  const left = temporaryFolder()
  copyFileSync(join(dir, 'views.db'), join(left, 'views.db'))
  writeFileSync(join(left, WAL), disk.sure())
  const promised = new Set([...told, ...read])
  await Promise.all(under)
  disk.restore()
  const there = new Set(await numbersIn(await opened(left)))
  expect([...promised].filter((n) => !there.has(n))).toEqual([])
})

test('a commit of transactions flushes nothing on the main thread, and many of them share a flush beside it', async () => {
  const dir = temporaryFolder()
  let flushes = 0
  const disk = await watchedDisk(join(dir, WAL), () => {
    flushes++
    return 5
  })
  onTestFinished(disk.restore)
  const database = await opened(dir)
  await database.tables<Notes>().schema.createTable('notes').addColumn('n', 'integer').addColumn('text', 'text').execute()
  const insert = (n: number) => database.transaction<Notes, unknown>((trx) => trx.insertInto('notes').values({ n, text: '' }).execute())
  await Promise.all(Array.from({ length: 40 }, (_, n) => insert(n)))
  expect(flushes).toBeGreaterThan(0)
  expect(flushes).toBeLessThan(10)
})

test('what a process that was killed had committed is flushed before the next one shows it', async () => {
  const dir = temporaryFolder()
  const before = await opened(dir)
  await before.tables<Notes>().schema.createTable('notes').addColumn('n', 'integer').addColumn('text', 'text').execute()
  await before.transaction<Notes, unknown>((trx) => trx.insertInto('notes').values({ n: 7, text: '' }).execute(), { derived: true })
  const left = temporaryFolder()
  for (const file of ['views.db', WAL]) copyFileSync(join(dir, file), join(left, file))
  const written = readFileSync(join(left, WAL))
  const disk = await watchedDisk(join(left, WAL))
  onTestFinished(disk.restore)
  const next = await opened(left)
  expect(disk.sure().subarray(0, written.length).equals(written)).toBe(true)
  expect(await numbersIn(next)).toEqual([7])
})
