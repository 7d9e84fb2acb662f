import type { Passage } from '../../llm.ts'
import { presence } from '../match.ts'
import { keysIn } from '../question/keys.ts'
import { OF_DOCUMENTS, type Question, type Term, tellingOf } from '../question/question.ts'
import { spansFor } from '../spans/typed-spans.ts'
import { columnOfType, totalColumn } from './table-columns.ts'
import { countedIf } from './table-count-if.ts'
import { compared, extreme, isBody, summed, summedOfNamed, withFirstColumn } from './table-figures.ts'
import { figureOf, type Grid, gridsOf, type Row } from './table-grid.ts'
import { holders } from './table-holder.ts'
import { type Asked, columnsNamed, covered, rowsNamed, saidByCaption, stemsIn } from './table-labels.ts'
import { ofTwoColumns, sameOfYears } from './table-pairs.ts'
import { summedOverRange } from './table-range.ts'
import { whereSaid } from './table-where.ts'
import { cellText, columnName, isTotal, labelOf, passagesOf, type TableAnswer, wholeRow } from './table-words.ts'

const ENOUGH = 0.99
/** What shows as a passage, and is no answer. */
const OF_PART = 0.8
const SHOWN_ROWS = 4
/** Types whose cells look like nothing else. */
const STRICT: ReadonlySet<string> = new Set(['email', 'phone', 'website', 'address', 'time'])
const NONE: ReadonlySet<string> = new Set()
/** A cell that names somebody or a body: one word with a capital, or several. */
const NAMES = /^\p{Lu}[\p{L}’'.-]+(?:(?: (?:&|and|of|the|de|van|von))? \p{Lu}[\p{L}’'.-]*)*$|\p{Lu}[\p{L}’'.-]+ \p{Lu}[\p{L}’'.-]+/u

/** The surest answer that a table of the passages gives, or undefined. */
export const tableAnswer = (question: Question, passages: readonly Passage[]): TableAnswer | undefined =>
  tableAnswers(question, passages)[0]

/** What each of their tables answers, the surest first. */
export function tableAnswers(question: Question, passages: readonly Passage[]): TableAnswer[] {
  const answers = gridsOf(passages).flatMap((grid) => {
    const named = withRowsSaid(question, grid)
    const terms = tellingOf(named)
    const asked: Asked = { question: named, grid, terms, inCaption: terms.map((term) => presence(term, grid.captionStems)) }
    const some = whereSaid(asked)
    const [ofAll, ofSome] = [fromGrid(asked), some && fromGrid(some)]
    // of what is counted the whole table may say the number
    const answer = question.operation === 'count' ? surer(ofAll, ofSome) : (ofSome ?? ofAll)
    return answer ? [answer.overAll && grid.partly ? ofPart(answer) : answer] : []
  })
  return answers.sort((a, b) => b.coverage - a.coverage)
}

const surer = (a: TableAnswer | undefined, b: TableAnswer | undefined): TableAnswer | undefined =>
  a && b ? (b.coverage > a.coverage ? b : a) : (a ?? b)

/** "How much for books?": what calls a document elsewhere may name a row. */
function withRowsSaid(question: Question, grid: Grid): Question {
  const names = (term: Term) => OF_DOCUMENTS.has(term.stem) && grid.rows.some((row) => presence(term, stemsIn(grid, labelOf(row))) === 1)
  const terms = question.terms.map((term): Term => (term.role === 'light' && names(term) ? { ...term, role: 'word' } : term))
  return { ...question, terms }
}

/** What holds for some rows of a table that is longer need not hold for it. */
const ofPart = (answer: TableAnswer): TableAnswer => ({
  ...answer,
  text: `${answer.text} (of a longer table only a part was read)`,
  coverage: Math.min(answer.coverage, OF_PART),
})

function fromGrid(asked: Asked): TableAnswer | undefined {
  const { question, grid } = asked
  const who = question.operation === undefined ? holders(asked) : undefined
  if (who === 'none') return undefined
  const beside = who ?? ofTwoColumns(asked) ?? summedOverRange(asked)
  if (beside) return beside
  switch (question.operation) {
    case 'compare':
      return compared(asked)
    case 'greatest':
    case 'least':
      return extreme(asked, question.operation)
    case 'sum':
    case 'average':
      return summedOfNamed(asked, question.operation) ?? oneValue(asked, true) ?? summed(asked, question.operation) ?? oneValue(asked)
    case 'count':
      return countedIf(asked) ?? countedWith(asked) ?? oneValue(asked) ?? counted(asked)
    default:
      return grid.rows.length ? oneValue(asked) : undefined
  }
}

const asksTotal = ({ text }: Question): boolean => /\b(?:total|totals|overall|altogether|in all|all)\b/i.test(text)

/** One cell, or a row where no column is named. */
function oneValue(asked: Asked, totals = false): TableAnswer | undefined {
  const { grid, question } = asked
  const named = rowsNamed(asked)
  const best = named[0]
  const total = grid.rows.findIndex(isTotal)
  const used = best?.used ?? new Set<Term>()
  const columns = columnsNamed(asked, used)
  const few = !best && asked.given?.size ? grid.rows : undefined
  if (few && columns.length === 0 && WHICH.test(question.text)) {
    const listed = labelsOf(asked, few)
    if (listed) return listed
  }
  if ((!best && !few) || (totals && !hasName(best?.used ?? NO_TERMS))) {
    if (!asksTotal(question) || total < 0) return undefined
    const row = grid.rows[total]!
    const column = columns.find(({ index }) => figureOf(row.cells[index] ?? '') !== undefined)
    const at = column && !saidByCaption(asked, column.used) ? column.index : (totalColumn(grid) ?? column?.index ?? onlyValue(row))
    if (at === undefined) return undefined
    return told(asked, [row], at, new Set([...used, ...(column?.used ?? [])]))
  }
  const chosen = few ?? named.filter(({ score }) => score >= best!.score - 1e-9).map(({ index }) => grid.rows[index]!)
  if (chosen.length > SHOWN_ROWS) return allAlike(asked, chosen, used)
  const column = columns.find(({ index }) => chosen.some(({ cells }) => cells[index]))
  const sumColumn = asksTotal(question) ? totalColumn(grid) : undefined
  const at =
    (sumColumn !== undefined && !(column && !saidByCaption(asked, column.used)) ? sumColumn : undefined) ??
    column?.index ??
    onlyValue(chosen[0]!, few && asked.givenIn)
  const kind = column || sumColumn !== undefined ? undefined : columnOfType(question, grid)
  if (kind && chosen.every(({ cells }) => cells[kind.at]))
    return told(asked, chosen, kind.at, new Set([...used, ...kind.said(asked.terms)]))
  return told(asked, chosen, at, new Set([...used, ...(column?.used ?? [])]))
}

/** "Which cost items does Tom Brandt own?": the names of the rows that say so, where the question calls them as their column does. */
function labelsOf(asked: Asked, rows: readonly Row[]): TableAnswer | undefined {
  const { grid } = asked
  const used = withFirstColumn(asked, NO_TERMS)
  if (used.size === 0 || rows.length > MOST_LISTED) return undefined
  const text = `${columnName(grid, grid.label)}: ${rows.map(({ cells }) => cells[grid.label]).join('; ')}`
  return { text, passages: passagesOf(rows), coverage: covered(asked, used, ...rows), overAll: true }
}
const WHICH = /^(?:which|what|list|name)\b/i
const MOST_LISTED = 20

/** What many rows have in common in the column that is asked for. */
function allAlike(asked: Asked, rows: readonly Row[], used: ReadonlySet<Term>): TableAnswer | undefined {
  const column = columnsNamed(asked, used)[0]
  const cell = column && rows[0]!.cells[column.index]
  if (!cell || rows.some(({ cells }) => cells[column.index] !== cell)) return undefined
  const coverage = covered(asked, new Set([...used, ...column.used]), rows[0]!)
  return {
    text: `${cellText(asked.grid, rows[0]!, column.index)}, in all ${rows.length} rows`,
    passages: passagesOf(rows),
    coverage,
    overAll: true,
  }
}

const hasName = (used: ReadonlySet<Term>): boolean => [...used].some(({ role }) => role !== 'light' && role !== 'category')

/** The only cell beside the label, and beside those that chose the row, that holds something. */
function onlyValue({ cells }: Row, without?: ReadonlySet<number>): number | undefined {
  const filled = cells.flatMap((cell, i) => (i > 0 && cell && !without?.has(i) ? [i] : []))
  return filled.length === 1 ? filled[0] : undefined
}

function told(asked: Asked, rows: readonly Row[], at: number | undefined, used: ReadonlySet<Term>): TableAnswer | undefined {
  const { grid, question } = asked
  const coverage = covered(asked, used, ...rows)
  const wantsFigure = ['number', 'money', 'percent', 'measure', 'duration'].includes(question.type)
  if (
    at !== undefined &&
    STRICT.has(question.type) &&
    rows.every(({ cells }) => spansFor(question.type, cells[at] ?? '', NONE)?.length === 0)
  )
    return undefined
  if (at === undefined && STRICT.has(question.type)) return undefined
  // a share is no amount
  if (question.type === 'percent' && at !== undefined && !rows.some(({ cells }) => SHARE.test(`${grid.columns[at]} ${cells[at]}`)))
    return undefined
  if (
    question.type === 'person' &&
    rows.every(
      ({ cells }) => !cells.some((cell, i) => (at === undefined ? cell !== labelOf({ passage: 0, cells }) : i === at) && NAMES.test(cell)),
    )
  )
    return undefined
  if (at !== undefined && wantsFigure && rows.every(({ cells }) => !/\d/.test(cells[at] ?? ''))) return undefined
  if (at === undefined && wantsFigure && rows.every(({ cells }) => !cells.slice(1).some((cell) => /\d/.test(cell)))) return undefined
  const byKeys = keysIn(question.text).length > 0 && coverage >= KEYS_SAID ? 1 : coverage
  const sure = namesAnother(asked, rows) ? Math.min(coverage, OF_PART) : byKeys
  // "The budget for rent", where a table has it of two years: both are told
  const columns = at === undefined ? [] : sameOfYears(asked, at)
  const text = rows.map((row) => (at === undefined ? wholeRow(grid, row) : cellText(grid, row, ...columns))).join('; ')
  return { text, passages: passagesOf(rows), coverage: sure }
}

/** What else of a question about keys has to be said. */
const KEYS_SAID = 0.7
const SHARE = /%|\b(?:percent\w*|share|proportion|rate|ratio|quota|anteil)\b/i

/** "The yearly maintenance", where the rows found are an inspection that is yearly, and another row is called maintenance. */
function namesAnother({ grid, terms, given }: Asked, rows: readonly Row[]): boolean {
  if (given?.size) return false
  const names = (row: Row, term: Term) => term.role === 'word' && presence(term, stemsIn(grid, row.cells[grid.label] ?? '')) === 1
  const ownLabels = rows.some((row) => terms.some((term) => presence(term, stemsIn(grid, row.cells[grid.label] ?? '')) > 0))
  return !ownLabels && grid.rows.some((row) => terms.some((term) => names(row, term)))
}

/** "How many parts are supplied by the forge?": the rows of which a cell says what the question names. */
function countedWith(asked: Asked): TableAnswer | undefined {
  const { grid } = asked
  if (NO_ROWS.test(asked.question.text)) return undefined
  const best = rowsNamed(asked)[0]
  if (!best || !hasName(best.used)) return undefined
  const row = grid.rows[best.index]!
  const at = row.cells.findIndex((cell) => [...best.used].every((term) => presence(term, stemsIn(grid, cell)) >= 0.9))
  const rows = grid.rows.filter(({ cells }) => cells[at] === row.cells[at])
  if (at < 0 || (at === 0 && rows.length === 1)) return undefined
  // a column whose values never repeat names the rows
  if (new Set(grid.rows.map(({ cells }) => cells[at])).size === grid.rows.length) return undefined
  const column = new Set(asked.terms.filter((term) => presence(term, stemsIn(grid, grid.columns[at] ?? '')) > 0))
  const told = [...new Set(rows.map(labelOf))]
  const text = `${rows.length === 1 ? '1 row' : `${rows.length} rows`} with ${columnName(grid, at)} “${row.cells[at]}”, as I counted${told.length > 1 ? `: ${told.slice(0, 10).join(', ')}` : ''}`
  return {
    text,
    passages: passagesOf(rows),
    overAll: true,
    coverage: covered({ ...asked, countsRows: true }, new Set([...best.used, ...column, ...withFirstColumn(asked, NO_TERMS)])),
  }
}

const NO_TERMS: ReadonlySet<Term> = new Set()

/** What is no row of a table. */
const NO_ROWS = /\bhow many (?:columns|slides|pages|sheets|files|documents|chapters|sections|tables)\b/i

function counted(asked: Asked): TableAnswer | undefined {
  const { grid, terms } = asked
  if (NO_ROWS.test(asked.question.text)) return undefined
  const first = stemsIn(grid, grid.columns[grid.label] ?? '')
  const named = terms.filter((term) => presence(term, first) > 0)
  if (named.length === 0) return undefined
  const rows = grid.rows.filter((row) => isBody(row) && row.cells[grid.label])
  const coverage = covered(asked, new Set(named))
  return {
    text: `${rows.length} rows under “${grid.columns[grid.label]}”, as I counted: ${rows.slice(0, 10).map(labelOf).join(', ')}${rows.length > 10 ? ', …' : ''}`,
    passages: passagesOf(rows),
    coverage,
    overAll: true,
  }
}

/** Whether a table's answer is sure enough to be given. */
export const isSure = ({ coverage }: TableAnswer): boolean => coverage >= ENOUGH - 0.14
