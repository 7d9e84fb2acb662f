import type { FastifySchema } from 'fastify'
import { jsonSchemaTransform } from 'fastify-type-provider-zod'
import { z } from 'zod'
import type { ErrorCode } from '../../runtime/errors.ts'
import type { Access, AccessRule } from '../app/app.ts'
import { takesKey } from '../idempotency/idempotent-routes.ts'
import type { SchemaObject } from './document.ts'
import type { EventDocs } from './route-docs.ts'
import { securityOf } from './security.ts'

type TransformInput = Parameters<typeof jsonSchemaTransform>[0]

/** What a route's operation still needs once its schemas stand in the document; taken out again by finishDocument. */
export interface RouteNotes {
  readonly errors: readonly ErrorCode[]
  readonly events: Readonly<Record<string, { description: string; data: SchemaObject }>> | undefined
  readonly streamOnly: boolean
  readonly resumable: boolean
  /** Whether a stream that is taken up again at its end is 204. */
  readonly endsForGood: boolean
  readonly idempotent: boolean
  readonly etag: boolean
  readonly page: boolean
  readonly counted: boolean
  readonly replyHeaders: Readonly<Record<string, string>>
}

/** A route's zod schemas as JSON Schema, with its tag, its security and notes for finishDocument. */
export const transformRoute = (tagOf: (url: string) => string) => (input: TransformInput) => {
  const {
    errors = [],
    events,
    resumable = false,
    form,
    idempotent: _idempotent,
    etag = false,
    page = false,
    replyHeaders = {},
    ...own
  }: FastifySchema = input.schema ?? {}
  const idempotent = takesKey([input.route.method].flat()[0] ?? 'GET', input.schema)
  if (own.hide || input.url.includes('*')) return { schema: { hide: true }, url: input.url }
  const convert = (schema: FastifySchema) => jsonSchemaTransform({ ...input, schema }).schema as FastifySchema & Record<string, unknown>
  const rule: AccessRule = input.route.config?.access ?? 'open'
  const access = typeof rule === 'function' ? 'by-request' : rule
  const schema = withExamples(convert(own), own.body)
  const notes: RouteNotes = {
    errors: [...impliedErrors(access, own, form !== undefined, idempotent), ...errors],
    events: events && eventsOf(events, convert),
    streamOnly: events !== undefined && own.response === undefined,
    resumable,
    endsForGood: resumable && [input.route.method].flat().includes('GET'),
    idempotent,
    etag,
    page,
    counted: !input.route.config?.unlimited,
    replyHeaders,
  }
  return {
    schema: {
      tags: [tagOf(input.url)],
      ...schema,
      ...(form ? { body: convert({ body: form }).body, consumes: ['multipart/form-data'] } : {}),
      response: schema.response ?? { 200: { description: 'Success.', type: 'null' } },
      security: securityOf(rule),
      'x-access': access,
      'x-notes': notes,
    },
    url: input.url,
  }
}

/** The examples of a body as clients send it; zod leaves those of a schema that transforms out, because they might be of its output. */
function withExamples<Schema extends FastifySchema & { body?: unknown }>(schema: Schema, body: unknown): Schema {
  const { examples } = (body instanceof z.ZodType && z.globalRegistry.get(body)) || {}
  const shown = schema.body as SchemaObject | undefined
  return examples && shown && !shown.$ref && !shown.examples ? { ...schema, body: { ...shown, examples } } : schema
}

function eventsOf(events: Readonly<Record<string, EventDocs>>, convert: (schema: FastifySchema) => FastifySchema) {
  const described = Object.entries(events).map(([name, { description, data }]) => {
    const { response } = convert({ response: { 200: data } }) as { response: Record<string, SchemaObject> }
    return [name, { description, data: response[200]! }] as const
  })
  return Object.fromEntries(described)
}

/** What follows from the rule, the parameters and the body of a route. */
function impliedErrors(access: Access | 'by-request', schema: FastifySchema, form: boolean, idempotent: boolean): ErrorCode[] {
  const takesBody = form || schema.body !== undefined
  return [
    ...(takesBody || schema.querystring || schema.params || idempotent ? (['invalid_request'] as const) : []),
    ...(access === 'open' ? [] : (['unauthorized'] as const)),
    // also on open routes: a server without credentials answers to its loopback name only
    'forbidden',
    'not_acceptable',
    ...(schema.params ? (['not_found'] as const) : []),
    ...(idempotent ? (['conflict'] as const) : []),
    ...(takesBody ? (['payload_too_large', 'unsupported_media_type'] as const) : []),
    'internal',
    'unavailable',
  ]
}
