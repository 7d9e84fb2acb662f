import type { ReadRow, TotalRow } from '../ingest/read-rows.ts'
import type { SdacSettings } from '../sdac-section.ts'
import type { CostRow } from '../stored/cost-row.ts'
import type { RuleName, Severity } from '../stored/finding.ts'
import type { FieldName, Layout } from '../stored/layout.ts'
import type { Says } from '../stored/says.ts'

/** What rules look at. */
export interface Checked {
  readonly rows: readonly ReadRow[]
  readonly totals: readonly TotalRow[]
  readonly layout: Layout
  /** Quarter of the session: what rows without a column of periods belong to. */
  readonly period: string
  /** Rows of the quarter before by lower-case employee id; undefined where there is no report of it. */
  readonly previous: ReadonlyMap<string, readonly CostRow[]> | undefined
  /** Right pool of a position, by its lower-case name, where reference data tell. */
  readonly pools: ReadonlyMap<string, string>
  readonly thresholds: SdacSettings['rules']
}

/** A fault in one cell of a row. */
export interface Fault {
  readonly at: Pick<ReadRow | TotalRow, 'sheet' | 'row' | 'cells'>
  readonly field: FieldName
  /** What was found; `tell/` has the words. */
  readonly says: Says
}

/** One way in which a report can be wrong; its title, explanation and suggestions stand in `tell/`, by language. */
export interface Rule {
  readonly name: RuleName
  readonly severity: Severity
  check(of: Checked): Iterable<Fault>
}
