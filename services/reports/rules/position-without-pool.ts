import type { Rule } from './rule.ts'

/** Somebody has a position and no cost pool. */
export const positionWithoutPool: Rule = {
  name: 'position_without_pool',
  severity: 'warning',
  *check({ rows, layout, pools }) {
    for (const row of rows) {
      if (row.position === null || row.pool !== null || row.faults?.pool || layout.sheets[row.sheet]?.missing.includes('pool')) continue
      const known = pools.get(row.position.toLowerCase())
      yield { at: row, field: 'pool' as const, says: { key: 'no_pool', position: row.position, usual: known ?? null } }
    }
  },
}
