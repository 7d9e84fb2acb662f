import { ApiError } from '../../errors.ts'
import { isCollection, isSearchable, isVector, keyFieldOf } from '../index-spec.ts'
import type { FieldValue, IndexedChunk, IndexField, IndexSpec } from '../search.ts'
import { segmentWords } from '../words.ts'

const unfit = (field: IndexField, value: FieldValue) =>
  new ApiError('invalid_request', `chunk: ${field.name}: ${JSON.stringify(value).slice(0, 60)} is no ${field.type}`, {
    details: { field: field.name },
  })

function numberValue(field: IndexField, value: FieldValue): number {
  const number = typeof value === 'string' && value.trim() === '' ? Number.NaN : Number(value)
  if (!Number.isFinite(number) || Array.isArray(value) || (field.type !== 'Edm.Double' && !Number.isInteger(number)))
    throw unfit(field, value)
  return number
}

function dateValue(field: IndexField, value: FieldValue): string {
  if (typeof value !== 'string' || Number.isNaN(Date.parse(value))) throw unfit(field, value)
  return value.length === 10 ? `${value}T00:00:00Z` : value
}

/** A value as its field's type holds it. ApiError invalid_request when it does not fit. */
export function fieldValue(field: IndexField, value: FieldValue): FieldValue {
  if (value === null) return null
  if (isCollection(field)) return Array.isArray(value) ? value.map(String) : [String(value)]
  switch (field.type) {
    case 'Edm.String':
      return Array.isArray(value) ? value.join(', ') : String(value)
    case 'Edm.Int32':
    case 'Edm.Int64':
    case 'Edm.Double':
      return numberValue(field, value)
    case 'Edm.Boolean':
      if (typeof value !== 'boolean') throw unfit(field, value)
      return value
    case 'Edm.DateTimeOffset':
      return dateValue(field, value)
    default:
      throw unfit(field, value)
  }
}

/** A chunk as it is stored: the fields that the index defines, and its words for the text index. */
export interface ChunkRow {
  readonly fields: string
  readonly title: string
  readonly text: string
  readonly rest: string
  readonly vector: Uint8Array | null
}

const wordsFor = (value: FieldValue | undefined): string =>
  value == null ? '' : segmentWords(Array.isArray(value) ? value.join('\n') : String(value))

/** ApiError invalid_request for a value or a vector that does not fit the index. */
export function chunkRow(spec: IndexSpec, dimensions: number, chunk: IndexedChunk): ChunkRow {
  const key = keyFieldOf(spec).name
  const stored = spec.fields.filter((f) => !isVector(f))
  const fields = Object.fromEntries(stored.map((f) => [f.name, f.name === key ? chunk.id : fieldValue(f, chunk.fields[f.name] ?? null)]))
  const searchable = stored.filter((f) => isSearchable(f) && f.name !== key).map((f) => f.name)
  const others = searchable.filter((name) => name !== 'title' && name !== 'text')
  const { vector } = chunk
  if (vector && dimensions && vector.length !== dimensions)
    throw new ApiError(
      'invalid_request',
      `chunk: embedding: the index ${spec.name} has ${dimensions} dimensions, the vector ${vector.length}`,
    )
  return {
    fields: JSON.stringify(fields),
    title: searchable.includes('title') ? wordsFor(fields.title) : '',
    text: searchable.includes('text') ? wordsFor(fields.text) : '',
    rest: others.map((name) => wordsFor(fields[name])).join('\n'),
    vector: vector && dimensions ? new Uint8Array(vector.buffer, vector.byteOffset, vector.byteLength) : null,
  }
}
