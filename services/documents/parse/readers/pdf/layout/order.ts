import { type Box, heightOf, type Line, unite } from './lines.ts'

/** Share of steps upwards inside one column from which the content stream's order is not believed. */
const DISORDER = 0.2
/** With fewer lines the content stream's order is believed. */
const FEWEST = 6
/** Least height of a band and width of a gutter that part a page, in line heights. */
const BAND = 0.6
const GUTTER = 0.9

/**
 * Lines in reading order. Programs write the text of a page in reading order nearly always, and that order knows more than
 * geometry does; where it jumps about (of `fewest` lines or more), the page is cut into bands and columns (recursive XY-cut, Nagy and Seth 1984).
 */
export function readingOrder(lines: readonly Line[], fewest = FEWEST): readonly Line[] {
  const parted = partInterleaved(partSeveral(lines))
  if (parted.length < fewest || disorderOf(parted) < DISORDER) return parted
  const size = parted.map((l) => l.size).sort((a, b) => a - b)[parted.length >> 1] ?? 10
  return cut(parted, size, 0)
}

function disorderOf(lines: readonly Line[]): number {
  let up = 0
  for (let i = 1; i < lines.length; i++) {
    const [a, b] = [lines[i - 1]!, lines[i]!]
    if (b.bottom >= a.top - 0.3 * a.size && overlapX(a, b) > 0.3) up++
  }
  return up / (lines.length - 1)
}

/** Share of the narrower box's width that both cover. */
function overlapX(a: Box, b: Box): number {
  const shared = Math.min(a.right, b.right) - Math.max(a.left, b.left)
  return shared / Math.max(1, Math.min(a.right - a.left, b.right - b.left))
}

function cut(lines: readonly Line[], size: number, depth: number): readonly Line[] {
  if (lines.length < 2 || depth > 12) return topDown(lines)
  const columns = split(lines, (l) => [l.left, l.right], GUTTER * size)
  const sized = columns.filter((c) => c.length > 1).length
  if (columns.length > 1 && sized > 1) return columns.flatMap((c) => cut(c, size, depth + 1))
  const bands = split(lines, (l) => [-l.top, -l.bottom], BAND * size)
  if (bands.length > 1) return bands.flatMap((b) => cut(b, size, depth + 1))
  return columns.length > 1 ? columns.flatMap((c) => cut(c, size, depth + 1)) : topDown(lines)
}

const topDown = (lines: readonly Line[]): readonly Line[] =>
  [...lines].sort((a, b) =>
    Math.abs(a.bottom - b.bottom) < 0.3 * Math.min(heightOf(a), heightOf(b)) ? a.left - b.left : b.bottom - a.bottom,
  )

/** Groups of lines between which nothing lies over at least `gap` points of the axis. */
function split(lines: readonly Line[], extent: (l: Line) => [number, number], gap: number): Line[][] {
  const sorted = [...lines].sort((a, b) => extent(a)[0] - extent(b)[0])
  const groups: Line[][] = []
  let end = Number.NEGATIVE_INFINITY
  for (const line of sorted) {
    const [from, to] = extent(line)
    if (from - end > gap) groups.push([])
    groups.at(-1)!.push(line)
    end = Math.max(end, to)
  }
  return groups
}

/** Three columns of prose or more that were written row by row: so many rows of them at least, whose lines are filled mostly, as those of a table are not. */
const FEWEST_ROWS = 8
const FILLED = { width: 0.75, share: 0.6 }
const SHORTEST_PART = 15
/** How far a column may go on above or below the rows of all columns, in sizes of their font: what stands further away is no part of it. */
const BEYOND = 2.5

/** Whether a line holds prose in three columns or more. */
const isSeveral = ({ cells }: Line): boolean =>
  cells.length > 2 && cells.every((c) => c.text.length >= SHORTEST_PART && /\p{Ll} \p{Ll}/u.test(c.text))

/** The columns of rows that are alike, or undefined where they leave no gutter between them. */
function columnsOf(rows: readonly Line[]): Box[] | undefined {
  const columns = rows[0]!.cells.map((_, at) => unite(rows.map(({ cells }) => cells[at]!)))
  return columns.every(({ left }, at) => at === 0 || left > columns[at - 1]!.right) ? columns : undefined
}

const columnOf = (columns: readonly Box[], cell: Box): number =>
  columns.findIndex(
    ({ left, right }, at) =>
      cell.left >= left - 2 && cell.right < (columns[at + 1]?.left ?? Number.POSITIVE_INFINITY) && cell.left <= right,
  )

/** Lines of several columns one column after the other, with what stands in one of them alone. */
function partSeveral(lines: readonly Line[]): readonly Line[] {
  const rows = lines.filter(isSeveral)
  const sameNumber = [...Map.groupBy(rows, ({ cells }) => cells.length).values()].sort((a, b) => b.length - a.length)[0] ?? []
  const columns = sameNumber.length >= FEWEST_ROWS ? columnsOf(sameNumber) : undefined
  if (!columns) return lines
  const isFilled =
    (at: number) =>
    ({ cells }: Line) =>
      cells[at]!.right - cells[at]!.left >= FILLED.width * (columns[at]!.right - columns[at]!.left)
  if (columns.some((_, at) => sameNumber.filter(isFilled(at)).length < FILLED.share * sameNumber.length)) return lines
  const { bottom, top } = unite(sameNumber)
  const beyond = BEYOND * sameNumber[0]!.size
  const fits = (line: Line) =>
    !line.table && line.bottom > bottom - beyond && line.top < top + beyond && line.cells.every((cell) => columnOf(columns, cell) >= 0)
  const result: Line[] = []
  for (let i = 0; i < lines.length; ) {
    let end = i
    while (end < lines.length && fits(lines[end]!)) end++
    const stretch = lines.slice(i, end)
    for (const [at] of columns.entries())
      for (const line of stretch)
        line.cells.forEach((cell, of) => {
          if (columnOf(columns, cell) === at) result.push(line.cells.length === 1 ? line : cellLine(line, of))
        })
    if (end < lines.length) result.push(lines[end++]!)
    i = end
  }
  return result
}

/** Two columns of prose that were written row by row: stretches of lines with two long cells each, one gutter through all. */
function partInterleaved(lines: readonly Line[]): readonly Line[] {
  const result: Line[] = []
  for (let i = 0; i < lines.length; ) {
    let end = i
    while (end < lines.length && twoColumns(lines[end]!) && sharesGutter(lines[i]!, lines[end]!)) end++
    if (end - i >= 5) {
      const stretch = lines.slice(i, end)
      result.push(...stretch.map((l) => cellLine(l, 0)), ...stretch.map((l) => cellLine(l, 1)))
      i = end
    } else result.push(lines[i++]!)
  }
  return result
}

const twoColumns = (line: Line): boolean =>
  line.cells.length === 2 && line.cells.every((c) => c.text.length >= 25 && /\p{Ll} \p{Ll}/u.test(c.text))

const sharesGutter = (a: Line, b: Line): boolean =>
  Math.max(a.cells[0]!.right, b.cells[0]!.right) < Math.min(a.cells[1]!.left, b.cells[1]!.left)

function cellLine(line: Line, at: number): Line {
  const cell = line.cells[at]!
  return { ...line, ...unite([cell]), cells: [cell], size: cell.size, bold: cell.bold }
}
