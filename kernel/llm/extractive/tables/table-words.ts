import { TOTAL } from './table-columns.ts'
import { figureOf, type Grid, type Row } from './table-grid.ts'

const SHOWN_CELLS = 8

/** What a table says, in words, with the passages that it stands in. */
export interface TableAnswer {
  readonly text: string
  /** Indexes of passages, each once. */
  readonly passages: readonly number[]
  /** Share of the question's words that row, column and caption hold, 0 to 1. */
  readonly coverage: number
  /** Whether it is told of all rows: how many, the greatest, a sum. */
  readonly overAll?: true
}

export const isTotal = ({ cells }: Row): boolean => TOTAL.test(cells.find(Boolean) ?? '')
/** A date or a version names its row as a word does. */
export const labelOf = ({ cells }: Row): string =>
  cells.find((cell, i) => /\p{L}/u.test(cell) || (i === 0 && /\d/.test(cell) && figureOf(cell) === undefined)) ?? cells.find(Boolean) ?? ''
export const passagesOf = (rows: readonly Row[]): number[] => [
  ...new Set(rows.flatMap(({ passage, further = [] }) => [passage, ...further])),
]

/** What a table is called: the words right above it, else its document's name. */
export const tableName = ({ caption }: Grid): string => (caption.split('\n').at(-1) ?? '').replace(/[:.\s]+$/, '').slice(0, LONGEST_NAME)
const LONGEST_NAME = 80

export const columnName = ({ columns, caption }: Grid, at: number): string =>
  columns.length === 2 && !columns.some(Boolean)
    ? ''
    : columns[at] || (at >= columns.length ? 'total of the row' : caption.split('\n').at(-1)?.slice(0, 80) || '')

/** Cells of a row with the names of its columns, behind the name of the row. */
export function cellText(grid: Grid, row: Row, ...columns: readonly number[]): string {
  const cells = columns.map((at) => [columnName(grid, at), row.cells[at] ?? ''].filter(Boolean).join(': '))
  const named = columnName(grid, columns[0]!) !== ''
  return `${labelOf(row).replace(/:$/, '')}${named ? ' –' : ':'} ${cells.join('; ')}`
}

export function wholeRow(grid: Grid, row: Row): string {
  const label = labelOf(row)
  const cells = row.cells.flatMap((cell, i) => (cell && cell !== label ? [`${grid.columns[i] ? `${grid.columns[i]} ` : ''}${cell}`] : []))
  return `${label}: ${cells.slice(0, SHOWN_CELLS).join('; ')}${cells.length > SHOWN_CELLS ? ' …' : ''}`
}
