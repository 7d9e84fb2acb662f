import { STATUS_CODES } from 'node:http'
import { jsonSchemaTransformObject } from 'fastify-type-provider-zod'
import { type ErrorCode, errorTable } from '../../runtime/errors.ts'
import { type OpenApiDocument, type Operation, operationsOf, type ResponseObject, type SchemaObject } from './document.ts'
import { errorBodySchema, errorResponses, rateHeaders, responseNameOf } from './error-responses.ts'
import { pruneComponents } from './prune-components.ts'
import { headers, parameters } from './shared-parts.ts'
import type { RouteNotes } from './transform-route.ts'

type TransformObjectInput = Parameters<typeof jsonSchemaTransformObject>[0]

/** Adds what no route repeats: named schemas, operation ids, request and reply headers, failures, event streams. */
export const finishDocument = (tags: NonNullable<OpenApiDocument['tags']>) => (input: TransformObjectInput) => {
  const document = jsonSchemaTransformObject(input) as unknown as OpenApiDocument
  document.components = {
    ...document.components,
    schemas: { ...document.components.schemas, ErrorBody: errorBodySchema },
    headers: { ...headers },
    parameters: { ...parameters },
    responses: { ...errorResponses },
  }
  for (const { path, method, operation } of operationsOf(document)) {
    const { 'x-notes': notes, ...rest } = operation as Operation & { 'x-notes': RouteNotes }
    document.paths[path]![method] = finished(document, { ...rest, operationId: rest.operationId ?? operationIdOf(method, path) }, notes)
  }
  const used = new Set(operationsOf(document).flatMap(({ operation }) => operation.tags ?? []))
  document.tags = tags.filter(({ name }) => used.has(name))
  pruneComponents(document)
  return document as unknown as ReturnType<typeof jsonSchemaTransformObject>
}

function finished(document: OpenApiDocument, operation: Operation, notes: RouteNotes): Operation {
  const reference = (name: string): SchemaObject => ({ $ref: `#/components/parameters/${name}` })
  const taken = [
    'RequestId',
    ...(notes.idempotent ? ['IdempotencyKey'] : []),
    ...(notes.etag ? ['IfNoneMatch'] : []),
    ...(notes.resumable ? ['LastEventId'] : []),
  ]
  const successes = Object.entries(operation.responses).map(
    ([status, response]) => [status, finishedReply(document, status, response as ResponseObject, notes)] as const,
  )
  return {
    ...operation,
    parameters: [...(operation.parameters ?? []), ...taken.map(reference)],
    responses: {
      ...Object.fromEntries(successes),
      ...(notes.etag ? { 304: { description: 'The caller has this already; no body.', headers: sharedHeaders(notes) } } : {}),
      ...(notes.endsForGood
        ? { 204: { description: 'Nothing comes behind Last-Event-ID any more; no body.', headers: sharedHeaders(notes) } }
        : {}),
      ...failures([...notes.errors, ...(notes.counted ? (['rate_limited'] as const) : [])], operation.responses),
      default: { $ref: '#/components/responses/Failure' },
    },
  }
}

/** References to the shared failures; a status that the route describes by itself stays as it is. */
function failures(codes: readonly ErrorCode[], own: Operation['responses']): Record<string, SchemaObject> {
  const statuses = [...new Set(codes.map((code) => errorTable[code].status))].filter((status) => !(status in own))
  return Object.fromEntries(statuses.map((status) => [status, { $ref: `#/components/responses/${responseNameOf(status)}` }]))
}

const sharedHeaders = (notes: RouteNotes): Record<string, SchemaObject> => ({
  'X-Request-Id': { $ref: '#/components/headers/RequestId' },
  ...(notes.counted ? rateHeaders : {}),
  ...(notes.etag ? { ETag: { $ref: '#/components/headers/ETag' } } : {}),
})

function finishedReply(document: OpenApiDocument, status: string, response: ResponseObject, notes: RouteNotes): ResponseObject {
  const named = Object.entries(notes.replyHeaders).map(([name, description]) => [name, { description, schema: { type: 'string' } }])
  const page: NonNullable<ResponseObject['content']> = notes.page
    ? { 'text/html': { schema: { type: 'string', description: 'The page that shows it.', examples: ['<!doctype html>…'] } } }
    : {}
  const stream = status === '200' && notes.events ? streamContent(notes) : {}
  const described = response.description === 'Default Response' ? describedBy(document, response) : response.description
  return {
    description: described ?? STATUS_CODES[status] ?? 'Success.',
    headers: { ...sharedHeaders(notes), ...Object.fromEntries(named) },
    ...(response.content || notes.events ? { content: { ...(notes.streamOnly ? {} : response.content), ...page, ...stream } } : {}),
  }
}

/** The description of the named schema that a reply refers to. */
function describedBy({ components }: OpenApiDocument, { content }: ResponseObject): string | undefined {
  const { $ref } = Object.values(content ?? {})[0]?.schema ?? {}
  const target = typeof $ref === 'string' ? components.schemas[$ref.replace('#/components/schemas/', '')] : undefined
  return typeof target?.description === 'string' ? target.description : undefined
}

function streamContent({ events = {}, resumable }: RouteNotes): NonNullable<ResponseObject['content']> {
  const kinds = Object.entries(events).map(([name, { data }]) => eventSchema(name, data))
  const lines = Object.entries(events).map(([name, { description }]) => `\`${name}\`: ${description}`)
  return {
    'text/event-stream': {
      schema: { description: `One server-sent event. ${lines.join(' ')}`, ...(kinds.length > 1 ? { oneOf: kinds } : kinds[0]) },
      example: { event: Object.keys(events)[0], ...(resumable ? { id: '0196f3a2-7c1e-7a55-b0a9-2f6b0d7f4c11' } : {}), data: '{…}' },
      'x-events': events,
    },
  }
}

/** An event as a reader of the stream gets it; without a name it is a `message`. */
const eventSchema = (name: string, data: SchemaObject): SchemaObject => ({
  type: 'object',
  required: ['event', 'data'],
  properties: {
    event: { const: name },
    id: { type: 'string' },
    data: { type: 'string', contentMediaType: 'application/json', contentSchema: data },
  },
})

/**
 * A name for an operation that has none of its own: method and path in camelCase, parameters as `By…`. `/api/v2` is left out;
 * the same route gives the same name for good.
 */
function operationIdOf(method: string, url: string): string {
  const segments = url
    .replace(/^\/api\/v2(?=\/|$)/, '')
    .split('/')
    .filter(Boolean)
  const words = segments.flatMap((segment) => (segment.startsWith('{') ? ['by', ...wordsOf(segment.slice(1, -1))] : wordsOf(segment)))
  return [method.toLowerCase(), ...(words.length ? words : ['root'])].map((word, n) => (n === 0 ? word : capitalised(word))).join('')
}

const wordsOf = (text: string): string[] => text.split(/[^A-Za-z0-9]+/).filter(Boolean)
const capitalised = (word: string): string => word.charAt(0).toUpperCase() + word.slice(1)
