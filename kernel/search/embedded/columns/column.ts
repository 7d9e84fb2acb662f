import type { FieldValue, IndexField } from '../../search.ts'
import { createDictionary, type Dictionary, release, take } from './dictionary.ts'

/**
 * A field's values by slot. Null is NaN in numbers and -1 in codes; booleans are 0 and 1, dates milliseconds since the epoch.
 * Collections that hold the same strings are one list of `lists`, since most chunks share theirs with their neighbours; a list is the
 * codes of its strings, distinct and ascending.
 */
export type Column =
  | { readonly kind: 'number'; readonly type: 'number' | 'boolean' | 'date'; values: Float64Array }
  | { readonly kind: 'string'; codes: Int32Array; readonly dictionary: Dictionary<string> }
  | { readonly kind: 'list'; codes: Int32Array; readonly lists: Dictionary<Int32Array>; readonly dictionary: Dictionary<string> }

export function createColumn(field: IndexField, capacity: number): Column {
  const codes = () => new Int32Array(capacity).fill(-1)
  if (field.type.startsWith('Collection('))
    return { kind: 'list', codes: codes(), lists: createDictionary(), dictionary: createDictionary() }
  if (field.type === 'Edm.String') return { kind: 'string', codes: codes(), dictionary: createDictionary() }
  const type = field.type === 'Edm.Boolean' ? 'boolean' : field.type === 'Edm.DateTimeOffset' ? 'date' : 'number'
  return { kind: 'number', type, values: new Float64Array(capacity).fill(Number.NaN) }
}

function numberOf(type: 'number' | 'boolean' | 'date', value: FieldValue): number {
  if (value === null) return Number.NaN
  return type === 'date' ? Date.parse(String(value)) : Number(value)
}

type Coded = Extract<Column, { kind: 'string' | 'list' }>

/** The code of a value for one more slot. An empty collection is as none. */
function takeCode(column: Coded, value: FieldValue): number {
  if (column.kind === 'string') return value === null ? -1 : take(column.dictionary, String(value), String(value))
  if (!Array.isArray(value) || value.length === 0) return -1
  const list = Int32Array.from(new Set(value.map(String)), (text) => take(column.dictionary, text, text)).sort()
  return take(column.lists, list.join(), list)
}

function releaseCode(column: Coded, code: number): void {
  if (code < 0) return
  const forget = (text: number) => release(column.dictionary, text, column.dictionary.values[text]!)
  if (column.kind === 'string') forget(code)
  else {
    const list = column.lists.values[code]!
    release(column.lists, code, list.join())
    list.forEach(forget)
  }
}

/** Gives a slot a value. What it had before is kept until then, also when its chunk is gone, so that removals cost nothing here. */
export function setValue(column: Column, slot: number, value: FieldValue): void {
  if (column.kind === 'number') {
    column.values[slot] = numberOf(column.type, value)
    return
  }
  const before = column.codes[slot]!
  column.codes[slot] = takeCode(column, value)
  releaseCode(column, before)
}

export function growColumn(column: Column, capacity: number): void {
  if (column.kind === 'number') {
    const old = column.values
    column.values = new Float64Array(capacity).fill(Number.NaN, old.length)
    column.values.set(old)
  } else {
    const old = column.codes
    column.codes = new Int32Array(capacity).fill(-1, old.length)
    column.codes.set(old)
  }
}
