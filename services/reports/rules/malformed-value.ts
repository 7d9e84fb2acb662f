import { columnIndex, shownCell } from '../ingest/workbook.ts'
import type { FieldName } from '../stored/layout.ts'
import type { FaultCode } from '../stored/says.ts'
import type { Fault, Rule } from './rule.ts'

/** A cell holds something else than its column says. */
export const malformedValue: Rule = {
  name: 'malformed_value',
  severity: 'error',
  *check({ rows, totals, layout }) {
    for (const row of rows) {
      if (!row.faults) continue
      for (const [field, why] of Object.entries(row.faults) as [FieldName, FaultCode][]) yield faultOf(row, field, why)
    }
    for (const total of totals)
      for (const field of ['salary', 'benefits'] as const) {
        const read = total[field]
        if (read.value === null && 'fault' in read && read.fault) yield faultOf(total, field, read.fault)
      }

    function faultOf(at: Fault['at'], field: FieldName, why: FaultCode): Fault {
      const column = layout.sheets[at.sheet]?.columns.find((c) => c.field === field)?.column
      const shown = column === undefined ? '' : shownCell(at.cells[columnIndex(column)]).slice(0, 60)
      return { at, field, says: { key: 'malformed', field, shown, why } }
    }
  },
}
