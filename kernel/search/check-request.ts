import { ApiError } from '../runtime/errors.ts'
import { allows, vectorFieldOf } from './index-spec.ts'
import type { IndexField, IndexSpec, SearchRequest } from './search.ts'

/** The page that may be asked for ends here. */
const MAX_WINDOW = 100_000

const refuse = (field: string, problem: string) => new ApiError('invalid_request', `search: ${field}: ${problem}`, { details: { field } })

/** ApiError invalid_request for a page too far away. */
export function checkWindow({ skip = 0, top }: Pick<SearchRequest, 'skip' | 'top'>): void {
  if (skip + top > MAX_WINDOW) throw refuse('skip', `skip and top together end at ${MAX_WINDOW}`)
}

/** The field of that name. ApiError invalid_request when there is none or it is not made for this use. */
export function usableField(spec: IndexSpec, name: string, use: 'facetable' | 'sortable'): IndexField {
  const field = spec.fields.find((f) => f.name === name)
  if (!field) throw refuse(name, `the index ${spec.name} has no such field`)
  if (!allows(field, use)) throw refuse(name, `the field is not ${use}`)
  return field
}

/**
 * The request's vector; an index without vectors leaves it out of a hybrid request. ApiError invalid_request when it does not fit the
 * index.
 */
export function vectorFor(spec: IndexSpec, { text, vector }: SearchRequest): Float32Array | undefined {
  if (!vector) return undefined
  const field = vectorFieldOf(spec)
  if (!field) {
    if (text) return undefined
    throw refuse('vector', `the index ${spec.name} holds no vectors`)
  }
  if (vector.length !== Number(field.dimensions))
    throw refuse('vector', `the index has ${Number(field.dimensions)} dimensions, the query ${vector.length}`)
  return vector
}
