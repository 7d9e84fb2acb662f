import { listQuarters } from './list-quarters.ts'
import { queryRows } from './query-rows.ts'
import { compareQuarters, explainFinding, listFindings, type ReviewTool, recomputeTotals, reportSummary } from './tools.ts'

/** What the chat may look up. */
export const reviewTools: readonly ReviewTool[] = [
  reportSummary,
  listFindings,
  explainFinding,
  compareQuarters,
  recomputeTotals,
  queryRows,
  listQuarters,
]
