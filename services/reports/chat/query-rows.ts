import { Decimal } from 'decimal.js'
import { z } from 'zod'
import type { CostRow } from '../stored/cost-row.ts'
import { rowsOf } from '../stored/report-blobs.ts'
import { namesIn } from './names-in.ts'
import { analysed, define } from './tools.ts'

export const measures = ['salary', 'benefits', 'total', 'federal', 'share'] as const
export type Measure = (typeof measures)[number]
const fields = ['id', 'name', 'position', 'pool', 'salary', 'benefits', 'share', 'period'] as const
const MOST_SHOWN = 50
const MOST_GROUPS = 50
/** A group of rows that name none. */
const NONE = '(none)'

/** A row as the chat tells it. `total`: salary and benefits; `federal`: what of it is the federal share. null: the cell is empty or malformed. */
export interface ShownRow {
  readonly sheet: string
  readonly row: number
  readonly id: string | null
  readonly name: string | null
  readonly position: string | null
  readonly pool: string | null
  readonly salary: number | null
  readonly benefits: number | null
  readonly total: number | null
  readonly federal: number | null
  readonly share: number | null
  readonly period: string | null
}

/** Dollars, exact to the cent; of shares their parts of 1. `values`: rows that say one. */
export interface Measured {
  readonly rows: number
  readonly employees: number
  readonly values: number
  readonly sum: number | null
  readonly average: number | null
  readonly median: number | null
  readonly lowest: number | null
  readonly highest: number | null
}

export interface FoundRows extends Measured {
  readonly period: string
  readonly measure: Measure
  readonly shown: readonly ShownRow[]
  /** How many groups have a name, also those beyond the listed ones. */
  readonly named: number
  readonly groups: readonly (Measured & { readonly name: string })[]
}

const input = z.object({
  row: z.int().min(1).optional().describe('The row of the sheet, from 1.'),
  sheet: z.string().max(200).optional(),
  mentions: z.string().max(4000).optional().describe('Words that name employees by id or name: rows of those alone.'),
  positions: z.array(z.string().max(300)).max(200).optional().describe('Rows of these positions alone.'),
  pools: z.array(z.string().max(300)).max(200).optional().describe('Rows of these cost pools alone.'),
  missing: z.enum(fields).optional().describe('Rows whose cell of this field is empty or malformed alone.'),
  measure: z.enum(measures).optional().describe('What is counted: `salary` when absent.'),
  above: z.number().optional().describe('Rows where it is more than so much alone.'),
  below: z.number().optional().describe('Rows where it is less than so much alone.'),
  order: z.enum(['sheet', 'highest', 'lowest']).optional().describe('Which rows are shown first; as in the sheet when absent.'),
  by: z.enum(['position', 'pool', 'sheet']).optional().describe('Groups that are measured too.'),
  limit: z.int().min(0).max(MOST_SHOWN).optional().describe('Rows that are shown; 5 when absent.'),
})
type Asked = z.output<typeof input>

/** Rows of employees by what they hold: one, the highest, an average. */
export const queryRows = define({
  name: 'query-rows',
  displayName: 'Rows of the report',
  description:
    'Finds rows by number, employee, position, cost pool or amount. Returns their count, sum, average and median, in total and by position, cost pool or sheet.',
  input,
  async run(ports, report, asked) {
    analysed(report)
    const sheets = (report.layout?.sheets ?? []).map(({ name }) => name)
    const { measure = 'salary', order = 'sheet', by, limit = 5, mentions } = asked
    const fits = filterOf(asked, sheets)
    let found: { row: CostRow; value: number | null }[] = []
    const rows = await Array.fromAsync(rowsOf(ports, report))
    const named = mentions === undefined ? undefined : new Set(namesIn(mentions, rows))
    for (const row of rows) {
      const value = measureOf(row, measure)
      if (fits(row, value) && (named?.has(row) ?? true)) found.push({ row, value })
    }
    const all = measured(found)
    const groups = by ? [...Map.groupBy(found, ({ row }) => groupOf(row, by, sheets).toLowerCase()).values()] : []
    const told = groups.map((group) => ({ name: groupOf(group[0]!.row, by!, sheets), ...measured(group) }))
    if (order !== 'sheet') {
      const sign = order === 'highest' ? -1 : 1
      found = found.filter(({ value }) => value !== null).sort((a, b) => sign * (a.value! - b.value!))
    }
    return {
      ...{ period: report.period, measure, ...all, named: told.filter(({ name }) => name !== NONE).length },
      shown: found.slice(0, limit).map(({ row }) => shownRow(row, sheets)),
      groups: told.sort((a, b) => (b.average ?? 0) - (a.average ?? 0) || (a.name < b.name ? -1 : 1)).slice(0, MOST_GROUPS),
    } satisfies FoundRows
  },
})

const lower = (texts: readonly string[] | undefined) => texts && new Set(texts.map((text) => text.toLowerCase()))

function filterOf({ row, sheet, positions, pools, missing, above, below }: Asked, sheets: readonly string[]) {
  const [ofPositions, ofPools] = [lower(positions), lower(pools)]
  return (of: CostRow, value: number | null): boolean =>
    (row === undefined || of.row === row) &&
    (sheet === undefined || (sheets[of.sheet] ?? '').toLowerCase() === sheet.toLowerCase()) &&
    (!ofPositions || ofPositions.has(of.position?.toLowerCase() ?? '')) &&
    (!ofPools || ofPools.has(of.pool?.toLowerCase() ?? '')) &&
    (missing === undefined || of[missing] === null) &&
    (above === undefined || (value !== null && value > above)) &&
    (below === undefined || (value !== null && value < below))
}

const groupOf = (row: CostRow, by: NonNullable<Asked['by']>, sheets: readonly string[]): string =>
  (by === 'sheet' ? sheets[row.sheet] : row[by]) ?? NONE

const cents = (value: Decimal): number => value.toDecimalPlaces(2).toNumber()

/** A row's amount; null where a cell that it needs says none. */
function measureOf({ salary, benefits, share }: CostRow, measure: Measure): number | null {
  if (measure === 'salary') return salary
  if (measure === 'benefits') return benefits
  if (measure === 'share') return share
  if (salary === null || benefits === null) return null
  const total = new Decimal(salary).plus(benefits)
  if (measure === 'total') return cents(total)
  return share === null ? null : cents(total.times(share))
}

function measured(found: readonly { row: CostRow; value: number | null }[]): Measured {
  const values = found.flatMap(({ value }) => (value === null ? [] : [value])).sort((a, b) => a - b)
  const sum = values.reduce((all, value) => all.plus(value), new Decimal(0))
  const half = values.length >> 1
  const median = values.length % 2 ? new Decimal(values[half]!) : new Decimal(values[half - 1] ?? 0).plus(values[half] ?? 0).div(2)
  const some = values.length > 0
  return {
    rows: found.length,
    employees: new Set(found.flatMap(({ row }) => (row.id === null ? [] : [row.id.toLowerCase()]))).size,
    values: values.length,
    sum: some ? cents(sum) : null,
    average: some ? sum.div(values.length).toDecimalPlaces(4).toNumber() : null,
    median: some ? median.toDecimalPlaces(4).toNumber() : null,
    lowest: values[0] ?? null,
    highest: values.at(-1) ?? null,
  }
}

const shownRow = (row: CostRow, sheets: readonly string[]): ShownRow => {
  const { row: number, id, name, position, pool, salary, benefits, share, period } = row
  const amounts = { salary, benefits, total: measureOf(row, 'total'), federal: measureOf(row, 'federal'), share }
  return { sheet: sheets[row.sheet] ?? '', row: number, id, name, position, pool, ...amounts, period }
}
