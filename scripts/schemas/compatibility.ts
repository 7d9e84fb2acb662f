import type { JsonObject } from '../../schemas/json-schema.ts'

const isObject = (value: unknown): value is JsonObject => typeof value === 'object' && value !== null && !Array.isArray(value)
const objectsOf = (value: unknown): JsonObject[] => (Array.isArray(value) ? value.filter(isObject) : [])
const stringsOf = (value: unknown): string[] => (Array.isArray(value) ? value.map(String) : typeof value === 'string' ? [value] : [])
const propertiesOf = (schema: JsonObject): JsonObject => (isObject(schema.properties) ? schema.properties : {})
const childOf = (schema: JsonObject, key: string): JsonObject => {
  const child = schema[key]
  return isObject(child) ? child : {}
}

/** Limits that grow stricter upwards, and those that grow stricter downwards. */
const LOWEST = ['minimum', 'exclusiveMinimum', 'minLength', 'minItems', 'minProperties']
const HIGHEST = ['maximum', 'exclusiveMaximum', 'maxLength', 'maxItems', 'maxProperties']

function typeFaults(before: JsonObject, after: JsonObject, path: string): string[] {
  if (after.type === undefined) return []
  const now = stringsOf(after.type)
  const kept = (type: string) => now.includes(type) || (type === 'integer' && now.includes('number'))
  const lost = before.type === undefined || !stringsOf(before.type).every(kept)
  return lost ? [`${path}: the type changed from ${JSON.stringify(before.type)} to ${JSON.stringify(after.type)}`] : []
}

const valuesOf = (schema: JsonObject): unknown[] | undefined =>
  Array.isArray(schema.enum) ? schema.enum : 'const' in schema ? [schema.const] : undefined

function enumFaults(before: JsonObject, after: JsonObject, path: string): string[] {
  const now = valuesOf(after)
  if (!now) return []
  const old = valuesOf(before)
  if (!old) return [`${path}: the values are limited now`]
  const lost = old.filter((value) => !now.includes(value))
  return lost.length ? [`${path}: no longer takes ${lost.map((v) => JSON.stringify(v)).join(', ')}`] : []
}

function limitFaults(before: JsonObject, after: JsonObject, path: string): string[] {
  const stricter = (key: string, sign: 1 | -1) => {
    const now = after[key]
    const old = before[key]
    return typeof now === 'number' && (typeof old !== 'number' || (now - old) * sign > 0)
  }
  const numbers = [...LOWEST.filter((key) => stricter(key, 1)), ...HIGHEST.filter((key) => stricter(key, -1))]
  const words = ['pattern', 'format'].filter((key) => after[key] !== undefined && after[key] !== before[key])
  return [...numbers, ...words].map((key) => `${path}: ${key} is stricter now`)
}

function objectFaults(before: JsonObject, after: JsonObject, path: string): string[] {
  const old = propertiesOf(before)
  const now = propertiesOf(after)
  const removed = Object.keys(old).filter((name) => !(name in now))
  const wasRequired = new Set(stringsOf(before.required))
  const required = stringsOf(after.required).filter((name) => !wasRequired.has(name))
  return [
    ...removed.map((name) => `${path}.${name}: removed`),
    ...required.map((name) => `${path}.${name}: required now`),
    ...(after.additionalProperties === false && before.additionalProperties !== false ? [`${path}: refuses other properties now`] : []),
    ...Object.keys(old)
      .filter((name) => name in now)
      .flatMap((name) => compatibilityFaults(childOf(old, name), childOf(now, name), `${path}.${name}`)),
    ...(isObject(before.additionalProperties) && isObject(after.additionalProperties)
      ? compatibilityFaults(before.additionalProperties, after.additionalProperties, `${path}.*`)
      : []),
    ...(isObject(after.items) ? compatibilityFaults(childOf(before, 'items'), after.items, `${path}[]`) : []),
  ]
}

/** What a value may be: the schemas of a union, or one for each type of a list of types. */
function alternativesOf(schema: JsonObject): JsonObject[] {
  const union = objectsOf(schema.anyOf ?? schema.oneOf)
  if (union.length > 0) return union.flatMap(alternativesOf)
  const types = stringsOf(schema.type)
  return types.length > 1 ? types.map((type) => ({ ...schema, type })) : [schema]
}

/** Of several refusals the one that is about less than the type, else the shortest. */
const closest = (tries: readonly string[][]): string[] =>
  tries.toSorted((a, b) => Number(/type changed/.test(a[0] ?? '')) - Number(/type changed/.test(b[0] ?? '')) || a.length - b.length)[0] ??
  []

/**
 * Why records written by `before` might not be read by `after`: a removed or newly required property, a changed type, a
 * narrowed enum, a stricter limit. Empty when every old record is read as before.
 */
export function compatibilityFaults(before: JsonObject, after: JsonObject, path = '$'): string[] {
  const old = alternativesOf(before)
  const now = alternativesOf(after)
  if (old.length === 1 && now.length === 1) {
    const own = [typeFaults, enumFaults, limitFaults, objectFaults]
    return own.flatMap((check) => check(old[0]!, now[0]!, path))
  }
  // Each old alternative must be read by one of the new ones.
  return old.flatMap((alternative) => {
    const tries = now.map((candidate) => compatibilityFaults(alternative, candidate, path))
    return tries.some((faults) => faults.length === 0) ? [] : closest(tries)
  })
}
