import { MONTHS } from '../../../text/terms.ts'
import type { Term } from '../question/question.ts'
import { isBody, sumOf } from './table-figures.ts'
import { figureOf, YEAR } from './table-grid.ts'
import { type Asked, columnsNamed, covered } from './table-labels.ts'
import { columnName, labelOf, passagesOf, type TableAnswer } from './table-words.ts'

const QUARTERS: readonly RegExp[] = [
  /\b(?:first|1st) quarter\b|\bQ1\b/i,
  /\b(?:second|2nd) quarter\b|\bQ2\b/i,
  /\b(?:third|3rd) quarter\b|\bQ3\b/i,
  /\b(?:fourth|4th|last) quarter\b|\bQ4\b/i,
]
const RANGE = /\b(?:between|from) (\p{L}+|\d{4}) (?:\d{4} )?(?:and|to|until|till|through) (\p{L}+|\d{4})/iu
const HOW_MUCH = /\b(?:how (?:many|much)|total|sum|altogether)\b/i
/** What is asked of two of them, not of all that lie between. */
const OF_TWO =
  /\b(?:differ\w*|compar\w*|chang\w*|ris\w+|rose|grow\w*|grew|increas\w*|f[ae]ll\w*|drop\w*|decreas\w*|declin\w*|more|less|fewer)\b/i

/** "How many visitors came between March and May?", "in the first quarter?": the sum of the rows of these months or years. */
export function summedOverRange(asked: Asked): TableAnswer | undefined {
  const { grid, question, terms } = asked
  const [first, last] = rangeIn(question.text)
  if (!first || !last || !HOW_MUCH.test(question.text) || OF_TWO.test(question.text)) return undefined
  const called = grid.rows.map((row) => labelOf(row).toLowerCase())
  const [from, to] = [called.indexOf(first), called.indexOf(last)]
  if (from < 0 || to <= from || called.lastIndexOf(first) !== from) return undefined
  const said = new Set<Term>(terms.filter(({ word }) => word === first || word === last || /^(?:quarters?|q[1-4])$/.test(word)))
  const column = columnsNamed(asked, said)[0]
  const rows = grid.rows.slice(from, to + 1)
  if (!column || rows.some((row) => !isBody(row) || figureOf(row.cells[column.index] ?? '') === undefined)) return undefined
  const text = `${columnName(grid, column.index)}: ${sumOf(rows, column.index, 'sum')}, the sum of the ${rows.length} rows from ${labelOf(rows[0]!)} to ${labelOf(rows.at(-1)!)} as I computed it`
  return { text, passages: passagesOf(rows), coverage: covered(asked, new Set([...said, ...column.used]), ...rows), overAll: true }
}

function rangeIn(question: string): readonly string[] {
  const quarter = QUARTERS.findIndex((one) => one.test(question))
  if (quarter >= 0) return [MONTHS[3 * quarter]!, MONTHS[3 * quarter + 2]!]
  const range =
    RANGE.exec(question)
      ?.slice(1)
      .map((word) => word.toLowerCase()) ?? []
  return range.every((word) => MONTHS.includes(word)) || range.every((word) => YEAR.test(word)) ? range : []
}
