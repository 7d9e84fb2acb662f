import { Decimal } from 'decimal.js'
import type { Rule } from './rule.ts'

/** Benefits are hardly any of the salary, or most of it. */
export const benefitsRatio: Rule = {
  name: 'benefits_ratio',
  severity: 'warning',
  *check({ rows, thresholds }) {
    const { min, max } = thresholds.benefits_ratio
    for (const row of rows) {
      if (row.salary === null || row.benefits === null || row.salary < 0 || row.benefits < 0) continue
      // What is well inside needs no exact division.
      const near = row.benefits / row.salary
      if (near > min * 1.000001 && near < max * 0.999999) continue
      // Of no salary there is no part but nothing.
      const ratio = row.salary > 0 ? new Decimal(row.benefits).div(row.salary) : null
      if (ratio ? ratio.gte(min) && ratio.lte(max) : row.benefits === 0) continue
      yield {
        ...{ at: row, field: 'benefits' as const },
        says: { key: 'ratio', ratio: ratio?.toDecimalPlaces(6).toNumber() ?? null, min, max },
      }
    }
  },
}
