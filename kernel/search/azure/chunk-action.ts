import { createHash } from 'node:crypto'
import { ApiError } from '../../runtime/errors.ts'
import { segmentWords } from '../../text/words.ts'
import { fieldValue } from '../field-value.ts'
import { isSearchable, isVector, keyFieldOf, vectorFieldOf } from '../index-spec.ts'
import type { FieldValue, IndexedChunk, IndexSpec } from '../search.ts'
import { DOCUMENT, keyNameOf, NUMBER, ORDER, STAGE, WORDS } from './index-definition.ts'

/** One action of a batch, as JSON. */
export interface Action {
  readonly key: string
  readonly json: string
  readonly bytes: number
}

/** Keys of the service hold letters, digits, `_`, `-` and `=`, up to 1,024 of them, and do not begin with `_`. */
const PLAIN = /^[A-Za-z0-9_=-]{1,900}$/

/** The service's key of a chunk: of two passes over a document each has its own. */
const keyOf = (stage: number, id: string): string =>
  PLAIN.test(id) ? `${stage}-${id}` : `${stage}=${createHash('sha256').update(id).digest('hex')}`

/** A float of 32 bits needs nine digits; all that a double would print only fill the request. */
const shortFloats = (vector: Float32Array): number[] => Array.from(vector, (x) => Number(x.toPrecision(9)))

/** Dates as the service takes them: with a zone, at most milliseconds. */
const served = (type: string, value: FieldValue): FieldValue =>
  type === 'Edm.DateTimeOffset' && typeof value === 'string' ? new Date(value).toISOString() : value

/** The words that the service would not find in its own way: only of chunks that hold scripts without spaces. */
function spacedWords(spec: IndexSpec, fields: Readonly<Record<string, FieldValue>>): string | undefined {
  const texts = spec.fields.filter((f) => isSearchable(f) && f.key !== true).flatMap(({ name }) => fields[name] ?? [])
  const spaced = texts.filter((t) => typeof t === 'string' && segmentWords(t) !== t.normalize('NFKC')).map((t) => segmentWords(String(t)))
  return spaced.length ? spaced.join('\n') : undefined
}

function vectorValue(spec: IndexSpec, { vector }: IndexedChunk): Record<string, number[]> {
  const field = vectorFieldOf(spec)
  if (!vector || !field) return {}
  if (vector.length !== Number(field.dimensions))
    throw new ApiError(
      'invalid_request',
      `chunk: embedding: the index ${spec.name} has ${Number(field.dimensions)} dimensions, the vector ${vector.length}`,
    )
  return { [field.name]: shortFloats(vector) }
}

const actionOf = (key: string, fields: object): Action => {
  const json = JSON.stringify(fields)
  return { key, json, bytes: Buffer.byteLength(json) }
}

/**
 * The upload of a chunk into a stage: the fields that the index defines, without nulls (what an upload leaves out is null or empty).
 * ApiError invalid_request for a value or a vector that does not fit the index.
 */
export function uploadOf(spec: IndexSpec, chunk: IndexedChunk, place: { stage: number; documentId: string; order: number }): Action {
  const idField = keyFieldOf(spec).name
  const plain = spec.fields.filter((f) => !isVector(f) && f.name !== idField)
  const values = plain.map((f) => [f.name, served(f.type, fieldValue(f, chunk.fields[f.name] ?? null))] as const)
  const fields = Object.fromEntries(values.filter(([, value]) => value !== null))
  const key = keyOf(place.stage, chunk.id)
  const words = spacedWords(spec, fields)
  return actionOf(key, {
    '@search.action': 'upload',
    [keyNameOf(spec)]: key,
    [idField]: chunk.id,
    ...fields,
    ...vectorValue(spec, chunk),
    [STAGE]: String(place.stage),
    [NUMBER]: place.stage,
    [DOCUMENT]: place.documentId,
    [ORDER]: place.order,
    ...(words === undefined ? {} : { [WORDS]: words }),
  })
}

export const removalOf = (spec: IndexSpec, key: string): Action => actionOf(key, { '@search.action': 'delete', [keyNameOf(spec)]: key })
