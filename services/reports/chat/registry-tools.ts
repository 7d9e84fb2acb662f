import { z } from 'zod'
import { defineTool } from '../../../kernel/agents/define-tool.ts'
import { callerName, ownerOf } from '../../../kernel/http/identity/caller-name.ts'
import { ApiError } from '../../../kernel/runtime/errors.ts'
import { findReport, listReports } from '../stored/read-reports.ts'
import { findingsOf } from '../tell/tell-findings.ts'
import { reviewTools } from './review-tools.ts'
import { analysed, compareQuarters, define, type ReviewTool } from './tools.ts'

const EXAMPLE = { reportId: '3f0a5c0e-5f1b-4a57-9d33-0a6f2b1c7d10' }

/** The chat's tools for agents, MCP clients and HTTP callers, who name the report; another's is not found. */
const forEveryone = ({ name, displayName, description, input, run }: ReviewTool) =>
  defineTool({
    id: `sdac-${name}`,
    domain: 'sdac',
    slug: name,
    displayName,
    description,
    input: input.extend({ reportId: z.uuid().describe('The report that it is about.') }).meta({ examples: [EXAMPLE] }),
    output: z.looseObject({}).meta({ examples: [{ period: '2026-Q1' }] }),
    effect: 'read',
    timeoutMs: 10_000,
    async handle({ ports, caller }, { reportId, ...asked }) {
      const report = await findReport(ports, ownerOf(callerName(caller)), String(reportId))
      if (!report) throw new ApiError('not_found', `there is no report ${reportId}`)
      return { ...(await run(ports, report, asked)) }
    },
  })

const MOST_ERRORS = 200

/** Whether a report may go out, in the words of a check. */
const validateCostReport = define({
  name: 'validate-cost-report',
  displayName: 'Check a cost report',
  description: 'Returns whether the report passes its rules: the number of checked rows, errors and warnings, and the errors by row.',
  input: z.object({}),
  async run(ports, report) {
    const { counts, totals } = analysed(report)
    const errors = (await findingsOf(ports, report)).filter(({ severity }) => severity === 'error')
    return {
      total_records_checked: totals.rows,
      error_count: counts.error,
      warning_count: counts.warning,
      passed: counts.error === 0,
      errors: errors.slice(0, MOST_ERRORS).map(({ sheet, row, cell, rule, message }) => ({ sheet, row, cell, rule, message })),
    }
  },
})

const pools = z.object({
  before: z.string().nullable(),
  by_pool: z.array(z.looseObject({ name: z.string(), total: z.looseObject({ percent: z.number().nullable() }) })).default([]),
})

/** Which cost pools changed much against the quarter before. */
const costVariance = define({
  name: 'cost-variance',
  displayName: 'Cost variance',
  description: 'Returns the cost pools that are new, or whose total changed by at least this percentage from the previous quarter.',
  input: z.object({ threshold: z.number().min(0).max(1000).default(25).describe('Percent.') }),
  async run(ports, report, { threshold }) {
    const { before, by_pool } = pools.parse(await compareQuarters.run(ports, report, {}))
    const changed = by_pool.filter(({ total: { percent } }) => percent === null || Math.abs(percent) >= threshold)
    return { period: report.period, before, threshold, pools: changed }
  },
})

const MOST_REPORTS = 50
const EXAMPLE_REPORT = {
  reportId: EXAMPLE.reportId,
  district: 'North District',
  period: '2026-Q1',
  file: 'costs.xlsx',
  status: 'ready' as const,
  createdAt: '2026-04-02T09:30:00.000Z',
}

/** Which reports there are: the others need the id of one. */
const listOfReports = defineTool({
  ...{ id: 'sdac-list-reports', domain: 'sdac', slug: 'list-reports', displayName: 'List of reports' },
  description: 'Lists the cost reports of the caller, newest first, with the IDs that other tools require.',
  input: z
    .object({
      period: z
        .string()
        .regex(/^\d{4}-Q[1-4]$/)
        .optional()
        .describe('A quarter, as 2026-Q1.'),
      limit: z.int().min(1).max(MOST_REPORTS).default(10),
    })
    .meta({ examples: [{ limit: 5 }] }),
  output: z
    .object({
      total: z.int(),
      reports: z.array(
        z.object({
          reportId: z.string(),
          district: z.string(),
          period: z.string(),
          file: z.string(),
          status: z.enum(['queued', 'processing', 'ready', 'error']),
          createdAt: z.string(),
        }),
      ),
    })
    .meta({ examples: [{ total: 1, reports: [EXAMPLE_REPORT] }] }),
  effect: 'read',
  timeoutMs: 10_000,
  async handle({ ports, caller }, { period, limit }) {
    const { reports, total } = await listReports(ports, { subject: ownerOf(callerName(caller)), period }, { skip: 0, top: limit })
    return {
      total,
      reports: reports.map(({ id, district_name: district, period, file_name: file, status, created_at: createdAt }) => ({
        ...{ reportId: id, district, period, file, status, createdAt },
      })),
    }
  },
})

export const registryTools = [listOfReports, ...[...reviewTools, validateCostReport, costVariance].map(forEveryone)]
