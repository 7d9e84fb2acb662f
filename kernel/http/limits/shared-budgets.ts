import type { Clock } from '../../runtime/clock.ts'
import type { Logger } from '../../runtime/log.ts'
import type { Database } from '../../store/database.ts'
import { defineTables, type TablesOf } from '../../store/define-tables.ts'
import { type Budget, budgetOf, type Counted, KEY_SHARE, type RateCounter, tighter } from './limits.ts'
import { WINDOW_MS, type Window } from './windows.ts'

/** Windows that are over are removed this often, by whoever counts then. */
const SWEEP_EVERY_MS = WINDOW_MS
/** Names of which a process knows by itself that they are over their limit; the store knows it of all. */
const REMEMBERED = 10_000

export const budgetsMigration = defineTables('011-rate-budgets', {
  rate_budgets: { columns: { name: 'varchar(300)', used: 'integer', until: 'bigint' }, forgettable: true },
  open_streams: {
    columns: { process: 'varchar(64)', caller: 'varchar(300)', count: 'integer', seen_at: 'bigint' },
    primaryKey: ['process', 'caller'],
    forgettable: true,
  },
})
export type BudgetTables = TablesOf<typeof budgetsMigration>

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
  const refusal = (name: string | undefined, limit: number, now: number): Budget | undefined => {
    const until = name === undefined ? 0 : (over.get(name) ?? 0)
    return until > now ? budgetOf(limit, limit + 1, until - now) : undefined
  }
  return {
    async count(counted): Promise<Budget> {
      const now = clock.now()
      const { own, shared } = counted
      const refused = refusal(own, perMinute, now) ?? refusal(shared, perMinute * KEY_SHARE, now)
      if (refused) return refused
      if (now > sweepAt) sweep(now)
      try {
        const windows = await spendNames(database, counted, now)
        const budget = (name: string, limit: number): Budget => {
          const { used, until } = windows.get(name)!
          if (used > limit) remember(over, name, until)
          return budgetOf(limit, used, until - now)
        }
        const one = budget(own, perMinute)
        return shared === undefined ? one : tighter(one, budget(shared, perMinute * KEY_SHARE))
      } catch (err) {
        log.warn({ err }, 'the shared rate budget could not be read; this process counts by itself')
        return fallback.count(counted)
      }
    },
  }
}

/** Rows are locked in the order in which they stand here, the shared one first: two that count at once never wait for each other in a ring. */
async function spendNames(database: Database, { own, shared }: Counted, now: number): Promise<ReadonlyMap<string, Window>> {
  const rows = await database
    .tables<BudgetTables>()
    .insertInto('rate_budgets')
    .values([...(shared === undefined ? [] : [shared]), own].map((name) => ({ name, used: 1, until: now + WINDOW_MS })))
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
    .returning(['name', 'used', 'until'])
    .execute()
  return new Map(rows.map(({ name, used, until }) => [name, { used: Number(used), until: Number(until) }]))
}

const removeOver = (database: Database, now: number) =>
  database.tables<BudgetTables>().deleteFrom('rate_budgets').where('until', '<', now).execute()

function remember(over: Map<string, number>, name: string, until: number): void {
  over.delete(name)
  if (over.size >= REMEMBERED) over.delete(over.keys().next().value!)
  over.set(name, until)
}
