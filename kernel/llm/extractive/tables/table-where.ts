import { presence } from '../match.ts'
import type { Term } from '../question/question.ts'
import { stateNamed } from '../words/states.ts'
import { stemsOf } from '../words/stems.ts'
import { figureOf, type Row, YEAR, yearOf } from './table-grid.ts'
import { type Asked, labelled, stemsIn } from './table-labels.ts'

/** A cell that names one of a kind is no longer than this. */
const LONGEST_KIND = 40
const FEWEST_DATED = 0.8

interface Condition {
  readonly column: number
  readonly rows: ReadonlySet<Row>
  readonly used: ReadonlySet<Term>
  readonly score: number
}

/**
 * The question about the rows that it speaks of only: those of which a cell says the kind, the place or the year that it names, where several
 * rows have that cell. Undefined where it speaks of all of them, or of none.
 */
export function whereSaid(asked: Asked): Asked | undefined {
  const { grid, question } = asked
  const years = yearsNamed(asked)
  const several = question.operation === 'compare'
  const states = statesNamed(asked)
  const conditions = [...kindsNamed(asked), ...years, ...numbersNamed(asked), ...states].sort(
    (a, b) => b.score - a.score || a.column - b.column,
  )
  const chosen: Condition[] = []
  for (const one of conditions) {
    // "in 2023 and 2022" asks for both
    const sameColumn = chosen.some((other) => other.column === one.column && !(years.includes(one) && years.includes(other)))
    const taken = chosen.some(({ used }) => [...one.used].some((term) => used.has(term)))
    if (!taken && (several || !sameColumn)) chosen.push(one)
  }
  if (chosen.length === 0) return undefined
  const byColumn = [...Map.groupBy(chosen, ({ column }) => column).values()]
  const rows = grid.rows.filter((row) => byColumn.every((alternatives) => alternatives.some((one) => one.rows.has(row))))
  // counties of one state: its code says whose they are
  if (rows.length === 0 || (rows.length === grid.rows.length && states.length === 0)) return undefined
  // the two that are compared have still to be told apart
  const told = byColumn.filter((alternatives) => alternatives.length === 1).flat()
  return {
    ...asked,
    grid: { ...grid, rows },
    given: new Set(told.flatMap(({ used }) => [...used])),
    givenIn: new Set(told.map(({ column }) => column)),
  }
}

function kindsNamed(asked: Asked): Condition[] {
  const { grid, question } = asked
  const found: Condition[] = []
  for (let column = 0; column < grid.columns.length; column++) {
    const byCell = Map.groupBy(grid.rows, ({ cells }) => cells[column] ?? '')
    if (byCell.size === grid.rows.length) continue
    for (const [cell, rows] of byCell) {
      if (rows.length < 2 || !/\p{L}/u.test(cell) || cell.length > LONGEST_KIND || figureOf(cell) !== undefined) continue
      const match = labelled(asked, cell, question.terms, { share: 1 })
      // of whom there is a column, that is meant
      if (match && ![...match.used].every((term) => isColumn(asked, term, column))) found.push({ column, rows: new Set(rows), ...match })
    }
  }
  return found
}

const isColumn = ({ grid }: Asked, term: Term, but: number): boolean =>
  grid.columns.some((name, at) => at !== but && stemsIn(grid, name).size === 1 && presence(term, stemsIn(grid, name)) === 1)

function yearsNamed({ grid, terms }: Asked): Condition[] {
  const years = terms.filter(({ role, word }) => role === 'number' && YEAR.test(word))
  if (years.length === 0) return []
  return grid.columns.flatMap((_, column): Condition[] => {
    const cells = grid.rows.map(({ cells }) => cells[column] ?? '').filter(Boolean)
    if (cells.filter((cell) => yearOf(cell) !== undefined).length < Math.max(2, FEWEST_DATED * cells.length)) return []
    return years.map((term) => ({
      column,
      rows: new Set(grid.rows.filter(({ cells: own }) => yearOf(own[column] ?? '') === term.word)),
      used: new Set([term]),
      score: 1,
    }))
  })
}

/** Most of a column's cells are whole numbers that follow each other: ages, weeks, rounds. */
const FEWEST_NUMBERS = 5
const FILLED = 1.2

/** "A woman aged 65", "in week 12": a number that a column of such numbers has, if the question calls it as the column does or it stands beside names. */
function numbersNamed({ grid, terms, question }: Asked): Condition[] {
  const numbers = terms.filter(
    ({ role, word }) => role === 'number' && /^\d{1,3}$/.test(word) && !NO_KEY.exec(question.text)?.[1]?.includes(word),
  )
  if (numbers.length === 0) return []
  return grid.columns.flatMap((name, column): Condition[] => {
    const values = grid.rows.map(({ cells }) => (/^\d{1,3}$/.test(cells[column] ?? '') ? Number(cells[column]) : undefined))
    const known = new Set(values.filter((value) => value !== undefined))
    if (values.some((value) => value === undefined) || known.size < FEWEST_NUMBERS) return []
    if (Math.max(...known) - Math.min(...known) + 1 > FILLED * known.size) return []
    const said = terms.filter((term) => term.role !== 'number' && presence(term, stemsIn(grid, name)) > 0)
    const isAge = /\bage\b/i.test(name) && AGED.test(question.text)
    if (said.length === 0 && !isAge && (column > 0 || grid.label > 0)) return []
    return numbers.flatMap((term) => {
      const rows = new Set(grid.rows.filter((_, i) => values[i] === Number(term.word)))
      return rows.size > 0 ? [{ column, rows, used: new Set([term, ...said]), score: 1 }] : []
    })
  })
}

/** A bound, or how many are asked for. */
const NO_KEY = /\b(?:top|first|last|more than|less than|fewer than|over|under|above|below|at least|at most)\s+[$€£]?(\d[\d.,]*)/i
const AGED = /\b(?:age|ages|aged|at|years? old|year-old)\b/i

/** Rows whose cells have the code of the state that the question names, where none has its name: "Adams County, NE". */
function statesNamed({ grid, question, terms }: Asked): Condition[] {
  const state = stateNamed(question.text)
  if (!state || grid.rows.some(({ cells }) => cells.some((cell) => cell.toLowerCase().includes(state.name)))) return []
  const code = new RegExp(`(?:^|, ?)${state.code}$`)
  const words = new Set(stemsOf(state.name))
  const used = new Set(terms.filter(({ stem }) => words.has(stem)))
  return grid.columns.flatMap((_, column) => {
    const rows = new Set(grid.rows.filter(({ cells }) => code.test(cells[column] ?? '')))
    return rows.size > 0 ? [{ column, rows, used, score: 1.5 }] : []
  })
}
