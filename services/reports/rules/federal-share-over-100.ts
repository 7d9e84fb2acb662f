import type { Rule } from './rule.ts'

/** More is paid by federal funds than there is. */
export const federalShareOver100: Rule = {
  name: 'federal_share_over_100',
  severity: 'error',
  *check({ rows, thresholds }) {
    const most = thresholds.federal_share_over_100.threshold
    for (const row of rows)
      if (row.share !== null && row.share > most) yield { at: row, field: 'share' as const, says: { key: 'share', share: row.share, most } }
  },
}
