import { element } from '../../parts/element.js'
import { markdownLine } from '../../parts/text/markdown.js'

const DEEPEST = 6

/** The schema that a reference within the document means. */
export function resolve(document, schema) {
  let found = schema
  for (let hops = 0; found?.$ref && hops < 10; hops++)
    found = found.$ref
      .slice(2)
      .split('/')
      .reduce((node, key) => node?.[key.replaceAll('~1', '/').replaceAll('~0', '~')], document)
  return found ?? {}
}

/** "string", "integer, 1 to 8", "list of string", "a, b or c". */
export function typeWords(document, given) {
  const schema = resolve(document, given)
  const choices = schema.anyOf ?? schema.oneOf
  if (choices) return [...new Set(choices.map((choice) => typeWords(document, choice)))].join(' or ')
  if (schema.const !== undefined) return JSON.stringify(schema.const)
  if (schema.enum) return schema.enum.map((value) => JSON.stringify(value)).join(', ')
  if (schema.type === 'array') return `list of ${typeWords(document, schema.items ?? {})}`
  const type = Array.isArray(schema.type) ? schema.type.join(' or ') : (schema.type ?? 'anything')
  return [schema.format ? `${type} (${schema.format})` : type, ...bounds(schema)].join(', ')
}

function bounds({ minimum, maximum, exclusiveMinimum, minLength, maxLength, minItems, maxItems, default: preset }) {
  const huge = maximum !== undefined && Math.abs(maximum) >= Number.MAX_SAFE_INTEGER
  return [
    range(minimum ?? (exclusiveMinimum === undefined ? undefined : `more than ${exclusiveMinimum}`), huge ? undefined : maximum, ''),
    range(minLength, maxLength, ' characters'),
    range(minItems, maxItems, ' entries'),
    preset === undefined ? '' : `default ${JSON.stringify(preset)}`,
  ].filter(Boolean)
}

function range(low, high, unit) {
  if (typeof low === 'number' && Math.abs(low) >= Number.MAX_SAFE_INTEGER) return range(undefined, high, unit)
  if (low !== undefined && high !== undefined) return low === high ? `${low}${unit}` : `${low} to ${high}${unit}`
  if (low !== undefined) return `from ${low}${unit}`
  return high === undefined ? '' : `up to ${high}${unit}`
}

/** The fields of a schema as nested lists; what lies deeper than six levels is left out. */
export function schemaTree(document, given, depth = 0) {
  const schema = resolve(document, given)
  const inner = schema.type === 'array' ? resolve(document, schema.items ?? {}) : schema
  const fields = Object.entries(inner.properties ?? {})
  const list = element('ul', { className: depth ? undefined : 'schema' })
  if (fields.length === 0) list.append(element('li', {}, typeWords(document, schema)))
  for (const [name, field] of fields) list.append(fieldItem(document, name, field, inner.required?.includes(name), depth))
  return list
}

/** A field's description behind its type. */
export const described = (words) => (words ? ['. ', ...markdownLine(words)] : [])

function fieldItem(document, name, field, required, depth) {
  const { description } = resolve(document, field)
  const item = element(
    'li',
    {},
    element('span', { className: 'mono' }, name),
    ' ',
    element('span', { className: 'soft' }, typeWords(document, field), required ? ', required' : ''),
    ...described(description),
  )
  const schema = resolve(document, field)
  const inner = schema.type === 'array' ? resolve(document, schema.items ?? {}) : schema
  if (inner.properties && depth < DEEPEST) item.append(schemaTree(document, inner, depth + 1))
  return item
}

/** The example of a body or reply, or one that is made from its schema. */
export function exampleOfMedia(document, media) {
  const [first] = Object.values(media.examples ?? {})
  return media.example ?? first?.value ?? (media.schema ? exampleOf(document, media.schema) : undefined)
}

/** The example of a schema, or a value that fits it with its required fields alone: the start of a body to try. */
function exampleOf(document, given, depth = 0) {
  const schema = resolve(document, given)
  if (schema.examples?.length) return schema.examples[0]
  if (schema.default !== undefined) return schema.default
  if (schema.const !== undefined) return schema.const
  if (schema.enum) return schema.enum[0]
  const choice = (schema.anyOf ?? schema.oneOf)?.[0]
  if (choice) return exampleOf(document, choice, depth)
  if (schema.type === 'object' || schema.properties) {
    const required = Object.entries(schema.properties ?? {}).filter(([name]) => schema.required?.includes(name))
    return depth > DEEPEST ? {} : Object.fromEntries(required.map(([name, field]) => [name, exampleOf(document, field, depth + 1)]))
  }
  if (schema.type === 'array') {
    const shown = schema.minItems || resolve(document, schema.items ?? {}).examples?.length
    return shown ? [exampleOf(document, schema.items ?? {}, depth + 1)] : []
  }
  if (schema.type === 'integer' || schema.type === 'number') return Math.max(0, schema.minimum ?? 0)
  if (schema.type === 'boolean') return false
  return schema.format === 'uuid' ? '00000000-0000-4000-8000-000000000000' : 'text'
}
