import { z } from 'zod'
import type { App } from '../../../kernel/http/app/app.ts'
import { paged, pagedSchema, pageQuery, sliceOf } from '../../../kernel/http/reply/paging.ts'
import { retryRun } from '../../../kernel/runs/control.ts'
import type { EdgeContext } from '../../../kernel/service.ts'
import { ownReport, subjectOf } from '../intake/routes.ts'
import { jobOf, jobSchema } from '../intake/upload-schemas.ts'
import { findingSchema, ruleNames, severities } from '../stored/finding.ts'
import { findReport, listReports } from '../stored/read-reports.ts'
import { askedLanguage, languageQuery } from '../tell/asked-language.ts'
import { findingsOf } from '../tell/tell-findings.ts'
import { requireEnded } from './correct-layout.ts'
import { actionCommands, registerReportActions } from './report-actions.ts'
import { entryOf, omitted, reportEntrySchema, reportSchema, reportSummarySchema, summaryOf } from './report-schemas.ts'

const BASE = '/sdac/reports'
const ONE = `${BASE}/:report_id`
export const reportCommands = [...actionCommands(BASE), 'POST /sdac/validate']
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
        ...docs('listCostReports', 'List your reports, newest first'),
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
    {
      config,
      schema: {
        ...docs('getCostReport', 'Get a report with its findings'),
        params,
        querystring: languageQuery,
        response: { 200: reportSchema },
      },
    },
    async (request) => {
      const report = await ownReport(ctx, request, request.params.report_id)
      const findings = report.status === 'ready' ? await findingsOf(ports, report, askedLanguage(request)) : []
      return { ...summaryOf(report), findings, findingsOmitted: omitted(report, findings.length) }
    },
  )

  app.get(
    '/sdac/report/:report_id',
    {
      config,
      schema: {
        ...docs('getCostReportSummary', 'Get a report with its totals and layout'),
        params,
        response: { 200: reportSummarySchema },
      },
    },
    async (request) => summaryOf(await ownReport(ctx, request, request.params.report_id)),
  )

  const findingsQuery = pageQuery.extend({
    ...languageQuery.shape,
    severity: z.enum(severities).optional(),
    rule: z.enum(ruleNames).optional(),
    sheet: z.string().max(200).optional(),
  })
  app.get(
    `${ONE}/findings`,
    {
      config,
      schema: {
        ...docs('listCostReportFindings', 'List the findings of a report, most severe first'),
        params,
        querystring: findingsQuery,
        response: { 200: pagedSchema(findingSchema) },
      },
    },
    async (request) => {
      const report = await ownReport(ctx, request, request.params.report_id)
      const { severity, rule, sheet } = request.query
      const all = report.status === 'ready' ? await findingsOf(ports, report, askedLanguage(request)) : []
      const found = all.filter((f) => (!severity || f.severity === severity) && (!rule || f.rule === rule) && (!sheet || f.sheet === sheet))
      const { skip, top } = sliceOf(request.query)
      return paged(request.url, request.query, found.slice(skip, skip + top), found.length)
    },
  )

  registerReportActions(app, ctx, { base: BASE, access: 'api', name: 'CostReport' })

  app.post(
    '/sdac/validate',
    {
      config,
      schema: {
        ...docs('validateCostReport', 'Check a report again, with the current thresholds and the latest previous quarter'),
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
