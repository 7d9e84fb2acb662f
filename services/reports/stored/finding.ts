import { z } from 'zod'

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
    message: z.string(),
    suggestion: z.string().describe('What to do about it.'),
  })
  .meta({
    id: 'CostReportFinding',
    description: 'What a rule found in one cell of a cost report.',
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
        message: 'The salary is negative: -52,000.00.',
        suggestion: 'Enter the amount that was paid; book corrections in the quarter that they belong to.',
      },
    ],
  })
export type Finding = z.output<typeof findingSchema>

export const countsSchema = z
  .object({ error: z.int(), warning: z.int(), info: z.int() })
  .meta({ id: 'FindingCounts', description: 'Findings by severity.', examples: [{ error: 2, warning: 1, info: 0 }] })
export type Counts = z.output<typeof countsSchema>
