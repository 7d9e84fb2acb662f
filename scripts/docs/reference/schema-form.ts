import { z } from 'zod'
import { choices, code, number } from './page.ts'

type JsonSchema = Readonly<Record<string, unknown>>

/** Bounds beyond which a number counts as unbounded. */
const LARGE = 2 ** 31 - 1

function rangeOf(schema: JsonSchema): string {
  const { minimum, exclusiveMinimum, maximum, type } = schema as Record<string, number | undefined> & { type?: string }
  const above =
    exclusiveMinimum === undefined
      ? undefined
      : type === 'integer'
        ? `at least ${number(exclusiveMinimum + 1)}`
        : `above ${number(exclusiveMinimum)}`
  const lowest = minimum ?? (type === 'integer' && exclusiveMinimum !== undefined ? exclusiveMinimum + 1 : undefined)
  const bounded = maximum !== undefined && maximum < LARGE
  if (bounded && lowest !== undefined && lowest > -LARGE) return `${number(lowest)} to ${number(maximum)}`
  if (bounded) return [above, `at most ${number(maximum)}`].filter(Boolean).join(', ')
  return lowest !== undefined && lowest > -LARGE ? `at least ${number(lowest)}` : (above ?? '')
}

const lengthOf = ({ minLength = 0, maxLength }: { readonly minLength?: number; readonly maxLength?: number }): string =>
  maxLength !== undefined && maxLength < 100_000
    ? `at most ${number(maxLength)} characters`
    : minLength > 1
      ? `at least ${number(minLength)} characters`
      : ''

/** Plurals of what lists hold. */
const PLURALS: Readonly<Record<string, string>> = { text: 'texts', object: 'objects', UUID: 'UUIDs', 'any value': 'values' }

/** `list of at most 4 texts, each at most 200 characters`. */
function listOf(item: string, most: number | undefined): string {
  const [kind = '', ...rest] = item.split(', ')
  const bound = most === undefined ? '' : `at most ${number(most)} `
  const plural = PLURALS[kind]
  if (plural === undefined) return `list of ${bound}${item}`
  return [`list of ${bound}${plural}`, ...rest.map((more) => `each ${more}`)].join(', ')
}

const FORMATS: Readonly<Record<string, string>> = { uri: 'URL', uuid: 'UUID', 'date-time': 'date and time', date: 'date' }

/** Returns what a JSON Schema accepts, in words: `integer, 1 to 100`. */
export function formOfJson(schema: JsonSchema): string {
  const { type, anyOf, enum: values, const: value, format, items, maxItems } = schema
  if (Array.isArray(values)) return choices(values)
  if (value !== undefined) return code(String(value))
  if (Array.isArray(anyOf)) return [...new Set((anyOf as JsonSchema[]).map(formOfJson))].join(' or ')
  if (Array.isArray(type)) return (type as string[]).map((one) => formOfJson({ ...schema, type: one })).join(' or ')
  const join = (...parts: string[]) => parts.filter(Boolean).join(', ')
  switch (type) {
    case 'integer':
    case 'number':
      return join(type, rangeOf(schema))
    case 'boolean':
      return choices(['true', 'false'])
    case 'array':
      return listOf(formOfJson((items as JsonSchema | undefined) ?? {}), maxItems as number | undefined)
    case 'string':
      return join(FORMATS[String(format)] ?? 'text', lengthOf(schema))
    case 'null':
      return code('null')
    case 'object':
      return 'object'
    default:
      return 'any value'
  }
}

/** Returns what a zod schema accepts, in words. */
export const formOf = (schema: z.core.$ZodType): string =>
  formOfJson(z.toJSONSchema(schema, { io: 'input', unrepresentable: 'any' }) as JsonSchema)
