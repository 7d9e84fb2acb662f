import type { OpenApiDocument, SchemaObject } from '../../kernel/http/openapi/document.ts'
import { type ClientOperation, type Content, clientOperations, type Parameter } from './client-operations.ts'
import { BANNER } from './written-by.ts'

/** A class of what a JSON object holds, as its lines; members that are objects have classes of their own, which stand before it. */
interface Types {
  /** Writes what the schema needs, and gives the type's name. `name` is for an object without one of its own. */
  typeOf(schema: SchemaObject, name: string): string
  readonly lines: readonly string[]
}

const LITERALS = (values: readonly unknown[]) => `Literal[${values.map(literal).join(', ')}]`
const PLAIN: Readonly<Record<string, string>> = { string: 'str', integer: 'int', number: 'float', boolean: 'bool', null: 'None' }

function createTypes(document: OpenApiDocument): Types {
  const lines: string[] = []
  const taken = new Set(Object.keys(document.components.schemas))

  function typeOf(schema: SchemaObject, name: string): string {
    const { $ref, enum: values, const: only, anyOf, oneOf, allOf, type } = schema as Record<string, unknown>
    if (typeof $ref === 'string') return quoted($ref.slice('#/components/schemas/'.length))
    if (Array.isArray(values)) return LITERALS(values)
    if (only !== undefined) return LITERALS([only])
    const several = (anyOf ?? oneOf) as readonly SchemaObject[] | undefined
    if (several) return union(several.map((one, n) => typeOf(one, `${name}${n + 1}`)))
    if (Array.isArray(allOf) && allOf.length === 1) return typeOf(allOf[0] as SchemaObject, name)
    if (Array.isArray(type)) return union(type.map((one) => typeOf({ ...schema, type: one }, name)))
    if (type === 'array') return `list[${typeOf((schema.items as SchemaObject | undefined) ?? {}, `${name}Item`)}]`
    if (type === 'object') return objectType(schema, name)
    return PLAIN[String(type)] ?? 'Any'
  }

  function objectType(schema: SchemaObject, name: string): string {
    if (schema.properties) return quoted(writeClass(schema, unique(name)))
    const values = schema.additionalProperties
    return `dict[str, ${typeof values === 'object' && values !== null ? typeOf(values as SchemaObject, `${name}Value`) : 'Any'}]`
  }

  function unique(name: string): string {
    let free = name
    for (let n = 2; taken.has(free); n++) free = `${name}${n}`
    taken.add(free)
    return free
  }

  function writeClass(schema: SchemaObject, name: string): string {
    const required = new Set((schema.required as readonly string[] | undefined) ?? [])
    const members = Object.entries(schema.properties as Record<string, SchemaObject>).map(([key, member]) => {
      const type = typeOf(member, `${name}${pascal(key)}`)
      return [key, required.has(key) ? type : `NotRequired[${type}]`, member.description] as const
    })
    const said = typeof schema.description === 'string' ? [`    ${docstring(schema.description)}`] : []
    // A name that Python does not take as a member stands in the other notation.
    if (members.some(([key]) => !isName(key)))
      lines.push('', '', `${name} = TypedDict("${name}", {`, ...members.map(([key, type]) => `    ${literal(key)}: ${type},`), '})')
    else {
      const body = members.flatMap(([key, type, words]) => [
        ...(typeof words === 'string' ? [`    # ${oneLine(words)}`] : []),
        `    ${key}: ${type}`,
      ])
      lines.push('', '', `class ${name}(TypedDict):`, ...said, ...(body.length || said.length ? body : ['    pass']))
    }
    return name
  }

  // By name: the document has them in the order in which their modules were loaded.
  for (const [name, schema] of Object.entries(document.components.schemas).sort(([a], [b]) => (a < b ? -1 : 1))) {
    if (schema.type === 'object' && schema.properties) writeClass(schema, name)
    else lines.push('', '', `${name}: TypeAlias = ${typeOf(schema, `${name}Value`)}`)
  }
  return { typeOf, lines }
}

/** `types.py`: a TypedDict for every schema, and for every operation's parameters, body, reply and events. */
export function pythonTypes(document: OpenApiDocument): string {
  const types = createTypes(document)
  const aliases: string[] = []
  for (const operation of clientOperations(document)) {
    const name = pascal(operation.id)
    const alias = (kind: string, type: string) => aliases.push(`${name}${kind}: TypeAlias = ${type}`)
    if (operation.body && operation.body.content !== 'form') alias('Body', types.typeOf(operation.body.content, `${name}Json`))
    alias('Reply', union(operation.reply.map((content, n) => contentType(types, content, `${name}Gives${n || ''}`))))
    for (const [event, { data }] of Object.entries(operation.events ?? {}))
      alias(`${pascal(event)}Data`, types.typeOf(data, `${name}${pascal(event)}`))
  }
  const head = [`# ${BANNER}`, 'from typing import Any, Literal, NotRequired, TypeAlias, TypedDict, Union']
  return `${[...head, ...types.lines, '', '', ...aliases].join('\n')}\n`
}

const contentType = (types: Types, content: Content, name: string): string =>
  typeof content === 'string' ? { text: 'str', bytes: 'bytes', none: 'None' }[content] : types.typeOf(content.json, name)

/** `operations.py`: a method for every operation. */
export function pythonOperations(document: OpenApiDocument): string {
  const methods = clientOperations(document).flatMap(methodsOf)
  const used = (...names: readonly string[]) => names.filter((name) => methods.some((line) => new RegExp(`\\b${name}\\b`).test(line)))
  const head = [
    `# ${BANNER}`,
    `from collections.abc import ${used('Iterator', 'Mapping', 'Sequence').join(', ')}`,
    `from typing import ${used('Any', 'Literal', 'Union', 'cast').join(', ')}`,
    '',
    'from . import types as t',
    'from .transport import Event, FormValue, Transport',
    '',
    '',
    'class Operations(Transport):',
    '    """A method for each operation of the API. What is no success raises ApiError."""',
  ]
  return `${[...head, ...methods].join('\n')}\n`
}

function methodsOf(operation: ClientOperation): string[] {
  const { id, method, path, summary, inPath, inQuery, body, events } = operation
  const parameters = [...inPath, ...inQuery.filter((p) => p.required), ...inQuery.filter((p) => !p.required)]
  const wordy = [
    ...parameters.map((p) => `${snake(p.name)}: ${p.required ? parameterType(p) : `${parameterType(p)} | None = None`}`),
    ...(body ? [bodyParameter(operation)] : []),
  ]
  const taken = [
    `"${method}"`,
    literal(path),
    `{${inPath.map((p) => `${literal(p.name)}: ${snake(p.name)}`).join(', ')}}`,
    `{${inQuery.map((p) => `${literal(p.name)}: ${snake(p.name)}`).join(', ')}}`,
    ...(body ? [body.content === 'form' ? 'form=form' : 'body=body'] : []),
  ]
  const signature = (name: string, type: string) => {
    const self = wordy.length ? ['self', '*', ...wordy] : ['self']
    return ['', `    def ${name}(`, ...self.map((word) => `        ${word},`), `    ) -> ${type}:`, `        ${docstring(summary)}`]
  }
  const reply = `t.${pascal(id)}Reply`
  const call = [...signature(snake(id), reply), `        return cast(${reply}, self._call(${taken.join(', ')}))`]
  if (!events) return call
  const kinds = union(Object.keys(events).map((event) => `Event[Literal["${event}"], t.${pascal(id)}${pascal(event)}Data]`))
  return [
    ...call,
    ...signature(`stream_${snake(id)}`, `Iterator[${kinds}]`),
    `        return cast(Iterator[${kinds}], self._stream(${taken.join(', ')}))`,
  ]
}

function bodyParameter({ id, body }: ClientOperation): string {
  const type = body!.content === 'form' ? 'Mapping[str, FormValue]' : `t.${pascal(id)}Body`
  return `${body!.content === 'form' ? 'form' : 'body'}: ${body!.required ? type : `${type} | None = None`}`
}

function parameterType({ schema = {} }: Parameter): string {
  const { enum: values, type } = schema as Record<string, unknown>
  if (Array.isArray(values)) return LITERALS(values)
  if (type === 'array') return 'Sequence[str]'
  return PLAIN[String(type)] ?? 'Any'
}

const WORDS = /[^A-Za-z0-9]+/
const pascal = (name: string): string =>
  name
    .split(WORDS)
    .map((word) => word.charAt(0).toUpperCase() + word.slice(1))
    .join('')
const RESERVED = new Set(['from', 'import', 'class', 'def', 'global', 'in', 'is', 'not', 'or', 'and', 'pass', 'with', 'as', 'self'])
function snake(name: string): string {
  const lower = name
    .replace(/([a-z0-9])([A-Z])/g, '$1_$2')
    .split(WORDS)
    .join('_')
    .toLowerCase()
  return RESERVED.has(lower) ? `${lower}_` : lower
}
const isName = (key: string): boolean => /^[A-Za-z_][A-Za-z0-9_]*$/.test(key) && !RESERVED.has(key)
const quoted = (name: string): string => `"${name}"`
const oneLine = (words: string): string => words.replace(/\s+/g, ' ').trim()
const docstring = (words: string): string => `"""${oneLine(words).replaceAll('\\', '\\\\').replaceAll('"', "'")}"""`
const union = (types: readonly string[]): string => {
  const distinct = [...new Set(types)]
  return distinct.length === 1 ? distinct[0]! : `Union[${distinct.join(', ')}]`
}
const literal = (value: unknown): string =>
  value === null ? 'None' : typeof value === 'boolean' ? (value ? 'True' : 'False') : JSON.stringify(value)
