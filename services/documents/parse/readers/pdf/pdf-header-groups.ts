import type { GridCell } from '../../table-grid.ts'
import type { LatticeCell } from './pdf-lattice.ts'
import { type Line, textOf } from './pdf-lines.ts'

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
export function groupedNames(cells: readonly (LatticeCell & { readonly lines: readonly Line[] })[]): GridCell[] | undefined {
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
