import { z } from 'zod'

export const fieldNames = ['id', 'name', 'position', 'pool', 'salary', 'benefits', 'share', 'period'] as const
export type FieldName = (typeof fieldNames)[number]

/** How people call the fields. */
export const fieldLabels: Readonly<Record<FieldName, string>> = {
  id: 'Employee ID',
  name: 'Name',
  position: 'Position',
  pool: 'Cost Pool',
  salary: 'Salary',
  benefits: 'Benefits',
  share: 'Federal Share',
  period: 'Period',
}

export const columnSchema = z.object({
  field: z.enum(fieldNames),
  column: z.string().describe('Its letters, such as `C`.'),
  header: z.string().describe('The text of the header, levels joined by ` / `.'),
  factor: z.number().describe('What amounts are multiplied by: 1000 under a header such as `Salary ($ thousands)`.'),
  by: z.enum(['header', 'remembered', 'given']).describe('How it was found: by its header, by what was corrected before, by a correction.'),
})
export type Column = z.output<typeof columnSchema>

export const sheetLayoutSchema = z.object({
  name: z.string(),
  hidden: z.boolean(),
  use: z.boolean().describe('Whether its rows are costs.'),
  reason: z.string().describe('Why not; empty where they are.'),
  header_rows: z.array(z.int()).describe('From 1.'),
  columns: z.array(columnSchema),
  headers: z.array(z.object({ column: z.string(), header: z.string() })).describe('All headers of the sheet.'),
  missing: z.array(z.enum(fieldNames)).describe('Fields without a column.'),
  rows: z.int().describe('Rows of employees.'),
  total_rows: z.array(z.int()),
  note_rows: z.array(z.int()).describe('Rows that are neither, the first 50.'),
})
export type SheetLayout = z.output<typeof sheetLayoutSchema>

/** What was taken for what. */
export const layoutSchema = z.object({ sheets: z.array(sheetLayoutSchema) }).meta({
  id: 'CostReportLayout',
  description: 'Layout of a report: the detected columns.',
  examples: [
    {
      sheets: [
        {
          ...{ name: 'Costs', hidden: false, use: true, reason: '', header_rows: [1] },
          columns: [{ field: 'salary', column: 'E', header: 'Salary', factor: 1, by: 'header' }],
          headers: [{ column: 'E', header: 'Salary' }],
          ...{ missing: [], rows: 20, total_rows: [22], note_rows: [] },
        },
      ],
    },
  ],
})
export type Layout = z.output<typeof layoutSchema>

const letters = z.string().regex(/^[A-Z]{1,3}$/, 'a column, by its letters, such as C')

/** What a person says of the sheets; what is left out is found by the headers. */
export const correctionSchema = z.object({
  sheets: z
    .array(
      z.object({
        name: z.string().min(1).max(200),
        use: z.boolean().optional().describe('false: leave the sheet out.'),
        header_row: z.int().min(0).max(1_048_576).optional().describe('The last row of the headers; 0: the sheet has none.'),
        columns: z
          .partialRecord(z.enum(fieldNames), z.union([letters, z.null()]))
          .optional()
          .describe('The column of each field, by its letters; null: there is none.'),
      }),
    )
    .min(1)
    .max(100),
})
export type Correction = z.output<typeof correctionSchema>
