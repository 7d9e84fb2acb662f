import { isCollection, isVector } from '../index-spec.ts'
import type { FieldValue, IndexedChunk, IndexField, IndexSpec } from '../search.ts'

export type Document = Record<string, unknown>

/** The status and words with which the fake refuses, as the service's error body holds them. */
export class Refusal extends Error {
  readonly status: number
  readonly code: string
  constructor(status: number, code: string, message: string) {
    super(message)
    this.status = status
    this.code = code
  }
}

export const bad = (message: string): Refusal => new Refusal(400, 'InvalidRequestParameter', message)

const DATE = /^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}:\d{2}(?:\.\d{1,7})?(?:Z|[+-]\d{2}:\d{2})$/

function fits(field: IndexField, value: unknown): boolean {
  if (isVector(field)) return Array.isArray(value) && value.length === field.dimensions && value.every((x) => typeof x === 'number')
  // Null is no value of a collection on the service.
  if (isCollection(field)) return Array.isArray(value) && value.every((x) => typeof x === 'string')
  if (value === null) return true
  if (field.type === 'Edm.String') return typeof value === 'string'
  if (field.type === 'Edm.Boolean') return typeof value === 'boolean'
  if (field.type === 'Edm.DateTimeOffset') return typeof value === 'string' && DATE.test(value)
  if (field.type === 'Edm.Double') return typeof value === 'number'
  return Number.isInteger(value)
}

/** A document or part of one, as the service checks it before it takes any of the batch. */
export function checkDocument(spec: IndexSpec, document: Document): void {
  for (const [name, value] of Object.entries(document)) {
    const field = spec.fields.find((f) => f.name === name)
    if (!field) throw bad(`The property '${name}' does not exist on type 'search.documentFields'.`)
    if (!fits(field, value)) throw bad(`Cannot convert the value of '${name}' to ${field.type}.`)
  }
}

const utc = (value: string): string => new Date(value).toISOString().replace('.000Z', 'Z')

/** What was left out is null, or empty for a collection; dates are told in UTC. */
export function stored(spec: IndexSpec, document: Document): Document {
  return Object.fromEntries(
    spec.fields.map((f) => {
      const value = document[f.name] ?? (isCollection(f) ? [] : null)
      return [f.name, f.type === 'Edm.DateTimeOffset' && typeof value === 'string' ? utc(value) : value]
    }),
  )
}

/** A document for the embedded index that evaluates the queries. */
export const asChunk = (spec: IndexSpec, key: string, document: Document): IndexedChunk => {
  const { embedding, ...fields } = document
  const known = spec.fields.filter((f) => !isVector(f)).map((f) => [f.name, (fields[f.name] ?? null) as FieldValue])
  return { id: key, fields: Object.fromEntries(known), ...(Array.isArray(embedding) ? { vector: Float32Array.from(embedding) } : {}) }
}
