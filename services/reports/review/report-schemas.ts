import { z } from 'zod'
import { countsSchema, findingSchema, ruleNames } from '../stored/finding.ts'
import { layoutSchema } from '../stored/layout.ts'
import type { Report } from '../stored/report.ts'
import { totalsExample, totalsSchema } from '../stored/totals.ts'

const example = {
  ...{ reportId: '3f0f0c52-7d5c-4a55-9a64-3f8f0e7d2b90', jobId: '3f0f0c52-7d5c-4a55-9a64-3f8f0e7d2b90' },
  ...{
    sessionId: '7a0c6a50-2f0f-4f5c-8a53-0d3a1f5b6c11',
    districtId: 'd-100',
    districtName: 'North District',
    quarter: '2026-Q1',
    generation: 1,
  },
  ...{ status: 'ready' as const, fileName: 'north-2026-q1.xlsx', fileType: 'xlsx' as const, sizeBytes: 18_204 },
  ...{ createdAt: '2026-04-08T09:29:50.000Z', updatedAt: '2026-04-08T09:30:00.000Z', error: null },
  ...{ counts: { error: 1, warning: 0, info: 0 }, byRule: { negative_amount: 1 }, warnings: [], comparedWith: null },
}

/** A report without its parts. */
export const reportEntrySchema = z
  .object({
    reportId: z.uuid(),
    jobId: z.uuid(),
    sessionId: z.string(),
    districtId: z.string(),
    districtName: z.string(),
    quarter: z.string().describe('Such as `2026-Q1`.'),
    generation: z.int().describe('From 1; the greatest of a district and quarter counts.'),
    status: z.enum(['queued', 'processing', 'ready', 'error']),
    fileName: z.string(),
    fileType: z.enum(['xlsx', 'csv']),
    sizeBytes: z.int(),
    createdAt: z.iso.datetime(),
    updatedAt: z.iso.datetime(),
    error: z.object({ code: z.string(), message: z.string() }).nullable(),
    counts: countsSchema.nullable().describe('null: it is not ready.'),
    byRule: z.partialRecord(z.enum(ruleNames), z.int()),
    warnings: z.array(z.string()).describe('What a reader should know.'),
    comparedWith: z.uuid().nullable().describe('The report of the quarter before.'),
  })
  .meta({ id: 'CostReportEntry', description: 'A cost report without its parts.', examples: [example] })

export const reportSummarySchema = reportEntrySchema.extend({ totals: totalsSchema.nullable(), layout: layoutSchema.nullable() }).meta({
  id: 'CostReportSummary',
  description: 'A cost report with what it adds up to and what was taken for what.',
  examples: [{ ...example, totals: totalsExample, layout: { sheets: [] } }],
})

export const reportSchema = reportSummarySchema
  .extend({
    findings: z.array(findingSchema).describe('The gravest first; of a rule the first 1,000.'),
    findingsOmitted: z.int().describe('Findings beyond these.'),
  })
  .meta({
    id: 'CostReport',
    description: 'A cost report with its findings.',
    examples: [{ ...example, totals: totalsExample, layout: { sheets: [] }, findings: [], findingsOmitted: 0 }],
  })

/** A report as its readers see it: its summary counts only while it is ready. */
export function entryOf(report: Report): z.input<typeof reportEntrySchema> {
  const summary = report.status === 'ready' ? report.summary : undefined
  return {
    ...{ reportId: report.id, jobId: report.run_id, sessionId: report.session_id, districtId: report.district_id },
    ...{ districtName: report.district_name, quarter: report.period, generation: report.generation, status: report.status },
    ...{ fileName: report.file_name, fileType: report.file_type, sizeBytes: report.size_bytes },
    ...{ createdAt: report.created_at, updatedAt: report.updated_at, error: report.error ?? null },
    ...{ counts: summary?.counts ?? null, byRule: summary?.by_rule ?? {}, warnings: summary?.warnings ?? [] },
    comparedWith: summary?.compared_with ?? null,
  }
}

export const summaryOf = (report: Report): z.input<typeof reportSummarySchema> => ({
  ...entryOf(report),
  totals: (report.status === 'ready' && report.summary?.totals) || null,
  layout: report.layout ?? null,
})

/** How many findings there are beyond those that are kept. */
export const omitted = ({ status, summary }: Report, kept: number): number =>
  status === 'ready' && summary ? Object.values(summary.by_rule).reduce((a, b) => a + b, 0) - kept : 0
