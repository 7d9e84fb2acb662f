import type { Rule } from './rule.ts'
import { percent } from './words.ts'

/** More is paid by federal funds than there is. */
export const federalShareOver100: Rule = {
  name: 'federal_share_over_100',
  severity: 'error',
  explanation: 'The federal share is a part of what was paid, and no part is more than the whole.',
  *check({ rows, thresholds }) {
    const most = thresholds.federal_share_over_100.threshold
    for (const row of rows)
      if (row.share !== null && row.share > most)
        yield {
          ...{ at: row, field: 'share' as const },
          message: `The federal share is ${percent(row.share)}, more than ${percent(most)}.`,
          suggestion:
            row.share >= 2 && row.share <= 100
              ? `Enter ${row.share}% or ${row.share / 100} where ${row.share} percent are meant.`
              : 'Enter a share between 0% and 100%.',
        }
  },
}
