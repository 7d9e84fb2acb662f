import { columnIndex, columnLetters, shownCell } from '../ingest/workbook.ts'
import type { Counts, RuleName, StoredFinding } from '../stored/finding.ts'
import { severities } from '../stored/finding.ts'
import { fieldLabels } from '../stored/layout.ts'
import type { Checked, Fault, Rule } from './rule.ts'
import { rules } from './rules.ts'

/** Findings of one rule that are kept; the rest is counted. */
const KEPT_OF_A_RULE = 1000

export interface CheckResult {
  readonly findings: StoredFinding[]
  readonly counts: Counts
  readonly byRule: Partial<Record<RuleName, number>>
}

/** What all rules find, the gravest first, then by sheet, row and column. */
export function checkReport(of: Checked): CheckResult {
  const counts = { error: 0, warning: 0, info: 0 }
  const byRule: Partial<Record<RuleName, number>> = {}
  const kept: { rule: Rule; fault: Fault }[] = []
  for (const rule of rules) {
    let n = 0
    for (const fault of rule.check(of)) if (++n <= KEPT_OF_A_RULE) kept.push({ rule, fault })
    counts[rule.severity] += n
    if (n > 0) byRule[rule.name] = n
  }
  const placed = kept.map(({ rule, fault }) => ({ rule, fault, column: columnOf(of, fault) }))
  placed.sort(
    (a, b) =>
      severities.indexOf(a.rule.severity) - severities.indexOf(b.rule.severity) ||
      a.fault.at.sheet - b.fault.at.sheet ||
      a.fault.at.row - b.fault.at.row ||
      a.column.index - b.column.index,
  )
  return { findings: placed.map((p, i) => findingOf(of, p, i + 1)), counts, byRule }
}

interface Placed {
  readonly rule: Rule
  readonly fault: Fault
  readonly column: { readonly index: number; readonly header: string }
}

/** Where a field stands in a sheet; one without a column is told at the first. */
function columnOf({ layout }: Checked, { at, field }: Fault): Placed['column'] {
  const column = layout.sheets[at.sheet]?.columns.find((c) => c.field === field)
  return column ? { index: columnIndex(column.column), header: column.header } : { index: 0, header: fieldLabels[field] }
}

function findingOf({ layout }: Checked, { rule, fault, column }: Placed, n: number): StoredFinding {
  const { at, says } = fault
  const cell = at.cells[column.index]
  const shown = typeof cell === 'number' && Number.isFinite(cell) ? cell : shownCell(cell) || null
  return {
    ...{ id: `F${n}`, rule: rule.name, severity: rule.severity, sheet: layout.sheets[at.sheet]?.name ?? '', row: at.row },
    ...{
      column: column.header,
      cell: `${columnLetters(column.index)}${at.row}`,
      value: typeof shown === 'string' ? shown.slice(0, 300) : shown,
    },
    says,
  }
}
