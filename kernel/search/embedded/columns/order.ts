import { byScore, type Ranked } from '../../rank.ts'
import type { Column } from './column.ts'

type Compare = (a: Ranked, b: Ranked) => number

const byColumn = (column: Column): Compare => {
  if (column.kind === 'list') return () => 0
  if (column.kind === 'number') {
    const key = (r: Ranked) => {
      const value = column.values[r.slot]!
      return Number.isNaN(value) ? Number.NEGATIVE_INFINITY : value
    }
    return (a, b) => (key(a) === key(b) ? 0 : key(a) < key(b) ? -1 : 1)
  }
  const key = (r: Ranked) => column.dictionary.values[column.codes[r.slot]!]
  return (a, b) => {
    const [x, y] = [key(a), key(b)]
    if (x === y) return 0
    return x === undefined || (y !== undefined && x < y) ? -1 : 1
  }
}

/** Sorted by fields in turn, nulls lowest (first when ascending, last when descending); equal ones by score. */
export function ordered(
  found: readonly Ranked[],
  keys: readonly { column: Column; direction: 'asc' | 'desc' }[],
  rows: ArrayLike<number>,
): Ranked[] {
  const compares = keys.map(({ column, direction }) => {
    const compare = byColumn(column)
    return direction === 'asc' ? compare : (a: Ranked, b: Ranked) => compare(b, a)
  })
  const last = byScore(rows)
  return [...found].sort((a, b) => {
    for (const compare of compares) {
      const order = compare(a, b)
      if (order !== 0) return order
    }
    return last(a, b)
  })
}
