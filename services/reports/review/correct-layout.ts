import { z } from 'zod'
import { retryRun } from '../../../kernel/runs/control.ts'
import { findAnyRun } from '../../../kernel/runs/read-runs.ts'
import { hasEnded } from '../../../kernel/runs/run-state.ts'
import { ApiError } from '../../../kernel/runtime/errors.ts'
import type { EdgeContext } from '../../../kernel/service.ts'
import { changeReport } from '../stored/keep-report.ts'
import { correctionSchema, type Layout } from '../stored/layout.ts'
import { findReport } from '../stored/read-reports.ts'
import type { Report } from '../stored/report.ts'

export const correctingSchema = correctionSchema
  .extend({ remember: z.boolean().default(true).describe('Whether later workbooks of the district are read the same way.') })
  .meta({ id: 'CostReportCorrection', examples: [{ sheets: [{ name: 'Costs', columns: { salary: 'F' } }] }] })
type Correcting = z.output<typeof correctingSchema>

/** ApiError conflict for a workbook that was not read. */
export function layoutOf({ layout, status }: Pick<Report, 'layout' | 'status'>): Layout {
  if (layout) return layout
  const next = status === 'error' ? 'upload it again' : 'ask again when its job has passed the stage parsed'
  throw new ApiError('conflict', `the workbook has not been read; ${next}`)
}

/** ApiError conflict while a report is worked on, or where its job is not kept. */
export async function requireEnded({ ports }: EdgeContext, { run_id }: Report): Promise<void> {
  const run = await findAnyRun(ports, run_id)
  if (!run) throw new ApiError('conflict', 'the job of this report is not kept any more; upload the workbook again')
  if (!hasEnded(run.state)) throw new ApiError('conflict', 'the report is being checked; wait for its job to end')
}

/** Keeps what a person says of the layout and has the report read again by it. Gives the report as it fares then. ApiError. */
export async function correctLayout(ctx: EdgeContext, report: Report, { remember, ...correction }: Correcting): Promise<Report> {
  const { ports } = ctx
  checkCorrection(layoutOf(report), correction)
  await requireEnded(ctx, report)
  const before = report.correction?.sheets.filter(({ name }) => !correction.sheets.some((s) => s.name === name)) ?? []
  const sheets = [...before, ...correction.sheets]
  await changeReport(ports, report.id, (body) => ({ ...body, correction: { sheets }, remember }), false)
  await retryRun(ports, report.run_id, { from: 'costs' })
  return (await findReport(ports, report.subject, report.id))!
}

/** ApiError invalid_request for a sheet that there is not, or one column for two fields. */
function checkCorrection(layout: Layout, { sheets }: z.output<typeof correctionSchema>): void {
  const known = layout.sheets.map((s) => s.name)
  for (const [i, { name, columns = {} }] of sheets.entries()) {
    const named = known.slice(0, 10).map((n) => JSON.stringify(n))
    if (!known.includes(name))
      throw new ApiError('invalid_request', `sheets.${i}.name: there is no such sheet; there are ${named.join(', ')}`)
    const given = Object.values(columns).filter((c) => c !== null)
    const twice = given.find((c, n) => given.indexOf(c) !== n)
    if (twice) throw new ApiError('invalid_request', `sheets.${i}.columns: the column ${twice} is named for two fields`)
  }
}
