import { createConfig, lintFromString } from '@redocly/openapi-core'
import { beforeAll, describe, expect, it } from 'vitest'
import { familyRules } from '../../kernel/http/app/family-rules.ts'
import {
  type MediaType,
  type OpenApiDocument,
  type Operation,
  operationsOf,
  type SchemaObject,
} from '../../kernel/http/openapi/document.ts'
import { errorTable } from '../../kernel/runtime/errors.ts'
import { services } from '../../services/catalog.ts'
import { platform } from '../../services/edge/platform.ts'
import { apiDocument, type RegisteredRoute } from './api-document.ts'

const families = familyRules([...services, ...platform])
let document: OpenApiDocument
let routes: readonly RegisteredRoute[]

beforeAll(async () => {
  ;({ document, routes } = await apiDocument())
})

const resolve = (schema: SchemaObject): SchemaObject => {
  const { $ref } = schema
  return typeof $ref === 'string' ? document.components.schemas[$ref.split('/').at(-1)!]! : schema
}

/** Whether a reader finds an example of the whole: on the schema, or on each of its parts. */
function hasExample(given: SchemaObject): boolean {
  const schema = resolve(given)
  if (Array.isArray(schema.examples) && schema.examples.length > 0) return true
  if (schema.type === 'array') return hasExample(schema.items as SchemaObject)
  const properties = Object.values((schema.properties ?? {}) as Record<string, SchemaObject>)
  return properties.length > 0 && properties.every(hasExample)
}

it('has nothing for the linter to complain about', async () => {
  const config = await createConfig({
    extends: ['recommended'],
    rules: {
      'info-license': 'off', // not licensed to anyone
      'no-ambiguous-paths': 'off', // the interface has /upload/status/{id} beside /upload/{id}/…; words win over parameters
      'no-invalid-schema-examples': 'error',
      'no-invalid-media-type-examples': 'error',
      'operation-operationId': 'error',
      'tag-description': 'error',
    },
  })
  const problems = await lintFromString({ source: JSON.stringify(document), absoluteRef: 'openapi.json', config })
  expect(problems.map((p) => `${p.ruleId} at ${p.location[0]?.pointer}: ${p.message}`)).toEqual([])
})

describe('every route', () => {
  const documented = () =>
    new Map(operationsOf(document).map(({ path, method, operation }) => [`${method.toUpperCase()} ${path}`, operation]))

  it('is there, unless it is hidden', () => {
    const known = documented()
    const wanted = routes.filter((r) => !r.hidden && r.method !== 'HEAD').map((r) => `${r.method} ${r.url.replace(/:(\w+)/g, '{$1}')}`)
    expect(wanted.filter((route) => !known.has(route))).toEqual([])
    expect(wanted.length).toBeGreaterThan(20)
    expect([...known.keys()]).toEqual(expect.arrayContaining(['GET /health', 'GET /metrics', 'GET /api/v2/openapi.json']))
  })

  it('asks for what its family asks for, or stands among its exceptions', () => {
    const rules = new Map<string, string>()
    for (const { method, url, access } of routes) if (method !== 'HEAD') rules.set(`${method} ${url}`, access)
    for (const [route, operation] of documented()) rules.set(route.replace(/\{(\w+)\}/g, ':$1'), operation['x-access'])
    const table = [...rules.keys()].map((route) => [route, families.routeAccessOf(...(route.split(' ') as [string, string]))])
    expect([...rules]).toEqual(table)
    expect(families.named.exceptions.filter((route) => !rules.has(route))).toEqual([])
    expect(rules.size).toBeGreaterThan(80)
  })

  it('that is no reading one is named by its family with what it changes, and nothing else is', () => {
    const reading = new Set(['GET', 'HEAD', 'OPTIONS'])
    const wanted = routes.filter(({ method }) => !reading.has(method)).map(({ method, url }) => `${method} ${url}`)
    expect([...families.named.changes].sort()).toEqual([...new Set(wanted)].sort())
    const administered = new Map(routes.map(({ method, url, access }) => [`${method} ${url}`, access]))
    const everyones = wanted.filter((route) => families.changeOf(...(route.split(' ') as [string, string])) === 'everyone')
    expect(everyones.filter((route) => !['admin', 'operator'].includes(administered.get(route) ?? ''))).toEqual([])
  })

  it('that changes something takes Idempotency-Key', () => {
    const takes = (operation: Operation) => operation.parameters?.some(({ $ref }) => String($ref).endsWith('/IdempotencyKey')) ?? false
    const without = [...documented()].filter(([route, operation]) => !/^(GET|OPTIONS) /.test(route) && !takes(operation))
    // these answer and change nothing, or give what is not to be kept
    const reading =
      /\/(agents\/\{slug\}\/stream|flexible[-_](chat|rag)(-mm)?|flexible-rag\/query|chat\/completions|knowledge\/query|prompts\/preview|models\/connections\/test|widget-token|sdac\/chat)$/
    expect(without.map(([route]) => route).filter((route) => !reading.test(route))).toEqual([])
    expect(without.length).toBeGreaterThanOrEqual(9)
  })

  it('has a summary, a family, and its own name', () => {
    const all = [...documented()]
    expect(all.filter(([, o]) => !o.summary || !o.tags?.length).map(([route]) => route)).toEqual([])
    expect(all.filter(([, o]) => !/^[a-z][A-Za-z0-9]+$/.test(o.operationId ?? '')).map(([route]) => route)).toEqual([])
    expect(new Set(all.map(([, o]) => o.operationId)).size).toBe(all.length)
  })

  it('says what it asks for, as its access rule does', () => {
    const both = { subscriptionKey: [], bearer: [] }
    const security = {
      open: [],
      key: [{ subscriptionKey: [] }],
      api: [both],
      admin: [both],
      strict: [both],
      frame: [{ widgetToken: [] }],
    }
    const expected = { ...security, operator: [{ proxySecret: [] }, both], 'by-request': [{}, both] }
    for (const [route, operation] of documented()) {
      expect([route, operation.security]).toEqual([route, expected[operation['x-access']]])
      if (operation['x-access'] !== 'open')
        expect([route, Object.keys(operation.responses)]).toEqual([route, expect.arrayContaining(['401', '403'])])
    }
  })

  it('has the generic failure and X-Request-Id', () => {
    for (const [route, { responses, parameters }] of documented()) {
      expect([route, responses.default]).toEqual([route, { $ref: '#/components/responses/Failure' }])
      expect([route, Object.keys(responses)]).toEqual([route, expect.arrayContaining(['500', '503'])])
      expect([route, parameters]).toEqual([route, expect.arrayContaining([{ $ref: '#/components/parameters/RequestId' }])])
    }
  })

  it('shows an example of what it takes and of what it gives', () => {
    const bare = [...documented()].flatMap(([route, { requestBody, responses }]) => {
      const replies = Object.entries(responses).filter(([status]) => status.startsWith('2'))
      const bodies = [['request', requestBody] as const, ...replies]
      return bodies.flatMap(([name, body]) =>
        Object.entries((body as { content?: Record<string, MediaType> } | undefined)?.content ?? {})
          .filter(([, { schema, example, examples }]) => !(example ?? examples ?? hasExample(schema ?? {})))
          .filter(([type]) => !/^(application\/octet-stream|image\/)/.test(type))
          .map(([type]) => `${route} ${name} ${type}`),
      )
    })
    expect(bare).toEqual([])
  })
})

it('streams name their events and what these hold', () => {
  const { responses, parameters } = document.paths['/api/v2/upload/status/{upload_id}/events']!.get!
  const stream = (responses[200] as { content: Record<string, { 'x-events': Record<string, { data: SchemaObject }> }> }).content
  expect(Object.keys(stream)).toEqual(['text/event-stream'])
  expect(stream['text/event-stream']!['x-events'].status!.data).toEqual({ $ref: '#/components/schemas/UploadStatusEntity' })
  expect(parameters).toContainEqual({ $ref: '#/components/parameters/LastEventId' })
  const chat = document.paths['/api/v2/flexible-chat']!.post!.responses[200] as { content: Record<string, { 'x-events'?: object }> }
  expect(Object.keys(chat.content)).toEqual(['application/json', 'text/event-stream'])
  expect(Object.keys(chat.content['text/event-stream']!['x-events']!)).toEqual(['message', 'done', 'error'])
})

it('forms name their parts, and uploads take Idempotency-Key', () => {
  const { requestBody, parameters } = document.paths['/api/v2/upload']!.post!
  const parts = resolve(requestBody!.content['multipart/form-data']!.schema!)
  expect(parts.required).toEqual(expect.arrayContaining(['file', 'metadata']))
  expect(parameters).toContainEqual({ $ref: '#/components/parameters/IdempotencyKey' })
})

it('explains every error code, in the table and as a reply', () => {
  const { description } = (document as unknown as { info: { description: string } }).info
  const { error } = document.components.schemas.ErrorBody!.properties as { error: { properties: { code: { enum: string[] } } } }
  expect(error.properties.code.enum).toEqual(Object.keys(errorTable))
  for (const [code, { status, doc, remedy, retryable }] of Object.entries(errorTable))
    expect(description).toContain(`| \`${code}\` | ${status} | ${retryable ? 'yes' : 'no'} | ${doc} | ${remedy} |`)
})
