import type { DraftBlock } from './draft-block.ts'
import { filled, isNumber, tableBlocks, YEAR } from './markdown-table.ts'

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
  // Above years the corner may say what the table is called, and below that what its rows are.
  const ofYears = spanned.every(({ name }) => YEAR.test(name))
  const single = columns.every(
    (column) => spanned.includes(column) || !column.over || !column.name || column.over === column.name || (ofYears && column.c === 0),
  )
  const counts = ({ c }: { c: number }) => body.filter((row) => row[c] && isNumber(row[c])).length * 2 > body.length
  if (spanned.length === 0 || !named || !single || !spanned.some(counts)) return rows
  const joined = columns.map(({ over, name }) => (over === name ? over : [over, name].filter(Boolean).join(' ')))
  return joinHeaderLevels([joined, ...body], joins - 1)
}

/** A grid as blocks: a table, or paragraphs where it has one column only and serves layout. Empty rows and columns fall out. */
export function* gridBlocks(grid: readonly (readonly string[])[], place: Pick<DraftBlock, 'page' | 'part'> = {}): Iterable<DraftBlock> {
  const full = grid.filter((row) => row.some((t) => t.trim()))
  const used = usedColumns(full)
  if (used.length > 1) {
    const { above, table, below } = withoutNotes(full.map((r) => used.map((c) => r[c] ?? '')))
    if (above) yield { type: 'paragraph', text: above, ...place }
    const rows = namesNoColumns(table) ? [NO_NAMES, ...table] : joinHeaderLevels(table)
    yield* tableBlocks(rows, used.length, place)
    if (below) yield { type: 'paragraph', text: below, ...place }
    return
  }
  for (const row of full) yield { type: 'paragraph', text: row[used[0] ?? 0] ?? '', ...place }
}

/** The rows with which a later piece of a table begins: the names of its columns, where it has any. */
export function headerFor(rows: Rows): string[][] {
  const used = usedColumns(rows)
  return namesNoColumns(rows.map((row) => used.map((c) => row[c] ?? ''))) ? [] : [[...joinHeaderLevels(rows)[0]!]]
}

/** Above the rows of a table that names no columns. */
const NO_NAMES: readonly string[] = ['', '']

/**
 * Whether the rows of two columns are each a name and its value, the first as well: "Annual salary | EUR 64,800 gross". Taken for
 * names of columns, it would stand above what all other rows say.
 */
function namesNoColumns(rows: Rows): boolean {
  const [top, ...body] = rows
  if (!top || body.length === 0 || rows.some((row) => row.length !== 2)) return false
  const [name = '', value = ''] = top
  if (!/\p{L}/u.test(name) || !value.trim() || YEAR.test(value.trim())) return false
  const figures = body.filter((row) => BEGINS_WITH_FIGURE.test(row[1]!)).length
  const labelled = rows.filter((row) => /:\s*$/.test(row[0]!)).length * 2 > rows.length
  if (labelled || !/\d/.test(value)) return labelled
  // "Price 2024" stands above figures, "EUR 64,800 gross" beside values of other kinds
  return BEGINS_WITH_FIGURE.test(value) || (figures * 2 <= body.length && body.some((row) => /\d/.test(row[1]!)))
}
const BEGINS_WITH_FIGURE = /^[^\p{L}]{0,4}\d/u

/** Columns that hold something, in their order. Row by row, because a few rows may have thousands of empty ones. */
function usedColumns(rows: Rows): number[] {
  const used = new Set<number>()
  for (const row of rows)
    row.forEach((text, c) => {
      if (text && !used.has(c) && text.trim()) used.add(c)
    })
  return [...used].sort((a, b) => a - b)
}

/** Rows among which names of columns are looked for below notes, and how many full rows have to stand below them. */
const NOTED_ROWS = { least: 2, most: 10, below: 3 }

/** Notes that somebody wrote into the cells above and below a table of three columns or more, apart from it. */
function withoutNotes(rows: Rows): { above: string; table: Rows; below: string } {
  const isFull = (row: readonly string[]) => filled(row) === row.length && new Set(row).size * 2 > row.length
  const first = rows.findIndex(isFull)
  const names = rows[first]
  const body = rows.slice(first + 1, first + 1 + NOTED_ROWS.below)
  const isHeader =
    names !== undefined &&
    names.length > 2 &&
    names.every((name) => !isNumber(name)) &&
    body.length === NOTED_ROWS.below &&
    body.every(isFull) &&
    names.some((_, c) => body.every((row) => isNumber(row[c]!)))
  const several = rows.slice(0, Math.max(0, first)).filter((row) => filled(row) > 1).length
  if (!isHeader || several < NOTED_ROWS.least || first > NOTED_ROWS.most) return { above: '', table: rows, below: '' }
  const end = rows.findLastIndex(isFull) + 1
  const sparse = rows.slice(end).every((row) => filled(row) * 2 <= row.length)
  const said = (notes: Rows) => notes.map((row) => [...new Set(row.filter((text) => text.trim()))].join(' ')).join(' ')
  return {
    above: said(rows.slice(0, first)),
    table: rows.slice(first, sparse ? end : undefined),
    below: sparse ? said(rows.slice(end)) : '',
  }
}
