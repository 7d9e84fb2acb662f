import { randomBytes } from 'node:crypto'
import { promisify } from 'node:util'
import { gzip } from 'node:zlib'
import { fastify } from 'fastify'
import type { App } from '../../kernel/http/app/app.ts'
import { policyReaching } from '../../kernel/http/app/security-headers.ts'
import { sendBytesWithEtag } from '../../kernel/http/reply/etag.ts'

const VIEWER = '/docs/api/viewer.js'
const NONCE = '<!-- nonce -->'
const hidden = { config: { access: 'open' }, schema: { hide: true } } as const

/** Registers the page of the API reference and the viewer that it loads. */
export function registerApiReference(app: App): void {
  app.get('/docs/api', hidden, async (_request, reply) => {
    const { body, type } = app.pages.composed('api-reference')
    const nonce = randomBytes(18).toString('base64')
    return reply
      .header('content-security-policy', policyWithNonce(nonce, app.pages.signIn?.origins()))
      .header('cache-control', 'no-store')
      .type(type)
      .send(body.toString().replaceAll(NONCE, nonce))
  })
  let packed: Promise<Buffer> | undefined
  app.get(VIEWER, hidden, async (request, reply) => {
    packed ??= readViewer()
    const body = await packed
    reply.header('content-encoding', 'gzip')
    return sendBytesWithEtag(request, reply, body, 'text/javascript; charset=utf-8') as never
  })
}

/** Allows the style sheets that the viewer adds, by the nonce of one response, and its style attributes. Scripts stay as strict as elsewhere. */
const policyWithNonce = (nonce: string, origins: readonly string[] = []): string =>
  policyReaching(origins).replace("style-src 'self'", (own) => `${own} 'nonce-${nonce}';style-src-attr 'unsafe-inline'`)

/** Returns the script of the viewer, compressed: it is large. The package gives it out as a route alone. */
async function readViewer(): Promise<Buffer> {
  const { default: viewer } = await import('@scalar/fastify-api-reference')
  const host = fastify()
  await host.register(viewer, { routePrefix: '/api', configuration: { url: '/api/v2/openapi.json' } })
  const { rawPayload } = await host.inject('/api/js/scalar.js')
  await host.close()
  return promisify(gzip)(rawPayload)
}
