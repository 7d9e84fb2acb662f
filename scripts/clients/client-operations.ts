import {
  type OpenApiDocument,
  type Operation,
  operationsOf,
  type ResponseObject,
  type SchemaObject,
} from '../../kernel/http/openapi/document.ts'

export interface Parameter {
  readonly in: string
  readonly name: string
  readonly required?: boolean
  readonly schema?: SchemaObject
  readonly description?: string
}

/** What a body is: JSON by its schema, text, bytes, or nothing. */
export type Content = { readonly json: SchemaObject } | 'text' | 'bytes' | 'none'

/** What a client needs to know of an operation. */
export interface ClientOperation {
  readonly id: string
  readonly method: string
  readonly path: string
  readonly summary: string
  readonly inPath: readonly Parameter[]
  readonly inQuery: readonly Parameter[]
  readonly body?: { readonly content: SchemaObject | 'form'; readonly required: boolean }
  /** What a success gives: one, or any of several. */
  readonly reply: readonly Content[]
  readonly events?: Readonly<Record<string, { readonly description: string; readonly data: SchemaObject }>>
}

/** Every operation of the document, by id. */
export const clientOperations = (document: OpenApiDocument): ClientOperation[] =>
  operationsOf(document)
    .map(({ path, method, operation }) => clientOperation(method.toUpperCase(), path, operation))
    .sort((a, b) => (a.id < b.id ? -1 : 1))

function clientOperation(method: string, path: string, { operationId, summary = '', ...operation }: Operation): ClientOperation {
  const parameters = (operation.parameters ?? []) as unknown as readonly Parameter[]
  const { requestBody: body, responses } = operation
  return {
    id: operationId!,
    method,
    path,
    summary,
    inPath: parameters.filter((p) => p.in === 'path'),
    inQuery: parameters.filter((p) => p.in === 'query'),
    body: body && { content: sentBy(body.content), required: body.required !== false },
    reply: replyOf(responses),
    events: (responses[200] as ResponseObject | undefined)?.content?.['text/event-stream']?.['x-events'],
  }
}

/** A route that reads JSON may read forms beside it, which a client has no need of. */
function sentBy(content: NonNullable<Operation['requestBody']>['content']): SchemaObject | 'form' {
  const { schema } = content['application/json'] ?? {}
  return schema ?? (content['multipart/form-data'] ? 'form' : (Object.values(content)[0]?.schema ?? {}))
}

function replyOf(responses: Operation['responses']): Content[] {
  const all = Object.entries(responses).flatMap(([status, response]) =>
    status.startsWith('2') ? contentsOf((response as ResponseObject).content) : [],
  )
  return [...new Map(all.map((content) => [JSON.stringify(content), content])).values()]
}

function contentsOf(content: ResponseObject['content']): Content[] {
  const entries = Object.entries(content ?? {}).filter(([type]) => type !== 'text/event-stream')
  if (!entries.length) return ['none']
  return entries.map(([type, { schema }]) => {
    if (type === 'application/json') return { json: schema ?? {} }
    return type.startsWith('text/') ? 'text' : 'bytes'
  })
}
