import { PostgresAdapter, sql } from 'kysely'
import type { Logger } from '../log.ts'
import type { Clock } from '../ports.ts'
import type { Database, Migration } from '../views/database.ts'
import { type Budget, budgetOf, type RateCounter, WINDOW_MS } from './limits.ts'

/** Windows that are over are removed this often, by whoever counts then. */
const SWEEP_EVERY_MS = 10 * 60_000
const REMEMBERED = 10_000

interface BudgetTable {
  rate_budgets: { name: string; used: number; until: number }
}

export const budgetsMigration: Migration = {
  name: '011-rate-budgets',
  up: async (db) => {
    await db.schema
      .createTable('rate_budgets')
      .addColumn('name', 'varchar(300)', (c) => c.primaryKey())
      .addColumn('used', 'integer', (c) => c.notNull())
      .addColumn('until', 'bigint', (c) => c.notNull())
      .execute()
    await db.schema
      .createTable('open_streams')
      .addColumn('process', 'varchar(64)', (c) => c.notNull())
      .addColumn('caller', 'varchar(300)', (c) => c.notNull())
      .addColumn('count', 'integer', (c) => c.notNull())
      .addColumn('seen_at', 'bigint', (c) => c.notNull())
      .addPrimaryKeyConstraint('open_streams_pk', ['process', 'caller'])
      .execute()
    if (!(db.getExecutor().adapter instanceof PostgresAdapter)) return
    // what a crash may forget need not wait for the disk
    for (const table of ['rate_budgets', 'open_streams']) await sql`alter table ${sql.table(table)} set unlogged`.execute(db)
  },
}

/**
 * Counts for all edges on one store, in windows of a minute from a name's first request: one statement a request. A name that is over its
 * limit is refused from memory until its window ends; while the store does not answer, each process counts for itself.
 */
export function createSharedCounter(options: {
  database: Database
  clock: Clock
  perMinute: number
  fallback: RateCounter
  log: Logger
}): RateCounter {
  const { database, clock, perMinute, fallback, log } = options
  const over = new Map<string, number>()
  let sweepAt = clock.now() + SWEEP_EVERY_MS
  const sweep = (now: number) => {
    sweepAt = now + SWEEP_EVERY_MS
    removeOver(database, now).catch((err) => log.warn({ err }, 'old rate budgets were not removed'))
  }
  return {
    async count(name): Promise<Budget> {
      const now = clock.now()
      const refusedUntil = over.get(name) ?? 0
      if (refusedUntil > now) return budgetOf(perMinute, perMinute + 1, refusedUntil - now)
      if (now > sweepAt) sweep(now)
      try {
        const { used, until } = await spendOne(database, name, now)
        if (used > perMinute) remember(over, name, until)
        return budgetOf(perMinute, used, until - now)
      } catch (err) {
        log.warn({ err }, 'the shared rate budget could not be read; this process counts by itself')
        return fallback.count(name)
      }
    },
  }
}

async function spendOne(database: Database, name: string, now: number): Promise<{ used: number; until: number }> {
  const row = await database
    .tables<BudgetTable>()
    .insertInto('rate_budgets')
    .values({ name, used: 1, until: now + WINDOW_MS })
    .onConflict((c) =>
      c.column('name').doUpdateSet((e) => ({
        used: e
          .case()
          .when('rate_budgets.until', '<=', now)
          .then(1)
          .else(e('rate_budgets.used', '+', 1))
          .end(),
        until: e
          .case()
          .when('rate_budgets.until', '<=', now)
          .then(now + WINDOW_MS)
          .else(e.ref('rate_budgets.until'))
          .end(),
      })),
    )
    .returning(['used', 'until'])
    .executeTakeFirstOrThrow()
  return { used: Number(row.used), until: Number(row.until) }
}

const removeOver = (database: Database, now: number) =>
  database.tables<BudgetTable>().deleteFrom('rate_budgets').where('until', '<', now).execute()

function remember(over: Map<string, number>, name: string, until: number): void {
  over.delete(name)
  if (over.size >= REMEMBERED) over.delete(over.keys().next().value!)
  over.set(name, until)
}
