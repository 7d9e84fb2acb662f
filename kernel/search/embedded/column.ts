import type { FieldValue, IndexField } from '../search.ts'

/** Strings by number: equal strings have equal codes. */
export interface Dictionary {
  readonly values: string[]
  readonly codes: Map<string, number>
}

/** A field's values by slot. Null is NaN in numbers and -1 in codes; booleans are 0 and 1, dates milliseconds since the epoch. */
export type Column =
  | { readonly kind: 'number'; readonly type: 'number' | 'boolean' | 'date'; values: Float64Array }
  | { readonly kind: 'string'; codes: Int32Array; readonly dictionary: Dictionary }
  | { readonly kind: 'list'; lists: (Int32Array | undefined)[]; readonly dictionary: Dictionary }

const dictionary = (): Dictionary => ({ values: [], codes: new Map() })

export function createColumn(field: IndexField, capacity: number): Column {
  if (field.type.startsWith('Collection(')) return { kind: 'list', lists: [], dictionary: dictionary() }
  if (field.type === 'Edm.String') return { kind: 'string', codes: new Int32Array(capacity).fill(-1), dictionary: dictionary() }
  const type = field.type === 'Edm.Boolean' ? 'boolean' : field.type === 'Edm.DateTimeOffset' ? 'date' : 'number'
  return { kind: 'number', type, values: new Float64Array(capacity).fill(Number.NaN) }
}

function codeOf({ values, codes }: Dictionary, text: string): number {
  const known = codes.get(text)
  if (known !== undefined) return known
  codes.set(text, values.length)
  return values.push(text) - 1
}

function numberOf(type: 'number' | 'boolean' | 'date', value: FieldValue): number {
  if (value === null) return Number.NaN
  return type === 'date' ? Date.parse(String(value)) : Number(value)
}

/** The distinct codes of a collection; an empty one is as none. */
const listOf = (dictionary: Dictionary, value: FieldValue): Int32Array | undefined =>
  Array.isArray(value) && value.length ? Int32Array.from(new Set(value.map((v) => codeOf(dictionary, String(v))))) : undefined

export function setValue(column: Column, slot: number, value: FieldValue): void {
  if (column.kind === 'number') column.values[slot] = numberOf(column.type, value)
  else if (column.kind === 'string') column.codes[slot] = value === null ? -1 : codeOf(column.dictionary, String(value))
  else column.lists[slot] = listOf(column.dictionary, value)
}

export function growColumn(column: Column, capacity: number): void {
  if (column.kind === 'number') {
    const old = column.values
    column.values = new Float64Array(capacity).fill(Number.NaN, old.length)
    column.values.set(old)
  } else if (column.kind === 'string') {
    const old = column.codes
    column.codes = new Int32Array(capacity).fill(-1, old.length)
    column.codes.set(old)
  }
}
