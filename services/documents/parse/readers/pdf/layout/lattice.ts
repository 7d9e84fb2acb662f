import type { Rule } from '../pdfium/rules.ts'

/** A cell between rules; it spans where a rule is missing. Rows are counted from the top. */
export interface LatticeCell {
  readonly row: number
  readonly column: number
  readonly rows: number
  readonly columns: number
}

/** A grid of ruled cells on a page. */
export interface Lattice {
  readonly rows: number
  readonly columns: number
  readonly cells: readonly LatticeCell[]
  /** The cell at this place, if any. */
  cellAt(x: number, y: number): LatticeCell | undefined
}

/** Rules closer to each other than this are one; a rule that ends so near to another one meets it. */
const NEAR = 3
const MOST_CELLS = 10_000
const MOST_RULES = 3_000

/** The ruled grids of a page that have two rows and two columns at least. */
export function latticesOf(rules: readonly Rule[]): Lattice[] {
  const upright = joined(rules.filter((r) => r.upright))
  const level = joined(rules.filter((r) => !r.upright))
  if (upright.length + level.length > MOST_RULES) return []
  return groupsOf(upright, level).flatMap((g) => latticeOf(g.upright, g.level) ?? [])
}

/** Rules on one line that touch or overlap become one. */
function joined(rules: readonly Rule[]): Rule[] {
  const sorted = [...rules].sort((a, b) => a.at - b.at)
  const result: Rule[] = []
  for (let i = 0; i < sorted.length; ) {
    const first = sorted[i]!
    const line: Rule[] = []
    while (i < sorted.length && sorted[i]!.at - first.at < NEAR) line.push(sorted[i++]!)
    line.sort((a, b) => a.from - b.from)
    let open = { ...line[0]!, at: first.at }
    for (const rule of line.slice(1)) {
      if (rule.from <= open.to + NEAR) open.to = Math.max(open.to, rule.to)
      else {
        result.push(open)
        open = { ...rule, at: first.at }
      }
    }
    result.push(open)
  }
  return result
}

const covers = (rule: Rule, at: number): boolean => rule.from - NEAR <= at && at <= rule.to + NEAR

/** Rules that meet each other, directly or by others. */
function groupsOf(upright: readonly Rule[], level: readonly Rule[]): { upright: Rule[]; level: Rule[] }[] {
  const open = new Set(level)
  const waiting = new Set(upright)
  const groups: { upright: Rule[]; level: Rule[] }[] = []
  for (const first of upright) {
    if (!waiting.delete(first)) continue
    const group = { upright: [first], level: [] as Rule[] }
    for (let u = 0, l = 0; u < group.upright.length || l < group.level.length; ) {
      const rule = u < group.upright.length ? group.upright[u++]! : group.level[l++]!
      const [others, into] = rule.upright ? [open, group.level] : [waiting, group.upright]
      for (const other of others)
        if (covers(rule, other.at) && covers(other, rule.at)) {
          others.delete(other)
          into.push(other)
        }
    }
    groups.push(group)
  }
  return groups
}

/** Distinct places in ascending order; the outermost ends of the crossing rules count where no rule closes the grid. */
function placesOf(rules: readonly Rule[], crossing: readonly Rule[]): number[] {
  const ends = [Math.min(...crossing.map((r) => r.from)), Math.max(...crossing.map((r) => r.to))]
  const sorted = [...rules.map((r) => r.at), ...ends].sort((a, b) => a - b)
  return sorted.filter((at, i) => i === 0 || at - sorted[i - 1]! >= NEAR)
}

function latticeOf(upright: readonly Rule[], level: readonly Rule[]): Lattice | undefined {
  if (upright.length === 0 || level.length < 2) return undefined
  const xs = placesOf(upright, level)
  const ys = placesOf(level, upright).reverse()
  const [columns, rows] = [xs.length - 1, ys.length - 1]
  if (columns < 2 || rows < 2 || columns * rows > MOST_CELLS) return undefined
  const middle = (places: readonly number[], i: number) => (places[i]! + places[i + 1]!) / 2
  const near = (rules: readonly Rule[]) => (at: number) => rules.filter((r) => Math.abs(r.at - at) < NEAR)
  const [uprightAt, levelAt] = [xs.map(near(upright)), ys.map(near(level))]
  const parted = (rules: readonly Rule[] | undefined, along: number) => rules?.some((r) => r.from <= along && along <= r.to)
  const owner: (LatticeCell | undefined)[][] = Array.from({ length: rows }, () => [])
  const cells: LatticeCell[] = []
  for (let row = 0; row < rows; row++)
    for (let column = 0; column < columns; column++) {
      if (owner[row]![column]) continue
      let [wide, high] = [1, 1]
      const free = (c: number) => c < columns && !owner[row]![c] && !parted(uprightAt[c], middle(ys, row))
      while (free(column + wide)) wide++
      const inside = Array.from({ length: wide }, (_, i) => column + i)
      while (row + high < rows && inside.every((c) => !parted(levelAt[row + high], middle(xs, c)))) high++
      const cell = { row, column, rows: high, columns: wide }
      for (let r = row; r < row + high; r++) for (const c of inside) owner[r]![c] = cell
      cells.push(cell)
    }
  // The places rise along x and fall along y; most characters are where the one before was.
  let [column, row] = [columns, rows]
  return {
    rows,
    columns,
    cells,
    cellAt: (x, y) => {
      if (xs[column + 1]! <= x) column = columns
      while (column >= 0 && !(xs[column]! <= x)) column--
      if (ys[row + 1]! >= y) row = rows
      while (row >= 0 && !(ys[row]! >= y)) row--
      return column < 0 || row < 0 ? undefined : owner[row]?.[column]
    },
  }
}
