import { isFunctionWord } from '../../text/terms.ts'
import { wordsOf } from '../../text/words.ts'
import { presence } from './match.ts'
import type { Question, Term } from './question.ts'
import { figureOf, type Grid, type Row } from './table-grid.ts'
import { stemsOf, termOf } from './words/stems.ts'

/** A question about one table. */
export interface Asked {
  readonly question: Question
  readonly grid: Grid
  /** Terms that say something, and how surely the caption says each. */
  readonly terms: readonly Term[]
  readonly inCaption: readonly number[]
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
  'bill expense payment fee amount first second half win won make made get got score scored sell sold earn earned record recorded report reported achieve reach spend spent pay paid cost foresee foresaw plan planned contain provide generate generated receive received register registered cover covered'
    .split(' ')
    .map(termOf),
)

const WEIGHT: Readonly<Record<Term['role'], number>> = { name: 1.5, number: 1.2, focus: 1, word: 1, category: 0.5, light: 0.3 }
/** Share of a row's name that the question has to say. */
const WHOLE_NAME = 0.6
/** The same where two words of it are said: "the working model" for "Working model of a breastshot wheel". */
const PART_OF_NAME = 0.4
const LONGEST_LABEL = 80

const stemSets = new WeakMap<Grid, Map<string, ReadonlySet<string>>>()
export function stemsIn(grid: Grid, text: string): ReadonlySet<string> {
  let sets = stemSets.get(grid)
  if (!sets) stemSets.set(grid, (sets = new Map()))
  let stems = sets.get(text)
  if (!stems) sets.set(text, (stems = new Set(stemsOf(text))))
  return stems
}

const WHOLE_VERSION = /^(v?\d+)(?:\.0){1,2}$/i

/** How well a label says some of the terms: what it says, less what it says besides. */
function labelled(asked: Asked, label: string, terms: readonly Term[], needAll: boolean): Omit<Found, 'index'> | undefined {
  if (needAll && /[/;(,]/.test(label)) {
    // "Rent/mortgage", "Sales (a)": each part may be the name
    const parts = label.split(/[/;(),]/).flatMap((part) => (/\p{L}/u.test(part) ? (labelled(asked, part, terms, true) ?? []) : []))
    const whole = labelled(asked, label.replace(/[/;(),]/g, ' '), terms, true)
    const best = [...(whole ? [whole] : []), ...parts].sort((a, b) => b.score - a.score)[0]
    return best
  }
  // who asks for version 4 means 4.0.0
  const short = WHOLE_VERSION.exec(label)?.[1]
  if (short) return labelled(asked, short, terms, needAll)
  const stems = stemsIn(asked.grid, label)
  if (stems.size === 0) return undefined
  const used = new Set(terms.filter((term) => presence(term, stems) >= (term.role === 'name' ? 1 : 0.85)))
  const telling = [...used].filter(({ role }) => role !== 'light')
  if (telling.length === 0) return undefined
  const own = wordsOf(label).filter((word) => !isFunctionWord(word) || label.includes(word.toUpperCase()))
  const said = own.filter((word) => [...used].some((term) => presence(term, [termOf(word)]) > 0)).length
  const share = said / Math.max(1, own.length)
  if (needAll && share < (used.size > 1 ? PART_OF_NAME : WHOLE_NAME)) return undefined
  const score = telling.reduce((sum, term) => sum + WEIGHT[term.role], 0) + 0.6 * share
  return { score, used }
}

/** Rows whose label the question names, the best first; of equals all. */
export function rowsNamed(asked: Asked): Found[] {
  const { grid, question } = asked
  const found = grid.rows.flatMap(({ cells }, index): Found[] => {
    const labels = cells.filter(
      (cell, i) => cell && cell.length <= (i === 0 ? LONGEST_LABEL : LONGEST_LABEL / 2) && (i === 0 || figureOf(cell) === undefined),
    )
    const best = labels
      .flatMap((label, i) => {
        const match = labelled(asked, label, question.terms, true)
        // of two cells that say the same the first is the row's name
        return match && !saidByCaption(asked, match.used) ? [{ ...match, score: match.score - (i > 0 ? 0.1 : 0) }] : []
      })
      .sort((a, b) => b.score - a.score)[0]
    // "30,000": rows may be named by figures
    const figure = cells[0] && figureOf(cells[0]) !== undefined ? exactFigure(question, cells[0]) : undefined
    const match = best ?? figure
    return match ? [{ index, ...match }] : []
  })
  return found.sort((a, b) => b.score - a.score)
}

/** A word of the caption says nothing of a row, unless it is a name. */
export const saidByCaption = ({ terms, inCaption }: Asked, used: ReadonlySet<Term>): boolean =>
  [...used].every((term) => term.role !== 'name' && term.role !== 'number' && (inCaption[terms.indexOf(term)] ?? 0) === 1)

function exactFigure({ text, terms }: Question, cell: string): Omit<Found, 'index'> | undefined {
  if (!text.includes(cell)) return undefined
  return { score: 2, used: new Set(terms.filter(({ role, word }) => role === 'number' && cell.includes(word))) }
}

/** Columns that the question names, the best first. */
export function columnsNamed(asked: Asked, without: ReadonlySet<Term>): Found[] {
  const terms = asked.question.terms.filter((term) => !without.has(term))
  const found = asked.grid.columns.flatMap((name, index): Found[] => {
    if (index === 0) return []
    const match = labelled(asked, name, terms, false)
    return match ? [{ index, ...match }] : []
  })
  return found.sort((a, b) => b.score - a.score || a.index - b.index)
}

/** "All zones": the word that the rows' names share. */
const namesRows = (grid: Grid, term: Term): boolean =>
  term.role !== 'name' && grid.rows.filter(({ cells }) => presence(term, stemsIn(grid, cells[0] ?? '')) === 1).length > 1

/** Share of the terms that are said somewhere: by labels, by the caption. Words that only ask count little. */
export function covered({ terms, inCaption, grid }: Asked, used: ReadonlySet<Term>, ...rows: readonly Row[]): number {
  const rowStems = new Set(rows.flatMap(({ cells }) => cells.flatMap((cell) => [...stemsIn(grid, cell)])))
  const weight = (term: Term) => (SAID_BY_TABLE.has(term.stem) ? WEIGHT.light : WEIGHT[term.role])
  const total = terms.reduce((sum, term) => sum + weight(term), 0)
  if (total === 0) return 0
  const said = terms.reduce((sum, term, i) => {
    const share = used.has(term) ? 1 : Math.max(inCaption[i]!, presence(term, rowStems), namesRows(grid, term) ? 0.9 : 0)
    // "state" of "which state" names the first column at best
    return sum + weight(term) * (share > 0 ? share : SAID_BY_TABLE.has(term.stem) ? 0.85 : term.role === 'category' ? 0.6 : 0)
  }, 0)
  return said / total
}
