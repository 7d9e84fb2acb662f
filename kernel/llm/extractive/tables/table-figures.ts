import { presence } from '../match.ts'
import type { Term } from '../question/question.ts'
import { columnCompared, totalColumn } from './table-columns.ts'
import { figureOf, type Row, yearOf } from './table-grid.ts'
import { type Asked, columnsNamed, covered, type Found, rowsNamed, saidByCaption, stemsIn } from './table-labels.ts'
import { cellText, columnName, isTotal, labelOf, passagesOf, type TableAnswer, tableName } from './table-words.ts'

const UNNAMED = 0.05

/** The column whose values are to be compared: the one that is named, else the total, else the only one with figures. */
function comparedColumn(asked: Asked, used: ReadonlySet<Term>): { at: number; used: ReadonlySet<Term> } | undefined {
  const { grid } = asked
  const figures = (at: number) => grid.rows.filter(({ cells }) => figureOf(cells[at] ?? '') !== undefined).length
  const named = columnsNamed(asked, used).filter(({ index }) => figures(index) >= Math.min(2, grid.rows.length))
  if (named[0] && !saidByCaption(asked, named[0].used)) return { at: named[0].index, used: named[0].used }
  const total = totalColumn(grid)
  if (total !== undefined) return { at: total, used: new Set() }
  if (named[0]) return { at: named[0].index, used: named[0].used }
  const width = Math.max(...grid.rows.map(({ cells }) => cells.length))
  const numeric = Array.from({ length: width }, (_, i) => i).filter((i) => i > 0 && figures(i) >= 0.6 * grid.rows.length)
  return numeric.length === 1 ? { at: numeric[0]!, used: new Set() } : undefined
}

/** A row of what is added up: "Other" is. */
const isAdded = (row: Row): boolean => !isTotal(row) && !/^(?:notes?|source)\b/i.test(labelOf(row))
export const isBody = (row: Row): boolean => isAdded(row) && !/^(?:unallocated|other\b)/i.test(labelOf(row))

export function extreme(asked: Asked, operation: 'greatest' | 'least'): TableAnswer | undefined {
  const { grid } = asked
  const ofGroups = mostRows(asked, operation)
  if (ofGroups) return ofGroups
  const meant = columnCompared(asked.terms, grid)
  const column = meant ? { at: meant.at, used: new Set([meant.term]) } : comparedColumn(asked, new Set())
  if (!column) return undefined
  const values = grid.rows.flatMap((row) => {
    const value = figureOf(row.cells[column.at] ?? '')
    return value === undefined || !isBody(row) || !(/\p{L}/u.test(labelOf(row)) || yearOf(labelOf(row))) ? [] : [{ row, value }]
  })
  // A question about some of the rows only ("which zone"): those that say the word, where several do.
  const kinds = asked.terms.filter(
    ({ role, forms }) => role !== 'name' && role !== 'number' && !column.used.has([...asked.terms].find((t) => t.forms === forms)!),
  )
  const ofKind = kinds
    .map((term) => ({ term, some: values.filter(({ row }) => presence(term, stemsIn(grid, labelOf(row))) === 1) }))
    .find(({ some }) => some.length > 1)
  const among = ofKind?.some ?? values
  if (among.length < 2) return undefined
  const used = new Set([...column.used, ...(ofKind ? [ofKind.term] : [])])
  const sign = (operation === 'greatest') === !meant?.backwards ? 1 : -1
  // costs in brackets: the greatest is the one furthest from nothing
  const size = (value: number) => (among.every((one) => one.value <= 0) ? -value : value)
  const ordered = among.toSorted((a, b) => sign * (size(b.value) - size(a.value)))
  const best = ordered[0]!
  // of several tables the one whose column the words name, not its rows
  const byWords = [...column.used].some(({ role }) => role !== 'number') ? 0 : UNNAMED
  const coverage = covered(asked, withFirstColumn(asked, used), best.row) - byWords
  const kind = columnsNamed(asked, column.used).find(
    ({ used: by, index }) => index !== column.at && !isCode(asked, index) && [...by].some(({ role }) => role === 'category'),
  )
  const whichAt = askedKind(asked)
  const named = best.row.cells[whichAt] || (kind && best.row.cells[kind.index]) || labelOf(best.row)
  const several = ordered.slice(0, manyAsked(asked.question.text))
  if (several.length > 1) {
    const told = several.map(({ row }) => cellText(grid, row, column.at)).join('; ')
    const text = `${told}, the ${several.length} ${sign > 0 ? 'greatest' : 'least'} of the ${among.length} rows that I compared`
    return { text, passages: passagesOf(several.map(({ row }) => row)), coverage, overAll: true }
  }
  const text = `${named} (${cellText(grid, best.row, column.at)}), the ${sign > 0 ? 'greatest' : 'least'} of the ${among.length} rows that I compared`
  return { text, passages: passagesOf([best.row]), coverage, overAll: true }
}

const WHICH = /^(?:in |on |at )?(?:which|what) (\p{L}+)(?: (\p{L}+))?/iu
/** A column of figures whose name says more than the question does: "STATE_FIPS", where the state is asked for. */
const isCode = ({ grid, question }: Pick<Asked, 'grid' | 'question'>, at: number): boolean =>
  figureOf(grid.rows[0]?.cells[at] ?? '') !== undefined &&
  [...stemsIn(grid, grid.columns[at] ?? '')].some((stem) => stem.length > 1 && !question.terms.some((term) => term.forms.has(stem)))

/** The column that a word behind "which" names, of several the one that says the least besides: "District", not "District code"; -1 where there is none. */
function askedKind({ grid, question }: Asked): number {
  const words = WHICH.exec(question.text.trim().toLowerCase())?.slice(1) ?? []
  const columns = words.map((word) => {
    const term = question.terms.find((one) => one.word === word)
    const named = grid.columns.flatMap((name, at) => {
      const isNamed = term && !isCode({ grid, question }, at) && presence(term, stemsIn(grid, name)) === 1
      return isNamed ? [{ at, length: stemsIn(grid, name).size }] : []
    })
    return named.sort((a, b) => a.length - b.length)[0]?.at ?? -1
  })
  return columns.find((at) => at >= 0) ?? -1
}

/** "Which county has the most districts?": of which of them the table has the most rows, where a row is one of what is counted. */
function mostRows(asked: Asked, operation: 'greatest' | 'least'): TableAnswer | undefined {
  const { grid, terms } = asked
  const at = askedKind(asked)
  const isFigures = (i: number) => grid.rows.slice(0, FEW_ROWS).some(({ cells }) => figureOf(cells[i] ?? '') !== undefined)
  if (at < 0 || isFigures(at)) return undefined
  const groups = [...Map.groupBy(grid.rows.filter(isBody), ({ cells }) => cells[at] ?? '')].filter(([cell]) => cell)
  if (groups.length < 2 || groups.length > MOST_GROUPS * grid.rows.length) return undefined
  const named = columnsNamed(asked, new Set()).filter(({ index }) => index !== at)
  const counted = new Set(
    terms.filter((term) => grid.columns.some((name, i) => i !== at && !isFigures(i) && presence(term, stemsIn(grid, name)) === 1)),
  )
  if (counted.size === 0 || named.some(({ index, used }) => isFigures(index) && [...used].some((term) => !counted.has(term))))
    return undefined
  const ordered = groups.toSorted(([, a], [, b]) => (operation === 'greatest' ? b.length - a.length : a.length - b.length))
  const [[name, rows], next] = [ordered[0]!, ordered[1]!]
  const same = next[1].length === rows.length ? ', and others as many' : ''
  const kind = terms.filter((term) => presence(term, stemsIn(grid, columnName(grid, at))) > 0)
  return {
    text: `${name}: ${rows.length} rows${same}, the ${operation === 'greatest' ? 'most' : 'fewest'} of the ${groups.length} under “${columnName(grid, at)}”, as I counted`,
    passages: passagesOf(rows),
    coverage: covered(asked, new Set([...counted, ...kind]), ...rows.slice(0, 1)),
    overAll: true,
  }
}
const FEW_ROWS = 20
const MOST_GROUPS = 0.8

const NUMBERS = ['two', 'three', 'four', 'five', 'six', 'seven', 'eight', 'nine', 'ten']
const MANY = new RegExp(
  `^(?:which|what|who|name|list|give|show)(?: me)?(?: are| were)?(?: the)?(?: top)? (${NUMBERS.join('|')}|\\d{1,2}) |\\btop (${NUMBERS.join('|')}|\\d{1,2})\\b`,
  'i',
)
/** "Which three states had the most …?", "the top 5": as many are told. */
function manyAsked(question: string): number {
  const said = MANY.exec(question.trim())
  const number = (said?.[1] ?? said?.[2] ?? '').toLowerCase()
  return NUMBERS.includes(number) ? NUMBERS.indexOf(number) + 2 : Number(number) || 1
}

/** "Which team": the word may name the first column, or what the rows are. */
export function withFirstColumn({ grid, terms }: Asked, used: ReadonlySet<Term>): ReadonlySet<Term> {
  const first = stemsIn(grid, grid.columns[grid.label] ?? '')
  return new Set([...used, ...terms.filter((term) => presence(term, first) > 0)])
}

/** Rows that the question names by different words, the best first. */
function eachNamed(asked: Asked): Found[] {
  const each: Found[] = []
  for (const row of rowsNamed(asked)) if (!each.some(({ used }) => [...row.used].every((term) => used.has(term)))) each.push(row)
  return each
}

export function compared(asked: Asked): TableAnswer | undefined {
  const { grid, question } = asked
  const [a, b] = eachNamed(asked)
  if (!a || !b) return undefined
  const column = comparedColumn(asked, new Set([...a.used, ...b.used]))
  if (!column) return undefined
  const rows = [grid.rows[a.index]!, grid.rows[b.index]!] as const
  const [x, y] = rows.map(({ cells }) => figureOf(cells[column.at] ?? ''))
  if (x === undefined || y === undefined) return undefined
  const least = /\b(?:fewer|less|lower|smaller|fewest|least|lowest|smallest)\b/i.test(question.text)
  const first = least ? x < y : x > y
  const values = `${cellText(grid, rows[0], column.at)}; ${cellText(grid, rows[1], column.at)}`
  const verdict = x === y ? 'Both are equal' : `${labelOf(rows[first ? 0 : 1])} has ${least ? 'less' : 'more'}`
  const coverage = covered(asked, new Set([...a.used, ...b.used, ...column.used]), ...rows)
  return { text: `${verdict}, as I compare the two: ${values}`, passages: passagesOf(rows), coverage }
}

/** The sum or average of two rows or more that the question names. */
export function summedOfNamed(asked: Asked, operation: 'sum' | 'average'): TableAnswer | undefined {
  const { grid } = asked
  const each = eachNamed(asked).filter(({ used }) => [...used].some(({ role }) => role === 'name'))
  const used = new Set(each.flatMap((row) => [...row.used]))
  const column = comparedColumn(asked, used)
  const rows = each.map(({ index }) => grid.rows[index]!)
  if (rows.length < 2 || !column || rows.some((row) => isTotal(row) || figureOf(row.cells[column.at] ?? '') === undefined)) return undefined
  const values = rows.map((row) => cellText(grid, row, column.at)).join('; ')
  const text = `${sumOf(rows, column.at, operation)}, the ${operation} as I computed it of ${values}`
  return { text, passages: passagesOf(rows), coverage: covered(asked, new Set([...used, ...column.used]), ...rows) }
}

export function sumOf(rows: readonly Row[], at: number, operation: 'sum' | 'average'): string {
  const sum = rows.reduce((total, { cells }) => total + figureOf(cells[at]!)!, 0)
  const value = operation === 'sum' ? sum : sum / rows.length
  return (Math.round(value * 100) / 100).toLocaleString('en-US')
}

export function summed(asked: Asked, operation: 'sum' | 'average'): TableAnswer | undefined {
  const { grid } = asked
  const column = comparedColumn(asked, new Set())
  if (!column) return undefined
  const rows = grid.rows.filter((row) => isAdded(row) && figureOf(row.cells[column.at] ?? '') !== undefined)
  if (rows.length < 2) return undefined
  const coverage = covered(asked, withFirstColumn(asked, column.used))
  const text = `${columnName(grid, column.at)}: ${sumOf(rows, column.at, operation)}, the ${operation} of ${rows.length} rows of “${tableName(grid)}” as I computed it`
  return { text, passages: passagesOf(rows), coverage, overAll: true }
}
