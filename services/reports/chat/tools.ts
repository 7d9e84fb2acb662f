import { z } from 'zod'
import { ApiError } from '../../../kernel/runtime/errors.ts'
import { type Finding, ruleNames, severities } from '../stored/finding.ts'
import { languages } from '../stored/language.ts'
import { type ReadPorts, reportBefore } from '../stored/read-reports.ts'
import type { Report, Summary } from '../stored/report.ts'
import type { NamedSums, Sums } from '../stored/totals.ts'
import { findingsOf } from '../tell/tell-findings.ts'

/** Something that the chat may look up about the one report that it is about. What it gives are the figures that an answer may name. */
export interface ReviewTool<Input extends z.ZodObject = z.ZodObject> {
  readonly name: string
  readonly displayName: string
  readonly description: string
  readonly input: Input
  run(ports: ReadPorts, report: Report, input: z.output<Input>): Promise<object>
}

export const define = <Input extends z.ZodObject>(tool: ReviewTool<Input>): ReviewTool => tool as unknown as ReviewTool
const MOST_FINDINGS = 50
const MOST_GROUPS = 50

/** ApiError conflict while there is nothing to tell yet. */
export function analysed({ summary, status, error }: Report): Summary {
  if (summary && status === 'ready') return summary
  throw new ApiError(
    'conflict',
    error ? `the report could not be read: ${error.message}` : 'the report is still being checked; ask again in a moment',
  )
}

const sumsOf = ({ rows, employees, salary, benefits, total, federal }: Sums) => ({ rows, employees, salary, benefits, total, federal })
const groups = (all: readonly NamedSums[]) => all.slice(0, MOST_GROUPS).map((group) => ({ name: group.name, ...sumsOf(group) }))
/** As the report's list shows it: numbered from 1, the gravest first. */
const numbered = (findings: readonly Finding[]) => findings.map((finding, i) => ({ n: i + 1, ...finding }))

export const reportSummary = define({
  name: 'report-summary',
  displayName: 'Report summary',
  description: 'Summarizes the report: district, quarter, file, rows, amounts by cost pool, and findings by severity and rule.',
  input: z.object({}),
  async run(_ports, report) {
    const { counts, by_rule, totals, warnings } = analysed(report)
    const { district_name: district, period, file_name: file, generation } = report
    const found = { error: counts.error, warning: counts.warning, info: counts.info, all: counts.error + counts.warning + counts.info }
    return {
      district,
      period,
      file,
      generation,
      findings: found,
      by_rule,
      totals: sumsOf(totals),
      by_pool: groups(totals.by_pool),
      warnings,
    }
  },
})

export const listFindings = define({
  name: 'list-findings',
  displayName: 'List of findings',
  description: 'Lists the findings of the report, numbered, most severe first. Filters by severity or rule.',
  input: z.object({
    severity: z.enum(severities).optional(),
    rule: z.enum(ruleNames).optional(),
    rows: z.array(z.int().min(1)).max(50).optional().describe('In these rows alone.'),
    language: z.enum(languages).optional().describe('Of the words; English when absent.'),
    from: z.int().min(1).optional().describe('The place in the list to begin at, from 1.'),
    limit: z.int().min(1).max(MOST_FINDINGS).optional().describe('20 when absent.'),
  }),
  async run(ports, report, { severity, rule, rows, language, from = 1, limit = 20 }) {
    analysed(report)
    const fitting = numbered(await findingsOf(ports, report, language)).filter(
      (finding) =>
        (severity === undefined || finding.severity === severity) &&
        (rule === undefined || finding.rule === rule) &&
        (rows === undefined || rows.includes(finding.row)),
    )
    const shown = fitting.slice(from - 1, from - 1 + limit)
    return { total: fitting.length, shown: shown.length, findings: shown.map(({ suggestion: _, explanation: __, ...finding }) => finding) }
  },
})

export const explainFinding = define({
  name: 'explain-finding',
  displayName: 'Explain a finding',
  description: 'Explains one finding, by number or ID: its place, its value, the rule and how to correct it.',
  input: z.object({
    finding: z
      .union([z.int().min(1), z.string().min(1).max(40)])
      .optional()
      .describe('Its number (`3`) or id (`F3`); the first when absent.'),
    language: z.enum(languages).optional().describe('Of the words; English when absent.'),
  }),
  async run(ports, report, { finding: asked = 1, language }) {
    const { by_rule } = analysed(report)
    const findings = numbered(await findingsOf(ports, report, language))
    const found = findings.find(({ n, id }) => String(n) === String(asked) || id.toLowerCase() === String(asked).toLowerCase())
    if (!found)
      throw new ApiError(
        'not_found',
        findings.length ? `there is no finding ${asked}; they are numbered from 1 to ${findings.length}` : 'the report has no findings',
      )
    return { finding: found, of_this_rule: by_rule[found.rule] ?? 1 }
  },
})

export const compareQuarters = define({
  name: 'compare-quarters',
  displayName: 'Compare quarters',
  description: 'Compares the amounts of the report with the previous quarter, in total and by cost pool, with the change in percent.',
  input: z.object({}),
  async run(ports, report) {
    const { totals } = analysed(report)
    const before = await reportBefore(ports, report)
    if (!before?.summary) return { period: report.period, before: null, totals: sumsOf(totals) }
    const past = before.summary.totals
    const names = [...new Set([...totals.by_pool, ...past.by_pool].map(({ name }) => name))].slice(0, MOST_GROUPS)
    const of = (all: readonly NamedSums[], name: string) => all.find((group) => group.name === name)
    return {
      period: report.period,
      before: before.period,
      ...compared(totals, past),
      by_pool: names.map((name) => ({ name, ...compared(of(totals.by_pool, name), of(past.by_pool, name)) })),
    }
  },
})

const NOTHING: Sums = { rows: 0, employees: 0, salary: 0, benefits: 0, total: 0, federal: 0 }
const compared = (now: Sums = NOTHING, before: Sums = NOTHING) => ({
  rows: { now: now.rows, before: before.rows },
  salary: change(now.salary, before.salary),
  benefits: change(now.benefits, before.benefits),
  total: change(now.total, before.total),
})

/** Cents stay whole: amounts come with two places at most. `percent` has one place; null where there was nothing before. */
const change = (now: number, before: number) => ({
  now,
  before,
  change: Math.round((now - before) * 100) / 100,
  percent: before === 0 ? null : Math.round((1000 * (now - before)) / Math.abs(before)) / 10,
})

export const recomputeTotals = define({
  name: 'recompute-totals',
  displayName: 'Recompute totals',
  description: 'Recalculates salaries, benefits and federal share from the rows, in total and by cost pool, position or sheet.',
  input: z.object({ by: z.enum(['pool', 'position', 'sheet']).optional().describe('`pool` when absent.') }),
  async run(_ports, report, { by = 'pool' }) {
    const { totals } = analysed(report)
    return { period: report.period, by, ...sumsOf(totals), groups: groups(totals[`by_${by}`]) }
  },
})
