import type { Term } from '../question/question.ts'
import { figureOf, type Row, YEAR, yearOf } from './table-grid.ts'
import { type Asked, labelled } from './table-labels.ts'

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
  const conditions = [...kindsNamed(asked), ...years].sort((a, b) => b.score - a.score || a.column - b.column)
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
  if (rows.length === 0 || rows.length === grid.rows.length) return undefined
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
      if (match) found.push({ column, rows: new Set(rows), ...match })
    }
  }
  return found
}

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
