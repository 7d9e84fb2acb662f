import { fieldNames } from '../stored/layout.ts'
import type { Rule } from './rule.ts'

/** A cell is empty that has to say something; the pool has a rule of its own where there is a position. */
export const missingValue: Rule = {
  name: 'missing_value',
  severity: 'error',
  *check({ rows, layout }) {
    for (const row of rows) {
      const missing = layout.sheets[row.sheet]?.missing ?? []
      for (const field of fieldNames) {
        if (row[field] !== null || row.faults?.[field] || missing.includes(field)) continue
        if (field === 'pool' && row.position !== null) continue
        yield { at: row, field, says: { key: 'missing', field, who: row.name ?? row.id } }
      }
    }
    for (const [sheet, { use, missing, header_rows }] of layout.sheets.entries())
      for (const field of use ? missing : [])
        yield {
          at: { sheet, row: Math.max(1, ...header_rows), cells: [] },
          field,
          says: { key: 'no_column', field },
        }
  },
}
