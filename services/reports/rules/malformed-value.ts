import { columnIndex, shownCell } from '../ingest/workbook.ts'
import type { FieldName } from '../stored/layout.ts'
import type { Fault, Rule } from './rule.ts'
import { spoken } from './words.ts'

const forms: Readonly<Partial<Record<FieldName, string>>> = {
  salary: 'Enter the amount as a number, such as 52000.00.',
  benefits: 'Enter the amount as a number, such as 15600.00.',
  share: 'Enter the share as a percentage such as 50%, or as a part such as 0.5.',
  period: 'Enter the quarter as year and number, such as 2026-Q1.',
}

/** A cell holds something else than its column says. */
export const malformedValue: Rule = {
  name: 'malformed_value',
  severity: 'error',
  explanation:
    'Amounts have to be numbers, shares percentages or parts of 1, periods quarters such as 2026-Q1: what is neither cannot be counted.',
  *check({ rows, totals, layout }) {
    for (const row of rows) {
      if (!row.faults) continue
      for (const [field, why] of Object.entries(row.faults) as [FieldName, string][]) yield faultOf(row, field, why)
    }
    for (const total of totals)
      for (const field of ['salary', 'benefits'] as const) {
        const read = total[field]
        if (read.value === null && 'fault' in read && read.fault) yield faultOf(total, field, read.fault)
      }

    function faultOf(at: Fault['at'], field: FieldName, why: string): Fault {
      const column = layout.sheets[at.sheet]?.columns.find((c) => c.field === field)?.column
      const shown = column === undefined ? '' : shownCell(at.cells[columnIndex(column)]).slice(0, 60)
      return {
        ...{ at, field },
        message: `The ${spoken(field)} ${JSON.stringify(shown)} ${why}.`,
        suggestion: forms[field] ?? `Enter the ${spoken(field)}.`,
      }
    }
  },
}
