import { Decimal } from 'decimal.js'
import type { CostRow } from '../stored/cost-row.ts'
import { type NamedSums, noPool, type Sums, type Totals } from '../stored/totals.ts'
import { ExactSum, wholeCents } from './exact-sum.ts'

const MOST_NAMES = 200

interface Group {
  name: string
  rows: number
  readonly ids: Set<string>
  readonly salary: ExactSum
  readonly benefits: ExactSum
  readonly federal: FederalSum
}

const fresh = (name: string): Group => ({
  ...{ name, rows: 0, ids: new Set<string>() },
  ...{ salary: new ExactSum(), benefits: new ExactSum(), federal: { units: 0n, rest: new Decimal(0) } },
})

/** Parts of amounts in units of a hundred-millionth, and those that are no whole number of them. */
interface FederalSum {
  units: bigint
  rest: Decimal
}
const MILLION = 1e6

/** The part of whole cents that a share of at most six places makes; undefined where it is none. */
function unitsOf(salary: number, benefits: number, share: number): bigint | undefined {
  const [a, b] = [wholeCents(salary), wholeCents(benefits)]
  const millionths = Math.round(share * MILLION)
  if (a === undefined || b === undefined || millionths / MILLION !== share || Math.abs(millionths) > 1e9) return undefined
  return BigInt(a + b) * BigInt(millionths)
}

const federalOf = ({ units, rest }: FederalSum): Decimal => new Decimal(units.toString()).dividedBy(100 * MILLION).plus(rest)

/** What rows add up to, exact to the cent; a row without an amount adds nothing. `sheets`: their names. */
export function totalCosts(rows: Iterable<CostRow>, sheets: readonly string[]): Totals {
  const all = fresh('')
  const pools = new Map<string, Group>()
  const positions = new Map<string, Group>()
  const ofSheets = new Map<string, Group>()
  for (const row of rows) {
    const [salary, benefits, share] = [row.salary ?? 0, row.benefits ?? 0, row.share ?? 0]
    const units = unitsOf(salary, benefits, share)
    const part = units === undefined ? new Decimal(salary).plus(benefits).times(share) : undefined
    const id = row.id?.toLowerCase()
    const groups = [
      all,
      groupOf(pools, row.pool ?? noPool),
      groupOf(positions, row.position ?? '(none)'),
      groupOf(ofSheets, sheets[row.sheet] ?? ''),
    ]
    for (const group of groups) {
      group.rows++
      if (id !== undefined) group.ids.add(id)
      group.salary.add(salary)
      group.benefits.add(benefits)
      if (units !== undefined) group.federal.units += units
      else if (part) group.federal.rest = group.federal.rest.plus(part)
    }
  }
  return { ...sumsOf(all), by_pool: named(pools), by_position: named(positions), by_sheet: named(ofSheets) }
}

/** Names that differ in case alone are one. */
function groupOf(groups: Map<string, Group>, name: string): Group {
  const key = name.toLowerCase()
  let group = groups.get(key)
  if (!group) groups.set(key, (group = fresh(name)))
  return group
}

const cents = (value: Decimal): number => value.toDecimalPlaces(2).toNumber()

const sumsOf = (group: Group): Sums => {
  const [salary, benefits] = [group.salary.value(), group.benefits.value()]
  return {
    ...{ rows: group.rows, employees: group.ids.size, salary: cents(salary), benefits: cents(benefits) },
    ...{ total: cents(salary.plus(benefits)), federal: cents(federalOf(group.federal)) },
  }
}

const named = (groups: ReadonlyMap<string, Group>): NamedSums[] =>
  [...groups.values()]
    .map((group) => ({ name: group.name, ...sumsOf(group) }))
    .sort((a, b) => b.total - a.total || (a.name < b.name ? -1 : 1))
    .slice(0, MOST_NAMES)
