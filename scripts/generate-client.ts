// npm run client [-- --check]: writes the types of the TypeScript client from the OpenAPI document of this server.
import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { compile } from 'json-schema-to-typescript'
import {
  type OpenApiDocument,
  type Operation,
  operationsOf,
  type ResponseObject,
  type SchemaObject,
} from '../kernel/http/openapi/document.ts'
import { apiDocument } from './api-document.ts'

const FILE = fileURLToPath(new URL('../clients/typescript/api.ts', import.meta.url))
const BANNER = '// Written by `npm run client` from the OpenAPI document; do not change it by hand.'

type Parameter = { in: string; name: string; required?: boolean; schema?: SchemaObject; description?: string }

/** The types of every named schema, of every operation by its id, and where each is served. */
export async function clientTypes(document: OpenApiDocument): Promise<string> {
  const operations = operationsOf(document).sort((a, b) => (a.operation.operationId! < b.operation.operationId! ? -1 : 1))
  const root = {
    title: 'Operations',
    description: 'What each operation takes and gives.',
    ...object(operations.map(({ operation }) => [operation.operationId!, operationSchema(operation), true])),
    definitions: document.components.schemas,
  }
  const types = await compile(withDefinitions(root), 'Operations', {
    bannerComment: BANNER,
    additionalProperties: false,
    unreachableDefinitions: true,
    style: { semi: false, singleQuote: true, printWidth: 140, trailingComma: 'all' },
  })
  const routes = operations.map(({ path, method, operation }) => `  ${operation.operationId}: ['${method.toUpperCase()}', '${path}'],`)
  return `${types}\n/** Method and path of each operation. */\nexport const routes = {\n${routes.join('\n')}\n} as const satisfies Record<keyof Operations, readonly [string, string]>\n`
}

const object = (members: readonly (readonly [name: string, schema: SchemaObject, required: boolean])[]): SchemaObject => ({
  type: 'object',
  properties: Object.fromEntries(members.map(([name, schema]) => [name, schema])),
  required: members.flatMap(([name, , required]) => (required ? [name] : [])),
  additionalProperties: false,
})

function operationSchema({ summary, parameters = [], requestBody, responses }: Operation): SchemaObject {
  const group = (place: string) =>
    (parameters as Parameter[])
      .filter((p) => p.in === place)
      .map((p) => [p.name, { ...p.schema, ...(p.description ? { description: p.description } : {}) }, p.required === true] as const)
  const [path, query] = [group('path'), group('query')]
  const body = requestBody && bodySchema(requestBody.content)
  const events = eventsSchema(responses)
  const shape = object([
    ...(path.length ? [['path', object(path), true] as const] : []),
    ...(query.length ? [['query', object(query), query.some(([, , required]) => required)] as const] : []),
    ...(body ? [['body', body, requestBody.required !== false] as const] : []),
    ['reply', replySchema(responses), true],
    ...(events ? [['events', events, true] as const] : []),
  ])
  return { ...shape, description: summary }
}

function bodySchema(content: Record<string, { schema?: SchemaObject }>): SchemaObject {
  if (content['multipart/form-data']) return { tsType: 'FormData', description: 'A form; see the schema of its parts.' }
  return Object.values(content)[0]?.schema ?? {}
}

/** What a success gives: one schema, or any of several. */
function replySchema(responses: Operation['responses']): SchemaObject {
  const schemas = Object.entries(responses).flatMap(([status, response]) =>
    status.startsWith('2') ? mediaSchemas((response as ResponseObject).content) : [],
  )
  const distinct = [...new Map(schemas.map((schema) => [JSON.stringify(schema), schema])).values()]
  return distinct.length === 1 ? distinct[0]! : { anyOf: distinct }
}

function mediaSchemas(content: ResponseObject['content']): SchemaObject[] {
  const entries = Object.entries(content ?? {}).filter(([type]) => type !== 'text/event-stream')
  if (!entries.length) return [{ tsType: 'undefined' }]
  return entries.map(([type, { schema }]) => {
    if (type === 'application/json') return schema ?? {}
    return { tsType: type.startsWith('text/') ? 'string' : 'Blob' }
  })
}

function eventsSchema(responses: Operation['responses']): SchemaObject | undefined {
  const events = (responses[200] as ResponseObject | undefined)?.content?.['text/event-stream']?.['x-events']
  return events && object(Object.entries(events).map(([name, { description, data }]) => [name, { allOf: [data], description }, true]))
}

/** The document's references, as the compiler expects them. */
const withDefinitions = (schema: unknown) =>
  JSON.parse(JSON.stringify(schema).replaceAll('#/components/schemas/', '#/definitions/')) as Parameters<typeof compile>[0]

if (import.meta.main) {
  const text = await clientTypes((await apiDocument()).document)
  const before = existsSync(FILE) ? readFileSync(FILE, 'utf8') : ''
  if (!process.argv.includes('--check')) writeFileSync(FILE, text)
  else if (before !== text) {
    console.error('clients/typescript/api.ts is out of date. Run npm run client.')
    process.exitCode = 1
  }
  if (process.exitCode !== 1) console.log(`client: ${text.split('\n').length} lines, ${before === text ? 'unchanged' : 'changed'}`)
}
