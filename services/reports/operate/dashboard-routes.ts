import type { FastifyRequest } from 'fastify'
import { z } from 'zod'
import { holdsRole, isLimited } from '../../../kernel/access/roles.ts'
import type { App } from '../../../kernel/http/app/app.ts'
import { ApiError } from '../../../kernel/runtime/errors.ts'
import type { EdgeContext } from '../../../kernel/service.ts'
import { reportQueue } from '../cell/report-cell.ts'
import { subjectOf } from '../intake/routes.ts'
import { entryOf, reportEntrySchema } from '../review/report-schemas.ts'
import { rules } from '../rules/rules.ts'
import { ruleNames, severities } from '../stored/finding.ts'
import { listReports, quartersOf } from '../stored/read-reports.ts'
import type { Report } from '../stored/report.ts'
import { sumsSchema, totalsExample } from '../stored/totals.ts'
import { askedLanguage, languageQuery } from '../tell/asked-language.ts'
import { ruleWords } from '../tell/tell-findings.ts'

const config = { access: 'api' } as const
const MOST_REPORTS = 1000
const named = sumsSchema.extend({ name: z.string() })
const [pool] = totalsExample.by_pool

const districtSchema = z.object({ districtId: z.string(), districtName: z.string(), quarters: z.array(z.string()), reports: z.int() })
const overviewSchema = z
  .object({
    reports: z.object({ total: z.int(), queued: z.int(), processing: z.int(), ready: z.int(), error: z.int() }),
    findings: z.object({ error: z.int(), warning: z.int(), info: z.int() }),
    districts: z.array(districtSchema),
    latest: z.array(reportEntrySchema),
  })
  .meta({
    id: 'CostDashboard',
    description: 'Reports in numbers: of the newest 1,000.',
    examples: [
      {
        ...{ reports: { total: 1, queued: 0, processing: 0, ready: 1, error: 0 }, findings: { error: 1, warning: 0, info: 0 } },
        districts: [{ districtId: 'd-100', districtName: 'North District', quarters: ['2026-Q1'], reports: 1 }],
        latest: [],
      },
    ],
  })
const quartersSchema = z.object({ items: z.array(sumsSchema.extend({ quarter: z.string(), reportId: z.uuid() })) }).meta({
  id: 'CostQuarters',
  description: 'The newest report of each quarter, the oldest quarter first.',
  examples: [
    {
      items: [
        {
          quarter: '2026-Q1',
          reportId: '3f0f0c52-7d5c-4a55-9a64-3f8f0e7d2b90',
          rows: 2,
          employees: 2,
          salary: 100_100,
          benefits: 30_030,
          total: 130_130,
          federal: 65_065,
        },
      ],
    },
  ],
})
const poolsSchema = z.object({ quarter: z.string().nullable(), items: z.array(named) }).meta({
  id: 'CostPools',
  description: 'Costs by pool of one quarter; null: there is none yet.',
  examples: [{ quarter: '2026-Q1', items: [pool] }],
})
const byRuleSchema = z
  .object({
    quarter: z.string().nullable(),
    items: z.array(
      z.object({ rule: z.enum(ruleNames), severity: z.enum(severities), count: z.int(), title: z.string(), explanation: z.string() }),
    ),
  })
  .meta({
    id: 'CostFindingsByRule',
    description: 'Findings of one quarter by rule, all rules.',
    examples: [
      {
        quarter: '2026-Q1',
        items: [{ rule: 'outlier', severity: 'info', count: 2, title: 'Outlier', explanation: 'An amount is unlike others.' }],
      },
    ],
  })

const of = z.object({
  district_id: z.string().min(1).max(200),
  quarter: z
    .string()
    .regex(/^\d{4}-Q[1-4]$/, 'a quarter such as 2026-Q1')
    .optional()
    .describe('The newest when absent.'),
})

/** Costs and findings in numbers: of their own reports to everyone, of all to administrators without limits. */
export function registerDashboardRoutes(app: App, ctx: EdgeContext): void {
  const { ports, env } = ctx
  const whose = (request: FastifyRequest) =>
    holdsRole(request.caller, env.ADMIN_ROLE, ports.config) && !isLimited(request.caller, ports.config) ? undefined : subjectOf(request)
  const docs = (operationId: string, summary: string) => ({ operationId, summary })

  app.get(
    '/api/dashboard/overview',
    { config, schema: { ...docs('getCostDashboard', 'Get statistics of reports'), response: { 200: overviewSchema } } },
    async (request) => {
      const { reports, total } = await listReports(ports, { subject: whose(request) }, { skip: 0, top: MOST_REPORTS })
      const count = (status: Report['status']) => reports.filter((r) => r.status === status).length
      const ready = reports.filter((r) => r.status === 'ready')
      const found = (severity: 'error' | 'warning' | 'info') => ready.reduce((n, r) => n + (r.summary?.counts[severity] ?? 0), 0)
      const districts = [...Map.groupBy(reports, (r) => r.district_id)].map(([districtId, own]) => ({
        ...{ districtId, districtName: own[0]!.district_name, reports: own.length },
        quarters: [...new Set(own.map((r) => r.period))].sort(),
      }))
      return {
        reports: { total, queued: count('queued'), processing: count('processing'), ready: count('ready'), error: count('error') },
        findings: { error: found('error'), warning: found('warning'), info: found('info') },
        districts: districts.sort((a, b) => (a.districtName < b.districtName ? -1 : 1)),
        latest: reports.slice(0, 20).map(entryOf),
      }
    },
  )

  const quarter = async (request: FastifyRequest, { district_id, quarter: wanted }: z.output<typeof of>) => {
    const all = await quartersOf(ports, whose(request), district_id)
    return wanted === undefined ? all.at(-1) : all.find((r) => r.period === wanted)
  }

  app.get(
    '/api/dashboard/quarters',
    {
      config,
      schema: {
        ...docs('getCostQuarters', 'Get the costs of a district by quarter'),
        querystring: of.omit({ quarter: true }),
        response: { 200: quartersSchema },
      },
    },
    async (request) => {
      const reports = await quartersOf(ports, whose(request), request.query.district_id)
      const items = reports.flatMap(({ period, id, summary }) => {
        if (!summary) return []
        const { by_pool: _p, by_position: _o, by_sheet: _s, ...sums } = summary.totals
        return [{ quarter: period, reportId: id, ...sums }]
      })
      return { items }
    },
  )

  app.get(
    '/api/dashboard/pools',
    {
      config,
      schema: { ...docs('getCostPools', 'Get the costs of a district by cost pool'), querystring: of, response: { 200: poolsSchema } },
    },
    async (request) => {
      const report = await quarter(request, request.query)
      return { quarter: report?.period ?? null, items: report?.summary?.totals.by_pool ?? [] }
    },
  )

  app.get(
    '/api/dashboard/findings',
    {
      config,
      schema: {
        ...docs('getCostFindings', 'Get the findings of a district by rule'),
        querystring: of.extend(languageQuery.shape),
        response: { 200: byRuleSchema },
      },
    },
    async (request) => {
      const report = await quarter(request, request.query)
      const items = rules.map(({ name: rule, severity }) => ({
        ...{ rule, severity, ...ruleWords(rule, askedLanguage(request)) },
        count: report?.summary?.by_rule[rule] ?? 0,
      }))
      return { quarter: report?.period ?? null, items }
    },
  )

  registerIngestors(app)
}

const ingestorSchema = z
  .object({ name: z.string(), formats: z.array(z.string()), stages: z.array(z.string()), rules: z.array(z.string()), waiting: z.int() })
  .meta({
    id: 'Ingestor',
    description: 'What takes workbooks in. `waiting`: tasks that wait in this process.',
    examples: [{ name: 'cost-reports', formats: ['xlsx', 'csv'], stages: ['received'], rules: ['outlier'], waiting: 0 }],
  })

const ingestor = (): z.output<typeof ingestorSchema> => ({
  ...{ name: 'cost-reports', formats: ['xlsx', 'csv'], stages: ['received', 'parsed', 'costs', 'validated', 'analysed'] },
  ...{ rules: rules.map((rule) => rule.name), waiting: reportQueue() },
})

function registerIngestors(app: App): void {
  const docs = (operationId: string, summary: string) => ({ operationId, summary })
  app.get(
    '/ingestion',
    { config, schema: { ...docs('getIngestion', 'Get the state of the cost report worker'), response: { 200: ingestorSchema } } },
    async () => ingestor(),
  )
  app.get(
    '/api/ingestors',
    {
      config,
      schema: { ...docs('listIngestors', 'List ingestors'), response: { 200: z.object({ items: z.array(ingestorSchema) }) } },
    },
    async () => ({ items: [ingestor()] }),
  )
  app.get(
    '/api/ingestors/:name',
    {
      config,
      schema: {
        ...docs('getIngestor', 'Get an ingestor'),
        params: z.object({ name: z.string().max(100) }),
        response: { 200: ingestorSchema },
      },
    },
    async (request) => {
      const own = ingestor()
      if (request.params.name !== own.name) throw new ApiError('not_found', `there is no such ingestor; there is ${own.name}`)
      return own
    },
  )
}
