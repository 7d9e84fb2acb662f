import { readFile } from 'node:fs/promises'
import type { FastifyRequest } from 'fastify'
import { z } from 'zod'
import type { Access, App } from '../../../kernel/http/app/app.ts'
import { digits } from '../../../kernel/http/reply/paging.ts'
import { ApiError } from '../../../kernel/runtime/errors.ts'
import type { EdgeContext } from '../../../kernel/service.ts'
import { inReportCell } from '../cell/report-cell.ts'
import { ownReport } from '../intake/routes.ts'
import { jobOf, jobSchema } from '../intake/upload-schemas.ts'
import type { Language } from '../stored/language.ts'
import { layoutSchema } from '../stored/layout.ts'
import type { Report } from '../stored/report.ts'
import { reportBlob } from '../stored/report-blobs.ts'
import { sheetCells, sheetCellsSchema } from '../stored/sheet-cells.ts'
import { askedLanguage, languageQuery } from '../tell/asked-language.ts'
import { findingsOf } from '../tell/tell-findings.ts'
import { correctingSchema, correctLayout, layoutOf } from './correct-layout.ts'
import { deleteReport } from './delete-report.ts'

const ANNOTATED_WITHIN_MS = 60_000
const XLSX = 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet'
const params = z.object({ report_id: z.string().max(200) })
const window = z.object({
  sheet: z.string().min(1).max(200),
  from: digits(1, 1_048_576).default(1).describe('The first row, from 1.'),
  count: digits(1, 100).default(10).describe('How many rows, empty ones with them.'),
})

/** Where the routes of one report stand, for whom, and how their operations are called. */
export interface ActionsPlace {
  /** In front of the id. */
  readonly base: string
  readonly access: Access
  /** What follows the verb, such as `CostReport`. */
  readonly name: string
  /** Before a report is read anew. */
  readonly onCorrection?: (request: FastifyRequest) => Promise<void>
}

export const actionCommands = (base: string): string[] => [`DELETE ${base}/:report_id`, `PUT ${base}/:report_id/layout`]

/** What one does with one's own report: correct how it was read, look at its rows, take it home with its findings, delete it. */
export function registerReportActions(app: App, ctx: EdgeContext, { base, access, name, onCorrection }: ActionsPlace): void {
  const { ports } = ctx
  const config = { access }
  const one = `${base}/:report_id`
  const docs = (operation: string, summary: string) => ({ operationId: operation, summary, params })

  app.delete(
    one,
    {
      config,
      schema: {
        ...docs(`delete${name}`, 'Delete a report permanently'),
        description:
          'With its workbook, findings, job, ratings and the conversations about it. What was learned of the district stays. While it is checked: 409.',
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
    `${one}/layout`,
    {
      config,
      schema: { ...docs(`get${name}Layout`, 'Get the layout of a report: the detected columns'), response: { 200: layoutSchema } },
    },
    async (request) => layoutOf(await ownReport(ctx, request, request.params.report_id)),
  )

  app.put(
    `${one}/layout`,
    {
      config,
      schema: {
        ...docs(`correct${name}Layout`, 'Correct the layout of a report and check it again'),
        body: correctingSchema,
        response: { 202: jobSchema },
        errors: ['conflict'],
      },
    },
    async (request, reply) => {
      const report = await ownReport(ctx, request, request.params.report_id)
      await onCorrection?.(request)
      return reply.code(202).send(jobOf(await correctLayout(ctx, report, request.body)))
    },
  )

  app.get(
    `${one}/cells`,
    {
      config,
      schema: {
        ...docs(`get${name}Cells`, 'Get the rows of a sheet'),
        querystring: window,
        response: { 200: sheetCellsSchema },
        errors: ['conflict'],
      },
    },
    async (request) => {
      const report = await ownReport(ctx, request, request.params.report_id)
      const { sheets } = layoutOf(report)
      const found = await sheetCells(ports.blobs, report.id, request.query)
      if (found) return found
      const named = sheets.slice(0, 10).map((s) => JSON.stringify(s.name))
      throw new ApiError('invalid_request', `sheet: there is no such sheet; there are ${named.join(', ')}`, { details: { field: 'sheet' } })
    },
  )

  app.get(
    `${one}/workbook`,
    {
      config: { ...config, wholeReply: true },
      schema: {
        ...docs(
          name === 'CostReport' ? 'getAnnotatedWorkbook' : `get${name}Workbook`,
          'Download the workbook with its findings as cell comments',
        ),
        querystring: languageQuery,
        response: { 200: { content: { [XLSX]: { schema: z.string().meta({ examples: ['(bytes)'] }) } } } },
        errors: ['conflict'],
      },
    },
    async (request, reply) => {
      const report = await ownReport(ctx, request, request.params.report_id)
      if (report.status !== 'ready') throw new ApiError('conflict', 'the report is not ready; ask again when its job is complete')
      const bytes = await annotatedWorkbook(ctx, report, askedLanguage(request))
      const file = `${report.file_name.replace(/\.(xlsx|csv)$/i, '')} with findings.xlsx`
      reply.type(XLSX).header('content-disposition', `attachment; filename*=UTF-8''${encodeURIComponent(file)}`)
      return reply.send(bytes as never)
    },
  )
}

async function annotatedWorkbook({ ports }: EdgeContext, report: Report, language: Language): Promise<Buffer> {
  const task = { task: 'annotate', findings: await findingsOf(ports, report, language), language } as const
  const blob = reportBlob(report.id, 'workbook')
  const signal = AbortSignal.timeout(ANNOTATED_WITHIN_MS)
  const done = await inReportCell(ports.blobs, { blob, fileType: report.file_type, task, caller: report.subject, signal })
  try {
    return await readFile(done.blocks)
  } finally {
    await done.dispose()
  }
}
