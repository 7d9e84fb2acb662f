import type { Decimal } from 'decimal.js'
import type { ReadRow, TotalRow } from '../ingest/read-rows.ts'
import { ExactSum } from './exact-sum.ts'
import type { Rule } from './rule.ts'

/** A total is not what its rows add up to. */
export const totalMismatch: Rule = {
  name: 'total_mismatch',
  severity: 'error',
  *check({ rows, totals, thresholds }) {
    const bySheet = Map.groupBy(rows, ({ sheet }) => sheet)
    for (const [i, total] of totals.entries()) {
      const own = bySheet.get(total.sheet) ?? []
      const before = totals.slice(0, i).findLast(({ sheet }) => sheet === total.sheet)
      const meant = rowsMeant(total, before, own)
      for (const field of ['salary', 'benefits'] as const) {
        const { value } = total[field]
        if (value === null || meant.length === 0) continue
        const sums = meant.map((of) => sumOf(of, field))
        const off = sums.map((sum) => sum.minus(value))
        if (off.some((difference) => difference.abs().lte(thresholds.total_mismatch.threshold))) continue
        const nearest = off.reduce((a, b) => (b.abs().lt(a.abs()) ? b : a))
        const sum = sums[off.indexOf(nearest)]!
        yield { at: total, field, says: { key: 'total', field, value, sum: sum.toNumber() } }
      }
    }
  },
}

/** Which rows a total may be about; it is right when it is the sum of one of these groups. */
function rowsMeant(total: TotalRow, before: TotalRow | undefined, own: readonly ReadRow[]): (readonly ReadRow[])[] {
  const above = own.slice(0, total.after)
  // A total that stands on top of its rows.
  if (above.length === 0) return own.length > 0 ? [own] : []
  const named = total.label.replace(/^\S*total\S*\s*(?:of|for|:|-)?\s*/i, '').toLowerCase()
  const ofPool = named === '' ? [] : above.filter((row) => row.pool?.toLowerCase() === named)
  const since = before ? above.slice(before.after) : []
  return [above, since, ofPool].filter((of) => of.length > 0)
}

function sumOf(rows: readonly ReadRow[], field: 'salary' | 'benefits'): Decimal {
  const sum = new ExactSum()
  for (const row of rows) sum.add(row[field] ?? 0)
  return sum.value()
}
