import type { DraftBlock } from './draft-block.ts'
import { isNumber, tableBlocks } from './markdown-table.ts'

export interface GridCell {
  readonly text: string
  readonly columns: number
  readonly rows: number
}

const MOST_COLUMNS = 1000
/** Characters that a text may take by standing in several columns; a longer one stands in the first of them. */
const MOST_REPEATED = 80

/** Whether the text of a cell across `columns` columns is to stand in each of them. */
export const repeatsAcross = (text: string, columns: number): boolean => text.length * columns <= MOST_REPEATED

/**
 * Rows of cells that may span, as a rectangle of texts: a spanning cell's text stands in each place that it covers, so that
 * every row reads by itself; one that covers a whole row, or is long, stands there once.
 */
export function gridOf(rows: readonly (readonly GridCell[])[]): string[][] {
  const grid: string[][] = rows.map(() => [])
  const taken = rows.map(() => new Set<number>())
  rows.forEach((cells, r) => {
    let c = 0
    for (const cell of cells) {
      while (taken[r]!.has(c)) c++
      if (c >= MOST_COLUMNS) break
      const across = Math.max(1, Math.min(cell.columns, MOST_COLUMNS - c))
      for (let i = r; i < Math.min(rows.length, r + Math.max(1, cell.rows)); i++)
        for (let j = c; j < c + across; j++) {
          taken[i]!.add(j)
          grid[i]![j] = j === c || repeatsAcross(cell.text, across) ? cell.text : ''
        }
      c += across
    }
  })
  const width = longest(grid)
  return grid.map((row, r) => {
    const full = Array.from({ length: width }, (_, i) => row[i] ?? '')
    return rows[r]!.length === 1 && width > 1 && full.every((t) => t === full[0]) ? [full[0]!, ...full.slice(1).map(() => '')] : full
  })
}

/** Cells of the longest row; of any number of rows. */
export const longest = (rows: readonly (readonly string[])[]): number => rows.reduce((most, { length }) => Math.max(most, length), 0)

const YEAR = /^(?:19|20)\d\d$/

/** A header of more levels than this and one is none. */
const MOST_JOINS = 3

type Rows = readonly (readonly string[])[]

/**
 * A header of two levels as one row, so that each column's whole name stands above it: where texts of the first row go over several
 * columns, each with a name of its own below and with numbers below that. Other rows stay as they are.
 */
export function joinHeaderLevels(rows: Rows, joins = MOST_JOINS): Rows {
  const [top, below, ...body] = rows
  if (!top || !below || body.length === 0 || joins === 0) return rows
  const columns = Array.from({ length: Math.max(top.length, below.length) }, (_, c) => ({ c, over: top[c] ?? '', name: below[c] ?? '' }))
  const spanned = columns.filter(({ c, over }) => over && (over === top[c - 1] || over === top[c + 1]))
  const named = spanned.every(({ name, over }) => name && name !== over && (!isNumber(name) || YEAR.test(name)))
  const single = columns.every((column) => spanned.includes(column) || !column.over || !column.name || column.over === column.name)
  const counts = ({ c }: { c: number }) => body.filter((row) => row[c] && isNumber(row[c])).length * 2 > body.length
  if (spanned.length === 0 || !named || !single || !spanned.some(counts)) return rows
  const joined = columns.map(({ over, name }) => (over === name ? over : [over, name].filter(Boolean).join(' ')))
  return joinHeaderLevels([joined, ...body], joins - 1)
}

/** A grid as blocks: a table, or paragraphs where it has one column only and serves layout. Empty rows and columns fall out. */
export async function* gridBlocks(
  grid: readonly (readonly string[])[],
  place: Pick<DraftBlock, 'page' | 'part'> = {},
): AsyncIterable<DraftBlock> {
  const rows = grid.filter((row) => row.some((t) => t.trim()))
  const used = Array.from({ length: longest(rows) }, (_, c) => c).filter((c) => rows.some((r) => r[c]?.trim()))
  if (used.length > 1) return yield* tableBlocks(joinHeaderLevels(rows.map((r) => used.map((c) => r[c] ?? ''))), used.length, place)
  for (const row of rows) yield { type: 'paragraph', text: row[used[0] ?? 0] ?? '', ...place }
}
