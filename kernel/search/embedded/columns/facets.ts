import type { FieldValue } from '../../search.ts'
import type { Column } from './column.ts'

type Count<T> = { readonly value: T; readonly count: number }
type Slots = readonly number[] | Int32Array

function* countsOf<T>(values: readonly T[], counts: Uint32Array): Iterable<Count<T>> {
  for (let code = 0; code < counts.length; code++) if (counts[code]! > 0) yield { value: values[code]!, count: counts[code]! }
}

function countCodes(column: Extract<Column, { kind: 'string' | 'list' }>, slots: Slots): Iterable<Count<string>> {
  const { codes, dictionary } = column
  const of = column.kind === 'list' ? column.lists : dictionary
  // One place more, at the front, takes the nulls: no branch in the loop over all slots.
  const counts = new Uint32Array(of.values.length + 1)
  for (let i = 0; i < slots.length; i++) counts[codes[slots[i]!]! + 1]!++
  const found = counts.subarray(1)
  if (column.kind === 'string') return countsOf(dictionary.values, found)
  const inLists = new Uint32Array(dictionary.values.length)
  for (const { value: list, count } of countsOf(column.lists.values, found)) for (const code of list) inLists[code]! += count
  return countsOf(dictionary.values, inLists)
}

function* countNumbers({ values }: Extract<Column, { kind: 'number' }>, slots: Slots): Iterable<Count<number>> {
  const counts = new Map<number, number>()
  for (let i = 0; i < slots.length; i++) {
    const value = values[slots[i]!]!
    if (!Number.isNaN(value)) counts.set(value, (counts.get(value) ?? 0) + 1)
  }
  for (const [value, count] of counts) yield { value, count }
}

const mostFirst = <T>(a: Count<T>, b: Count<T>): number => b.count - a.count || (a.value < b.value ? -1 : a.value > b.value ? 1 : 0)

/** The first `limit` in order. Never sorts more than a few times as many at once: a field may have a value for each chunk. */
function first<T>(found: Iterable<Count<T>>, limit: number): Count<T>[] {
  const kept: Count<T>[] = []
  const cut = () => {
    kept.sort(mostFirst).length = Math.min(kept.length, limit)
  }
  let worst: Count<T> | undefined
  for (const one of found) {
    if (worst && mostFirst(worst, one) < 0) continue
    kept.push(one)
    if (kept.length < limit * 2 + 100) continue
    cut()
    worst = kept.at(-1)
  }
  cut()
  return kept
}

/** The most frequent values of a field in these slots; equal counts in order of value. Nulls are not counted. */
export function countFacet(column: Column, slots: Slots, limit: number): { value: FieldValue; count: number }[] {
  if (column.kind !== 'number') return first(countCodes(column, slots), limit)
  const shown = (n: number): FieldValue => (column.type === 'boolean' ? n === 1 : column.type === 'date' ? new Date(n).toISOString() : n)
  return first(countNumbers(column, slots), limit).map(({ value, count }) => ({ value: shown(value), count }))
}
