import type { FieldValue } from '../search.ts'
import type { Column } from './column.ts'

const NONE = new Int32Array(0)

type Count = { value: FieldValue; count: number }

function countCodes(column: Extract<Column, { kind: 'string' | 'list' }>, slots: readonly number[] | Int32Array): Count[] {
  const counts = new Uint32Array(column.dictionary.values.length)
  for (let i = 0; i < slots.length; i++) {
    const slot = slots[i]!
    if (column.kind === 'string') {
      const code = column.codes[slot]!
      if (code >= 0) counts[code]!++
    } else {
      const codes = column.lists[slot] ?? NONE
      for (let n = 0; n < codes.length; n++) counts[codes[n]!]!++
    }
  }
  const found: Count[] = []
  for (let code = 0; code < counts.length; code++)
    if (counts[code]! > 0) found.push({ value: column.dictionary.values[code]!, count: counts[code]! })
  return found
}

function countNumbers(column: Extract<Column, { kind: 'number' }>, slots: readonly number[] | Int32Array): Count[] {
  const counts = new Map<number, number>()
  for (const slot of slots) {
    const value = column.values[slot]!
    if (!Number.isNaN(value)) counts.set(value, (counts.get(value) ?? 0) + 1)
  }
  const shown = (n: number): FieldValue => (column.type === 'boolean' ? n === 1 : column.type === 'date' ? new Date(n).toISOString() : n)
  return [...counts].map(([n, count]) => ({ value: shown(n), count }))
}

const ordinal = (a: FieldValue, b: FieldValue): number => (a === b ? 0 : (a ?? '') < (b ?? '') ? -1 : 1)

/** The most frequent values of a field in these slots; equal counts in order of value. Nulls are not counted. */
export function countFacet(column: Column, slots: readonly number[] | Int32Array, limit: number): Count[] {
  const counts = column.kind === 'number' ? countNumbers(column, slots) : countCodes(column, slots)
  return counts.sort((a, b) => b.count - a.count || ordinal(a.value, b.value)).slice(0, limit)
}
