import type { Access } from '../app/app.ts'

/** A JSON Schema of the document, or a reference to one. */
export type SchemaObject = Readonly<Record<string, unknown>>

export interface MediaType {
  schema?: SchemaObject
  example?: unknown
  examples?: Readonly<Record<string, { value: unknown }>>
  'x-events'?: Readonly<Record<string, { description: string; data: SchemaObject }>>
}

export interface ResponseObject {
  description: string
  headers?: Record<string, SchemaObject>
  content?: Record<string, MediaType>
}

export interface Operation {
  operationId?: string
  summary?: string
  description?: string
  tags?: readonly string[]
  parameters?: SchemaObject[]
  requestBody?: { required?: boolean; description?: string; content: Record<string, MediaType> }
  responses: Record<string, ResponseObject | SchemaObject>
  security?: readonly Readonly<Record<string, readonly string[]>>[]
  /** The rule of the route, or `by-request` where one path serves an open page and protected data. */
  'x-access': Access | 'by-request'
}

/** What of an OpenAPI 3.1 document the platform reads and writes. */
export interface OpenApiDocument {
  openapi: string
  tags?: readonly { name: string; description: string }[]
  paths: Record<string, Record<string, Operation>>
  components: Record<string, Record<string, unknown>> & { schemas: Record<string, SchemaObject> }
}

const METHODS = ['get', 'put', 'post', 'delete', 'options', 'patch'] as const

/** Every operation with its method and path. */
export const operationsOf = (document: OpenApiDocument) =>
  Object.entries(document.paths).flatMap(([path, item]) =>
    METHODS.flatMap((method) => {
      const operation = item[method]
      return operation ? [{ path, method, operation }] : []
    }),
  )
