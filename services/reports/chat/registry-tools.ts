import { z } from 'zod'
import { defineTool } from '../../../kernel/agents/define-tool.ts'
import { callerName, ownerOf } from '../../../kernel/http/identity/caller-name.ts'
import { ApiError } from '../../../kernel/runtime/errors.ts'
import { findReport } from '../stored/read-reports.ts'
import { findingsOf } from '../stored/report-blobs.ts'
import { analysed, compareQuarters, define, type ReviewTool, reviewTools } from './tools.ts'

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
  description:
    'Whether the report passed its rules: how many rows were checked, how many errors and warnings there are, and the errors by row.',
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
  description: 'The cost pools whose total changed by at least so many percent against the quarter before, or that are new.',
  input: z.object({ threshold: z.number().min(0).max(1000).default(25).describe('Percent.') }),
  async run(ports, report, { threshold }) {
    const { before, by_pool } = pools.parse(await compareQuarters.run(ports, report, {}))
    const changed = by_pool.filter(({ total: { percent } }) => percent === null || Math.abs(percent) >= threshold)
    return { period: report.period, before, threshold, pools: changed }
  },
})

export const registryTools = [...reviewTools, validateCostReport, costVariance].map(forEveryone)
