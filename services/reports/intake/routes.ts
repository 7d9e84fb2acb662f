import type { FastifyRequest } from 'fastify'
import { z } from 'zod'
import type { App } from '../../../kernel/http/app/app.ts'
import { callerName, ownerOf } from '../../../kernel/http/identity/caller-name.ts'
import { ApiError } from '../../../kernel/runtime/errors.ts'
import type { EdgeContext } from '../../../kernel/service.ts'
import { findReport, reportOfJob } from '../stored/read-reports.ts'
import type { Report } from '../stored/report.ts'
import { acceptWorkbook } from './accept-workbook.ts'
import {
  analysisStatusOf,
  analysisStatusSchema,
  jobOf,
  jobSchema,
  reportAnalysisOf,
  reportAnalysisSchema,
  uploadAcceptedSchema,
  uploadFormSchema,
} from './upload-schemas.ts'

const config = { access: 'api' } as const
const UPLOADS = { '/sdac/upload': 'uploadCostReport', '/ingestion/submit': 'submitIngestion' } as const
export const intakeCommands = Object.keys(UPLOADS).map((path) => `POST ${path}`)

/** Whose reports a caller reads. */
export const subjectOf = ({ caller }: Pick<FastifyRequest, 'caller'>): string => ownerOf(callerName(caller))

/** The caller's own report; ApiError not_found for everybody else's. */
export async function ownReport({ ports }: EdgeContext, request: FastifyRequest, id: string): Promise<Report> {
  const report = z.uuid().safeParse(id).success ? await findReport(ports, subjectOf(request), id) : undefined
  if (!report) throw new ApiError('not_found', `there is no report with the id ${id.slice(0, 64)}`)
  return report
}

/** The caller's own job. ApiError not_found. */
export async function ownJob({ ports }: EdgeContext, request: FastifyRequest, id: string): Promise<Report> {
  const report = z.uuid().safeParse(id).success ? await reportOfJob(ports, subjectOf(request), id) : undefined
  if (!report) throw new ApiError('not_found', `there is no job with the id ${id.slice(0, 64)}`)
  return report
}

/** Workbooks in, and how they fare. */
export function registerIntakeRoutes(app: App, ctx: EdgeContext): void {
  for (const [url, operationId] of Object.entries(UPLOADS))
    app.post(
      url,
      {
        config,
        schema: {
          operationId,
          summary: 'Upload a cost report workbook',
          description: 'Takes in an .xlsx or .csv file and has it read and checked. The job of the reply tells how it fares.',
          form: uploadFormSchema,
          response: { 202: uploadAcceptedSchema },
          errors: ['storage_full', 'unavailable', 'conflict'],
          replyHeaders: { Location: 'Where the job is told.' },
        },
      },
      async (request, reply) => {
        const accepted = await acceptWorkbook(ctx, request)
        return reply.code(202).header('location', `/sdac/uploads/${accepted.jobId}/status`).send(accepted)
      },
    )

  const job = z.object({ job_id: z.string().max(200) })
  for (const [url, operationId] of [
    ['/sdac/uploads/:job_id/status', 'getCostReportUpload'],
    ['/jobs/:job_id', 'getIngestionJob'],
  ] as const)
    app.get(
      url,
      { config, schema: { operationId, summary: 'Get the status of an upload', params: job, response: { 200: jobSchema } } },
      async (request) => jobOf(await ownJob(ctx, request, request.params.job_id)),
    )

  const report = z.object({ report_id: z.string().max(200) })
  app.get(
    '/sdac/report-analysis/:report_id/status',
    {
      config,
      schema: {
        operationId: 'getCostReportAnalysis',
        summary: 'Get the analysis status of a report, with its findings by severity',
        params: report,
        response: { 200: reportAnalysisSchema },
      },
    },
    async (request) => reportAnalysisOf(await ownReport(ctx, request, request.params.report_id)),
  )

  app.get(
    '/sdac/reports/:report_id/analysis-status',
    {
      config,
      schema: {
        operationId: 'getCostReportAnalysisStatus',
        summary: 'Get the progress of a report',
        params: report,
        response: { 200: analysisStatusSchema },
      },
    },
    async (request) => analysisStatusOf(await ownReport(ctx, request, request.params.report_id)),
  )
}
