import { z } from 'zod'
import { quartersOf } from '../stored/read-reports.ts'
import { type Sums, sumsSchema } from '../stored/totals.ts'
import { analysed, define } from './tools.ts'

export interface Quarter extends Sums {
  readonly period: string
}

/** The checked quarters of a district. `sum`: of those that are listed; null where there is none. */
export interface FoundQuarters {
  readonly year: number | null
  readonly quarters: readonly Quarter[]
  readonly sum: Pick<Sums, 'salary' | 'benefits' | 'total'> | null
  /** All quarters that there are. */
  readonly known: readonly string[]
}

const sums = sumsSchema.keyof().options

/** What the other quarters of the district add up to: a report is of one quarter alone. */
export const listQuarters = define({
  name: 'list-quarters',
  displayName: 'Quarters of the district',
  description: 'Lists the latest checked report of each quarter of the district with its amounts and their sum. Filters by year.',
  input: z.object({ year: z.int().min(1000).max(2999).optional().describe('All years when absent.') }),
  async run(ports, report, { year }) {
    analysed(report)
    const all = (await quartersOf(ports, report.subject, report.district_id)).flatMap(({ period, summary }) => {
      if (!summary) return []
      const { totals } = summary
      return [{ period, ...(Object.fromEntries(sums.map((name) => [name, totals[name]])) as Sums) }]
    })
    const quarters = year === undefined ? all : all.filter(({ period }) => period.startsWith(`${year}-`))
    const cents = (name: 'salary' | 'benefits' | 'total') => quarters.reduce((sum, q) => sum + Math.round(q[name] * 100), 0) / 100
    return {
      year: year ?? null,
      quarters: quarters.slice(-40),
      sum: quarters.length > 0 ? { salary: cents('salary'), benefits: cents('benefits'), total: cents('total') } : null,
      known: all.map(({ period }) => period).slice(-40),
    } satisfies FoundQuarters
  },
})
