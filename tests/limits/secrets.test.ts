import { readdirSync, readFileSync } from 'node:fs'
import { mkdtemp, rm } from 'node:fs/promises'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { z } from 'zod'
import { AUDIENCE, startIdentityProvider } from '../../kernel/http/identity/identity-provider.fixture.ts'
import { until } from '../support/http-client.ts'
import { type ServerProcess, startProcess } from '../support/server-process.ts'

const KEY = 'canary-subscription-key-5f1c'
const OLD_KEY = 'canary-old-key-0d3e'
const MODEL_KEY = 'canary-model-key-77ab'
const EMBEDDINGS_KEY = 'canary-embeddings-key-91d4'
const STORAGE_KEY = Buffer.from('canary-storage-account-key').toString('base64')
const inputSchema = z.looseObject({ input: z.union([z.string(), z.array(z.string())]) })
const DATABASE_PASSWORD = 'canary-database-password-c2e8'

/** Embeds until it is told to refuse; refuses as some providers do, by telling the key back. Takes the spans of the server. */
async function startUpstream() {
  const spans: string[] = []
  let refused = 0
  let refusing = false
  const server = createServer(async (request, reply) => {
    const body = await text(request)
    reply.setHeader('content-type', 'application/json')
    if (request.url === '/v1/traces') {
      spans.push(body)
      return void reply.end('{}')
    }
    if (!refusing && request.url?.startsWith('/v1/embeddings')) {
      const { input } = inputSchema.parse(JSON.parse(body))
      return void reply.end(JSON.stringify({ data: [input].flat().map((_, index) => ({ index, embedding: [0.6, 0.8] })) }))
    }
    refused++
    const message = `Incorrect API key provided: ${request.headers.authorization ?? 'none'}`
    reply.writeHead(401).end(JSON.stringify({ error: { message, type: 'invalid_request_error', code: 'invalid_api_key' } }))
  })
  await new Promise<void>((listening) => server.listen(0, '127.0.0.1', listening))
  return {
    server,
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    spans: () => spans.join('\n'),
    refused: () => refused,
    refuse() {
      refusing = true
    },
  }
}

describe('no secret', () => {
  let dir: string
  let server: ServerProcess
  let upstream: Awaited<ReturnType<typeof startUpstream>>
  let provider: Awaited<ReturnType<typeof startIdentityProvider>>
  let token = ''

  beforeAll(async () => {
    dir = await mkdtemp(join(tmpdir(), 'millrace-secrets-'))
    ;[upstream, provider] = await Promise.all([startUpstream(), startIdentityProvider()])
    token = await provider.mint({ roles: ['Api.Access', 'Api.Admin'] })
    server = await startProcess({
      DATA_DIR: dir,
      LOG_LEVEL: 'DEBUG',
      SUBSCRIPTION_KEYS: `new:${KEY},old:${OLD_KEY}`,
      OIDC_JWKS_URL: provider.jwksUrl,
      OIDC_AUDIENCE: AUDIENCE,
      LLM_BASE_URL: `${upstream.url}/v1`,
      LLM_API_KEY: MODEL_KEY,
      EMBEDDINGS_BASE_URL: `${upstream.url}/v1`,
      EMBEDDINGS_API_KEY: EMBEDDINGS_KEY,
      OTEL_EXPORTER_OTLP_ENDPOINT: upstream.url,
    })
  })
  afterAll(async () => {
    await server?.stop()
    await provider?.close()
    upstream?.server.close()
    await rm(dir, { recursive: true, force: true, maxRetries: 5 })
  })

  it('stands in a log line, a reply, a page, a record, a dead letter or a span', async () => {
    upstream.refuse()
    const headers = { 'Ocp-Apim-Subscription-Key': KEY, authorization: `Bearer ${token}` }
    const json = { ...headers, 'content-type': 'application/json' }
    const upload = (name: string, content: string) => {
      const form = new FormData()
      form.append('metadata', '{"title":"t","doc_type":"d"}')
      form.append('file', new Blob([content]), name)
      return ['/api/v2/upload', { method: 'POST', body: form, headers }] as const
    }
    const question = '{"question":"Where is the mill?"}'
    const calls: (readonly [path: string, init: RequestInit])[] = [
      upload('torn.pdf', '%PDF-1.7\nnothing'),
      upload('whole.txt', 'The mill stands at the brook.'),
      ['/api/v2/upload/list', { headers: { ...headers, 'Ocp-Apim-Subscription-Key': `${OLD_KEY}x` } }],
      ['/api/v2/upload/list', { headers: { 'Ocp-Apim-Subscription-Key': OLD_KEY, authorization: `Bearer ${KEY}` } }],
      ['/api/v2/upload/list', { headers: { ...headers, authorization: `Bearer ${token}x` } }],
      ['/api/v2/nowhere?key=1', { headers }],
      ['/api/v2/flexible-rag', { method: 'POST', headers: json, body: question }],
      ['/api/v2/flexible_chat', { method: 'POST', headers: json, body: '{"question":"Where is the mill?","stream":true}' }],
      ['/api/v2/models?validate=true&deep=true', { headers }],
      ['/api/v2/settings', { headers }],
      ['/api/v2/upload/config', { headers }],
      ['/api/v2/upload/mappings', { headers }],
      ['/api/v2/upload/worker-app/health', { headers }],
      ['/api/v2/upload/test-cloud', { headers }],
      ['/api/v2/settings/blob-status', { headers }],
      ['/api/v2/unified-test?json=true', { headers }],
      ['/admin/health/detailed', { headers }],
      ['/api/health/check', { headers }],
      ['/metrics', { headers }],
      ...['/', '/ask', '/settings', '/docs', '/upload', '/api/v2/health/check', '/api/v2/openapi.json'].map((page) => [page, {}] as const),
    ]
    const said: string[] = []
    for (const [path, init] of calls) {
      const reply = await fetch(server.url + path, init)
      said.push(JSON.stringify([...reply.headers]), await reply.text())
    }
    const ended = async () => {
      const list = await (await fetch(`${server.url}/api/v2/upload/list`, { headers })).text()
      said.push(list)
      return list.split('"status":"error"').length === 3
    }
    await until(ended, 'both uploads failing', 60_000)
    expect(upstream.refused()).toBeGreaterThanOrEqual(2)
    const spanned = async () => upstream.spans().includes('embed document.chunked') && upstream.spans().includes('dead.letter')
    await until(spanned, 'the spans arriving')
    const stored = readdirSync(dir, { recursive: true, withFileTypes: true }).filter((entry) => entry.isFile())
    const kept = stored.map((file) => readFileSync(join(file.parentPath, file.name)).toString('latin1'))
    expect(kept.some((file) => file.includes('dead.letter'))).toBe(true)
    for (const canary of [KEY, OLD_KEY, token, MODEL_KEY, EMBEDDINGS_KEY]) {
      for (const [place, texts] of Object.entries({ said, kept, log: [server.output()], spans: [upstream.spans()] }))
        expect([place, canary, texts.find((t) => t.includes(canary))?.slice(0, 2000)]).toEqual([place, canary, undefined])
    }
  })

  it.each([
    ['database', { DATABASE_URL: `postgres://mill:${DATABASE_PASSWORD}@127.0.0.1:9/mill`, KAFKA_BROKERS: '127.0.0.1:9' }],
    ['database that is misspelt', { DATABASE_URL: `postgres//mill:${DATABASE_PASSWORD}@127.0.0.1/mill` }],
    [
      'store',
      {
        AZURE_STORAGE_CONNECTION_STRING: `DefaultEndpointsProtocol=http;AccountName=mill;AccountKey=${STORAGE_KEY};BlobEndpoint=http://127.0.0.1:9/mill;`,
      },
    ],
    ['store that is misspelt', { AZURE_STORAGE_CONNECTION_STRING: `AccountKey=${STORAGE_KEY}` }],
  ])('is told by a server whose %s does not answer', async (_what, variables) => {
    const own = await mkdtemp(join(tmpdir(), 'millrace-secrets-'))
    const started = await startProcess({ DATA_DIR: own, LOG_LEVEL: 'DEBUG', ...variables }).catch((error: Error) => error)
    const said: string[] = []
    if (started instanceof Error) said.push(started.message)
    else {
      for (const path of ['/api/health/ready', '/api/v2/upload/test-cloud', '/api/v2/settings/blob-status', '/api/v2/upload/mappings'])
        said.push(await (await fetch(started.url + path)).text())
      await started.stop()
      said.push(started.output())
    }
    await rm(own, { recursive: true, force: true, maxRetries: 5 })
    expect(said.join('').length).toBeGreaterThan(20)
    for (const canary of [DATABASE_PASSWORD, STORAGE_KEY]) expect(said.join('\n')).not.toContain(canary)
  })
})
