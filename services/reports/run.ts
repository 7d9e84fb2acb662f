import { createReadStream } from 'node:fs'
import { readFile } from 'node:fs/promises'
import { z } from 'zod'
import { writeArtifact } from '../../kernel/blobs/artifacts.ts'
import { sectionOf } from '../../kernel/config/section.ts'
import { defineRun, defineStep, type StepContext } from '../../kernel/runs/define-run.ts'
import { WorkError } from '../../kernel/runtime/errors.ts'
import { inReportCell } from './cell/report-cell.ts'
import { checkedSchema } from './cell/task.ts'
import { learnLayout } from './ingest/learn-layout.ts'
import { sdacSection } from './sdac-section.ts'
import { countsSchema } from './stored/finding.ts'
import { changeDistrict, changeReport, districtOf } from './stored/keep-report.ts'
import { type Layout, layoutSchema } from './stored/layout.ts'
import { findReport, reportBefore } from './stored/read-reports.ts'
import { type Report, summarySchema } from './stored/report.ts'
import { reportBlob } from './stored/report-blobs.ts'

const MINUTE = 60_000
const DAY = 24 * 60 * MINUTE

export const reportInput = z.object({
  report_id: z.uuid(),
  owner: z.string(),
  district_id: z.string(),
  period: z.string(),
  file_name: z.string(),
  file_type: z.enum(['xlsx', 'csv']),
})
type Input = z.output<typeof reportInput>
const resultSchema = z.object({ report_id: z.uuid(), findings: countsSchema })

const common = { retry: { attempts: 3, baseMs: 500, capMs: 10_000 }, timeoutMs: 5 * MINUTE, onFail: 'end' } as const
type Context = StepContext<Input, 'blobs' | 'database' | 'config' | 'clock'>
const needs = ['blobs', 'database', 'config', 'clock'] as const

async function reportOf({ ports, run, input }: Context): Promise<Report> {
  const report = await findReport(ports, run.subject, input.report_id)
  if (!report) throw new WorkError('not_found', 'The report was deleted.')
  return report
}

const inCell = ({ ports, run, signal }: Context, work: Omit<Parameters<typeof inReportCell>[1], 'caller' | 'signal'>) =>
  inReportCell(ports.blobs, { ...work, caller: run.subject, signal })

/** The workbook into its cells. */
const parsed = defineStep<Input, (typeof needs)[number]>({
  ...common,
  name: 'parsed',
  needs,
  async handle(ctx) {
    const { report_id: id, file_type: fileType } = ctx.input
    const maxRows = sectionOf(ctx.ports.config, sdacSection).max_rows
    const done = await inCell(ctx, { blob: reportBlob(id, 'workbook'), fileType, task: { task: 'read', maxRows } })
    try {
      await writeArtifact(ctx.ports.blobs, reportBlob(id, 'cells.ndjson'), createReadStream(done.blocks))
      return { sheets: done.header.pages, rows: done.header.characters }
    } finally {
      await done.dispose()
    }
  },
})

/** Cells into costs: which column is what, and the rows of employees. WorkError `not_a_cost_report`. */
const costs = defineStep<Input, (typeof needs)[number]>({
  ...common,
  name: 'costs',
  needs,
  async handle(ctx) {
    const { ports } = ctx
    const report = await reportOf(ctx)
    const { headers, sheets } = await districtOf(ports, report)
    const task = { task: 'costs', headers, sheets, ...(report.correction && { correction: report.correction }) } as const
    const done = await inCell(ctx, { blob: reportBlob(report.id, 'cells.ndjson'), fileType: 'ndjson', task })
    try {
      const layout = layoutSchema.parse(JSON.parse(await readFile(done.blocks, 'utf8')))
      await writeArtifact(ports.blobs, reportBlob(report.id, 'rows.ndjson'), createReadStream(`${done.blocks}.rows`))
      await changeReport(ports, report.id, (body) => ({ ...body, layout }))
      const { correction, remember } = report
      if (correction && remember)
        await changeDistrict(ports, report, (district) => ({ ...district, ...learnLayout(district, layout, correction) }))
      requireCosts(layout)
      return { rows: layout.sheets.reduce((n, sheet) => n + sheet.rows, 0) }
    } finally {
      await done.dispose()
    }
  },
})

/** How near a sheet is to one of costs: its columns, then its headers. */
const nearness = ({ use, columns, headers }: Layout['sheets'][number]): number => (use ? 10_000 : 0) + columns.length * 200 + headers.length

function requireCosts({ sheets }: Layout): void {
  if (sheets.some((sheet) => sheet.use && sheet.rows > 0)) return
  // What is missing everywhere is said once, of the sheet that comes nearest.
  const nearest = sheets.reduce((best, sheet) => (nearness(sheet) > nearness(best) ? sheet : best))
  const why = nearest.use ? 'It has headers, but no rows of employees below them.' : nearest.reason
  const names = sheets.filter((sheet) => sheet !== nearest).map(({ name }) => JSON.stringify(name))
  const others =
    names.length > 0
      ? ` No more was found in ${names.slice(0, 5).join(', ')}${names.length > 5 ? ` and ${names.length - 5} others` : ''}.`
      : ''
  throw new WorkError(
    'not_a_cost_report',
    `No sheet of the file is a cost report. Sheet ${JSON.stringify(nearest.name)}: ${why}${others} Name the columns in the sheet, or say in the layout which is which.`,
  )
}

/** What the rules find. */
const validated = defineStep<Input, (typeof needs)[number]>({
  ...common,
  name: 'validated',
  needs,
  async handle(ctx) {
    const { ports } = ctx
    const report = await reportOf(ctx)
    const before = await reportBefore(ports, report)
    const { positions } = await districtOf(ports, report)
    const pools = Object.fromEntries(Object.entries(positions).flatMap(([position, { pool }]) => (pool ? [[position, pool]] : [])))
    const previous = before && (await ports.blobs.localFile(reportBlob(before.id, 'rows.ndjson')))
    try {
      const done = await inCell(ctx, {
        blob: reportBlob(report.id, 'cells.ndjson'),
        fileType: 'ndjson',
        task: {
          ...{ task: 'check', layout: report.layout ?? { sheets: [] }, period: report.period, pools },
          ...(previous && { previous: previous.path }),
          thresholds: sectionOf(ports.config, sdacSection).rules,
        },
      })
      try {
        const { findings, summary } = checkedSchema.parse(JSON.parse(await readFile(done.blocks, 'utf8')))
        await ports.blobs.write(reportBlob(report.id, 'findings.json'), Buffer.from(JSON.stringify(findings)))
        return { ...summary, compared_with: before?.id ?? null }
      } finally {
        await done.dispose()
      }
    } finally {
      await previous?.dispose()
    }
  },
})

/** From here on the findings can be read, and the report is what the next quarter is compared with. */
const analysed = defineStep<Input, (typeof needs)[number]>({
  ...common,
  name: 'analysed',
  needs,
  async handle(ctx) {
    const summary = await ctx.artifact('validated', summarySchema)
    if (!summary) throw new WorkError('internal', 'The findings are missing.')
    await changeReport(ctx.ports, ctx.input.report_id, (body) => ({ ...body, summary }), true)
    return { report_id: ctx.input.report_id, findings: summary.counts }
  },
})

/** A workbook into findings. Reports of one district go one after the other, so that a quarter finds the one before it ready. */
export const reportRun = defineRun({
  kind: 'report',
  words: {
    kind: 'Cost report',
    steps: { parsed: 'Read the workbook', costs: 'Add up the costs', validated: 'Check the rows', analysed: 'Sum up the findings' },
  },
  input: reportInput,
  result: resultSchema,
  steps: [parsed, costs, validated, analysed],
  subject: ({ owner, district_id }) => `${owner}/${district_id}`,
  whenBusy: 'queue',
  deadlineMs: 30 * MINUTE,
  keepMs: 365 * DAY,
  title: ({ file_name, period }) => `${file_name} (${period})`,
})
