import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { databaseKinds, type TestDatabase } from '../../tests/support/databases.ts'
import type { AnyTables, Database } from '../store/database.ts'
import { lockedBodies, type TableKeys } from './postgres-rows.ts'

const WANTED: readonly TableKeys[] = [
  { table: 'first', keys: ['x'] },
  { table: 'second', keys: ['y'] },
]

interface Row {
  key: string
  body: string
}
type Tables = { first: Row; second: Row }

async function withTables(store: TestDatabase, work: (databases: readonly Database[]) => Promise<void>): Promise<void> {
  const databases = await Promise.all([store.open(), store.open(), store.open()])
  try {
    for (const table of ['first', 'second'])
      await sql`create table ${sql.table(table)} (key text primary key, body text not null)`.execute(databases[0]!.tables<Tables>())
    await databases[0]!.tables<Tables>().insertInto('second').values({ key: 'y', body: '1' }).execute()
    await work(databases)
  } finally {
    await store.dispose()
  }
}

/** Resolves when a statement of another connection waits for a lock. */
const someoneWaits = (database: Database) =>
  expect
    .poll(async () => {
      const waiting = sql<{ n: number }>`select count(*) as n from pg_locks where not granted`.execute(database.tables())
      return (await waiting).rows[0]?.n
    })
    .toBeGreaterThan(0)

/** The same tables, where `then` follows the first statement. */
const after = (trx: AnyTables, then: () => Promise<void>): AnyTables =>
  new Proxy(trx, {
    get: (of, name) => {
      const value = Reflect.get(of, name)
      if (name !== 'executeQuery') return typeof value === 'function' ? value.bind(of) : value
      return async (query: never) => {
        const result = await of.executeQuery(query)
        await then()
        return result
      }
    },
  })

const postgres = databaseKinds.find(({ kind }) => kind === 'PostgreSQL')

test.skipIf(!postgres)(
  'rows that another process makes meanwhile are locked in their order, too: two that fold never wait for each other',
  async () => {
    await withTables(await postgres!.create(), async ([one, two, three]) => {
      const made = Promise.withResolvers<void>()
      const commit = Promise.withResolvers<void>()
      const maker = one!.transaction<Tables, void>(async (trx) => {
        await trx.insertInto('first').values({ key: 'x', body: 'of the maker' }).execute()
        await trx.updateTable('second').set({ body: '2' }).execute()
        made.resolve()
        await commit.promise
      })
      await made.promise
      let third: Promise<unknown> | undefined
      const second = two!.transaction((trx) => {
        // The third comes when the second has its rows, but for what it did not see.
        const look = async () => {
          third = three!.transaction((other) => lockedBodies(other, WANTED))
          await someoneWaits(one!)
        }
        return lockedBodies(after(trx, look), WANTED)
      })
      await someoneWaits(one!)
      commit.resolve()
      await maker
      expect((await second).map((bodies) => [...bodies])).toEqual([[['x', 'of the maker']], [['y', '2']]])
      await third
    })
  },
)
