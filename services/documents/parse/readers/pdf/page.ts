import { isNumber } from '../../blocks/markdown-table.ts'
import { type GridCell, gridOf } from '../../blocks/table-grid.ts'
import { joinLines } from './layout/join.ts'
import { type Lattice, type LatticeCell, latticesOf } from './layout/lattice.ts'
import { type Box, heightOf, type Line, linesOf, type Run, runsOf, textOf, unite } from './layout/lines.ts'
import { readingOrder } from './layout/order.ts'
import { type Passage, passagesOf } from './layout/paragraphs.ts'
import { partDirections, type TurnedText } from './layout/turned.ts'
import type { GlyphPage } from './pdfium/pdfium.ts'

/** A cell with more text than this is a frame around a page's text; so are all where the cells hold this much on average. */
const LONGEST_CELL = 1500
const LONGEST_MEAN = 250
const FEWEST_FILLED = 4
/** A longer line in a cell is the begin of a sentence, not a row's value. */
const LONGEST_PARTED = 40

/** Of turned text PDFium may give the lines the other way round. */
const FEWEST_TURNED = 2

/** The passages of a page in reading order, ruled tables among them; behind them what is written in another direction. */
export function pagePassages(whole: GlyphPage): Passage[] {
  const { level, turned } = partDirections(whole)
  const lattices = latticesOf(level.rules)
  const cellAt = (x: number, y: number) => {
    for (const lattice of lattices) {
      const cell = lattice.cellAt(x, y)
      if (cell) return cell
    }
    return undefined
  }
  const runs = besideLabels(lattices.length ? runsOf(level, cellAt) : runsOf(level))
  const aside = turned.map((text) => turnedRuns(text, cellAt))
  const lines = linesWithTables([...runs, ...aside.flatMap(({ inCells }) => inCells)], lattices)
  const passages = passagesOf(readingOrder(lines, level === whole || turned.length ? undefined : FEWEST_TURNED))
  const beside = aside.flatMap(({ free, aslant }) => passagesOf(aslant ? onOneLine(free) : readingOrder(linesOf(free), FEWEST_TURNED)))
  return [...passages, ...beside.map((passage) => ({ ...passage, aside: true }))]
}

/** Names along an axis stand aslant one above the other: they are a row of names. */
const onOneLine = (runs: readonly Run[]): Line[] =>
  runs.length ? [{ ...runs[0]!, ...unite(runs), cells: [{ ...runs[0]!, text: runs.map((r) => r.text).join(' ') }], rtl: false }] : []

/** Runs of a turned text: those in cells of a table with their place on the level page, and the others. */
function turnedRuns({ page, aslant, back }: TurnedText, cellAt: (x: number, y: number) => LatticeCell | undefined) {
  const [inCells, free]: [Run[], Run[]] = [[], []]
  for (const run of runsOf(page)) {
    const [[x, y], [u, v]] = [back(run.left, run.bottom), back(run.right, run.top)]
    const cell = cellAt((x + u) / 2, (y + v) / 2)
    const box = { left: Math.min(x, u), right: Math.max(x, u), bottom: Math.min(y, v), top: Math.max(y, v) }
    if (cell) inCells.push({ ...run, ...box, cell })
    else free.push(run)
  }
  return { inCells, free, aslant }
}

/** Lines in the order of the content stream; a table stands where its first text does, wherever its other cells were written. */
function linesWithTables(runs: readonly Run[], lattices: readonly Lattice[]): Line[] {
  const tables = new Map<LatticeCell, Line>()
  for (const lattice of lattices) {
    const line = tableLine(lattice, runs)
    if (line) for (const cell of lattice.cells) tables.set(cell, line)
  }
  const lines: Line[] = []
  const placed = new Set<Line>()
  let open: Run[] = []
  for (const run of runs) {
    const table = run.cell && tables.get(run.cell)
    if (!table) open.push(run)
    else if (!placed.has(table)) {
      lines.push(...linesOf(open), table)
      placed.add(table)
      open = []
    }
  }
  return [...lines, ...linesOf(open)]
}

/** A ruled grid as one line, or undefined where it is no table: two columns and rows, and mostly rows of more than one text. */
function tableLine(lattice: Lattice, all: readonly Run[]): Line | undefined {
  const cells = new Set(lattice.cells)
  const runs = all.filter((r) => r.cell && cells.has(r.cell))
  const filled = [...Map.groupBy(runs, (r) => r.cell!)].map(([cell, own]) => ({ ...cell, of: cell, lines: linesOf(own) }))
  const lengths = filled.map(({ lines }) => lines.reduce((sum, l) => sum + textOf(l).length, 0))
  const mean = lengths.reduce((a, b) => a + b, 0) / filled.length
  if (filled.length < FEWEST_FILLED || mean > LONGEST_MEAN || lengths.some((n) => n > LONGEST_CELL)) return undefined
  const byRow = [...Map.groupBy(filled, ({ row }) => row).values()]
  const full = byRow.filter((row) => row.length > 1).length
  if (full < 2 || full * 2 < byRow.length || new Set(filled.map(({ column }) => column)).size < 2) return undefined
  const texts = new Map(filled.map(({ of, lines }) => [of, lines]))
  const own = Map.groupBy(lattice.cells, (c) => c.row)
  const rows = Array.from({ length: lattice.rows }, (_, row) => (own.get(row) ?? []).map((c) => ({ ...c, lines: texts.get(c) ?? [] })))
  const lines = linesOf(runs)
  const rtl = lines.filter((l) => l.rtl).length * 2 > lines.length
  const named = rows.findIndex((row) => row.length > 1)
  const grouped = groupedNames(rows[named] ?? [])
  const grid = gridOf(rows.flatMap((row, i) => (i === named && grouped ? [grouped] : partedRow(row, i === 0))))
  return { ...lines[0]!, ...unite(runs), cells: [], rtl, table: rtl ? grid.map((row) => row.toReversed()) : grid }
}

interface FilledCell extends LatticeCell {
  readonly lines: readonly Line[]
}

/** A row between rules as it is, or as several where its cells hold one short line each on the same heights: rules may part groups of rows only. */
function partedRow(row: readonly FilledCell[], isFirst: boolean): GridCell[][] {
  const whole = row.map(({ lines, columns, rows }) => ({ text: lines.length ? lines.map(textOf).reduce(joinLines) : '', columns, rows }))
  const filled = row.filter((c) => c.lines.length > 0)
  const heights = filled.reduce<readonly Line[]>((a, c) => (c.lines.length > a.length ? c.lines : a), [])
  const [count, texts] = [heights.length, filled.flatMap((c) => c.lines.map(textOf))]
  const complete = filled.filter(
    (c) => c.lines.length === count && c.lines.every((l, i) => Math.abs(l.bottom - heights[i]!.bottom) < l.size / 2),
  )
  const short = texts.every((t) => t.length <= LONGEST_PARTED && !/-$/.test(t))
  const alike = complete.length >= Math.max(2, filled.length * 0.7) && (complete.length > 2 || count > 2)
  // Names of columns are broken into lines, too; below the first values the next ones are numbers mostly.
  const named = isFirst && !complete.some((c) => isNumber(textOf(c.lines.at(-1)!)))
  if (count < 2 || !short || !alike || named || row.some((c) => c.rows > 1)) return [whole]
  const lineAt = (c: FilledCell, i: number) => c.lines.filter((l) => Math.abs(l.bottom - heights[i]!.bottom) < l.size / 2)
  return heights.map((_, i) => row.map((c) => ({ text: lineAt(c, i).map(textOf).join(' '), columns: c.columns, rows: 1 })))
}

/** How far a group's name may stand off the middle of its columns, in sizes of the font. */
const OFF_MIDDLE = 1

interface Named {
  readonly column: number
  readonly line: Line
}

const middle = (line: Pick<Line, 'left' | 'right'>): number => (line.left + line.right) / 2

/**
 * The names of columns between rules where names of groups stand above some of them, each in the cell in which its middle lies: a
 * group's name goes to all its columns. Undefined where no names repeat from group to group, so that what stands above a name may be
 * the begin of it.
 */
function groupedNames(cells: readonly (LatticeCell & { readonly lines: readonly Line[] })[]): GridCell[] | undefined {
  if (cells.some((c) => c.columns > 1 || c.rows > 1 || c.lines.length > 2)) return undefined
  const levels = cells.map(({ column, lines }) => ({ column, lines: [...lines].sort((a, b) => a.bottom - b.bottom) }))
  const names = levels.flatMap(({ column, lines: [line] }): Named[] => (line ? [{ column, line }] : []))
  const titles = levels.flatMap(({ lines: [, line] }) => (line ? [line] : [])).sort((a, b) => middle(a) - middle(b))
  const groups = titles.map((title, i) => ({ title, own: columnsOf(titles, i, names) }))
  if (
    groups.length < 2 ||
    !groups.every(isGroup) ||
    !groups.every((group) => groups.some((other) => other !== group && share(group, other)))
  )
    return undefined
  return levels.map(({ column, lines: [line] }) => {
    const over = groups.find(({ own }) => own.some((name) => name.column === column))
    return { text: [over?.title, line].flatMap((l) => (l ? [textOf(l)] : [])).join(' '), columns: 1, rows: 1 }
  })
}

/** The names nearer to this title than to its neighbours; beyond the last ones, as far as on their other side. */
function columnsOf(titles: readonly Line[], i: number, names: readonly Named[]): Named[] {
  const at = middle(titles[i]!)
  const [before, after] = [titles[i - 1], titles[i + 1]].map((title) => (title ? Math.abs(middle(title) - at) / 2 : undefined))
  const [from, to] = [at - (before ?? after ?? 0), at + (after ?? before ?? 0)]
  return names.filter(({ line }) => from < middle(line) && middle(line) <= to)
}

interface Group {
  readonly title: Line
  readonly own: readonly Named[]
}

/** Whether a title stands above the middle of two columns or more, whose names stand on one line and differ. */
function isGroup({ title, own }: Group): boolean {
  const [first, last] = [own[0]?.line, own.at(-1)?.line]
  if (!first || !last || first === last || new Set(own.map(({ line }) => textOf(line))).size < own.length) return false
  const level = own.every(({ line }) => Math.abs(line.bottom - first.bottom) < first.size / 2 && line.top <= title.bottom + line.size / 2)
  return level && Math.abs(middle({ left: first.left, right: last.right }) - middle(title)) <= OFF_MIDDLE * title.size
}

const share = (one: Group, other: Group): boolean =>
  one.own.some(({ line }) => other.own.some((name) => textOf(name.line) === textOf(line)))

/** How far a value may stand from its label, in sizes of its font: to the right of it, and below it. */
const FARTHEST = 25
const LOWEST = 2.5
/** Pairs that are compared at most; a page with more is no form that people fill in. */
const MOST_PAIRS = 5_000_000

const shared = (a: number, b: number, c: number, d: number): number => Math.min(b, d) - Math.max(a, c)

/** Values of form fields come after all else of a page. Each is put behind its label: the text on its left, or else the one above it. */
function besideLabels(runs: readonly Run[]): readonly Run[] {
  const own = runs.filter((r) => !r.added)
  const added = runs.filter((r) => r.added)
  if (added.length === 0 || added.length * own.length > MOST_PAIRS) return runs
  const behind = Map.groupBy(added, (run) => labelOf(run, own))
  return [...own.flatMap((run) => [run, ...(behind.get(run) ?? [])]), ...(behind.get(undefined) ?? [])]
}

function labelOf(value: Run, own: readonly Run[]): Run | undefined {
  const before = own.filter((r) => {
    const level = shared(r.bottom, r.top, value.bottom, value.top) > 0.5 * Math.min(heightOf(r), heightOf(value))
    return level && r.right <= value.left + value.size && value.left - r.right < FARTHEST * value.size
  })
  if (before.length) return before.reduce((a, b) => (b.right > a.right ? b : a))
  const above = own.filter((r) => isAbove(r, value) && r.bottom - value.top < LOWEST * value.size)
  return above.length ? above.reduce((a, b) => (b.bottom < a.bottom ? b : a)) : undefined
}

const isAbove = (a: Box, b: Box): boolean => a.bottom >= b.top - 0.3 * heightOf(b) && shared(a.left, a.right, b.left, b.right) > 0
