import type { Rule } from './rule.ts'

/** An employee stands twice in one period. */
export const duplicateEmployee: Rule = {
  name: 'duplicate_employee',
  severity: 'error',
  *check({ rows, layout, period }) {
    const first = new Map<string, (typeof rows)[number]>()
    for (const row of rows) {
      if (row.id === null) continue
      const key = `${row.id.toLowerCase()}\n${row.period ?? period}`
      const earlier = first.get(key)
      if (!earlier) {
        first.set(key, row)
        continue
      }
      const sheet = earlier.sheet === row.sheet ? null : (layout.sheets[earlier.sheet]?.name ?? '')
      yield {
        ...{ at: row, field: 'id' as const },
        says: { key: 'duplicate', id: row.id, row: earlier.row, sheet, period: row.period ?? period },
      }
    }
  },
}
