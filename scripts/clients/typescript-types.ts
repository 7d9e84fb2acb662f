import { compile } from 'json-schema-to-typescript'
import type { OpenApiDocument, SchemaObject } from '../../kernel/http/openapi/document.ts'
import { type ClientOperation, type Content, clientOperations } from './client-operations.ts'
import { BANNER } from './written-by.ts'

/** `api.d.ts`: the types of every named schema and of every operation by its id. */
export async function typescriptTypes(document: OpenApiDocument): Promise<string> {
  const operations = clientOperations(document)
  const root = {
    title: 'Operations',
    description: 'What each operation takes and gives.',
    ...object(operations.map((operation) => [operation.id, operationSchema(operation), true])),
    definitions: document.components.schemas,
  }
  const types = await compile(withDefinitions(root), 'Operations', {
    bannerComment: `// ${BANNER}`,
    additionalProperties: false,
    unreachableDefinitions: true,
    style: { semi: false, singleQuote: true, printWidth: 140, trailingComma: 'all' },
  })
  return `${types}\n/** Method and path of each operation. */\nexport declare const routes: Readonly<Record<keyof Operations, readonly [method: string, path: string]>>\n`
}

/** `api.js`: where each operation is served. */
export function typescriptRoutes(document: OpenApiDocument): string {
  const routes = clientOperations(document).map(({ id, method, path }) => `  ${id}: ['${method}', '${path}'],`)
  return `// ${BANNER}\nexport const routes = {\n${routes.join('\n')}\n}\n`
}

const object = (members: readonly (readonly [name: string, schema: SchemaObject, required: boolean])[]): SchemaObject => ({
  type: 'object',
  properties: Object.fromEntries(members.map(([name, schema]) => [name, schema])),
  required: members.flatMap(([name, , required]) => (required ? [name] : [])),
  additionalProperties: false,
})

const group = (parameters: ClientOperation['inPath']) =>
  parameters.map((p) => [p.name, { ...p.schema, ...(p.description ? { description: p.description } : {}) }, p.required === true] as const)

function operationSchema({ summary, inPath, inQuery, body, reply, events }: ClientOperation): SchemaObject {
  const contents = reply.map(contentSchema)
  const shape = object([
    ...(inPath.length ? [['path', object(group(inPath)), true] as const] : []),
    ...(inQuery.length ? [['query', object(group(inQuery)), inQuery.some((p) => p.required)] as const] : []),
    ...(body ? [['body', body.content === 'form' ? FORM : body.content, body.required] as const] : []),
    ['reply', contents.length === 1 ? contents[0]! : { anyOf: contents }, true],
    ...(events ? [['events', eventsSchema(events), true] as const] : []),
  ])
  return { ...shape, description: summary }
}

const FORM = { tsType: 'FormData', description: 'A form; see the schema of its parts.' }
const TS_TYPES = { text: 'string', bytes: 'Blob', none: 'undefined' } as const

const contentSchema = (content: Content): SchemaObject => (typeof content === 'string' ? { tsType: TS_TYPES[content] } : content.json)

const eventsSchema = (events: NonNullable<ClientOperation['events']>) =>
  object(Object.entries(events).map(([name, { description, data }]) => [name, { allOf: [data], description }, true]))

/** The document's references, as the compiler expects them. */
const withDefinitions = (schema: unknown) =>
  JSON.parse(JSON.stringify(schema).replaceAll('#/components/schemas/', '#/definitions/')) as Parameters<typeof compile>[0]
