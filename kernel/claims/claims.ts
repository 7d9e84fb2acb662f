import { randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import type { Clock } from '../runtime/clock.ts'
import type { AnyTables, Database } from '../store/database.ts'
import { defineTables, type TablesOf } from '../store/define-tables.ts'

/** Who holds what this process claims. */
const THIS_PROCESS = randomUUID()

export const claimsMigration = defineTables('003-claims', {
  claims: {
    columns: {
      scope: 'varchar(100)',
      key: 'varchar(300)',
      holder: 'varchar(36)',
      /** What is known of the work, then of its outcome. */
      value: 'text?',
      /** 1 once the work has ended: the row stays what it is until `until`. */
      kept: 'integer',
      /** Milliseconds since the epoch; from then on the key is free. */
      until: 'bigint',
      /** How often it was taken, this time included. */
      taken: 'integer',
    },
    primaryKey: ['scope', 'key'],
    indexes: { claims_until: ['scope', 'until'] },
  },
})
type ClaimRow = TablesOf<typeof claimsMigration>['claims']

export type Taken =
  /** `value`: what a holder that died knew of the work, or else one's own. */
  { readonly mine: true; readonly value: string | null } | { readonly mine: false; readonly kept: boolean; readonly value: string | null }

/**
 * Claims: of several that want a key at once one gets it, and holds it until it frees it, keeps it with an outcome, or its lease runs
 * out because its process died. The embedded store has one process alone: what another one held there is free at once.
 */
export interface Claims {
  /** The key for this holder, or what is known of the one that has it. What it holds already it does not get again. */
  take(key: string, value?: string | null): Promise<Taken>
  /** Changes what is known of the work on a key that this holder has. */
  note(key: string, value: string): Promise<void>
  /** Ends the work with an outcome, which the key gives for `keptMs`. False when the lease had run out and another has the key. */
  keep(key: string, value: string | null, keptMs: number): Promise<boolean>
  /** Keeps for ever those of the keys that nobody has, and gives them: what happens once. */
  mark(keys: readonly string[]): Promise<ReadonlySet<string>>
  /** The work came to nothing, or is told elsewhere: these keys are free. */
  free(...keys: readonly string[]): Promise<void>
  /** The work goes on elsewhere: others may take these keys over at once. */
  drop(keys: readonly string[]): Promise<void>
  /** What is known of the key, whoever has it; undefined when it is free and never was taken over. */
  look(key: string): Promise<Pick<ClaimRow, 'kept' | 'value'> | undefined>
  /** Which of these keys anything is known of. */
  known(keys: readonly string[]): Promise<ReadonlySet<string>>
  /** Lengthens the leases of these keys; call it a few times a lease. Gives the keys that are still this holder's. */
  renew(keys: readonly string[]): Promise<ReadonlySet<string>>
  /** Takes at most `limit` keys whose holders died, with what was known of them. */
  takeOver(limit: number): Promise<readonly Pick<ClaimRow, 'key' | 'value' | 'taken'>[]>
  /** Forgets what is over: outcomes past their time and, where it is said, work that nobody went on with for so long. */
  sweep(abandonedMs?: number): Promise<void>
}

export interface ClaimsOptions {
  readonly database: Pick<Database, 'kind'>
  /** Of the database or of a transaction: claims then hold from its commit on. */
  readonly tables: AnyTables
  /** Of the embedded store; PostgreSQL tells the time to all processes. */
  readonly clock: Clock
  /** What the keys are keys of. */
  readonly scope: string
  /** How long a holder that gives no sign is taken for alive. */
  readonly leaseMs: number
  readonly holder?: string
  /** A process has several holders: in the embedded store, too, a lease alone tells who lives. */
  readonly severalHolders?: boolean
}

const FOR_EVER = 9_000_000_000_000_000

/** The claims of one scope. */
export function claimsOf(options: ClaimsOptions): Claims {
  const { database, tables, clock, scope, leaseMs, holder = THIS_PROCESS, severalHolders = false } = options
  const alone = database.kind === 'sqlite' && !severalHolders
  /** Milliseconds since the epoch, so long from now on. */
  const after = (ms: number) =>
    database.kind === 'sqlite'
      ? sql<number>`${clock.now() + ms}`
      : sql<number>`(extract(epoch from clock_timestamp()) * 1000)::bigint + ${ms}`
  const own = () => tables.updateTable('claims').where('scope', '=', scope).where('holder', '=', holder).where('kept', '=', 0)
  const isFree = () =>
    sql<boolean>`(claims.until <= ${after(0)} or (claims.kept = 0 and ${sql.lit(alone ? 1 : 0)} = 1 and claims.holder <> ${holder}))`
  const look = async (key: string) => {
    const row = await tables
      .selectFrom('claims')
      .select(['kept', 'value'])
      .where('scope', '=', scope)
      .where('key', '=', key)
      .executeTakeFirst()
    return row && { kept: Number(row.kept), value: textOf(row.value) }
  }
  return {
    look,
    async known(keys) {
      const rows = await tables
        .selectFrom('claims')
        .select('key')
        .where('scope', '=', scope)
        .where('key', 'in', [...keys])
        .execute()
      return new Set(rows.map((row) => String(row.key)))
    },
    async drop(keys) {
      if (keys.length > 0)
        await own()
          .where('key', 'in', [...keys])
          .set({ until: after(0) })
          .execute()
    },
    async take(key, value = null) {
      const row = { holder, kept: 0, until: after(leaseMs) }
      const left = sql<string | null>`case when claims.kept = 0 then coalesce(claims.value, excluded.value) else excluded.value end`
      const taken = await tables
        .insertInto('claims')
        .values({ scope, key, ...row, value, taken: 1 })
        .onConflict((c) =>
          c
            .columns(['scope', 'key'])
            .doUpdateSet({ ...row, value: left, taken: sql<number>`claims.taken + 1` })
            .where(isFree()),
        )
        .returning('value')
        .executeTakeFirst()
      if (taken) return { mine: true, value: textOf(taken.value) }
      const there = await look(key)
      return { mine: false, kept: there?.kept === 1, value: there?.value ?? null }
    },
    async note(key, value) {
      await own().where('key', '=', key).set({ value }).execute()
    },
    async keep(key, value, keptMs) {
      const change = { value, kept: 1, until: after(keptMs) }
      const { numUpdatedRows } = await own().where('key', '=', key).set(change).executeTakeFirst()
      return Number(numUpdatedRows) === 1
    },
    async mark(keys) {
      if (keys.length === 0) return new Set()
      const rows = await tables
        .insertInto('claims')
        // In one order, so that two who mark the same keys do not wait for each other.
        .values([...new Set(keys)].sort().map((key) => ({ scope, key, holder, value: null, kept: 1, until: FOR_EVER, taken: 1 })))
        .onConflict((c) => c.columns(['scope', 'key']).doNothing())
        .returning('key')
        .execute()
      return new Set(rows.map((row) => String(row.key)))
    },
    async free(...keys) {
      if (keys.length === 0) return
      const table = tables.deleteFrom('claims').where('scope', '=', scope).where('key', 'in', keys)
      await table.where('holder', '=', holder).where('kept', '=', 0).execute()
    },
    async renew(keys) {
      if (keys.length === 0) return new Set()
      const rows = await own()
        .where('key', 'in', [...keys])
        .set({ until: after(leaseMs) })
        .returning('key')
        .execute()
      return new Set(rows.map((row) => String(row.key)))
    },
    async takeOver(limit) {
      let dead = tables
        .selectFrom('claims')
        .select('key')
        .where('scope', '=', scope)
        .where('kept', '=', 0)
        .where(isFree())
        .orderBy('until')
        .limit(limit)
      if (database.kind === 'postgres') dead = dead.forUpdate().skipLocked()
      const rows = await tables
        .updateTable('claims')
        .set({ holder, until: after(leaseMs), taken: sql<number>`taken + 1` })
        .where('scope', '=', scope)
        .where('key', 'in', dead)
        .returning(['key', 'value', 'taken'])
        .execute()
      return rows.map(({ key, value, taken }) => ({ key: String(key), value: textOf(value), taken: Number(taken) }))
    },
    async sweep(abandonedMs = FOR_EVER) {
      const over = sql<boolean>`until <= ${after(0)} and (kept = 1 or until <= ${after(-abandonedMs)})`
      await tables.deleteFrom('claims').where('scope', '=', scope).where(over).execute()
    },
  }
}

const textOf = (value: unknown): string | null => (value === null ? null : String(value))
