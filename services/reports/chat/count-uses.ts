import type { Kysely } from 'kysely'
import type { Ports } from '../../../kernel/ports.ts'
import { rateLimited } from '../../../kernel/runtime/errors.ts'
import { defineTables, type TablesOf } from '../../../kernel/store/define-tables.ts'

export const usesMigration = defineTables('151-cost-report-uses', {
  sdac_uses: {
    columns: { name: 'varchar(500)', used: 'integer', until: 'bigint' },
    forgettable: true,
    indexes: { sdac_uses_until: ['until'] },
  },
})
type UseTables = TablesOf<typeof usesMigration>

const DAY_MS = 86_400_000
const SWEPT = 100

/** A budget: how often something may be done under a name within a day of its first time. */
export interface UseBudget {
  readonly name: string
  readonly most: number
  /** What it bounds, in the words of the refusal. */
  readonly what: string
}

/** A power failure may give back a few uses; many that ask at once wait for no disk. */
const UNFLUSHED = { derived: true }

type Use = Pick<UseTables['sdac_uses'], 'name' | 'used' | 'until'>

async function addOne(tables: Kysely<UseTables>, names: readonly string[], now: number): Promise<readonly Use[]> {
  const rows = await tables
    .insertInto('sdac_uses')
    .values(names.map((name) => ({ name, used: 1, until: now + DAY_MS })))
    .onConflict((c) =>
      c.column('name').doUpdateSet((e) => ({
        used: e
          .case()
          .when('sdac_uses.until', '<=', now)
          .then(1)
          .else(e('sdac_uses.used', '+', 1))
          .end(),
        until: e
          .case()
          .when('sdac_uses.until', '<=', now)
          .then(now + DAY_MS)
          .else(e.ref('sdac_uses.until'))
          .end(),
      })),
    )
    .returning(['name', 'used', 'until'])
    .execute()
  if (rows.some(({ used }) => Number(used) === 1)) {
    const over = tables.selectFrom('sdac_uses').select('name').where('until', '<=', now).limit(SWEPT)
    await tables.deleteFrom('sdac_uses').where('name', 'in', over).execute()
  }
  return rows
}

/** Counts one use under each name, in all processes together. ApiError rate_limited, with Retry-After, where one is used up. */
export async function countUses({ database, clock }: Pick<Ports, 'database' | 'clock'>, budgets: readonly UseBudget[]): Promise<void> {
  const now = clock.now()
  // in one order, so that two that count at once never wait for each other in a ring
  const names = budgets.map(({ name }) => name).sort()
  const rows = await database.transaction<UseTables, readonly Use[]>((trx) => addOne(trx, names, now), UNFLUSHED)
  for (const { name, most, what } of budgets) {
    const row = rows.find((one) => one.name === name)
    if (!row || Number(row.used) <= most) continue
    const seconds = Math.max(1, Math.ceil((Number(row.until) - now) / 1000))
    throw rateLimited(`more than ${most} ${what} a day; try again in ${Math.ceil(seconds / 60)} min`, {
      limit: most,
      seconds,
      details: { limit: most, retry_after_seconds: seconds },
    })
  }
}
