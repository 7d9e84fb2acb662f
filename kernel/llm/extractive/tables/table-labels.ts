import { isFunctionWord } from '../../../text/terms.ts'
import { KIND_OF_BODY, presence } from '../match.ts'
import { keysIn } from '../question/keys.ts'
import type { Question, Term } from '../question/question.ts'
import { countryOf } from '../words/countries.ts'
import { readWords, stemsOf, termOf } from '../words/stems.ts'
import { spelledOut } from './column-names.ts'
import { figureOf, type Grid, type Row, yearOf } from './table-grid.ts'

/** A question about one table. */
export interface Asked {
  readonly question: Question
  readonly grid: Grid
  /** Terms that say something, and how surely the caption says each. */
  readonly terms: readonly Term[]
  readonly inCaption: readonly number[]
  /** Whether the answer is how many rows there are of some. */
  readonly countsRows?: boolean
  /** Terms that chose the rows of the grid. */
  readonly given?: ReadonlySet<Term>
  /** Columns in which they did. */
  readonly givenIn?: ReadonlySet<number>
}

/** A row or column that the question names. */
export interface Found {
  readonly index: number
  /** Weight of terms that the label holds. */
  readonly score: number
  readonly used: ReadonlySet<Term>
}

/** What a table, or a label beside its value, says by being one: somebody had, won, sold, paid so much. */
export const SAID_BY_TABLE = new Set(
  'bill expense payment fee amount first second half win won make made get got score scored sell sold earn earned record recorded report reported achieve reach spend spent pay paid cost foresee foresaw plan planned contain provide generate generated receive received register registered cover covered speak spoken live lived call called use used'
    .split(' ')
    .map(termOf),
)

/** What any figure of a table may be called; where a label says it, it counts as any word. */
const FIGURED = new Set('data dataset rate value figure level compare compared together live come'.split(' ').map(termOf))
const isFigured = ({ stem }: Term): boolean => FIGURED.has(stem)

const WEIGHT: Readonly<Record<Term['role'], number>> = { name: 1.5, number: 1.2, focus: 1, word: 1, category: 0.5, light: 0.3 }
/** Share of a row's name that the question has to say; `part` where two words of it are said: "the working model" for "Working model of a breastshot wheel". */
const ROW_NAME = { share: 0.6, part: 0.4 }
const LONGEST_LABEL = 80
/** What a label counts that says a term in another word: one that says it itself is meant. */
const OTHER_WORD = 0.7

const stemSets = new WeakMap<Grid, Map<string, ReadonlySet<string>>>()
export function stemsIn(grid: Grid, text: string): ReadonlySet<string> {
  let sets = stemSets.get(grid)
  if (!sets) stemSets.set(grid, (sets = new Map()))
  let stems = sets.get(text)
  if (!stems) sets.set(text, (stems = new Set(stemsOf(text))))
  return stems
}

const PARTS = /[/;(),]| (?:and|&) /
const PARTED = /[/;(,]| (?:and|&) /
/** "33-Snowdon", "4. Mill Lane" */
const NUMBERED_NAME = /^\d{1,4}(?:[.)] ?| ?[-–] ?)(?=\p{L}{2})(.+)$/u
const WHOLE_VERSION = /^(v?\d+)(?:\.0){1,2}$/i

/** How well a label says some of the terms: what it says, less what it says besides; at least `share` of its words where that is given. */
export function labelled(
  asked: Asked,
  label: string,
  terms: readonly Term[],
  need?: { readonly share: number; readonly part?: number },
): Omit<Found, 'index'> | undefined {
  if (need && PARTED.test(label)) {
    // "Rent/mortgage", "Sales (a)", "IT and licences": each part may be the name
    const parts = label.split(PARTS).flatMap((part) => (/\p{L}/u.test(part) ? (labelled(asked, part, terms, need) ?? []) : []))
    const whole = labelled(asked, label.replace(new RegExp(PARTS, 'g'), ' '), terms, need)
    const best = [...(whole ? [whole] : []), ...parts].sort((a, b) => b.score - a.score)[0]
    return best
  }
  const numbered = NUMBERED_NAME.exec(label)?.[1]
  if (numbered) return labelled(asked, numbered, terms, need)
  // who asks for version 4 means 4.0.0
  const short = WHOLE_VERSION.exec(label)?.[1]
  if (short) return labelled(asked, short, terms, need)
  const stems = stemsIn(asked.grid, label)
  if (stems.size === 0) return undefined
  const used = new Set(
    terms.filter(
      (term) =>
        presence(term, stems) >= (term.role === 'name' || asked.question.type === 'definition' ? 1 : 0.85) ||
        (term.role === 'name' && stems.has(countryOf(term.stem) ?? '')),
    ),
  )
  const telling = [...used].filter(({ role }) => role !== 'light')
  if (telling.length === 0) return undefined
  const words = readWords(label)
  const content = words.filter((word) => !isFunctionWord(word) || label.includes(word.toUpperCase()))
  // "May" names a row, too
  // "Edinburgh" names "Edinburgh City"
  const which = content.filter((word) => !KIND_OF_BODY.test(word))
  const own = which.length > 0 && telling.some(({ role }) => role === 'name') ? which : content.length > 0 ? content : words
  const said = own.filter((word) => [...used].some((term) => presence(term, [termOf(word)]) > 0)).length
  const share = said / Math.max(1, own.length)
  if (need && share < (used.size > 1 ? (need.part ?? need.share) : need.share)) return undefined
  const score = telling.reduce((sum, term) => sum + WEIGHT[term.role] * (presence(term, stems) === 1 ? 1 : OTHER_WORD), 0) + 0.6 * share
  return { score, used }
}

/** Rows whose label the question names, the best first; of equals all. */
export function rowsNamed(asked: Asked): Found[] {
  const { grid, question } = asked
  const terms = question.terms.filter((term) => !asked.given?.has(term))
  const stamp = STAMP.exec(question.text)?.[0]
  const ofStamp = stamp === undefined ? undefined : asItStands(stamp, question)
  const keys = keysIn(question.text)
  const figures = new Set(figuresIn(question.text))
  const found = grid.rows.flatMap(({ cells }, index): Found[] => {
    if (keys.length > 0 && !cells.some((cell) => keys.includes(cell.toLowerCase()))) return []
    const labels = cells.filter(
      (cell, i) =>
        cell &&
        !STAMPED.test(cell) &&
        cell.length <= (i === 0 ? LONGEST_LABEL : LONGEST_LABEL / 2) &&
        (i === 0 || figureOf(cell) === undefined),
    )
    const best = labels
      .flatMap((label, i) => {
        const match = labelled(asked, label, terms, ROW_NAME)
        // of two cells that say the same the first is the row's name
        return match && !saidByCaption(asked, match.used) ? [{ ...match, score: match.score - (i > 0 ? 0.1 : 0) }] : []
      })
      .sort((a, b) => b.score - a.score)[0]
    const [first = ''] = cells
    // "30,000": rows may be named by figures
    const figure = figures.has(first) ? saidByFigure(question, first) : undefined
    const year = yearOf(first)
    const dated = stamp === undefined && terms.find(({ role, word }) => role === 'number' && word === year)
    const stamped = stamp !== undefined && first.startsWith(stamp) ? ofStamp : undefined
    const match = stamped ?? literally(question, first) ?? best ?? figure ?? (dated && { score: 1, used: new Set([dated]) })
    return match ? [{ index, ...match }] : []
  })
  return found.sort((a, b) => b.score - a.score)
}

const STAMP = /\b\d{4}-\d\d-\d\d(?:[T ]\d\d:\d\d(?::\d\d)?)?/
const STAMPED = /^\d{4}-\d\d-\d\d(?:[T ]\d\d:\d\d|$)/

/** "2014-07-01 18:30", "Ctrl+I": what is named as it stands, since its words and figures stand in others, too, in another order. */
function asItStands(named: string, { terms }: Question): Omit<Found, 'index'> {
  const said = new Set(stemsOf(named))
  return { score: 4, used: new Set(terms.filter(({ stem }) => said.has(stem))) }
}

/** A word of the caption says nothing of a row, unless it is a name. */
export const saidByCaption = ({ terms, inCaption }: Asked, used: ReadonlySet<Term>): boolean =>
  [...used].every((term) => term.role !== 'name' && term.role !== 'number' && (inCaption[terms.indexOf(term)] ?? 0) === 1)

/** "Ctrl+I", "BM_ARCHIVE_TTL", "A-12": what is no word names its row as it stands. */
const isLiteral = (cell: string): boolean => /^[\p{L}\d][^\s|]{1,40}$/u.test(cell) && /[+_/#@]|\p{L}-?\d/u.test(cell)
function literally(question: Question, cell: string): Omit<Found, 'index'> | undefined {
  const words = isLiteral(cell) ? question.text.toLowerCase().split(/[\s?,;“”"]+/) : []
  return words.includes(cell.toLowerCase()) ? asItStands(cell, question) : undefined
}

const figuresIn = (text: string): string[] => text.match(/\d(?:[\d.,]*\d)?/g) ?? []

function saidByFigure({ terms }: Question, cell: string): Omit<Found, 'index'> {
  return { score: 2, used: new Set(terms.filter(({ role, word }) => role === 'number' && cell.includes(word))) }
}

/** Columns that the question names, the best first. What one column says itself, another does not say in another word. */
export function columnsNamed(asked: Asked, without: ReadonlySet<Term>): Found[] {
  const { grid, question } = asked
  const terms = question.terms.filter((term) => !without.has(term) && !asked.given?.has(term))
  const names = grid.columns.map((name) => spelledOut(name, terms, question.text))
  const itself = (term: Term, name: string) => presence(term, stemsIn(grid, name)) === 1
  const said = new Set(terms.filter((term) => names.some((name) => itself(term, name))))
  const found = names.flatMap((name, index): Found[] => {
    if (index === grid.label) return []
    const match = labelled(
      asked,
      name,
      terms.filter((term) => !said.has(term) || itself(term, name)),
    )
    return match ? [{ index, ...match }] : []
  })
  return found.sort((a, b) => b.score - a.score || a.index - b.index)
}

const LOOKED_AT = 20
/** "All districts in Kern county": the words that name columns of names. */
const namesKind = (grid: Grid, term: Term): boolean =>
  term.role !== 'name' &&
  grid.columns.some(
    (name, i) =>
      presence(term, stemsIn(grid, name)) === 1 &&
      grid.rows.slice(0, LOOKED_AT).every(({ cells }) => figureOf(cells[i] ?? '') === undefined),
  )

/** Whether a row is called by the name: then it speaks of that row. */
const namesRow = (grid: Grid, term: Term): boolean =>
  grid.rows.some(({ cells }) => presence(term, stemsIn(grid, cells[grid.label] ?? '')) === 1)

/** "All zones": the word that the rows' names share. */
const namesRows = (grid: Grid, term: Term): boolean =>
  term.role !== 'name' && grid.rows.filter(({ cells }) => presence(term, stemsIn(grid, cells[0] ?? '')) === 1).length > 1

const KINDS = /\b(?:which|what|how many|all(?: of)?(?: the)?|of(?: the)?) (?:\p{L}+ )?(\p{L}+)/giu
/** "Which company has the highest …", "the sales of all companies": what the rows are, their table need not say. Of how many there are, only where the question names the table. */
function callsRows({ operation, text }: Question, { role, word }: Term, isMeant: boolean): boolean {
  if (!operation || operation === 'compare' || (role !== 'word' && role !== 'focus') || (operation === 'count' && !isMeant)) return false
  return [...text.toLowerCase().matchAll(KINDS)].some(([said, last]) => last === word || said.split(' ').at(-2) === word)
}

const PAST = /^(?:\p{L}{2,}ed|flew|went|came|left|ran|drove|rode|took|sat|stood|flown|gone)$/u
const SUMMED = /^(?:add|added|sum|total|totals|together|combined)$/
const PASSIVE = /\b(?:is|are|was|were|be|been|being|got) (.{2,60})/

/** Share of the terms that are said somewhere: by labels, by the caption. Words that only ask count little. */
export function covered(
  { question, terms, inCaption, grid, given, countsRows }: Asked,
  used: ReadonlySet<Term>,
  ...rows: readonly Row[]
): number {
  const rowStems = new Set(rows.flatMap(({ cells }) => cells.flatMap((cell) => [...stemsIn(grid, cell)])))
  // "the heaviest": what is done with the values says it
  const isDone = ({ word }: Term) => question.operation !== undefined && /\w{3}(?:iest|est)$/.test(word)
  // "How many passengers flew through …": that they are counted there says it; "how many were refused" asks for some of them
  const isCountedFor = ({ word, role }: Term) =>
    question.operation === 'count' && role === 'word' && PAST.test(word) && !PASSIVE.exec(question.text)?.[1]?.includes(word)
  // "What do they add up to?": the sum says it
  const isSummed = ({ word }: Term) => question.operation === 'sum' && SUMMED.test(word)
  const said = (term: Term) => isSummed(term) || SAID_BY_TABLE.has(term.stem) || isFigured(term) || isDone(term) || isCountedFor(term)
  const isMeant = countsRows === true && terms.some(({ role }, i) => role === 'name' && inCaption[i] === 1)
  let [all, total, kinds] = [0, 0, 0]
  for (const [i, term] of terms.entries()) {
    const label =
      used.has(term) || given?.has(term)
        ? 1
        : Math.max(
            inCaption[i]!,
            presence(term, rowStems),
            namesRows(grid, term) || (question.operation && namesKind(grid, term)) ? 0.9 : 0,
          )
    // "Nestlé's sales": whom a document is about stands somewhere in it, seldom above each of its tables
    const share = label === 0 && term.role === 'name' && grid.documentSays(term.word) && !namesRow(grid, term) ? 0.9 : label
    const isKind = share === 0 && (term.role === 'category' || (callsRows(question, term, isMeant) && kinds++ === 0))
    const weight = said(term) && !(isFigured(term) && share > 0) ? WEIGHT.light : WEIGHT[isKind ? 'category' : term.role]
    total += weight
    // "state" of "which state" names the first column at best
    all += weight * (share > 0 ? share : said(term) ? 0.85 : isKind ? 0.6 : 0)
  }
  if (total === 0) return 0
  return all / total
}
