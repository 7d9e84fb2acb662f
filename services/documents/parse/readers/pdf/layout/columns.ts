import { isNumber } from '../../../blocks/markdown-table.ts'
import { type GridCell, gridOf } from '../../../blocks/table-grid.ts'
import { joinLines } from './join.ts'
import { heightOf, type Line, type Run } from './lines.ts'
import { isNoTable } from './no-table.ts'

/** Least lines with two cells or more, and the share of these in which a column must hold something. */
const FEWEST_ROWS = 3
const FILLED = 0.4
/** Least width of the gap between two columns, in sizes of the font. */
const GUTTER = 0.5
/** Share of a column's cells that must begin, end or be centred on one line, and how far they may be off it, in sizes. */
const ALIGNED = 0.7
const OFF_LINE = 0.6
/** Share of the rows that may reach over a gutter: titles above several columns. */
const BRIDGED = 0.1
const MOST_COLUMNS = 60
/** Lines of one cell that may follow each other inside a table. */
const MOST_SINGLE = 6
/** How far above the first row names of columns may begin, in sizes, and how long one is. */
const NAMES_ABOVE = 6
const LONGEST_NAME = 50

interface Span {
  readonly from: number
  readonly to: number
}

type Place = readonly [first: number, last: number]

/**
 * A table without rules that begins at this line: parts of lines that stand in columns, with gutters through (nearly) all rows.
 * Undefined rather than wrong: prose in columns, contents with page numbers, numbered lists, programs and dumps are no tables.
 */
export function alignedTable(lines: readonly Line[], from: number): AlignedTable | undefined {
  const stretch = stretchOf(lines, from)
  const parted = stretch.filter((l) => l.cells.length > 1)
  if (parted.length < FEWEST_ROWS) return undefined
  const laid = layoutOf(parted)
  if (!laid) return undefined
  const { columns, places } = laid
  const used = fitting(stretch, columns)
  const grid = gridOf(rowsOf(used, columns, places))
  if (grid.length < FEWEST_ROWS || isNoTable(grid)) return undefined
  const named = isData(grid) ? namesAbove(lines.slice(0, from), used[0]!, columns) : undefined
  if (named) grid.unshift(named.names)
  const rtl = used.filter((l) => l.rtl).length * 2 > used.length
  return { rows: rtl ? grid.map((row) => row.toReversed()) : grid, lines: used.length, above: named?.lines ?? 0 }
}

export interface AlignedTable {
  readonly rows: readonly (readonly string[])[]
  /** Lines from the first row on, and those before it that name its columns. */
  readonly lines: number
  readonly above: number
}

interface Layout {
  readonly columns: readonly Span[]
  /** Columns that each text of the first line goes over, where it titles several. */
  readonly places?: readonly Place[]
}

/** The columns, of all rows or of those below a first one that goes over several; undefined where they keep no lines. */
function layoutOf(parted: readonly Line[]): Layout | undefined {
  const fits = (rows: readonly Line[], columns: readonly Span[]) =>
    columns.length >= 2 && columns.length <= MOST_COLUMNS && areAligned(rows, columns)
  const titled = titledColumns(parted)
  if (titled) return fits(parted.slice(1), titled.columns) ? titled : undefined
  const columns = columnsOf(parted)
  if (fits(parted, columns)) return { columns }
  const [first, ...rows] = parted
  const below = columnsOf(rows)
  const isTitle =
    rows.length >= FEWEST_ROWS && below.length === first!.cells.length + 1 && rows.every((l) => l.cells.length === below.length)
  return isTitle && fits(rows, below) ? { columns: below, places: oneOverTwo(first!.cells, below) } : undefined
}

/** Places of texts that are one fewer than the columns: one goes over two of these, the one with which all stand nearest to their centres. */
function oneOverTwo(cells: readonly Run[], columns: readonly Span[]): Place[] {
  const centre = ({ from, to }: Span) => (from + to) / 2
  const layouts = cells.map((_, over) => cells.map((_, i): Place => [i > over ? i + 1 : i, i < over ? i : i + 1]))
  const off = (places: readonly Place[]) =>
    cells.reduce((sum, cell, i) => {
      const [first, last] = places[i]!
      return sum + Math.abs(centre(spanOf(cell)) - centre({ from: columns[first]!.from, to: columns[last]!.to }))
    }, 0)
  return layouts.reduce((a, b) => (off(b) < off(a) ? b : a))
}

/** Whether the first row holds values as the others do, so that no names of columns are among them. */
function isData(grid: readonly (readonly string[])[]): boolean {
  const counted = grid[0]!.flatMap((_, c) => (grid.filter((row) => isNumber(row[c] ?? '')).length * 2 > grid.length ? [c] : []))
  return counted.length > 1 && counted.filter((c) => isNumber(grid[0]![c] ?? '')).length * 2 > counted.length
}

/** Names of columns that were written cell by cell, or in fewer lines than a row has parts, right above the first row. */
function namesAbove(before: readonly Line[], row: Line, columns: readonly Span[]): { names: string[]; lines: number } | undefined {
  const cells: { readonly c: number; readonly cell: Run }[] = []
  let lines = 0
  for (const line of before.toReversed()) {
    const placed = line.cells.map((cell) => ({ cell, place: nameOver(cell, columns) }))
    const near = line.bottom >= row.top - 0.3 * row.size && line.top - row.top <= NAMES_ABOVE * row.size
    if (line.table || !near || placed.some(({ place }) => place < 0)) break
    cells.push(...placed.map(({ cell, place }) => ({ c: place, cell })))
    lines++
  }
  const names = columns.map((_, c) =>
    cells
      .filter((one) => one.c === c)
      .sort((a, b) => b.cell.bottom - a.cell.bottom)
      .map(({ cell }) => cell.text)
      .reduce((text, next) => (text ? joinLines(text, next) : next), ''),
  )
  const unfit = names.some((name) => name.length > LONGEST_NAME || isNumber(name)) || names.slice(1).some((name) => !name)
  return unfit || names.filter(Boolean).length < 2 ? undefined : { names, lines }
}

/** The one column above which a text stands; -1 where it reaches over several, or stands beside them. */
function nameOver(cell: Run, columns: readonly Span[]): number {
  const over = columns.flatMap(({ from, to }, c) => (cell.left < to && cell.right > from ? [c] : []))
  return over.length === 1 ? over[0]! : -1
}

/** Lines downwards from here, as long as rows go on: those with one cell only between others, or at the end. */
function stretchOf(lines: readonly Line[], from: number): readonly Line[] {
  let [end, single] = [from, 0]
  for (; end < lines.length; end++) {
    const line = lines[end]!
    const above = lines[end - 1]
    if (line.table || (end > from && (line.top >= above!.top || above!.bottom - line.top > 3 * line.size))) break
    single = line.cells.length > 1 ? 0 : single + 1
    if (single > MOST_SINGLE) break
  }
  return lines.slice(from, end)
}

/** Where columns lie: what is left of the width when the gaps through (nearly) all rows are taken out. */
function columnsOf(rows: readonly Line[]): Span[] {
  const cells = rows.flatMap((l) => l.cells)
  const edges = [...cells.map((c) => ({ at: c.left, step: 1 })), ...cells.map((c) => ({ at: c.right, step: -1 }))]
  edges.sort((a, b) => a.at - b.at || b.step - a.step)
  const most = rows.length * BRIDGED
  const size = rows.map((l) => l.size).sort((a, b) => a - b)[rows.length >> 1]!
  const columns: { from: number; to: number }[] = []
  let depth = 0
  for (const { at, step } of edges) {
    const before = depth
    depth += step
    if (before <= most && depth > most) {
      const last = columns.at(-1)
      if (last && at - last.to < GUTTER * size) last.to = Number.POSITIVE_INFINITY
      else columns.push({ from: at, to: Number.POSITIVE_INFINITY })
    } else if (before > most && depth <= most) columns.at(-1)!.to = at
  }
  return columns
}

/** First and last column that a cell covers. */
function placeOf(cell: Span, columns: readonly Span[]): Place {
  const shared = columns.map((c) => Math.min(c.to, cell.to) - Math.max(c.from, cell.from))
  const covered = shared.flatMap((width, i) => (width > 0.3 * Math.min(columns[i]!.to - columns[i]!.from, cell.to - cell.from) ? [i] : []))
  if (covered.length > 0) return [covered[0]!, covered.at(-1)!]
  const nearest = shared.indexOf(Math.max(...shared))
  return [nearest, nearest]
}

const spanOf = (run: Run): Span => ({ from: run.left, to: run.right })

/** Each column holds something in enough rows, and its cells keep one line: on the left, on the right or in the middle. */
function areAligned(rows: readonly Line[], columns: readonly Span[]): boolean {
  const cells = columns.map(() => [] as Run[])
  for (const row of rows)
    for (const cell of row.cells) {
      const [first, last] = placeOf(spanOf(cell), columns)
      if (first === last) cells[first]!.push(cell)
    }
  const least = rows.length * (columns.length === 2 ? 2 * FILLED : FILLED)
  return cells.every((own) => own.length >= Math.max(2, least) && onOneLine(own))
}

function onOneLine(cells: readonly Run[]): boolean {
  const sides: ((c: Run) => number)[] = [(c) => c.left, (c) => c.right, (c) => (c.left + c.right) / 2]
  return sides.some((side) => {
    const places = cells.map(side).sort((a, b) => a - b)
    const middle = places[places.length >> 1]!
    return cells.filter((c) => Math.abs(side(c) - middle) <= OFF_LINE * c.size).length >= ALIGNED * cells.length
  })
}

/** The lines up to the last row; those of one cell after it only where they go on in a column beyond the first. */
function fitting(stretch: readonly Line[], columns: readonly Span[]): readonly Line[] {
  let last = stretch.findLastIndex((l) => l.cells.length > 1)
  const wide = stretch.findIndex((l, i) => i <= last && l.cells.length === 1 && reachesOver(l, columns) && l.cells[0]!.text.length > 60)
  if (wide >= 0) last = stretch.slice(0, wide).findLastIndex((l) => l.cells.length > 1)
  while (last + 1 < stretch.length && wide < 0 && goesOn(stretch[last]!, stretch[last + 1]!, columns)) last++
  return stretch.slice(0, last + 1)
}

const reachesOver = (line: Line, columns: readonly Span[]): boolean => {
  const [first, last] = placeOf(spanOf(line.cells[0]!), columns)
  return first !== last
}

/** Whether a line of one cell is the rest of the cell above it. */
function goesOn(above: Line, line: Line, columns: readonly Span[]): boolean {
  const cell = line.cells[0]
  if (line.cells.length !== 1 || !cell || above.bottom - line.top > 0.6 * heightOf(line)) return false
  const [first, last] = placeOf(spanOf(cell), columns)
  if (first !== last) return false
  const over = above.cells.find((c) => placeOf(spanOf(c), columns)[0] === first)
  if (!over || (first === 0 && !/^[\p{Ll}(]/u.test(cell.text))) return false
  return Math.min(Math.abs(over.left - cell.left), Math.abs(over.right - cell.right)) < line.size
}

/**
 * The columns, and those that each text of the first line goes over, where these are titles of as many columns each, all but some on
 * the left, and do not all stand above a single one.
 */
function titledColumns([title, ...rows]: readonly Line[]): { columns: Span[]; places: Place[] } | undefined {
  if (!title || rows.length < FEWEST_ROWS) return undefined
  const columns = columnsOf(rows)
  const centre = ({ left, right }: Run) => (left + right) / 2
  const isOver = (cell: Run, column: Span) => {
    const offs = [cell.left - column.from, cell.right - column.to, centre(cell) - (column.from + column.to) / 2]
    return offs.some((off) => Math.abs(off) <= OFF_LINE * cell.size)
  }
  if (title.cells.every((cell) => columns.some((column) => isOver(cell, column)))) return undefined
  for (let first = 0; first < columns.length; first++) {
    const each = (columns.length - first) / title.cells.length
    if (each < 2 || !Number.isInteger(each) || rows[0]!.cells.length < columns.length - first) continue
    const places = title.cells.map((_, i): Place => [first + i * each, first + (i + 1) * each - 1])
    const fits = (cell: Run, [from, to]: Place) => columns[from]!.from <= centre(cell) && centre(cell) <= columns[to]!.to
    if (title.cells.every((cell, i) => fits(cell, places[i]!))) return { columns, places }
  }
  return undefined
}

function rowsOf(lines: readonly Line[], columns: readonly Span[], titles?: readonly Place[]): GridCell[][] {
  const rows: Map<number, { text: string; columns: number }>[] = []
  lines.forEach((line, i) => {
    const above = rows.at(-1)
    const over = lines[i - 1]
    const joined = above && over && line.cells.length === 1 && goesOn(over, line, columns)
    const row = joined ? above : new Map<number, { text: string; columns: number }>()
    line.cells.forEach((cell, at) => {
      const [first, last] = (i === 0 && titles?.[at]) || placeOf(spanOf(cell), columns)
      const known = row.get(first)
      row.set(first, {
        text: known ? joinLines(known.text, cell.text) : cell.text,
        columns: Math.max(known?.columns ?? 1, last - first + 1),
      })
    })
    if (!joined) rows.push(row)
  })
  return rows.map((row) => {
    const cells: GridCell[] = []
    for (let c = 0; c < columns.length; ) {
      const cell = row.get(c) ?? { text: '', columns: 1 }
      cells.push({ ...cell, rows: 1 })
      c += cell.columns
    }
    return cells
  })
}
