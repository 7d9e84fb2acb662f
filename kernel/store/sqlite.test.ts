import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { toApiError } from '../http/reply/to-api-error.ts'
import { databaseContract } from './contract.ts'
import { openSqliteDatabase } from './sqlite.ts'

databaseContract('SQLite', async () => {
  const dir = mkdtempSync(join(tmpdir(), 'millrace-views-'))
  const database = await openSqliteDatabase({ dir })
  return {
    database,
    async dispose() {
      await database.close()
      rmSync(dir, { recursive: true, force: true })
    },
  }
})

test('transactions that wait together share a commit; one that throws is undone by itself, and a disk that is full undoes them all', async () => {
  const dir = mkdtempSync(join(tmpdir(), 'millrace-together-'))
  const database = await openSqliteDatabase({ dir })
  try {
    type Notes = { notes: { n: number; text: string } }
    const db = database.tables<Notes>()
    await db.schema.createTable('notes').addColumn('n', 'integer').addColumn('text', 'text').execute()
    const put = (n: number, text = '') =>
      database.transaction<Notes, number>(async (trx) => {
        await trx.insertInto('notes').values({ n, text }).execute()
        if (n % 10 === 3) throw new Error(`no ${n}`)
        return (await trx.selectFrom('notes').select('n').execute()).length
      })
    const ends = await Promise.allSettled(Array.from({ length: 150 }, (_, n) => put(n)))
    expect(ends.flatMap((end, n) => (end.status === 'rejected' ? [[n, String(end.reason)]] : []))).toEqual(
      Array.from({ length: 15 }, (_, i) => [i * 10 + 3, `Error: no ${i * 10 + 3}`]),
    )
    // each saw what came before it, and nothing of those that were undone
    const seen = ends.flatMap((end) => (end.status === 'fulfilled' ? [end.value] : []))
    expect(seen).toEqual(Array.from({ length: 135 }, (_, i) => i + 1))
    await sql.raw('pragma max_page_count = 20').execute(db)
    const full = await Promise.allSettled([put(1000), put(1001, 'x'.repeat(200_000)), put(1002)])
    expect(full.filter(({ status }) => status === 'rejected').length).toBeGreaterThan(0)
    const kept = (await db.selectFrom('notes').select('n').where('n', '>=', 1000).execute()).map(({ n }) => n)
    expect(kept).toEqual(full.flatMap(({ status }, i) => (status === 'fulfilled' ? [1000 + i] : [])))
    expect((await db.selectFrom('notes').select('n').where('n', '<', 1000).execute()).length).toBe(135)
  } finally {
    await database.close()
    rmSync(dir, { recursive: true, force: true })
  }
})

test('what needs no flush does not wait behind a long line of what does', async () => {
  const dir = mkdtempSync(join(tmpdir(), 'millrace-lines-'))
  const database = await openSqliteDatabase({ dir })
  try {
    type Notes = { notes: { n: number } }
    await database.tables<Notes>().schema.createTable('notes').addColumn('n', 'integer').execute()
    const ended: number[] = []
    const put = (n: number, derived = false) =>
      database.transaction<Notes, unknown>((trx) => trx.insertInto('notes').values({ n }).execute(), { derived }).then(() => ended.push(n))
    await Promise.all([...Array.from({ length: 300 }, (_, n) => put(n)), put(1000, true)])
    expect(ended).toHaveLength(301)
    expect(ended.indexOf(1000)).toBeLessThan(100)
  } finally {
    await database.close()
    rmSync(dir, { recursive: true, force: true })
  }
})

test('a disk that is full in a transaction is told as such, undoes it, and is over when there is room', async () => {
  const dir = mkdtempSync(join(tmpdir(), 'millrace-full-'))
  const database = await openSqliteDatabase({ dir })
  try {
    const db = database.tables<{ notes: { text: string } }>()
    await db.schema.createTable('notes').addColumn('text', 'text').execute()
    const pages = async (most: number) => void (await sql.raw(`pragma max_page_count = ${most}`).execute(db))
    await pages(1)
    const write = () =>
      database.transaction<{ notes: { text: string } }, void>(async (trx) => {
        for (let i = 0; i < 1000; i++)
          await trx
            .insertInto('notes')
            .values({ text: 'x'.repeat(10_000) })
            .execute()
      })
    const failed = await write().then(
      () => undefined,
      (error: unknown) => toApiError(error),
    )
    expect(failed).toMatchObject({ code: 'storage_full', status: 507, headers: { 'retry-after': '30' } })
    expect(await db.selectFrom('notes').selectAll().execute()).toEqual([])
    await pages(1_000_000)
    await write()
    expect((await db.selectFrom('notes').selectAll().execute()).length).toBe(1000)
  } finally {
    await database.close()
    rmSync(dir, { recursive: true, force: true })
  }
})

test('what only reads waits for no transaction, and sees what was committed', async () => {
  const dir = mkdtempSync(join(tmpdir(), 'millrace-reading-'))
  const database = await openSqliteDatabase({ dir })
  try {
    type Notes = { notes: { n: number } }
    const db = database.tables<Notes>()
    await db.schema.createTable('notes').addColumn('n', 'integer').execute()
    const count = async () => (await db.selectFrom('notes').selectAll().execute()).length
    const wrote = Promise.withResolvers<void>()
    const read = Promise.withResolvers<void>()
    const writing = database.transaction<Notes, void>(async (trx) => {
      await trx.insertInto('notes').values({ n: 1 }).execute()
      wrote.resolve()
      await read.promise
    })
    await wrote.promise
    const second = db.insertInto('notes').values({ n: 2 }).execute()
    expect(await count()).toBe(0)
    read.resolve()
    await writing
    expect(await count()).toBeGreaterThan(0)
    await second
    expect(await count()).toBe(2)
  } finally {
    await database.close()
    rmSync(dir, { recursive: true, force: true })
  }
})
