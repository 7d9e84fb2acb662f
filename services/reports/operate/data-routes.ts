import { z } from 'zod'
import type { App } from '../../../kernel/http/app/app.ts'
import { paged, pagedSchema, pageQuery, sliceOf } from '../../../kernel/http/reply/paging.ts'
import { ApiError } from '../../../kernel/runtime/errors.ts'
import { newId } from '../../../kernel/runtime/ids.ts'
import type { EdgeContext } from '../../../kernel/service.ts'
import { ownReport, subjectOf } from '../intake/routes.ts'
import { changeDistrict, districtOf } from '../stored/keep-report.ts'
import { rowsOf } from '../stored/report-blobs.ts'
import type { ReportTables } from '../stored/tables.ts'
import { findingsOf } from '../tell/tell-findings.ts'

const SYNC = '/sdac/sync'
const FEEDBACK = '/sdac/feedback'
export const dataCommands = [`POST ${SYNC}`, `POST ${FEEDBACK}`]
const config = { access: 'api' } as const
const REPORT = '3f0f0c52-7d5c-4a55-9a64-3f8f0e7d2b90'

/** Rows of reports, reference data of districts, and what people say of findings. */
export function registerDataRoutes(app: App, ctx: EdgeContext): void {
  registerCosts(app, ctx)
  registerSync(app, ctx)
  registerFeedback(app, ctx)
}

const costSchema = z
  .object({
    sheet: z.string(),
    row: z.int(),
    employeeId: z.string().nullable(),
    name: z.string().nullable(),
    position: z.string().nullable(),
    costPool: z.string().nullable(),
    salary: z.number().nullable(),
    benefits: z.number().nullable(),
    federalShare: z.number().nullable().describe('1 is 100 %.'),
    period: z.string().nullable(),
  })
  .meta({
    id: 'CostReportRow',
    description: 'A row as it was read; null: the cell holds no such value.',
    examples: [
      {
        ...{ sheet: 'Costs', row: 2, employeeId: 'E001', name: 'Person 1', position: 'Nurse', costPool: 'Direct Services' },
        ...{ salary: 18_400, benefits: 5_520, federalShare: 0.5, period: '2026-Q1' },
      },
    ],
  })

function registerCosts(app: App, ctx: EdgeContext): void {
  const query = pageQuery.extend({ report_id: z.uuid(), pool: z.string().max(200).optional(), q: z.string().max(200).optional() })
  app.get(
    '/sdac/costs',
    {
      config,
      schema: {
        operationId: 'listCosts',
        summary: 'List the rows of a report',
        description: '`pool`: of one cost pool; `q`: with this text in the id, the name or the position.',
        querystring: query,
        response: { 200: pagedSchema(costSchema) },
      },
    },
    async (request) => {
      const { report_id, pool, q } = request.query
      const report = await ownReport(ctx, request, report_id)
      const { skip, top } = sliceOf(request.query)
      const wanted = q?.toLowerCase()
      const items: z.output<typeof costSchema>[] = []
      let total = 0
      for await (const row of rowsOf(ctx.ports, report)) {
        if (pool !== undefined && (row.pool ?? '').toLowerCase() !== pool.toLowerCase()) continue
        if (wanted && ![row.id, row.name, row.position].some((text) => text?.toLowerCase().includes(wanted))) continue
        total++
        if (total <= skip || items.length >= top) continue
        const { id: employeeId, pool: costPool, share: federalShare, sheet, ...own } = row
        items.push({ ...own, sheet: report.layout?.sheets[sheet]?.name ?? '', employeeId, costPool, federalShare })
      }
      return paged(request.url, request.query, items, total)
    },
  )
}

const name = z.string().trim().min(1).max(200)
const syncSchema = z
  .object({
    districtId: name,
    pools: z.array(name).max(500).optional().describe('Names of the cost pools.'),
    positions: z
      .array(z.object({ name, pool: name.nullable().optional() }))
      .max(5000)
      .optional()
      .describe('Positions with the pool that they belong to; a position without a pool in a workbook is told it.'),
  })
  .meta({
    id: 'ReferenceData',
    examples: [{ districtId: 'd-100', pools: ['Direct Services'], positions: [{ name: 'Nurse', pool: 'Direct Services' }] }],
  })
const syncedSchema = z
  .object({
    districtId: z.string(),
    pools: z.array(z.string()),
    positions: z.array(z.object({ name: z.string(), pool: z.string().nullable() })),
    headers: z
      .record(z.string(), z.string().nullable())
      .describe('Columns that were named by hand: the field by the words of its header; null: no field.'),
    sheets: z.record(z.string(), z.boolean()).describe('Whether the rows of a sheet are costs, by its name, as it was said by hand.'),
    syncedAt: z.iso.datetime().nullable(),
  })
  .meta({
    id: 'ReferenceDataState',
    description: 'Reference data of a district.',
    examples: [
      {
        ...{ districtId: 'd-100', pools: ['Direct Services'], positions: [{ name: 'Nurse', pool: 'Direct Services' }] },
        ...{ headers: {}, sheets: {}, syncedAt: '2026-04-08T09:30:00.000Z' },
      },
    ],
  })

function registerSync(app: App, { ports }: EdgeContext): void {
  const shown = (districtId: string, { pools, positions, headers, sheets, synced_at }: Awaited<ReturnType<typeof districtOf>>) => ({
    ...{ districtId, pools, positions: Object.values(positions), headers, sheets, syncedAt: synced_at },
  })
  app.get(
    SYNC,
    {
      config,
      schema: {
        operationId: 'getReferenceData',
        summary: 'Get the reference data of a district',
        querystring: z.object({ district_id: name }),
        response: { 200: syncedSchema },
      },
    },
    async (request) => {
      const { district_id } = request.query
      return shown(district_id, await districtOf(ports, { subject: subjectOf(request), district_id }))
    },
  )
  app.post(
    SYNC,
    {
      config,
      schema: {
        operationId: 'syncReferenceData',
        summary: 'Store the cost pools and positions of a district',
        description: 'Each list that is given takes the place of the one before.',
        body: syncSchema,
        response: { 200: syncedSchema },
      },
    },
    async (request) => {
      const { districtId, pools, positions } = request.body
      const now = new Date(ports.clock.now()).toISOString()
      const given = positions?.map((p) => [p.name.toLowerCase(), { name: p.name, pool: p.pool ?? null }] as const)
      const after = await changeDistrict(ports, { subject: subjectOf(request), district_id: districtId }, (before) => ({
        ...before,
        ...(pools && { pools: [...new Set(pools)] }),
        ...(given && { positions: Object.fromEntries(given) }),
        synced_at: now,
      }))
      return shown(districtId, after)
    },
  )
}

const feedbackBody = z
  .object({
    reportId: z.uuid(),
    findingId: z.string().max(20).optional().describe('What is meant of the report; absent: all of it.'),
    rating: z.enum(['agree', 'disagree', 'unsure']),
    comment: z.string().max(2000).optional(),
  })
  .meta({ id: 'CostReportFeedbackBody', examples: [{ reportId: REPORT, findingId: 'F1', rating: 'disagree', comment: 'A correction.' }] })
const keptFeedback = feedbackBody.safeExtend({ feedbackId: z.uuid(), createdAt: z.iso.datetime() }).meta({
  id: 'CostReportFeedback',
  description: 'What somebody says of a finding.',
  examples: [{ feedbackId: REPORT, reportId: REPORT, findingId: 'F1', rating: 'disagree', createdAt: '2026-04-08T09:30:00.000Z' }],
})

function registerFeedback(app: App, ctx: EdgeContext): void {
  const { ports } = ctx
  app.post(
    FEEDBACK,
    {
      config,
      schema: {
        operationId: 'rateCostReportFinding',
        summary: 'Rate a finding',
        body: feedbackBody,
        response: { 201: keptFeedback },
      },
    },
    async (request, reply) => {
      const report = await ownReport(ctx, request, request.body.reportId)
      const { findingId } = request.body
      if (findingId !== undefined && !(await findingsOf(ports, report)).some((f) => f.id === findingId))
        throw new ApiError('invalid_request', 'findingId: the report has no such finding; GET /sdac/reports/{report_id} lists them')
      const id = newId()
      const now = ports.clock.now()
      const row = { id, subject: subjectOf(request), report_id: report.id, body: JSON.stringify(request.body), created_at: now }
      await ports.database.tables<ReportTables>().insertInto('sdac_feedback').values(row).execute()
      return reply.code(201).send({ ...request.body, feedbackId: id, createdAt: new Date(now).toISOString() })
    },
  )
  app.get(
    FEEDBACK,
    {
      config,
      schema: {
        operationId: 'listCostReportFeedback',
        summary: 'List the ratings of the findings of a report, newest first',
        querystring: z.object({ report_id: z.uuid() }),
        response: { 200: z.object({ items: z.array(keptFeedback) }) },
      },
    },
    async (request) => {
      const report = await ownReport(ctx, request, request.query.report_id)
      const rows = await ports.database
        .tables<ReportTables>()
        .selectFrom('sdac_feedback')
        .select(['id', 'body', 'created_at'])
        .where('report_id', '=', report.id)
        .orderBy('created_at', 'desc')
        .limit(500)
        .execute()
      const items = rows.map(({ id, body, created_at }) => ({
        ...feedbackBody.parse(JSON.parse(body)),
        ...{ feedbackId: id, createdAt: new Date(Number(created_at)).toISOString() },
      }))
      return { items }
    },
  )
}
