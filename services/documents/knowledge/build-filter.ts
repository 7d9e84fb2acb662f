import { z } from 'zod'
import { ApiError } from '../../../kernel/runtime/errors.ts'
import type { FilterExpression, Literal } from '../../../kernel/search/filter/odata.ts'
import { isCollection } from '../../../kernel/search/index-spec.ts'
import type { IndexField, IndexSpec } from '../../../kernel/search/search.ts'

const MAX_FIELDS = 50
const MAX_VALUES = 1000

const scalarSchema = z.union([z.string().max(1000), z.number(), z.boolean(), z.null()])
type Scalar = z.output<typeof scalarSchema>

/** `filters` of a query: each field with the value it has, or an array of which it has one. */
export const filtersSchema = z
  .record(z.string().min(1).max(128), z.union([scalarSchema, z.array(scalarSchema).min(1, 'needs at least one value').max(MAX_VALUES)]))
  .refine((filters) => Object.keys(filters).length <= MAX_FIELDS, `at most ${MAX_FIELDS} fields`)
  .describe('Field to value, or to an array of values of which one must fit. Several fields must all fit.')
export type Filters = z.output<typeof filtersSchema>

const ELEMENT = /^Collection\((.*)\)$/
const elementType = ({ type }: IndexField): string => ELEMENT.exec(type)?.[1] ?? type

const isDate = z.union([z.iso.date(), z.iso.datetime({ offset: true })])

/** A text stands for a date where the field holds dates: JSON has no literal for them. */
function literalOf(name: string, type: string, value: Scalar): Literal {
  if (value === null) return { kind: 'null' }
  if (typeof value === 'number') return { kind: 'number', value }
  if (typeof value === 'boolean') return { kind: 'boolean', value }
  if (type !== 'Edm.DateTimeOffset') return { kind: 'string', value }
  if (!isDate.safeParse(value).success)
    throw new ApiError('invalid_request', `filters: ${name}: ${JSON.stringify(value.slice(0, 60))} is no date`, {
      details: { field: name },
    })
  return { kind: 'date', value: value.length === 10 ? `${value}T00:00:00Z` : value }
}

/** That `path` (a field, or the element of a collection) has one of the values. */
function hasOneOf(path: string, literals: readonly Literal[]): FilterExpression {
  const texts = literals.flatMap((l) => (l.kind === 'string' ? [l.value] : []))
  const others = literals.filter((l) => l.kind !== 'string')
  const operands: FilterExpression[] = others.map((value) => ({ type: 'compare', field: path, operator: 'eq', value }))
  if (texts.length === 1) operands.push({ type: 'compare', field: path, operator: 'eq', value: { kind: 'string', value: texts[0]! } })
  if (texts.length > 1) operands.push({ type: 'in', field: path, values: texts })
  return operands.length === 1 ? operands[0]! : { type: 'or', operands }
}

function conditionOf(name: string, value: Filters[string], spec: IndexSpec): FilterExpression {
  const field = spec.fields.find((f) => f.name === name)
  if (!field)
    throw new ApiError('invalid_request', `filters: ${name}: the index ${spec.name} has no such field`, { details: { field: name } })
  const literals = [value].flat().map((v) => literalOf(name, elementType(field), v))
  if (!isCollection(field)) return hasOneOf(name, literals)
  return { type: 'any', field: name, variable: 'v', predicate: hasOneOf('v', literals) }
}

/**
 * The filters as the tree that a parsed filter would give; no text is put together, so no value can become an operator.
 * Throws ApiError invalid_request for a field that the index does not have and for a text that is no date where one is needed.
 */
export function buildFilter(filters: Filters, spec: IndexSpec): FilterExpression | undefined {
  const operands = Object.entries(filters).map(([name, value]) => conditionOf(name, value, spec))
  if (operands.length === 0) return undefined
  return operands.length === 1 ? operands[0] : { type: 'and', operands }
}
