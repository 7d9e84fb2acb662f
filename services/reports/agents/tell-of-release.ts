import { z } from 'zod'
import type { UnaidedTurn } from '../../../kernel/agents/define-agent.ts'
import { ApiError } from '../../../kernel/runtime/errors.ts'
import { foundReport, headed, withoutReport } from './found-report.ts'

const checkSchema = z.looseObject({
  total_records_checked: z.int(),
  error_count: z.int(),
  warning_count: z.int(),
  passed: z.boolean(),
  errors: z.array(z.object({ sheet: z.string(), cell: z.string(), rule: z.string(), message: z.string() })),
})
const findingsSchema = z.looseObject({
  total: z.int(),
  findings: z.array(z.looseObject({ sheet: z.string(), cell: z.string(), rule: z.string(), message: z.string() })),
})
const varianceSchema = z.looseObject({
  before: z.string().nullable(),
  pools: z.array(z.looseObject({ name: z.string(), total: z.looseObject({ percent: z.number().nullable() }) })),
})

const SHOWN = 10

/** Whether a report may go out, what is open, and who has to do it. */
export async function tellOfRelease(turn: UnaidedTurn): Promise<string> {
  const report = await foundReport(turn)
  if (!report) return withoutReport(turn)
  const { reportId } = report
  const ask = async <S extends z.ZodType>(tool: string, schema: S, input: object = {}) =>
    schema.parse(await turn.use(tool, { ...input, reportId }))
  try {
    const check = await ask('sdac-validate-cost-report', checkSchema)
    const warnings = await ask('sdac-list-findings', findingsSchema, { severity: 'warning', limit: SHOWN })
    const { pools, before } = await ask('sdac-cost-variance', varianceSchema)
    const changed = pools.map(
      ({ name, total: { percent } }) => `${name} ${percent === null ? 'is new' : `${percent > 0 ? '+' : ''}${percent} %`}`,
    )
    return headed(
      report,
      [
        check.passed
          ? `It may go out as far as the rules go: ${counted(check.total_records_checked, 'row was', 'rows were')} checked, and there are no errors.`
          : `It may not go out yet: ${counted(check.error_count, 'error is', 'errors are')} open in ${counted(check.total_records_checked, 'row', 'rows')}.`,
        ...part('For whoever prepares the workbook, to put right', check.errors, check.error_count),
        ...part('For whoever approves it, to judge', warnings.findings, warnings.total),
        ...(changed.length > 0 ? [`Changed by 25 % or more${before ? ` since ${before}` : ''}: ${changed.join(', ')}.`] : []),
      ].join('\n\n'),
    )
  } catch (error) {
    if (error instanceof ApiError && error.code === 'conflict') return headed(report, `It may not go out yet: ${error.message}.`)
    throw error
  }
}

type Open = { readonly sheet: string; readonly cell: string; readonly rule: string; readonly message: string }

const part = (heading: string, open: readonly Open[], total: number): string[] =>
  total === 0
    ? []
    : [
        [
          `${heading} (${total}):`,
          ...open.slice(0, SHOWN).map(({ sheet, cell, rule, message }) => `- ${sheet}, ${cell}, ${rule.replaceAll('_', ' ')}: ${message}`),
          ...(total > SHOWN ? [`- and ${total - SHOWN} more in the report's list`] : []),
        ].join('\n'),
      ]

const counted = (count: number, one: string, many: string): string => `${count.toLocaleString('en-US')} ${count === 1 ? one : many}`
