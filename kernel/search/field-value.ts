import { ApiError } from '../runtime/errors.ts'
import { isCollection } from './index-spec.ts'
import type { FieldValue, IndexField } from './search.ts'

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
