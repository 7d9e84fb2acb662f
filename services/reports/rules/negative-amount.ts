import type { Rule } from './rule.ts'
import { dollars, spoken } from './words.ts'

/** An amount is below zero. */
export const negativeAmount: Rule = {
  name: 'negative_amount',
  severity: 'error',
  explanation: 'Salaries and benefits of a quarter are what was paid, and that is never less than nothing.',
  *check({ rows }) {
    for (const row of rows)
      for (const field of ['salary', 'benefits'] as const) {
        const value = row[field]
        if (value !== null && value < 0)
          yield {
            ...{ at: row, field },
            message: `The ${spoken(field)} is negative: ${dollars(value)}.`,
            suggestion: 'Enter the amount that was paid; correct an earlier quarter in the report of that quarter.',
          }
      }
  },
}
