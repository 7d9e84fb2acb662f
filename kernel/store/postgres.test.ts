import { sql } from 'kysely'
import pg from 'pg'
import { pino } from 'pino'
import { describe, expect, inject, test, vi } from 'vitest'
import { databaseContract } from './contract.ts'
import { connectPostgres } from './postgres.ts'

const url = inject('databaseUrl')

if (url) {
  databaseContract('PostgreSQL', async () => {
    const name = `views_${process.pid}_${Date.now()}`
    await admin(url, `create database ${name}`)
    const database = await connectPostgres({ url: url.replace(/\/[^/]*$/, `/${name}`), log: pino({ level: 'silent' }) })
    return {
      database,
      async dispose() {
        await database.close()
        await admin(url, `drop database ${name} with (force)`)
      },
    }
  })

  test('a process takes as many connections as it may and one that listens, and one is enough', async () => {
    const name = `pool_${process.pid}_${Date.now()}`
    await admin(url, `create database ${name}`)
    const database = await connectPostgres({ url: url.replace(/\/[^/]*$/, `/${name}`), log: pino({ level: 'silent' }), pool: 1 })
    try {
      await database.migrate([{ name: '001-x', up: (db) => db.schema.createTable('x').addColumn('id', 'integer').execute() }])
      const work = () => database.transaction<{ x: { id: number } }, unknown>((trx) => trx.insertInto('x').values({ id: 1 }).execute())
      await Promise.all(Array.from({ length: 20 }, work))
      expect(await connectionsTo(url, name)).toBe(2)
    } finally {
      await database.close()
      await admin(url, `drop database ${name} with (force)`)
    }
  })
  test('whoever waits for a change looks again when the listening connection is back, and meets no error', async () => {
    const name = `listen_${process.pid}_${Date.now()}`
    await admin(url, `create database ${name}`)
    const database = await connectPostgres({ url: url.replace(/\/[^/]*$/, `/${name}`), log: pino({ level: 'silent' }) })
    try {
      await database.changed('bell', 10)
      const waiting = Promise.all([database.changed('bell', 60_000), database.changed('other bell', 60_000)])
      await vi.waitFor(async () => {
        const ended = sql<{
          n: number
        }>`select count(pg_terminate_backend(pid)) as n from pg_stat_activity where datname = ${name} and query like 'LISTEN%'`
        expect((await ended.execute(database.tables())).rows).toEqual([{ n: 1 }])
      }, 10_000)
      await expect(waiting).resolves.toEqual([undefined, undefined])
    } finally {
      await database.close()
      await admin(url, `drop database ${name} with (force)`)
    }
  }, 60_000)
  test('a single statement is spared begin and commit, and holds no connection but for itself', async () => {
    const name = `single_${process.pid}_${Date.now()}`
    await admin(url, `create database ${name}`)
    const database = await connectPostgres({ url: url.replace(/\/[^/]*$/, `/${name}`), log: pino({ level: 'silent' }), pool: 1 })
    const twice = async (options?: { single: boolean }) =>
      database.transaction<unknown, unknown[]>(async (trx) => {
        const ask = async () => (await sql<{ id: unknown }>`select txid_current() as id`.execute(trx)).rows[0]?.id
        return [await ask(), await ask()]
      }, options)
    try {
      expect(new Set(await twice()).size).toBe(1)
      expect(new Set(await twice({ single: true })).size).toBe(2)
      const holding = Promise.withResolvers<void>()
      const held = database.transaction(() => holding.promise, { single: true })
      expect(new Set(await twice()).size).toBe(1)
      holding.resolve()
      await held
    } finally {
      await database.close()
      await admin(url, `drop database ${name} with (force)`)
    }
  })

  test('who listens in the process that announces hears it before that is over, and once; others hear it as often as it was said', async () => {
    const name = `echo_${process.pid}_${Date.now()}`
    await admin(url, `create database ${name}`)
    const connect = () => connectPostgres({ url: url.replace(/\/[^/]*$/, `/${name}`), log: pino({ level: 'silent' }) })
    const both = await Promise.all([connect(), connect()])
    const heard: string[][] = [[], []]
    for (const [n, one] of both.entries()) one.onAnnounced('bell', (keys) => heard[n]?.push(String(keys)))
    try {
      // A listener may take a moment to be there.
      for (const [n, one] of both.entries())
        await vi.waitFor(async () => {
          await one.announce('bell', [`there ${n}`])
          expect(heard[1 - n]).toContain(`there ${n}`)
        })
      for (const one of heard) one.length = 0
      for (const [n, one] of both.entries()) {
        const told = one.announce('bell', ['same'])
        expect(heard[n]?.at(-1)).toBe('same')
        await told
      }
      for (const one of both) await one.announce('bell', ['last'])
      const ends = ['same', 'same', 'last', 'last']
      await vi.waitFor(() =>
        expect(heard.map((one) => one.filter((key) => !key.startsWith('there')).sort())).toEqual([ends.toSorted(), ends.toSorted()]),
      )
    } finally {
      await Promise.all(both.map((one) => one.close()))
      await admin(url, `drop database ${name} with (force)`)
    }
  })
} else {
  console.log(`skipped: the database on PostgreSQL (${inject('skipped')})`)
  describe('the database on PostgreSQL', () => test.skip('needs a database', () => undefined))
}

async function admin(url: string, statement: string): Promise<pg.QueryResult> {
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  const result = await client.query(statement)
  await client.end()
  return result
}

const connectionsTo = async (url: string, name: string): Promise<number> =>
  (await admin(url, `select 1 from pg_stat_activity where datname = '${name}'`)).rows.length
