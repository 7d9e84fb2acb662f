import type { FastifyRequest } from 'fastify'
import { z } from 'zod'
import { sectionOf } from '../../../kernel/config/section.ts'
import type { App } from '../../../kernel/http/app/app.ts'
import { ApiError } from '../../../kernel/runtime/errors.ts'
import type { EdgeContext } from '../../../kernel/service.ts'
import { countUses } from '../chat/count-uses.ts'
import { registerReviewChat } from '../chat/routes.ts'
import { acceptWorkbook } from '../intake/accept-workbook.ts'
import { ownJob, ownReport, subjectOf } from '../intake/routes.ts'
import {
  jobOf,
  jobSchema,
  reportAnalysisOf,
  reportAnalysisSchema,
  uploadAcceptedSchema,
  uploadFormSchema,
} from '../intake/upload-schemas.ts'
import { actionCommands, registerReportActions } from '../review/report-actions.ts'
import { omitted, summaryOf } from '../review/report-schemas.ts'
import { sdacSection } from '../sdac-section.ts'
import { createSession, showSession } from '../sessions/keep-session.ts'
import { type SessionRequest, sessionReplySchema, sessionRequestSchema } from '../sessions/session.ts'
import { findingSchema } from '../stored/finding.ts'
import { layoutSchema } from '../stored/layout.ts'
import { askedLanguage, languageQuery } from '../tell/asked-language.ts'
import { findingsOf } from '../tell/tell-findings.ts'
import { readSignedMetadata, signedMetadataSchema } from './signed-metadata.ts'

const INGESTION = '/widget/api/ingestion/sdac'
const RUNTIME = '/widget/api/runtime/sdac'
const REPORTS = `${RUNTIME}/reports`
export const widgetCommands = [
  ...[`POST ${INGESTION}/sessions`, `POST ${INGESTION}/chat`, `POST ${RUNTIME}/upload`],
  ...actionCommands(REPORTS),
]
const config = { access: 'frame' } as const
const docs = (operationId: string, summary: string) => ({ operationId, summary: `${summary}, for the widget` })

const sessionBody = z.intersection(sessionRequestSchema, z.object({ metadata: signedMetadataSchema.optional() })).meta({
  id: 'WidgetSessionRequest',
  examples: [{ districtId: 'd-100', districtName: 'North District', quarter: 'Q1', year: '2026', userId: 'user-1' }],
})

const report = z.object({ report_id: z.string().max(200) })
const shownReport = z
  .object({
    reportId: z.uuid(),
    fileName: z.string(),
    status: z.enum(['queued', 'processing', 'ready', 'error']),
    error: z.object({ code: z.string(), message: z.string() }).nullable(),
    warnings: z.array(z.string()).describe('What a reader of the findings should know.'),
    findings: z.array(findingSchema).describe('None before it is ready.'),
    findingsOmitted: z.int().describe('Findings beyond these.'),
    layout: layoutSchema.nullable().describe('null: the workbook was not read.'),
  })
  .meta({
    examples: [
      {
        ...{ reportId: '3f0f0c52-7d5c-4a55-9a64-3f8f0e7d2b90', fileName: 'north-2026-q1.xlsx', status: 'ready', error: null },
        ...{ warnings: [], findings: [], findingsOmitted: 0, layout: { sheets: [] } },
      },
    ],
  })

/** What the widget's frame calls with its token. Each does what its direct route does, for the token's subject. */
export function widgetApiRoutes(app: App, ctx: EdgeContext): void {
  const { ports, env } = ctx
  app.post(
    `${INGESTION}/sessions`,
    {
      config,
      schema: {
        ...docs('startWidgetSession', 'Start the review of a cost report'),
        body: sessionBody,
        response: { 201: sessionReplySchema },
      },
    },
    async (request, reply) => {
      const { metadata, ...said } = request.body
      const place = env.WIDGET_SIGNING_KEY ? placeOf(readSignedMetadata(metadata, env.WIDGET_SIGNING_KEY, ports.clock.now())) : said
      const session = await createSession(ports, subjectOf(request), place)
      return reply.code(201).send(await showSession(ports, session))
    },
  )
  registerReviewChat(app, ctx, { path: `${INGESTION}/chat`, access: 'frame', operationId: 'askAboutWidgetReport' })
  app.post(
    `${RUNTIME}/upload`,
    {
      config,
      schema: {
        ...docs('uploadWidgetReport', 'Upload a cost report workbook'),
        form: uploadFormSchema,
        response: { 202: uploadAcceptedSchema },
        errors: ['storage_full', 'rate_limited', 'conflict'],
      },
    },
    async (request, reply) => {
      await countUpload(ctx, request)
      return reply.code(202).send(await acceptWorkbook(ctx, request))
    },
  )
  app.get(
    `${RUNTIME}/uploads/:job_id/status`,
    {
      config,
      schema: {
        ...docs('getWidgetUpload', 'Get the status of an upload'),
        params: z.object({ job_id: z.string().max(200) }),
        response: { 200: jobSchema },
      },
    },
    async (request) => jobOf(await ownJob(ctx, request, request.params.job_id)),
  )
  app.get(
    `${RUNTIME}/report-analysis/:report_id/status`,
    {
      config,
      schema: {
        ...docs('getWidgetAnalysis', 'Get the analysis status of a report'),
        params: report,
        response: { 200: reportAnalysisSchema },
      },
    },
    async (request) => reportAnalysisOf(await ownReport(ctx, request, request.params.report_id)),
  )
  registerReportActions(app, ctx, {
    base: REPORTS,
    access: 'frame',
    name: 'WidgetReport',
    onCorrection: (request) => countUpload(ctx, request),
  })
  app.get(
    `${REPORTS}/:report_id`,
    {
      config,
      schema: {
        ...docs('getWidgetReport', 'Get a report with its layout and findings'),
        params: report,
        querystring: languageQuery,
        response: { 200: shownReport },
      },
    },
    async (request) => {
      const own = await ownReport(ctx, request, request.params.report_id)
      const { status, error, layout, warnings } = summaryOf(own)
      const findings = status === 'ready' ? await findingsOf(ports, own, askedLanguage(request)) : []
      const findingsOmitted = omitted(own, findings.length)
      return { reportId: own.id, fileName: own.file_name, status, error, warnings, findings, findingsOmitted, layout }
    },
  )
}

/** The fields of a session as the host's server signed them. */
function placeOf(signed: unknown): SessionRequest {
  const parsed = sessionRequestSchema.safeParse(signed)
  if (parsed.success) return parsed.data
  throw new ApiError('invalid_request', `metadata.text: ${z.prettifyError(parsed.error)}`, { details: { field: 'metadata.text' } })
}

async function countUpload({ ports }: EdgeContext, request: FastifyRequest): Promise<void> {
  const { limits } = sectionOf(ports.config, sdacSection)
  await countUses(ports, [{ name: `uploads ${subjectOf(request)}`, most: limits.uploads_per_day, what: 'uploads' }])
}
