import type { Rule } from './rule.ts'

/** An employee stands twice in one period. */
export const duplicateEmployee: Rule = {
  name: 'duplicate_employee',
  severity: 'error',
  explanation: 'An employee stands in a quarter once, over all sheets: costs that are listed twice are claimed twice.',
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
      const where = earlier.sheet === row.sheet ? '' : ` of the sheet ${JSON.stringify(layout.sheets[earlier.sheet]?.name ?? '')}`
      yield {
        ...{ at: row, field: 'id' as const },
        message: `The employee ${JSON.stringify(row.id)} stands in row ${earlier.row}${where} already, for ${row.period ?? period}.`,
        suggestion: 'Take one of the rows out, or correct its employee ID. Put the amounts of one employee into one row.',
      }
    }
  },
}
