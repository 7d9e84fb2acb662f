import { z } from 'zod'

/** Sums of a group of rows: dollars, exact to the cent. `federal`: of salary and benefits, by each row's share. */
export const sumsSchema = z.object({
  rows: z.int(),
  employees: z.int().describe('Different employee ids.'),
  salary: z.number(),
  benefits: z.number(),
  total: z.number().describe('Salary and benefits together.'),
  federal: z.number().describe('What of the total is the federal share.'),
})
export type Sums = z.output<typeof sumsSchema>

const named = sumsSchema.extend({ name: z.string() })
export type NamedSums = z.output<typeof named>

/** What a report adds up to: of data rows alone, worked out again from their cells. */
export const totalsSchema = sumsSchema.extend({
  by_pool: z.array(named).describe('The largest first; rows without a pool as `(none)`.'),
  by_position: z.array(named).describe('The largest first, at most 200.'),
  by_sheet: z.array(named),
})
export type Totals = z.output<typeof totalsSchema>

export const noPool = '(none)'

export const totalsExample: Totals = {
  ...{ rows: 2, employees: 2, salary: 100_100, benefits: 30_030, total: 130_130, federal: 65_065 },
  by_pool: [{ name: 'Direct Services', rows: 2, employees: 2, salary: 100_100, benefits: 30_030, total: 130_130, federal: 65_065 }],
  by_position: [{ name: 'Speech Therapist', rows: 2, employees: 2, salary: 100_100, benefits: 30_030, total: 130_130, federal: 65_065 }],
  by_sheet: [{ name: 'Costs', rows: 2, employees: 2, salary: 100_100, benefits: 30_030, total: 130_130, federal: 65_065 }],
}
