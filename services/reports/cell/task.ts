import { z } from 'zod'
import { findingSchema, storedFindingSchema } from '../stored/finding.ts'
import { languages } from '../stored/language.ts'
import { correctionSchema, fieldNames, layoutSchema } from '../stored/layout.ts'
import { summarySchema } from '../stored/report.ts'

const thresholdSchema = z.object({ threshold: z.number() })

/** What a child process does with a workbook or with what was read of it. */
export const taskSchema = z.discriminatedUnion('task', [
  /** A file into its cells (`workbookLines`). */
  z.object({ task: z.literal('read'), maxRows: z.int() }),
  /** Cells into the layout (output) and the rows of employees (output + `.rows`, a packed row a line). */
  z.object({
    task: z.literal('costs'),
    /** What was learned of the district: a field, or none, by the words of a header; whether a sheet holds costs, by its name. */
    headers: z.record(z.string(), z.enum(fieldNames).nullable()),
    sheets: z.record(z.string(), z.boolean()).default({}),
    correction: correctionSchema.optional(),
  }),
  /** Cells and layout into findings and sums (`checkedSchema`). */
  z.object({
    task: z.literal('check'),
    layout: layoutSchema,
    period: z.string(),
    /** File of the rows of the quarter before. */
    previous: z.string().optional(),
    /** Right pool by lower-case position. */
    pools: z.record(z.string(), z.string()),
    thresholds: z.object({
      total_mismatch: thresholdSchema,
      federal_share_over_100: thresholdSchema,
      benefits_ratio: z.object({ min: z.number(), max: z.number() }),
      quarter_change: thresholdSchema,
      outlier: thresholdSchema,
    }),
  }),
  /** A workbook into the same with findings as comments on their cells. */
  z.object({ task: z.literal('annotate'), findings: z.array(findingSchema), language: z.enum(languages) }),
])
export type Task = z.output<typeof taskSchema>

export const checkedSchema = z.object({ findings: z.array(storedFindingSchema), summary: summarySchema.omit({ compared_with: true }) })
export type CheckedReport = z.output<typeof checkedSchema>
