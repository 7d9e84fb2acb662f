import type { Rule } from './rule.ts'

/** An amount is below zero. */
export const negativeAmount: Rule = {
  name: 'negative_amount',
  severity: 'error',
  *check({ rows }) {
    for (const row of rows)
      for (const field of ['salary', 'benefits'] as const) {
        const value = row[field]
        if (value !== null && value < 0) yield { at: row, field, says: { key: 'negative', field, value } }
      }
  },
}
