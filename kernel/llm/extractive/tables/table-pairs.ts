import { presence } from '../match.ts'
import type { Question, Term } from '../question/question.ts'
import { isBody, withFirstColumn } from './table-figures.ts'
import { figureOf, type Grid, type Row, YEAR } from './table-grid.ts'
import { type Asked, columnsNamed, covered, rowsNamed, stemsIn } from './table-labels.ts'
import { columnName, isTotal, labelOf, passagesOf, type TableAnswer } from './table-words.ts'

/** Two columns of one kind, of two years or as planned and as it was, in the order in which they come about. */
interface Pair {
  readonly from: number
  readonly to: number
  readonly used: ReadonlySet<Term>
}

const RISES =
  /\b(?:ris(?:e|es|en|ing)|rose|grow(?:s|n|th)?|grew|increas\w+|gain(?:s|ed)?|more|higher|larger|greater|bigger|up|over|above|exceed\w*|mehr|gestiegen|stieg(?:en)?)\b|(?<!\p{L})(?:über|höher\p{L}*|größer\p{L}*|überschr\p{L}+)(?!\p{L})/iu
const FALLS =
  /\b(?:falls?|fell|fallen|drop(?:s|ped)?|decreas\w+|declin\w+|shr[aiu]nk\w*|cut|fewer|less|lower|smaller|down|under|below|sank|reduced|unter|weniger|niedriger\w*|kleiner\w*|gesunken|fiel(?:en)?)\b/iu
const CHANGES = /\b(?:chang\w+|differ\w*|compar\w+|versus|vs|develop\w*)\b/i
const STAYS = /\b(?:stay(?:s|ed)?|remain(?:s|ed)?|went)\b/i
const SUPERLATIVE = /\b(?:most|least|biggest|largest|greatest|highest|strongest|smallest|lowest)\b/i
const WHICH = /^(?:in |on |at |for )?(?:which|what|whose|who|welche\w*|was|wer|wo)\b/i
/** "What is the difference …?" asks for one figure. */
const ONE_FIGURE = /^(?:by )?(?:what|how) (?:is|was|were|are|did|much|many)\b/i
const PLANNED = /\b(?:budget(?:ed)?|plan(?:ned)?|target(?:ed)?|forecast(?:ed)?|expected|estimated?|projected|geplant\w*|soll)\b/i
const ACTUAL = /\b(?:actual(?:ly)?|spent|real|result|achieved|ist|tatsächlich\w*|ausgegeben)\b/i
/** Figures of these add up to nothing. */
const NO_SUM = /%|\b(?:percent\w*|rates?|average|mean|median|ratio|share|price|age|index)\b/i
const SHOWN_ROWS = 12

/** What a table says of two of its columns that a question compares: which rows rose, by how much one did, or all together. */
export function ofTwoColumns(asked: Asked): TableAnswer | undefined {
  const { text } = asked.question
  const [rises, falls] = [RISES.test(text), FALLS.test(text)]
  if (!rises && !falls && !CHANGES.test(text)) return undefined
  const pair = pairOf(asked)
  if (!pair) return undefined
  const said = new Set([
    ...pair.used,
    ...asked.terms.filter(({ word }) => [RISES, FALLS, CHANGES, STAYS, SUPERLATIVE].some((one) => one.test(word))),
  ])
  const rows = asked.grid.rows.filter((row) => isBody(row) && difference(row, pair) !== undefined)
  const which = WHICH.test(text) && !ONE_FIGURE.test(text)
  if (which && rows.length > 1) {
    if (SUPERLATIVE.test(text)) return changedMost(asked, pair, rows, said, falls)
    return rises || falls ? changedAs(asked, pair, rows, said, falls) : undefined
  }
  return changeOfOne(asked, pair, said) ?? changeOfAll(asked, pair, rows, said)
}

/** The two columns that a question sets beside each other: of two years that it names, or planned and actual. */
function pairOf({ grid, question, terms }: Asked): Pair | undefined {
  const years = [...new Set(terms.filter(({ role, word }) => role === 'number' && YEAR.test(word)))]
  const [first, second] = years.toSorted((a, b) => Number(a.word) - Number(b.word))
  const pairs = years.length === 2 ? ofYears(grid, first!, second!) : years.length < 2 ? planned(grid, question, first) : []
  const others = terms.filter((term) => !years.includes(term))
  const meant = pairs
    .map(({ from, to, kind }) => ({ from, to, named: others.filter((term) => presence(term, stemsIn(grid, kind)) > 0) }))
    .sort((a, b) => b.named.length - a.named.length)
  const [best, next] = meant
  // of several pairs the one whose kind the question names; all of them where a row is all that it can mean
  if (!best || (next && next.named.length === best.named.length)) return undefined
  return { from: best.from, to: best.to, used: new Set([...years, ...best.named]) }
}

/** Columns of the same kind as this one, of the years that the question names, of all years where it names none; of all kinds where it names a year alone. */
export function sameOfYears(asked: Asked, at: number): number[] {
  const { grid, terms, question } = asked
  const name = grid.columns[at] ?? ''
  if (yearsIn(name).length !== 1) return [at]
  // "the total for 2024", where the table has it as planned and as it was
  const tied = columnsNamed(asked, NONE)
  const best = tied.find(({ index }) => index === at)
  if (best && [...best.used].every(({ role }) => role === 'number')) {
    const same = tied.filter(({ score, used }) => score === best.score && used.size === best.used.size).map(({ index }) => index)
    const actual = SPENT.test(question.text) ? same.filter((i) => ACTUAL.test(grid.columns[i] ?? '')) : []
    if (same.length <= MOST_YEARS) return actual.length > 0 ? actual : same.toSorted((a, b) => a - b)
  }
  const years = terms.flatMap(({ role, word }) => (role === 'number' && YEAR.test(word) ? [word] : []))
  const same = grid.columns.flatMap((other, i) => {
    const [year, ...more] = yearsIn(other)
    return year && more.length === 0 && kindOf(other) === kindOf(name) && (years.length === 0 || years.includes(year)) ? [i] : []
  })
  return same.includes(at) && same.length <= MOST_YEARS ? same : [at]
}
const MOST_YEARS = 6
const NONE: ReadonlySet<Term> = new Set()
const SPENT = /\b(?:spend|spent|pay|paid|cost)\b/i

const yearsIn = (name: string): string[] => name.match(/\b(?:1[5-9]|20)\d\d\b/g) ?? []
const kindOf = (name: string): string =>
  name
    .replace(/\b(?:1[5-9]|20)\d\d\b/g, ' ')
    .replace(/\s+/g, ' ')
    .trim()
    .toLowerCase()

interface Candidate {
  readonly from: number
  readonly to: number
  readonly kind: string
}

function ofYears({ columns }: Grid, first: Term, second: Term): Candidate[] {
  const of = ({ word }: Term) => columns.flatMap((name, at) => (yearsIn(name).join() === word ? [{ at, kind: kindOf(name) }] : []))
  return of(first).flatMap(({ at: from, kind }) =>
    of(second).flatMap(({ at: to, kind: other }) => (kind === other ? [{ from, to, kind }] : [])),
  )
}

/** "Over budget in 2024", "more than planned". */
function planned({ columns }: Grid, { text }: Question, year: Term | undefined): Candidate[] {
  if (!PLANNED.test(text)) return []
  const ofYear = columns.map((name, at) => ({ name, at })).filter(({ name }) => !year || yearsIn(name).join() === year.word)
  const plans = ofYear.filter(({ name }) => PLANNED.test(name))
  const results = ofYear.filter(({ name }) => ACTUAL.test(name))
  return plans.length === 1 && results.length === 1
    ? [{ from: plans[0]!.at, to: results[0]!.at, kind: `${plans[0]!.name} ${results[0]!.name}` }]
    : []
}

const figureAt = ({ cells }: Row, at: number): number | undefined => figureOf(cells[at] ?? '')
function difference(row: Row, { from, to }: Pair): number | undefined {
  const [before, after] = [figureAt(row, from), figureAt(row, to)]
  return before === undefined || after === undefined ? undefined : after - before
}

const rounded = (value: number): string => (Math.round(value * 100) / 100).toLocaleString('en-US')
const share = (change: number, before: number): string =>
  before > 0 ? ` (${change < 0 ? '-' : '+'}${(Math.round((Math.abs(change) / before) * 1000) / 10).toLocaleString('en-US')} %)` : ''
const changeText = (change: number, before: number): string =>
  change === 0 ? 'no difference' : `${rounded(Math.abs(change))} ${change > 0 ? 'more' : 'less'}${share(change, before)}`
const arrow = ({ cells }: Row, { from, to }: Pair): string => `${cells[from]} → ${cells[to]}`
const columnsOf = (grid: Grid, { from, to }: Pair): string => `from ${columnName(grid, from)} to ${columnName(grid, to)}`

function changedAs(asked: Asked, pair: Pair, rows: readonly Row[], used: ReadonlySet<Term>, falls: boolean): TableAnswer {
  const { grid } = asked
  const changed = rows.filter((row) => (falls ? difference(row, pair)! < 0 : difference(row, pair)! > 0))
  const told = changed.slice(0, SHOWN_ROWS).map((row) => `${labelOf(row)} (${arrow(row, pair)})`)
  const more = changed.length > SHOWN_ROWS ? ', …' : ''
  const how = `${columnName(grid, pair.to)} is ${falls ? 'below' : 'above'} ${columnName(grid, pair.from)}`
  const text = `${how} in ${changed.length || 'none'} of the ${rows.length} rows that I compared${told.length ? `: ${told.join(', ')}${more}` : ''}`
  return {
    text,
    passages: passagesOf(changed.length ? changed : rows),
    coverage: covered(asked, withFirstColumn(asked, used), ...changed),
    overAll: true,
  }
}

function changedMost(asked: Asked, pair: Pair, rows: readonly Row[], used: ReadonlySet<Term>, falls: boolean): TableAnswer | undefined {
  const { grid, question } = asked
  // "the least": whether the smallest rise or the greatest fall is meant nobody can tell
  if (/\b(?:least|smallest|lowest)\b/i.test(question.text)) return undefined
  const sign = falls ? -1 : 1
  const best = (by: (row: Row) => number) => rows.toSorted((a, b) => sign * (by(b) - by(a)))[0]!
  const most = best((row) => difference(row, pair)!)
  const before = (row: Row) => figureAt(row, pair.from)!
  const relative = rows.every((row) => before(row) > 0) ? best((row) => difference(row, pair)! / before(row)) : most
  if (sign * difference(most, pair)! <= 0) return changedAs(asked, pair, rows, used, falls)
  const told = (row: Row) => `${labelOf(row)} (${arrow(row, pair)}: ${changeText(difference(row, pair)!, before(row))})`
  const other = relative === most ? '' : `; by percentage ${told(relative)}`
  const text = `${told(most)}, the greatest ${falls ? 'fall' : 'rise'} of the ${rows.length} rows that I compared ${columnsOf(grid, pair)}${other}`
  return { text, passages: passagesOf([most, relative]), coverage: covered(asked, withFirstColumn(asked, used), most), overAll: true }
}

/** Of the row that the question names. */
function changeOfOne(asked: Asked, pair: Pair, used: ReadonlySet<Term>): TableAnswer | undefined {
  const { grid, question } = asked
  const open = { ...asked, question: { ...question, terms: question.terms.filter((term) => !used.has(term)) } }
  const named = rowsNamed(open)
  const chosen = named.filter(({ score }) => score >= named[0]!.score - 1e-9)
  const row = chosen.length === 1 ? grid.rows[chosen[0]!.index] : undefined
  const change = row && difference(row, pair)
  if (!row || change === undefined) return undefined
  const text = `${labelOf(row)}: ${toldOf(grid, pair, row.cells[pair.from]!, row.cells[pair.to]!)}, ${changeText(change, figureAt(row, pair.from)!)} as I computed it`
  return { text, passages: passagesOf([row]), coverage: covered(asked, new Set([...used, ...chosen[0]!.used]), row) }
}

/** Of all rows together: as their total says, else added up. */
function changeOfAll(asked: Asked, pair: Pair, rows: readonly Row[], used: ReadonlySet<Term>): TableAnswer | undefined {
  const { grid } = asked
  const total = grid.rows.find((row) => isTotal(row) && difference(row, pair) !== undefined)
  if (!total && (rows.length < 2 || [pair.from, pair.to].some((at) => NO_SUM.test(columnName(grid, at))))) return undefined
  const sum = (at: number) => (total ? figureAt(total, at)! : rows.reduce((all, row) => all + figureAt(row, at)!, 0))
  const [before, after] = [sum(pair.from), sum(pair.to)]
  const values = total ? ([total.cells[pair.from]!, total.cells[pair.to]!] as const) : ([rounded(before), rounded(after)] as const)
  const of = total ? `${labelOf(total)}: ` : ''
  const how = total ? 'as I computed it' : `the sums of ${rows.length} rows as I computed them`
  const text = `${of}${toldOf(grid, pair, ...values)}, ${changeText(after - before, before)}, ${how}`
  const coverage = covered(asked, withFirstColumn(asked, used), ...(total ? [total] : []))
  return { text, passages: passagesOf(total ? [total] : rows), coverage, ...(total ? {} : { overAll: true as const }) }
}

const toldOf = (grid: Grid, { from, to }: Pair, before: string, after: string): string =>
  `${columnName(grid, from)} ${before}; ${columnName(grid, to)} ${after}`
