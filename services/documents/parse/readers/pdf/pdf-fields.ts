import { type Box, heightOf, type Run } from './pdf-lines.ts'

/** How far a value may stand from its label, in sizes of its font: to the right of it, and below it. */
const FARTHEST = 25
const LOWEST = 2.5
/** Pairs that are compared at most; a page with more is no form that people fill in. */
const MOST_PAIRS = 5_000_000

const shared = (a: number, b: number, c: number, d: number): number => Math.min(b, d) - Math.max(a, c)

/** Values of form fields come after all else of a page. Each is put behind its label: the text on its left, or else the one above it. */
export function besideLabels(runs: readonly Run[]): readonly Run[] {
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
