import type { Kysely } from 'kysely'
import { z } from 'zod'
import type { Ports } from '../../../kernel/ports.ts'
import { fieldNames } from './layout.ts'
import { type Report, type ReportBody, reportBodySchema } from './report.ts'
import type { ReportTables } from './tables.ts'

type KeepPorts = Pick<Ports, 'database' | 'clock'>

/** What a subject taught of a district. */
export const districtSchema = z.object({
  /** Field by the words of its header, as `headerWords` makes them; null: a column that is no field. */
  headers: z.record(z.string(), z.enum(fieldNames).nullable()).default({}),
  /** Whether the rows of a sheet are costs, by its name. */
  sheets: z.record(z.string(), z.boolean()).default({}),
  /** Names of pools and positions that are right for the district; by lower-case name, the name and, of a position, its pool. */
  pools: z.array(z.string()).default([]),
  positions: z.record(z.string(), z.object({ name: z.string(), pool: z.string().nullable() })).default({}),
  synced_at: z.string().nullable().default(null),
})
export type District = z.output<typeof districtSchema>

type Place = Pick<Report, 'subject' | 'district_id'>

/** Holds the row of a district until the transaction ends. */
async function lockDistrict(trx: Kysely<ReportTables>, { subject, district_id }: Place, uploads: 0 | 1): Promise<District> {
  const row = await trx
    .insertInto('sdac_districts')
    .values({ subject, district_id, body: '{}', uploads })
    .onConflict((c) => c.columns(['subject', 'district_id']).doUpdateSet((e) => ({ uploads: e('sdac_districts.uploads', '+', uploads) })))
    .returning('body')
    .executeTakeFirstOrThrow()
  return districtSchema.parse(JSON.parse(row.body))
}

export async function districtOf({ database }: Pick<Ports, 'database'>, { subject, district_id }: Place): Promise<District> {
  const query = database.tables<ReportTables>().selectFrom('sdac_districts').select('body')
  const row = await query.where('subject', '=', subject).where('district_id', '=', district_id).executeTakeFirst()
  return districtSchema.parse(JSON.parse(row?.body ?? '{}'))
}

/** Changes what is known of a district; of several at once each sees the one before. */
export function changeDistrict(
  { database }: Pick<Ports, 'database'>,
  place: Place,
  change: (district: District) => District,
): Promise<District> {
  return database.transaction<ReportTables, District>(async (trx) => {
    const after = change(await lockDistrict(trx, place, 0))
    const query = trx.updateTable('sdac_districts').set({ body: JSON.stringify(after) })
    await query.where('subject', '=', place.subject).where('district_id', '=', place.district_id).execute()
    return after
  })
}

export interface NewReport extends Place, Pick<Report, 'id' | 'period' | 'run_id'> {
  readonly body: ReportBody
}

/** Keeps an uploaded report as the next generation of its district and quarter. */
export async function addReport({ database, clock }: KeepPorts, { body, ...own }: NewReport): Promise<void> {
  const row = { ...own, body: JSON.stringify(reportBodySchema.parse(body)), created_at: clock.now(), ready_at: null }
  await database.transaction<ReportTables, void>(async (trx) => {
    // held until the end, so that two at once never get the same number
    await lockDistrict(trx, own, 1)
    const { subject, district_id, period } = own
    const before = trx.selectFrom('sdac_reports').select((e) => e.fn.max('generation').as('newest'))
    const of = before.where('subject', '=', subject).where('district_id', '=', district_id).where('period', '=', period)
    const generation = Number((await of.executeTakeFirst())?.newest ?? 0) + 1
    await trx
      .insertInto('sdac_reports')
      .values({ ...row, generation })
      .execute()
  })
}

/** Takes a report back that no run was started for. */
export async function dropReport({ database }: Pick<Ports, 'database'>, id: string): Promise<void> {
  await database.tables<ReportTables>().deleteFrom('sdac_reports').where('id', '=', id).execute()
}

/** Changes what is kept of a report; `ready`: whether its findings are there from now on. */
export async function changeReport(
  { database, clock }: KeepPorts,
  id: string,
  change: (body: ReportBody) => ReportBody,
  ready?: boolean,
): Promise<void> {
  await database.transaction<ReportTables, void>(async (trx) => {
    let found = trx.selectFrom('sdac_reports').select('body').where('id', '=', id)
    if (database.kind === 'postgres') found = found.forUpdate()
    const row = await found.executeTakeFirst()
    if (!row) return
    const body = JSON.stringify(change(reportBodySchema.parse(JSON.parse(row.body))))
    const readiness = ready === undefined ? {} : { ready_at: ready ? clock.now() : null }
    await trx
      .updateTable('sdac_reports')
      .set({ body, ...readiness })
      .where('id', '=', id)
      .execute()
  })
}
