import { presence } from '../match.ts'
import { readWords, termOf } from '../words/stems.ts'
import { type Asked, covered, labelled, stemsIn } from './table-labels.ts'
import { columnName, passagesOf, type TableAnswer } from './table-words.ts'

/** "Who reports to Ben Lund?": whoever has that in the column "Reports to"; "who does Ada report to" asks for the cell. */
const HAS_IT =
  /^(?:and )?(?:who|which (?:[\p{L}-]+ ){1,3}?|what)(?: else)? ?((?!(?:is|are|was|were|do|does|did|has|have|had|can|could|will|would|should|may|might|must)\b)\p{Ll}+(?:s|ed|t)?) (?:to|for|with|by|in|at|on|under|from)\b/iu
const MOST_NAMED = 20

/** Whose cell holds what the question names in the column that its verb names; `none`: there is such a column, and nobody's does. */
export function holders(asked: Asked): TableAnswer | 'none' | undefined {
  const { grid, question } = asked
  const verb = HAS_IT.exec(question.text.trim())?.[1]
  if (!verb) return undefined
  const stem = termOf(verb.toLowerCase())
  const at = grid.columns.findIndex((name, i) => i !== grid.label && readWords(name).some((word) => termOf(word) === stem))
  if (at < 0) return undefined
  const column = new Set(question.terms.filter((term) => term.stem === stem))
  const named = question.terms.filter((term) => !column.has(term) && term.role !== 'light')
  if (named.length === 0) return undefined
  const rows = grid.rows.filter(({ cells }) => named.every((term) => presence(term, stemsIn(grid, cells[at] ?? '')) === 1))
  if (rows.length === 0) return grid.rows.some(({ cells }) => cells.some((cell) => labelled(asked, cell, named))) ? 'none' : undefined
  const names = rows.slice(0, MOST_NAMED).map(({ cells }) => cells[grid.label])
  const text = `${names.join('; ')} – ${columnName(grid, at)}: ${rows[0]!.cells[at]}${rows.length > MOST_NAMED ? ' (and more)' : ''}`
  return { text, passages: passagesOf(rows), coverage: covered(asked, new Set([...column, ...named]), ...rows), overAll: true }
}
