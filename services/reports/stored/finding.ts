import { z } from 'zod'
import { saysSchema } from './says.ts'

export const severities = ['error', 'warning', 'info'] as const
export type Severity = (typeof severities)[number]

export const ruleNames = [
  'missing_value',
  'malformed_value',
  'negative_amount',
  'duplicate_employee',
  'total_mismatch',
  'federal_share_over_100',
  'benefits_ratio',
  'position_without_pool',
  'quarter_change',
  'outlier',
] as const
export type RuleName = (typeof ruleNames)[number]

/** What a rule found in one cell. */
export const findingSchema = z
  .object({
    id: z.string().describe('Within its report: `F1` is the first, the gravest come first.'),
    rule: z.enum(ruleNames),
    severity: z.enum(severities),
    sheet: z.string(),
    row: z.int().describe('From 1, as the sheet shows it.'),
    column: z.string().describe("The header's text."),
    cell: z.string().describe('Its place, such as `C7`.'),
    value: z.union([z.string(), z.number(), z.null()]).describe('What the cell holds, as it is shown there; null: nothing.'),
    title: z.string().describe('The rule in words.'),
    message: z.string(),
    explanation: z.string().describe('What the rule checks, and why.'),
    suggestion: z.string().describe('What to do about it.'),
  })
  .meta({
    id: 'CostReportFinding',
    description: 'What a rule found in one cell of a cost report, in the language that was asked for.',
    examples: [
      {
        id: 'F1',
        rule: 'negative_amount',
        severity: 'error',
        sheet: 'Costs',
        row: 7,
        column: 'Salary',
        cell: 'E7',
        value: '-52000',
        title: 'Negative amount',
        message: 'The salary is negative: -$52,000.00.',
        explanation: 'Salaries and benefits are amounts that were paid, so they cannot be negative.',
        suggestion: 'Enter the amount that was paid; correct an earlier quarter in the report of that quarter.',
      },
    ],
  })
export type Finding = z.output<typeof findingSchema>

/** A finding as it is kept: without words. `message` and `suggestion` stand in those of earlier versions. */
export const storedFindingSchema = findingSchema.omit({ title: true, explanation: true, message: true, suggestion: true }).extend({
  says: saysSchema.optional(),
  message: z.string().optional(),
  suggestion: z.string().optional(),
})
export type StoredFinding = z.output<typeof storedFindingSchema>

export const countsSchema = z
  .object({ error: z.int(), warning: z.int(), info: z.int() })
  .meta({ id: 'FindingCounts', description: 'Findings by severity.', examples: [{ error: 2, warning: 1, info: 0 }] })
export type Counts = z.output<typeof countsSchema>
