import { sql } from 'kysely'
import pg from 'pg'
import { pino } from 'pino'
import { afterEach, beforeEach, describe, expect, inject, onTestFinished, test, vi } from 'vitest'
import { type OwnPostgres, startPostgres } from '../../tests/support/services/postgres.ts'
import { inFull, isAway } from '../runtime/errors.ts'
import type { Database } from './database.ts'
import { connectPostgres } from './postgres.ts'
import { namedPostgres, refusedPostgres } from './postgres-pool.ts'
import { isTableMissing } from './table-missing.ts'

const away = { code: 'unavailable', status: 503, headers: { 'retry-after': expect.stringMatching(/^\d+$/) } }
const errorOf = (message: string, code?: string) => Object.assign(new Error(message), code ? { code } : {})

test('what says that the server is away is told from what the statement is to blame for', () => {
  const words = ['Connection terminated unexpectedly', 'timeout exceeded when trying to connect', 'Query read timeout']
  const codes = ['ECONNREFUSED', 'ECONNRESET', '08006', '57P01', '57P03', '53300', '58030', '25006']
  for (const error of [...words.map((w) => errorOf(w)), ...codes.map((c) => errorOf('x', c))]) {
    expect(namedPostgres(error), `${error.message} ${'code' in error ? error.code : ''}`).toMatchObject({ ...away, cause: error })
    expect(isAway(namedPostgres(error))).toBe(true)
  }
  expect(namedPostgres(errorOf('x', '53100'))).toMatchObject({ code: 'storage_full', headers: { 'retry-after': '30' } })
  for (const code of ['23505', '22021', '42P01', '40001']) expect(namedPostgres(errorOf('x', code))).toMatchObject({ code })
})

test('whoever gets no connection waits, whatever the server says; only operators read it', () => {
  for (const [code, message] of [
    ['28P01', 'password authentication failed for user "millrace"'],
    ['XX000', 'could not write init file'],
  ] as const) {
    const error = refusedPostgres(Object.assign(new pg.DatabaseError(message, message.length, 'error'), { code }))
    expect(error).toMatchObject({ ...away, message: 'the database refuses connections.' })
    expect(isAway(error)).toBe(true)
    expect(inFull(error)).toContain(message)
  }
  const fault = new TypeError('x')
  expect(refusedPostgres(fault)).toBe(fault)
})

describe.runIf(inject('databaseUrl'))('a PostgreSQL that goes away', () => {
  let server: OwnPostgres
  let database: Database
  const uncaught: unknown[] = []
  const listen = (error: unknown) => uncaught.push(error)
  beforeEach(async () => {
    server = await startPostgres()
    database = await connectPostgres({ url: server.url, log: pino({ level: 'silent' }), pool: 3 })
    await database.migrate([{ name: '001-x', up: (db) => db.schema.createTable('x').addColumn('id', 'integer').execute() }])
    uncaught.length = 0
    process.on('uncaughtException', listen)
    process.on('unhandledRejection', listen)
    onTestFinished(() => {
      process.off('uncaughtException', listen)
      process.off('unhandledRejection', listen)
    })
  }, 60_000)
  afterEach(async () => {
    await database.close()
    await server.stop()
    expect(uncaught).toEqual([])
  })
  const insert = () => database.transaction<{ x: { id: number } }, unknown>((trx) => trx.insertInto('x').values({ id: 1 }).execute())

  test('that lost its tables, or is dropped, is away: the statement is not to blame', async () => {
    await sql`drop table x`.execute(database.tables())
    const lost = insert()
    await expect(lost).rejects.toMatchObject({ ...away, message: expect.stringMatching(/lost its tables/) })
    expect(await lost.catch(isTableMissing)).toBe(true)
    expect(namedPostgres(errorOf('database "x" does not exist', '3D000'))).toMatchObject({
      ...away,
      message: expect.stringMatching(/DATABASE_URL/),
    })
  }, 60_000)

  test('that takes no writes is not called healthy, and says what it is', async () => {
    await sql`alter database postgres set default_transaction_read_only = on`.execute(database.tables())
    const other = await connectPostgres({ url: server.url, log: pino({ level: 'silent' }) })
    try {
      await expect(other.ping()).rejects.toMatchObject({ ...away, message: expect.stringMatching(/is read-only/) })
      await expect(other.tables<{ x: { id: number } }>().insertInto('x').values({ id: 1 }).execute()).rejects.toMatchObject({
        ...away,
        message: expect.stringMatching(/is read-only/),
      })
    } finally {
      await other.close()
    }
    await database.ping()
  }, 60_000)

  test('is not blamed where this process itself holds all its connections', async () => {
    const held = Promise.withResolvers<void>()
    const holders = Array.from({ length: 3 }, () => database.transaction(() => held.promise))
    try {
      await expect(insert()).rejects.toMatchObject({ ...away, message: expect.stringMatching(/all 3 .*DATABASE_POOL/) })
    } finally {
      held.resolve()
      await Promise.all(holders)
    }
    await insert()
  }, 60_000)

  test('is unavailable to every statement, also to those under way on connections that die, and is there again when it comes back', async () => {
    const sleeping = Array.from({ length: 2 }, () => sql`select pg_sleep(30)`.execute(database.tables()))
    const held = Promise.withResolvers<void>()
    // Checked out, with no statement under way when its connection dies.
    const idle = database.transaction<{ x: { id: number } }, unknown>(async (trx) => {
      await trx.insertInto('x').values({ id: 2 }).execute()
      await held.promise
      return trx.insertInto('x').values({ id: 3 }).execute()
    })
    const failing = Promise.all([...sleeping, idle].map((work) => expect(work).rejects.toMatchObject(away)))
    await vi.waitFor(async () => expect(await server.activity('pg_sleep')).toBe(2), { timeout: 10_000 })
    await server.kill()
    held.resolve()
    await failing
    for (let i = 0; i < 3; i++) await expect(insert()).rejects.toMatchObject(away)
    await expect(database.ping()).rejects.toMatchObject(away)
    await server.restart()
    await vi.waitFor(() => insert(), { timeout: 10_000 })
    const rows = await database.tables<{ x: { id: number } }>().selectFrom('x').select('id').execute()
    expect(rows).toEqual([{ id: 1 }])
    // The one that listens is back, too.
    let heard = 0
    onTestFinished(database.onAnnounced('bell', () => heard++))
    await vi.waitFor(
      async () => {
        await database.announce('bell')
        expect(heard).toBeGreaterThan(0)
      },
      { timeout: 10_000 },
    )
  }, 90_000)
})
