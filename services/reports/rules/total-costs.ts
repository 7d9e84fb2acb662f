import { Decimal } from 'decimal.js'
import type { CostRow } from '../stored/cost-row.ts'
import { type NamedSums, noPool, type Sums, type Totals } from '../stored/totals.ts'

const MOST_NAMES = 200

interface Group {
  name: string
  rows: number
  readonly ids: Set<string>
  salary: Decimal
  benefits: Decimal
  federal: Decimal
}

const zero = new Decimal(0)
const fresh = (name: string): Group => ({ name, rows: 0, ids: new Set(), salary: zero, benefits: zero, federal: zero })

/** What rows add up to, exact to the cent; a row without an amount adds nothing. `sheets`: their names. */
export function totalCosts(rows: Iterable<CostRow>, sheets: readonly string[]): Totals {
  const all = fresh('')
  const pools = new Map<string, Group>()
  const positions = new Map<string, Group>()
  const ofSheets = new Map<string, Group>()
  for (const row of rows) {
    const salary = new Decimal(row.salary ?? 0)
    const benefits = new Decimal(row.benefits ?? 0)
    const federal = salary.plus(benefits).times(row.share ?? 0)
    const groups = [
      all,
      groupOf(pools, row.pool ?? noPool),
      groupOf(positions, row.position ?? '(none)'),
      groupOf(ofSheets, sheets[row.sheet] ?? ''),
    ]
    for (const group of groups) {
      group.rows++
      if (row.id !== null) group.ids.add(row.id.toLowerCase())
      group.salary = group.salary.plus(salary)
      group.benefits = group.benefits.plus(benefits)
      group.federal = group.federal.plus(federal)
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

const sumsOf = ({ rows, ids, salary, benefits, federal }: Group): Sums => ({
  ...{ rows, employees: ids.size, salary: cents(salary), benefits: cents(benefits) },
  ...{ total: cents(salary.plus(benefits)), federal: cents(federal) },
})

const named = (groups: ReadonlyMap<string, Group>): NamedSums[] =>
  [...groups.values()]
    .map((group) => ({ name: group.name, ...sumsOf(group) }))
    .sort((a, b) => b.total - a.total || (a.name < b.name ? -1 : 1))
    .slice(0, MOST_NAMES)
