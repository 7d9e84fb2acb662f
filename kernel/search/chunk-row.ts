import { ApiError } from '../runtime/errors.ts'
import { segmentWords, wordsWithin } from '../text/words.ts'
import { fieldValue } from './field-value.ts'
import { isSearchable, isVector, keyFieldOf } from './index-spec.ts'
import type { FieldValue, IndexedChunk, IndexSpec } from './search.ts'

/** A chunk as it is stored: the fields that the index defines, and its words for the text index. */
export interface ChunkRow {
  readonly fields: string
  readonly values: Readonly<Record<string, FieldValue>>
  readonly title: string
  readonly text: string
  readonly rest: string
  readonly vector: Uint8Array | null
}

const wordsFor = (value: FieldValue | undefined): string =>
  value == null ? '' : segmentWords(Array.isArray(value) ? value.join('\n') : String(value))

const titleWords = (title: FieldValue | undefined): string =>
  typeof title === 'string' ? [wordsFor(title), ...wordsWithin(title)].join(' ') : wordsFor(title)

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
    values: fields,
    title: searchable.includes('title') ? titleWords(fields.title) : '',
    text: searchable.includes('text') ? wordsFor(fields.text) : '',
    rest: others.map((name) => wordsFor(fields[name])).join('\n'),
    vector: vector && dimensions ? new Uint8Array(vector.buffer, vector.byteOffset, vector.byteLength) : null,
  }
}
