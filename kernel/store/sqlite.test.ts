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
