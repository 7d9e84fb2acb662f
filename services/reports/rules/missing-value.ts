import { fieldLabels, fieldNames } from '../stored/layout.ts'
import type { Rule } from './rule.ts'
import { spoken } from './words.ts'

/** A cell is empty that has to say something; the pool has a rule of its own where there is a position. */
export const missingValue: Rule = {
  name: 'missing_value',
  severity: 'error',
  explanation:
    'Every employee needs an id, a name, a position, a salary, benefits, a federal share and a period: what is missing cannot be counted.',
  *check({ rows, layout }) {
    for (const row of rows) {
      const missing = layout.sheets[row.sheet]?.missing ?? []
      for (const field of fieldNames) {
        if (row[field] !== null || row.faults?.[field] || missing.includes(field)) continue
        if (field === 'pool' && row.position !== null) continue
        yield {
          ...{ at: row, field },
          message: `The ${spoken(field)} is missing.`,
          suggestion: `Enter the ${spoken(field)} of ${row.name ?? row.id ?? 'this employee'}${field === 'benefits' ? '; 0 where there are none' : ''}.`,
        }
      }
    }
    for (const [sheet, { use, missing, header_rows }] of layout.sheets.entries())
      for (const field of use ? missing : [])
        yield {
          at: { sheet, row: Math.max(1, ...header_rows), cells: [] },
          field,
          message: `The sheet has no column for the ${spoken(field)}.`,
          suggestion: `Add a column named "${fieldLabels[field]}", or say in the layout which column it is.`,
        }
  },
}
