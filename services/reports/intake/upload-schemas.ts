import { z } from 'zod'
import { countsSchema } from '../stored/finding.ts'
import type { Report } from '../stored/report.ts'

const ID = '3f0f0c52-7d5c-4a55-9a64-3f8f0e7d2b90'

export const uploadAcceptedSchema = z.object({ jobId: z.uuid(), reportId: z.uuid(), status: z.literal('queued') }).meta({
  id: 'CostReportAccepted',
  description: 'The workbook is taken in; its job tells how it fares.',
  examples: [{ jobId: ID, reportId: ID, status: 'queued' }],
})
export type UploadAccepted = z.output<typeof uploadAcceptedSchema>

export const uploadFormSchema = z
  .object({
    file: z.string().meta({ description: 'The workbook, .xlsx or .csv.', contentMediaType: 'application/octet-stream' }),
    sessionId: z.string().describe('Of the review that it belongs to.'),
  })
  .meta({
    description: 'A workbook and the session that it belongs to.',
    examples: [{ file: '(bytes of north-2026-q1.xlsx)', sessionId: '7a0c6a50-2f0f-4f5c-8a53-0d3a1f5b6c11' }],
  })

export const jobSchema = z
  .object({
    jobId: z.uuid(),
    reportId: z.uuid(),
    status: z.enum(['queued', 'processing', 'complete', 'error']),
    progress: z.int().min(0).max(100),
    stage: z.string().describe('What is done: received, parsed, costs, validated, analysed.'),
    message: z.string(),
    errors: z.array(z.object({ code: z.string(), message: z.string() })),
  })
  .meta({
    id: 'CostReportJob',
    description: 'How the upload of a workbook fares.',
    examples: [
      { jobId: ID, reportId: ID, status: 'processing', progress: 50, stage: 'costs', message: 'The costs were read.', errors: [] },
    ],
  })

const MESSAGES: Readonly<Record<Report['stage'], string>> = {
  received: 'The workbook was received.',
  parsed: 'The workbook was read.',
  costs: 'The costs were read.',
  validated: 'The costs were checked.',
  analysed: 'The report is ready.',
}

/** How the upload of a report fares. */
export function jobOf(report: Report): z.input<typeof jobSchema> {
  const { id, run_id, status, progress, stage, error } = report
  const shown = { queued: 'queued', processing: 'processing', ready: 'complete', error: 'error' } as const
  const message = error?.message ?? (status === 'queued' ? 'The workbook waits for its turn.' : MESSAGES[stage])
  return { jobId: run_id, reportId: id, status: shown[status], progress, stage, message, errors: error ? [error] : [] }
}

/** The analysis as the runtime tells it. */
export const reportAnalysisSchema = z
  .object({
    reportId: z.uuid(),
    status: z.enum(['pending', 'running', 'completed', 'failed']),
    findings: countsSchema,
    message: z.string(),
    updatedAt: z.iso.datetime(),
  })
  .meta({
    id: 'CostReportAnalysis',
    description: 'Analysis status of a report, with its findings by severity.',
    examples: [
      {
        ...{ reportId: ID, status: 'completed', findings: { error: 2, warning: 1, info: 0 } },
        ...{ message: 'The report is ready.', updatedAt: '2026-04-08T09:30:00.000Z' },
      },
    ],
  })

export function reportAnalysisOf(report: Report): z.input<typeof reportAnalysisSchema> {
  const shown = { queued: 'pending', processing: 'running', ready: 'completed', error: 'failed' } as const
  const findings = (report.status === 'ready' && report.summary?.counts) || { error: 0, warning: 0, info: 0 }
  return { reportId: report.id, status: shown[report.status], findings, message: jobOf(report).message, updatedAt: report.updated_at }
}

/** The same as the worker tells it. */
export const analysisStatusSchema = z
  .object({
    report_id: z.uuid(),
    state: z.enum(['queued', 'processing', 'ready', 'error']),
    stage: z.enum(['received', 'parsed', 'costs', 'validated', 'analysed']),
    attempts: z.int(),
    updated_at: z.iso.datetime(),
  })
  .meta({
    id: 'CostReportAnalysisStatus',
    description: 'Progress of a report.',
    examples: [{ report_id: ID, state: 'processing', stage: 'costs', attempts: 1, updated_at: '2026-04-08T09:30:00.000Z' }],
  })

export const analysisStatusOf = (report: Report): z.input<typeof analysisStatusSchema> => ({
  ...{ report_id: report.id, state: report.status, stage: report.stage },
  ...{ attempts: report.attempts, updated_at: report.updated_at },
})
