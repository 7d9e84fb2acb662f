import { sql } from 'kysely'
import type { Ports } from '../../../kernel/ports.ts'
import { type RunState, runStateSchema } from '../../../kernel/runs/run-state.ts'
import type { RunTables } from '../../../kernel/runs/tables.ts'
import { periodBefore } from './period.ts'
import { type Report, reportBodySchema, stages } from './report.ts'
import type { ReportTables } from './tables.ts'

/**
 * What others of this service read of reports. A report belongs to a subject (`ownerOf(callerName(caller))`): whoever asks with another
 * one finds nothing. `undefined` as the subject: any, for administrators.
 *
 * - `findReport(ports, subject, id)`: one report with its status, layout and summary (counts, totals by pool, position and sheet).
 * - `reportOfJob(ports, subject, jobId)`: the same by the job of its upload.
 * - `newestReport(ports, subject, district, period)`: which a session shows.
 * - `quartersOf(ports, subject, district)`: the newest ready report of each quarter, the oldest quarter first.
 * - `reportBefore(ports, report)`: the newest ready report of the quarter before.
 * - beside it, `report-blobs.ts`: `findingsOf(ports, report)`, `rowsOf(ports, report)`; `sessions/keep-session.ts`: `findSession`.
 */
export type ReadPorts = Pick<Ports, 'database' | 'blobs'>

interface Row {
  id: string
  subject: string
  district_id: string
  period: string
  generation: number
  run_id: string
  body: string
  created_at: number
  ready_at: number | null
  state: string | null
}

const select = ({ database }: Pick<ReadPorts, 'database'>) =>
  database
    .tables<ReportTables & RunTables>()
    .selectFrom('sdac_reports')
    .leftJoin('runs', 'runs.id', 'sdac_reports.run_id')
    .select(['sdac_reports.id', 'sdac_reports.subject', 'district_id', 'period', 'generation', 'run_id', 'body'])
    .select(['sdac_reports.created_at', 'ready_at', 'runs.state'])

function reportOf(row: Row): Report {
  const { body, created_at, ready_at, state: text, ...own } = row
  const state = text === null ? undefined : runStateSchema.parse(JSON.parse(text))
  const created = new Date(Number(created_at)).toISOString()
  return {
    ...own,
    ...reportBodySchema.parse(JSON.parse(body)),
    generation: Number(own.generation),
    created_at: created,
    updated_at: lastChange(state) ?? (ready_at === null ? created : new Date(Number(ready_at)).toISOString()),
    ...fareOf(state, ready_at !== null, Number(created_at)),
  }
}

const lastChange = (state: RunState | undefined): string | undefined =>
  state &&
  [state.created_at, state.started_at, state.ended_at, ...state.steps.flatMap((s) => [s.started_at, s.ended_at])]
    .filter(Boolean)
    .sort()
    .at(-1)!

/** A process that died while it accepted a workbook: its successor shows the run by then, if the log has it. */
const ACCEPTED_WITHIN_MS = 60_000

/** How a report fares by its run; whose run is not kept any more is ready or was never accepted. */
function fareOf(
  state: RunState | undefined,
  ready: boolean,
  createdAt: number,
): Pick<Report, 'status' | 'stage' | 'progress' | 'attempts' | 'error'> {
  if (!state && !ready && Date.now() - createdAt < ACCEPTED_WITHIN_MS)
    return { status: 'queued', stage: 'received', progress: 5, attempts: 0, error: undefined }
  if (!state) {
    const gone = { code: 'internal', message: 'The workbook was not taken in. Upload it again.' }
    return {
      status: ready ? 'ready' : 'error',
      stage: ready ? 'analysed' : 'received',
      progress: 100,
      attempts: 0,
      error: ready ? undefined : gone,
    }
  }
  const done = state.steps.filter((s) => s.status === 'completed').length
  const stage = stages[done] ?? 'analysed'
  const about = { stage, attempts: state.started_at === null ? 0 : state.epoch, error: undefined }
  if (state.status === 'completed') return { ...about, status: 'ready', stage: 'analysed', progress: 100 }
  const progress = Math.round(5 + (90 * done) / state.steps.length)
  if (state.status === 'failed' || state.status === 'cancelled') return { ...about, status: 'error', progress: 100, error: errorOf(state) }
  return { ...about, status: state.status === 'queued' ? 'queued' : 'processing', progress }
}

function errorOf(state: RunState): NonNullable<Report['error']> {
  if (state.error) return state.error
  if (state.status === 'cancelled')
    return { code: 'cancelled', message: 'The analysis was cancelled. Upload the workbook again to have it analysed.' }
  return {
    code: state.reason ?? 'internal',
    message: `The analysis ended early (${state.reason ?? 'unknown'}). Upload the workbook again.`,
  }
}

/** A report of the subject; undefined where there is none or it is another's. */
export async function findReport(ports: ReadPorts, subject: string | undefined, id: string): Promise<Report | undefined> {
  const row = await select(ports).where('sdac_reports.id', '=', id).executeTakeFirst()
  return row && (subject === undefined || row.subject === subject) ? reportOf(row) : undefined
}

/** The report of an upload's job. */
export async function reportOfJob(ports: ReadPorts, subject: string | undefined, jobId: string): Promise<Report | undefined> {
  const row = await select(ports).where('run_id', '=', jobId).executeTakeFirst()
  return row && (subject === undefined || row.subject === subject) ? reportOf(row) : undefined
}

/** The newest generation of a district's quarter, however it fares; one that was never accepted does not count. */
export async function newestReport(ports: ReadPorts, subject: string, districtId: string, period: string): Promise<Report | undefined> {
  const row = await select(ports)
    .where('sdac_reports.subject', '=', subject)
    .where('district_id', '=', districtId)
    .where('period', '=', period)
    .where((e) => e.or([e('runs.state', 'is not', null), e('ready_at', 'is not', null)]))
    .orderBy('generation', 'desc')
    .limit(1)
    .executeTakeFirst()
  return row && reportOf(row)
}

/** The newest ready report of each quarter of a district, the oldest quarter first. */
export async function quartersOf(ports: ReadPorts, subject: string | undefined, districtId: string): Promise<Report[]> {
  let query = select(ports).where('district_id', '=', districtId).where('ready_at', 'is not', null)
  if (subject !== undefined) query = query.where('sdac_reports.subject', '=', subject)
  const rows = await query.orderBy('period').orderBy('generation').limit(1000).execute()
  return [...new Map(rows.map((row) => [`${row.subject} ${row.period}`, row])).values()].map(reportOf)
}

/** What a report is compared with: the newest ready one of the quarter before. */
export async function reportBefore(
  ports: ReadPorts,
  { subject, district_id, period }: Pick<Report, 'subject' | 'district_id' | 'period'>,
): Promise<Report | undefined> {
  const row = await select(ports)
    .where('sdac_reports.subject', '=', subject)
    .where('district_id', '=', district_id)
    .where('period', '=', periodBefore(period))
    .where('ready_at', 'is not', null)
    .orderBy('generation', 'desc')
    .limit(1)
    .executeTakeFirst()
  return row && reportOf(row)
}

export interface ReportFilter {
  /** undefined: any. */
  readonly subject: string | undefined
  readonly districtId?: string | undefined
  readonly period?: string | undefined
}

/** A page of reports, the newest first. */
export async function listReports(
  ports: ReadPorts,
  { subject, districtId, period }: ReportFilter,
  { skip, top }: { skip: number; top: number },
): Promise<{ reports: Report[]; total: number }> {
  const conditions = { 'sdac_reports.subject': subject, district_id: districtId, period }
  let query = select(ports)
  let counted = ports.database.tables<ReportTables>().selectFrom('sdac_reports').select(sql<number>`count(*)`.as('total'))
  for (const [column, value] of Object.entries(conditions) as [keyof typeof conditions, string | undefined][]) {
    if (value === undefined) continue
    query = query.where(column, '=', value)
    counted = counted.where(column, '=', value)
  }
  const [rows, { total }] = await Promise.all([
    query.orderBy('sdac_reports.created_at', 'desc').orderBy('sdac_reports.id').limit(top).offset(skip).execute(),
    counted.executeTakeFirstOrThrow(),
  ])
  return { reports: rows.map(reportOf), total: Number(total) }
}
