import swagger from '@fastify/swagger'
import { jsonSchemaTransform } from 'fastify-type-provider-zod'
import type { Access, App } from './app.ts'

const security: Readonly<Record<Access, readonly Record<string, readonly string[]>[]>> = {
  open: [],
  key: [{ subscriptionKey: [] }],
  api: [{ subscriptionKey: [], bearer: [] }],
  admin: [{ subscriptionKey: [], bearer: [] }],
  reasoning: [{ subscriptionKey: [], bearer: [] }],
  operator: [{ proxySecret: [] }, { subscriptionKey: [], bearer: [] }],
  widget: [{ widgetToken: [] }],
}

const errorSchema = {
  description: 'Any failure: the generic error body.',
  type: 'object',
  required: ['error', 'status_code', 'path', 'method'],
  properties: {
    error: {
      type: 'object',
      required: ['code', 'message', 'details', 'timestamp', 'request_id'],
      properties: {
        code: { type: 'string', description: 'A stable snake_case word.' },
        message: { type: 'string' },
        details: { type: 'object', additionalProperties: true },
        timestamp: { type: 'string', format: 'date-time' },
        request_id: { type: 'string' },
      },
    },
    status_code: { type: 'integer' },
    path: { type: 'string' },
    method: { type: 'string' },
  },
} as const

/** Collects every route's schemas into an OpenAPI 3.1 document: `app.swagger()` once the app is ready. */
export async function addOpenApi(app: App): Promise<void> {
  await app.register(swagger, {
    openapi: {
      openapi: '3.1.0',
      info: { title: 'Millrace', version: '2.4.0', description: 'Documents flow in, events turn the wheels, answers come out.' },
      components: {
        securitySchemes: {
          subscriptionKey: { type: 'apiKey', in: 'header', name: 'Ocp-Apim-Subscription-Key' },
          bearer: { type: 'http', scheme: 'bearer', bearerFormat: 'JWT' },
          widgetToken: { type: 'http', scheme: 'bearer', bearerFormat: 'JWT', description: 'A token with the widget audience and role.' },
          proxySecret: { type: 'apiKey', in: 'header', name: 'X-Runtime-Admin-Proxy-Secret' },
        },
      },
    },
    transform: (document) => {
      const { schema, url } = jsonSchemaTransform({ ...document, schema: document.schema ?? {} })
      if (schema?.hide || url.includes('*')) return { schema: { hide: true }, url }
      const rule = document.route.config?.access ?? 'open'
      const access = typeof rule === 'function' ? 'api' : rule
      const { response, ...rest } = schema ?? {}
      const success = response && Object.keys(response).length > 0 ? response : { 200: { description: 'Success.' } }
      const responses = access === 'open' && !response ? success : { ...success, default: errorSchema }
      return { schema: { security: security[access], tags: [tagOf(url)], ...rest, response: responses }, url }
    },
  })
}

/** The family of a route: the first word of its path behind the prefixes. */
const tagOf = (url: string): string =>
  url
    .replace(/^\/(?:api\/v2|api|ai)(?=\/)/, '')
    .split('/')
    .find((part) => part !== '' && !part.startsWith(':')) ?? 'pages'
