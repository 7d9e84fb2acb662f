import { Decimal } from 'decimal.js'
import { periodBefore } from '../stored/period.ts'
import type { Rule } from './rule.ts'

/** An amount is far from that of the quarter before. */
export const quarterChange: Rule = {
  name: 'quarter_change',
  severity: 'warning',
  *check({ rows, previous, period, thresholds }) {
    if (!previous) return
    const most = thresholds.quarter_change.threshold
    for (const row of rows) {
      const known = row.id === null ? undefined : previous.get(row.id.toLowerCase())
      if (!known) continue
      const wanted = periodBefore(row.period ?? period)
      const before = known.find((r) => r.period === wanted) ?? known.findLast((r) => r.period === null || r.period < (row.period ?? period))
      for (const field of before ? (['salary', 'benefits'] as const) : []) {
        const [now, then] = [row[field], before?.[field] ?? null]
        if (now === null || then === null || now < 0 || then < 0 || now === then) continue
        const change = then === 0 ? undefined : new Decimal(now).minus(then).div(then)
        if (change?.abs().lte(most)) continue
        const by = change ? change.toDecimalPlaces(6).toNumber() : null
        yield { at: row, field, says: { key: 'change', field, before: then, now, change: by } }
      }
    }
  },
}
