import { z } from 'zod'
import { countsSchema, ruleNames } from './finding.ts'
import { correctionSchema, layoutSchema } from './layout.ts'
import { totalsSchema } from './totals.ts'

export const reportStatuses = ['none', 'queued', 'processing', 'ready', 'error'] as const
export const stages = ['received', 'parsed', 'costs', 'validated', 'analysed'] as const

/** What the analysis of a report came to; its findings and rows lie in blobs. */
export const summarySchema = z.object({
  counts: countsSchema,
  by_rule: z.partialRecord(z.enum(ruleNames), z.int()).describe('All that were found, also those beyond the kept ones.'),
  kept: z.int().describe('Findings that are kept: at most 1,000 a rule.'),
  totals: totalsSchema,
  compared_with: z.string().nullable().describe('Id of the report of the quarter before; null: there was none.'),
  warnings: z.array(z.string()).describe('What a reader of the findings should know.'),
})
export type Summary = z.output<typeof summarySchema>

/** What is kept of a report in its row. */
export const reportBodySchema = z.object({
  session_id: z.string(),
  district_name: z.string(),
  file_name: z.string(),
  /** `xlsx` or `csv`. */
  file_type: z.enum(['xlsx', 'csv']),
  size_bytes: z.int(),
  layout: layoutSchema.optional(),
  correction: correctionSchema.optional(),
  /** Whether later workbooks of the district are read as this one was corrected. */
  remember: z.boolean().optional(),
  summary: summarySchema.optional(),
})
export type ReportBody = z.output<typeof reportBodySchema>

/** A report with its place, its owner and how its run fares. */
export interface Report extends ReportBody {
  readonly id: string
  readonly subject: string
  readonly district_id: string
  /** `2026-Q1`. */
  readonly period: string
  /** From 1; of a district and quarter the greatest counts. */
  readonly generation: number
  readonly run_id: string
  readonly created_at: string
  readonly updated_at: string
  readonly status: Exclude<(typeof reportStatuses)[number], 'none'>
  readonly stage: (typeof stages)[number]
  /** From 0 to 100. */
  readonly progress: number
  /** How often its analysis began. */
  readonly attempts: number
  readonly error: { readonly code: string; readonly message: string } | undefined
}
