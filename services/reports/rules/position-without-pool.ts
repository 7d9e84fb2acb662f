import type { Rule } from './rule.ts'

/** Somebody has a position and no cost pool. */
export const positionWithoutPool: Rule = {
  name: 'position_without_pool',
  severity: 'warning',
  explanation: 'The cost pool says how time studies apply to a position; without one its costs are in no claim.',
  *check({ rows, layout, pools }) {
    for (const row of rows) {
      if (row.position === null || row.pool !== null || row.faults?.pool || layout.sheets[row.sheet]?.missing.includes('pool')) continue
      const known = pools.get(row.position.toLowerCase())
      yield {
        ...{ at: row, field: 'pool' as const },
        message: `The position ${JSON.stringify(row.position)} has no cost pool.`,
        suggestion: known
          ? `Others of this position stand in ${JSON.stringify(known)}: enter that, or the right pool.`
          : 'Enter the cost pool of the position.',
      }
    }
  },
}
