import { type Kysely, sql } from 'kysely'
import type { Clock } from '../runtime/clock.ts'
import { ApiError } from '../runtime/errors.ts'
import { newId } from '../runtime/ids.ts'
import type { Database } from '../store/database.ts'
import { defineTables, type TablesOf } from '../store/define-tables.ts'
import { type Plan, type PlanSummary, planSchema, planSummarySchema } from './plan.ts'
import type { Plans } from './plans.ts'

export const plansMigration = defineTables('016-plans', {
  plans: {
    columns: {
      id: 'varchar(200)',
      /** For the order of lists. */
      name: 'varchar(500)',
      /** PlanSummary without version and time, as JSON: a list reads no annexes. */
      summary: 'text',
      /** Plan as JSON. */
      body: 'text',
      snapshot_of: 'varchar(200)?',
      version: 'integer',
      updated_at: 'bigint',
    },
    indexes: { plans_name: ['name', 'id'] },
  },
})
type PlanTables = TablesOf<typeof plansMigration>
type Row = PlanTables['plans']

const storedSummary = planSummarySchema.omit({ version: true, updatedAt: true })

/** Plans in the platform's own database. */
export function storedPlans({ database, clock }: { readonly database: Database; readonly clock: Clock }): Plans {
  const tables = () => database.tables<PlanTables>()

  /** The row, held until the transaction ends. ApiError not_found. */
  const lock = async (trx: Kysely<PlanTables>, id: string): Promise<Row> => {
    let query = trx.selectFrom('plans').selectAll().where('id', '=', id)
    if (database.kind === 'postgres') query = query.forUpdate()
    const row = await query.executeTakeFirst()
    if (!row) throw noPlan(id)
    return row
  }
  const write = async (trx: Kysely<PlanTables>, plan: Plan, before: Row | undefined, snapshotOf: string | null): Promise<Row> => {
    if (before && before.snapshot_of !== null)
      throw new ApiError('conflict', `the plan ${plan.id} is a snapshot, which never changes; change the plan ${before.snapshot_of}`)
    const row = rowOf(plan, snapshotOf, (before?.version ?? 0) + 1, clock.now())
    const { id: _id, ...changed } = row
    await trx
      .insertInto('plans')
      .values(row)
      .onConflict((c) => c.column('id').doUpdateSet(changed))
      .execute()
    return row
  }

  const count = async (): Promise<number> =>
    Number((await tables().selectFrom('plans').select(sql<number>`count(*)`.as('total')).executeTakeFirstOrThrow()).total)
  /** In the order of lists. Compared here, because SQLite folds the case of ASCII alone. */
  const idsNamed = async (words: string): Promise<string[]> => {
    const all = await tables().selectFrom('plans').select(['id', 'name']).orderBy('name').orderBy('id').execute()
    const wanted = words.toLowerCase()
    return all.filter(({ name }) => name.toLowerCase().includes(wanted)).map(({ id }) => id)
  }

  return {
    heldBy: 'store',
    async read(id) {
      const row = await tables().selectFrom('plans').select('body').where('id', '=', id).executeTakeFirst()
      return row && planSchema.parse(JSON.parse(row.body))
    },
    async list({ skip, top, named }) {
      const wanted = named ? await idsNamed(named) : undefined
      if (wanted && wanted.length <= skip) return { plans: [], total: wanted.length }
      const narrowed = <Query extends { where(column: 'id', is: 'in', ids: string[]): Query }>(query: Query): Query =>
        wanted ? query.where('id', 'in', wanted.slice(skip, skip + top)) : query
      const [rows, total] = await Promise.all([
        narrowed(tables().selectFrom('plans').select(['summary', 'version', 'updated_at']))
          .orderBy('name')
          .orderBy('id')
          .limit(top)
          .offset(wanted ? 0 : skip)
          .execute(),
        wanted?.length ?? count(),
      ])
      return { plans: rows.map(summaryOf), total }
    },
    put: (plan) =>
      database.transaction<PlanTables, { created: boolean }>(async (trx) => {
        const before = await lock(trx, plan.id).catch(unlessAbsent)
        await write(trx, plan, before, null)
        return { created: before === undefined }
      }),
    changeAnnex: ({ planId, annexId, base, html }) =>
      database.transaction<PlanTables, void>(async (trx) => {
        const before = await lock(trx, planId)
        const plan = planSchema.parse(JSON.parse(before.body))
        const annex = plan.annexes.find(({ id }) => id === annexId)
        if (!annex) throw new ApiError('not_found', `the plan ${planId} has no annex with the id ${annexId}`)
        if (annex.html === html) return
        if (annex.html !== base)
          throw new ApiError('conflict', `the annex "${annex.name}" has changed since it was edited; edit it again as it is now`, {
            details: { field: 'base', annex_id: annexId },
          })
        await write(trx, { ...plan, annexes: plan.annexes.map((a) => (a === annex ? { ...a, html } : a)) }, before, null)
      }),
    snapshot: (id) =>
      database.transaction<PlanTables, PlanSummary>(async (trx) => {
        const before = await lock(trx, id)
        const plan = planSchema.parse(JSON.parse(before.body))
        return summaryOf(await write(trx, { ...plan, id: newId() }, undefined, before.snapshot_of ?? id))
      }),
  }
}

const unlessAbsent = (error: unknown): undefined => {
  if (error instanceof ApiError && error.code === 'not_found') return undefined
  throw error
}

export const noPlan = (id: string): ApiError => new ApiError('not_found', `there is no plan with the id ${id.slice(0, 200)}`)

function rowOf(plan: Plan, snapshotOf: string | null, version: number, now: number): Row {
  const { id, organizationId, name } = plan
  const annexes = plan.annexes.map(({ id, name, type }) => ({ id, name, type }))
  const summary = { id, organizationId, name, annexes, roles: plan.generalUserTags.length, snapshotOf }
  return { id, name, summary: JSON.stringify(summary), body: JSON.stringify(plan), snapshot_of: snapshotOf, version, updated_at: now }
}

const summaryOf = ({ summary, version, updated_at }: Pick<Row, 'summary' | 'version' | 'updated_at'>): PlanSummary => ({
  ...storedSummary.parse(JSON.parse(summary)),
  version: Number(version),
  updatedAt: new Date(Number(updated_at)).toISOString(),
})
