import { readFile } from 'node:fs/promises'
import { z } from 'zod'
import type { App } from '../../../kernel/http/app/app.ts'
import { paged, pagedSchema, pageQuery, sliceOf } from '../../../kernel/http/reply/paging.ts'
import { retryRun } from '../../../kernel/runs/control.ts'
import { findAnyRun } from '../../../kernel/runs/read-runs.ts'
import { hasEnded } from '../../../kernel/runs/run-state.ts'
import { ApiError } from '../../../kernel/runtime/errors.ts'
import type { EdgeContext } from '../../../kernel/service.ts'
import { inReportCell } from '../cell/report-cell.ts'
import { headerWords } from '../ingest/header-words.ts'
import { ownReport, subjectOf } from '../intake/routes.ts'
import { jobOf, jobSchema } from '../intake/upload-schemas.ts'
import { findingSchema, ruleNames, severities } from '../stored/finding.ts'
import { changeDistrict, changeReport } from '../stored/keep-report.ts'
import { correctionSchema, type FieldName, layoutSchema } from '../stored/layout.ts'
import { findReport, listReports } from '../stored/read-reports.ts'
import type { Report } from '../stored/report.ts'
import { findingsOf, reportBlob } from '../stored/report-blobs.ts'
import { deleteReport } from './delete-report.ts'
import { entryOf, reportEntrySchema, reportSchema, reportSummarySchema, summaryOf } from './report-schemas.ts'

const ONE = '/sdac/reports/:report_id'
const LAYOUT = `${ONE}/layout`
export const reportCommands = [`DELETE ${ONE}`, `PUT ${LAYOUT}`, 'POST /sdac/validate']
const ANNOTATED_WITHIN_MS = 60_000
const config = { access: 'api' } as const
const params = z.object({ report_id: z.string().max(200) })

/** Reports as they are read, and what people say of their layout. */
export function registerReportRoutes(app: App, ctx: EdgeContext): void {
  const { ports } = ctx
  const docs = (operationId: string, summary: string) => ({ operationId, summary })

  const query = pageQuery.extend({
    district_id: z.string().max(200).optional(),
    quarter: z
      .string()
      .regex(/^\d{4}-Q[1-4]$/, 'a quarter such as 2026-Q1')
      .optional(),
  })
  app.get(
    '/sdac/reports',
    {
      config,
      schema: {
        ...docs('listCostReports', 'Own reports, the newest first'),
        querystring: query,
        response: { 200: pagedSchema(reportEntrySchema) },
      },
    },
    async (request) => {
      const { district_id: districtId, quarter: period } = request.query
      const { reports, total } = await listReports(ports, { subject: subjectOf(request), districtId, period }, sliceOf(request.query))
      return paged(request.url, request.query, reports.map(entryOf), total)
    },
  )

  app.get(
    ONE,
    { config, schema: { ...docs('getCostReport', 'A report with its findings'), params, response: { 200: reportSchema } } },
    async (request) => {
      const report = await ownReport(ctx, request, request.params.report_id)
      const findings = report.status === 'ready' ? await findingsOf(ports, report) : []
      return { ...summaryOf(report), findings, findingsOmitted: omitted(report, findings.length) }
    },
  )

  app.delete(
    ONE,
    {
      config,
      schema: {
        ...docs('deleteCostReport', 'Delete a report for good'),
        description:
          'With its workbook, findings, job, ratings and the conversations about it. What was learned of the district stays. While it is checked: 409.',
        params,
        response: { 204: z.null() },
        errors: ['not_found', 'conflict'],
      },
    },
    async (request, reply) => {
      await deleteReport(ports, await ownReport(ctx, request, request.params.report_id))
      return reply.code(204).send(null)
    },
  )

  app.get(
    '/sdac/report/:report_id',
    {
      config,
      schema: { ...docs('getCostReportSummary', 'A report with its totals and layout'), params, response: { 200: reportSummarySchema } },
    },
    async (request) => summaryOf(await ownReport(ctx, request, request.params.report_id)),
  )

  const findingsQuery = pageQuery.extend({
    severity: z.enum(severities).optional(),
    rule: z.enum(ruleNames).optional(),
    sheet: z.string().max(200).optional(),
  })
  app.get(
    `${ONE}/findings`,
    {
      config,
      schema: {
        ...docs('listCostReportFindings', 'Findings of a report, the gravest first'),
        params,
        querystring: findingsQuery,
        response: { 200: pagedSchema(findingSchema) },
      },
    },
    async (request) => {
      const report = await ownReport(ctx, request, request.params.report_id)
      const { severity, rule, sheet } = request.query
      const all = report.status === 'ready' ? await findingsOf(ports, report) : []
      const found = all.filter((f) => (!severity || f.severity === severity) && (!rule || f.rule === rule) && (!sheet || f.sheet === sheet))
      const { skip, top } = sliceOf(request.query)
      return paged(request.url, request.query, found.slice(skip, skip + top), found.length)
    },
  )

  app.get(
    LAYOUT,
    {
      config,
      schema: { ...docs('getCostReportLayout', 'What of a workbook was taken for what'), params, response: { 200: layoutSchema } },
    },
    async (request) => layoutOf(await ownReport(ctx, request, request.params.report_id)),
  )

  const type = 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet'
  app.get(
    `${ONE}/workbook`,
    {
      config,
      schema: {
        ...docs('getAnnotatedWorkbook', 'The workbook with its findings as comments on their cells'),
        params,
        response: { 200: { content: { [type]: { schema: z.string().meta({ examples: ['(bytes)'] }) } } } },
        errors: ['conflict'],
      },
    },
    async (request, reply) => {
      const report = await ownReport(ctx, request, request.params.report_id)
      if (report.status !== 'ready') throw new ApiError('conflict', 'the report is not ready; ask again when its job is complete')
      const name = `${report.file_name.replace(/\.(xlsx|csv)$/i, '')} with findings.xlsx`
      const bytes = await annotatedWorkbook(ctx, report)
      reply.type(type).header('content-disposition', `attachment; filename*=UTF-8''${encodeURIComponent(name)}`)
      return reply.send(bytes as never)
    },
  )

  const correcting = correctionSchema
    .extend({ remember: z.boolean().default(true).describe('Whether later workbooks of the district are read the same way.') })
    .meta({ id: 'CostReportCorrection', examples: [{ sheets: [{ name: 'Costs', columns: { salary: 'F' } }] }] })
  app.put(
    LAYOUT,
    {
      config,
      schema: {
        ...docs('correctCostReportLayout', 'Say which column is what, and have the report checked again'),
        params,
        body: correcting,
        response: { 202: jobSchema },
        errors: ['conflict'],
      },
    },
    async (request, reply) => {
      const report = await ownReport(ctx, request, request.params.report_id)
      const { remember, ...correction } = request.body
      checkCorrection(report, correction)
      await requireEnded(ctx, report)
      const before = report.correction?.sheets.filter(({ name }) => !correction.sheets.some((s) => s.name === name)) ?? []
      await changeReport(ports, report.id, (body) => ({ ...body, correction: { sheets: [...before, ...correction.sheets] } }), false)
      if (remember) await rememberColumns(ctx, report, correction)
      await retryRun(ports, report.run_id, { from: 'costs' })
      return reply.code(202).send(jobOf((await findReport(ports, report.subject, report.id))!))
    },
  )

  app.post(
    '/sdac/validate',
    {
      config,
      schema: {
        ...docs('validateCostReport', 'Check a report again, by the thresholds of now and the newest quarter before'),
        body: z
          .object({ reportId: z.uuid() })
          .meta({ id: 'CostReportValidation', examples: [{ reportId: '3f0f0c52-7d5c-4a55-9a64-3f8f0e7d2b90' }] }),
        response: { 202: jobSchema },
        errors: ['conflict'],
      },
    },
    async (request, reply) => {
      const report = await ownReport(ctx, request, request.body.reportId)
      await requireEnded(ctx, report)
      await retryRun(ports, report.run_id, { from: report.layout ? 'validated' : 'parsed' })
      return reply.code(202).send(jobOf((await findReport(ports, report.subject, report.id))!))
    },
  )
}

async function annotatedWorkbook({ ports }: EdgeContext, report: Report): Promise<Buffer> {
  const task = { task: 'annotate', findings: await findingsOf(ports, report) } as const
  const blob = reportBlob(report.id, 'workbook')
  const signal = AbortSignal.timeout(ANNOTATED_WITHIN_MS)
  const done = await inReportCell(ports.blobs, { blob, fileType: report.file_type, task, caller: report.subject, signal })
  try {
    return await readFile(done.blocks)
  } finally {
    await done.dispose()
  }
}

const omitted = ({ status, summary }: Report, kept: number): number =>
  status === 'ready' && summary ? Object.values(summary.by_rule).reduce((a, b) => a + b, 0) - kept : 0

function layoutOf({ layout }: Report): NonNullable<Report['layout']> {
  if (!layout) throw new ApiError('conflict', 'the workbook has not been read yet; ask again when its job has passed the stage parsed')
  return layout
}

async function requireEnded({ ports }: EdgeContext, { run_id }: Report): Promise<void> {
  const run = await findAnyRun(ports, run_id)
  if (!run) throw new ApiError('conflict', 'the job of this report is not kept any more; upload the workbook again')
  if (!hasEnded(run.state)) throw new ApiError('conflict', 'the report is being checked; wait for its job to end')
}

/** ApiError invalid_request for a sheet that there is not, or one column for two fields. */
function checkCorrection(report: Report, { sheets }: z.output<typeof correctionSchema>): void {
  const known = layoutOf(report).sheets.map((s) => s.name)
  for (const [i, { name, columns = {} }] of sheets.entries()) {
    const named = known.slice(0, 10).map((n) => JSON.stringify(n))
    if (!known.includes(name))
      throw new ApiError('invalid_request', `sheets.${i}.name: there is no such sheet; there are ${named.join(', ')}`)
    const given = Object.values(columns).filter((c) => c !== null)
    const twice = given.find((c, n) => given.indexOf(c) !== n)
    if (twice) throw new ApiError('invalid_request', `sheets.${i}.columns: the column ${twice} is named for two fields`)
  }
}

/** Later workbooks of the district with these headers are read the same way. */
async function rememberColumns({ ports }: EdgeContext, report: Report, { sheets }: z.output<typeof correctionSchema>): Promise<void> {
  const learned = sheets.flatMap(({ name, columns = {} }) => {
    const headers = report.layout?.sheets.find((s) => s.name === name)?.headers ?? []
    return Object.entries(columns).flatMap(([field, column]) => {
      const words = headerWords(headers.find((h) => h.column === column)?.header ?? '')
      return words === '' ? [] : [[words, field as FieldName] as const]
    })
  })
  await changeDistrict(ports, report, (district) => ({ ...district, headers: { ...district.headers, ...Object.fromEntries(learned) } }))
}
