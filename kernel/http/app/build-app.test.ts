import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { z } from 'zod'
import { ApiError, WorkError } from '../../runtime/errors.ts'
import { createMetrics } from '../../runtime/metrics.ts'
import { testApp } from './app.fixture.ts'
import type { App } from './app.ts'

const UUID = /^[0-9a-f]{8}-[0-9a-f]{4}-4[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/
const metrics = createMetrics()
const open = { access: 'open' } as const
let app: App
let logged: () => string

beforeAll(async () => {
  ;({ app, logged } = await testApp({}, { metrics }))
  app.get('/thing/:id', { config: open, schema: { params: z.object({ id: z.coerce.number().int() }) } }, async (r) => ({
    id: r.params.id,
    trace: r.traceparent,
  }))
  app.post('/thing/:id', { config: open }, async () => ({ ok: true }))
  app.post(
    '/json',
    { config: open, schema: { body: z.object({ question: z.string(), more: z.unknown().optional() }) } },
    async (r) => r.body,
  )
  app.get('/thing/list', { config: open }, async () => [])
  app.delete('/thing/:id/parts/:part', { config: open }, async () => ({ ok: true }))
  app.get('/thing/:id/parts/all', { config: open }, async () => [])
  app.post('/any', { config: open }, async (r) => ({ body: r.body ?? null }))
  app.post('/form', { config: { ...open, form: true } }, async (r) => r.body)
  app.get('/fail/:how', { config: open, schema: { response: { 400: z.object({ never: z.string() }) } } }, async (r) => {
    const { how } = r.params as { how: string }
    if (how === 'api') throw new ApiError('conflict', 'it is there', { details: { id: 7 }, headers: { 'x-extra': 'yes' } })
    if (how === 'declared') throw new ApiError('invalid_request', 'shown as it is')
    if (how === 'issues') throw new ApiError('validation_failed', 'two issues', { details: { issues: [{ code: 'x', path: ['a'] }] } })
    if (how === 'upstream') throw new WorkError('embedding_failed', 'canary-upstream', { retryable: true, retryAfterMs: 2500 })
    if (how === 'disk') throw Object.assign(new Error('canary-disk'), { code: 'ENOSPC' })
    if (how === 'repertoire') throw Object.assign(new Error('canary: 0x00'), { code: '22021' })
    if (how === 'string') throw 'canary-thrown-string'
    throw new Error('canary-internal at /srv/secret.ts:12')
  })
  app.get('/lies', { config: open, schema: { response: { 200: z.object({ n: z.number() }) } } }, async () => ({ n: 'canary-lie' }) as never)
})
afterAll(() => app.close())

const post = (url: string, payload: string, type = 'application/json') =>
  app.inject({ method: 'POST', url, payload, headers: { 'content-type': type } })

it('waits for a database that is slow to answer a start, for longer than Fastify does', () => {
  expect(app.initialConfig.pluginTimeout).toBe(120_000)
})

describe('request ids and trace context', () => {
  it('keeps a visible id of 1 to 128 characters and replaces everything else', async () => {
    for (const id of ['x', 'y'.repeat(128), '!"#$%&()*+,-./:;<=>?@[]^_`{|}~'])
      expect((await app.inject({ url: '/thing/1', headers: { 'x-request-id': id } })).headers['x-request-id']).toBe(id)
    for (const id of ['', 'z'.repeat(129), 'a b', 'tab\there', 'ü'])
      expect((await app.inject({ url: '/thing/1', headers: { 'x-request-id': id } })).headers['x-request-id']).toMatch(UUID)
    expect((await app.inject({ url: '/thing/1', headers: { 'x-request-id': 'a\r\nset-cookie: x=1' } })).headers['x-request-id']).toMatch(
      UUID,
    )
  })

  it('passes a trace context on and makes one where there is none or a broken one', async () => {
    const given = '00-4bf92f3577b34da6a3ce929d0e0e4736-00f067aa0ba902b7-01'
    const trace = async (traceparent?: string) =>
      (await app.inject({ url: '/thing/1', headers: traceparent ? { traceparent } : {} })).json().trace
    expect(await trace(given)).toBe(given)
    expect(await trace('cc-4bf92f3577b34da6a3ce929d0e0e4736-00f067aa0ba902b7-01-what-the-future-will-be-like')).toBe(given)
    for (const broken of [undefined, 'x', `00-${'0'.repeat(32)}-00f067aa0ba902b7-01`, given.replace('00-', 'ff-'), given.toUpperCase()]) {
      const made = await trace(broken)
      expect(made).toMatch(/^00-[0-9a-f]{32}-[0-9a-f]{16}-01$/)
      expect(made).not.toBe(given)
    }
  })

  it('stand in the access log, without the query', async () => {
    await app.inject({ url: '/thing/1?note=canary-query', headers: { 'x-request-id': 'logged-id-1' } })
    const line = JSON.parse(
      logged()
        .split('\n')
        .find((l) => l.includes('logged-id-1') && l.includes('"msg":"request"'))!,
    )
    expect(line).toMatchObject({ requestId: 'logged-id-1', method: 'GET', route: '/thing/:id', status: 200 })
    expect(line.durationMs).toBeGreaterThanOrEqual(0)
    expect(line.traceparent).toMatch(/^00-/)
    expect(logged()).not.toContain('canary-query')
  })
})

describe('errors', () => {
  it('have one body', async () => {
    const reply = await app.inject({ url: '/fail/api?x=canary', headers: { 'x-request-id': 'e1' } })
    expect([reply.statusCode, reply.headers['x-extra'], reply.headers['content-type']]).toEqual([
      409,
      'yes',
      'application/json; charset=utf-8',
    ])
    const { error, ...rest } = reply.json()
    expect(rest).toEqual({ status_code: 409, path: '/fail/api', method: 'GET' })
    expect(error).toMatchObject({ code: 'conflict', message: 'it is there', details: { id: 7 }, request_id: 'e1' })
    expect(Number.isNaN(Date.parse(error.timestamp))).toBe(false)
  })

  it('are not cut by the schema of a reply', async () => {
    expect((await app.inject('/fail/declared')).json().error.message).toBe('shown as it is')
  })

  it('of schema validation carry name and issues beside the generic fields', async () => {
    expect((await app.inject('/fail/issues')).json().error).toMatchObject({
      name: 'ValidationError',
      code: 'validation_failed',
      issues: [{ code: 'x', path: ['a'] }],
    })
  })

  it('that nobody expected are logged and not shown', async () => {
    for (const [url, canary] of [
      ['/fail/error', 'canary-internal'],
      ['/fail/string', 'canary-thrown-string'],
      ['/lies', 'canary-lie'],
    ] as const) {
      const reply = await app.inject(url)
      expect([reply.statusCode, reply.json().error.code]).toEqual([500, 'internal'])
      expect(reply.body).not.toContain('canary')
      if (canary !== 'canary-lie') expect(logged()).toContain(canary)
    }
    expect(logged()).toMatch(/build-app\.test\.ts/)
  })

  it('of ports keep their kind', async () => {
    const upstream = await app.inject('/fail/upstream')
    expect([upstream.statusCode, upstream.json().error.code, upstream.headers['retry-after']]).toEqual([502, 'upstream_failed', '3'])
    expect(upstream.json().error.details).toEqual({ reason: 'embedding_failed' })
    const repertoire = await app.inject('/fail/repertoire')
    expect([repertoire.statusCode, repertoire.json().error.code]).toEqual([400, 'invalid_request'])
    const disk = await app.inject('/fail/disk')
    expect([disk.statusCode, disk.json().error.code]).toEqual([507, 'storage_full'])
    expect(upstream.body + disk.body).not.toContain('canary')
    expect(logged()).toContain('canary-upstream')
  })

  it('of validation name the field', async () => {
    const wrong = await post('/json', '{"question":1}')
    expect(wrong.statusCode).toBe(400)
    expect(wrong.json().error).toMatchObject({
      code: 'invalid_request',
      details: { issues: [{ in: 'body', path: 'question', code: 'invalid_type' }] },
    })
    expect(wrong.json().error.message).toMatch(/^body\.question: /)
    expect((await app.inject('/thing/x')).json().error.message).toMatch(/^params\.id: /)
    expect((await app.inject({ method: 'POST', url: '/json' })).statusCode).toBe(400)
  })
})

describe('bodies', () => {
  it('that are no JSON are 400 with the position', async () => {
    const reply = await post('/any', '{"a": 1,\n "b": canary}')
    expect([reply.statusCode, reply.json().error.details]).toEqual([400, { position: 15, line: 2, column: 7 }])
    expect(reply.body).not.toContain('canary')
    expect((await post('/any', '{"a"')).json().error.details.position).toBe(4)
  })

  it('that would change prototypes are 400', async () => {
    for (const body of ['{"__proto__":{"admin":1}}', '{"a":[{"\\u005f_proto__":1}]}', '{"constructor":{"prototype":{"admin":1}}}'])
      expect([body, (await post('/any', body)).statusCode]).toEqual([body, 400])
    expect((await post('/any', '{"constructor":"a word"}')).statusCode).toBe(200)
    expect(({} as { admin?: number }).admin).toBeUndefined()
  })

  it('nested 100,000 deep do no harm', async () => {
    const started = performance.now()
    const reply = await post('/any', '['.repeat(100_000))
    expect([reply.statusCode, reply.json().error.details.position]).toEqual([400, 100])
    expect(performance.now() - started).toBeLessThan(1000)
  })

  it('over 1 MiB are 413, of an unknown type 415', async () => {
    expect((await post('/any', JSON.stringify('x'.repeat(1_048_577)))).json().error.code).toBe('payload_too_large')
    for (const type of ['text/plain', 'application/xml', 'application/jsonx', 'multipart/mixed', 'nonsense'])
      expect([type, (await post('/any', '{}', type)).statusCode]).toEqual([type, 415])
    expect((await post('/any', '{"a":1}', 'application/vnd.x+json; charset=utf-8')).json()).toEqual({ body: { a: 1 } })
  })

  it('of forms are read only where a route says so', async () => {
    const type = 'application/x-www-form-urlencoded'
    expect((await post('/form', 'a=1&b=%C3%BC', type)).json()).toEqual({ a: '1', b: 'ü' })
    expect((await post('/form', '__proto__=1', type)).statusCode).toBe(400)
    expect((await post('/any', 'a=1', type)).statusCode).toBe(415)
  })

  it('of forms keep every value of a field that comes again', async () => {
    const type = 'application/x-www-form-urlencoded'
    expect((await post('/form', 'a=1&b=2&a=3&a=', type)).json()).toEqual({ a: ['1', '3', ''], b: '2' })
  })

  it('in parts are read as fields where a route reads forms, and are 415 where it reads JSON', async () => {
    const type = 'multipart/form-data; boundary=b'
    const part = (head: string, text: string) => `--b\r\nContent-Disposition: form-data; ${head}\r\n\r\n${text}\r\n`
    const long = 'é'.repeat(50_000)
    expect((await post('/form', `${part('name="a"', long)}${part('name="b"', '2')}--b--\r\n`, type)).json()).toEqual({ a: long, b: '2' })
    const withFile = await post('/form', `${part('name="file"; filename="x.txt"', 'text')}--b--\r\n`, type)
    expect([withFile.statusCode, withFile.json().error.message]).toEqual([400, 'this route takes no file'])
    const big = part('name="a"', 'x'.repeat(700_000)) + part('name="b"', 'x'.repeat(400_000))
    expect((await post('/form', `${big}--b--\r\n`, type)).statusCode).toBe(413)
    const refused = await post('/json', `${part('name="question"', 'x')}--b--\r\n`, type)
    expect([refused.statusCode, refused.json().error.code]).toEqual([415, 'unsupported_media_type'])
    expect(refused.json().error.message).toContain('application/json')
  })

  it('of unknown paths are not read: 404, not 415', async () => {
    expect((await post('/nope', 'x', 'text/plain')).statusCode).toBe(404)
  })
})

describe('methods and paths', () => {
  it('a wrong method is 405 with Allow, an unknown path 404', async () => {
    const reply = await app.inject({ method: 'DELETE', url: '/thing/1?x=1' })
    expect([reply.statusCode, reply.json().error.code, reply.headers.allow]).toEqual([
      405,
      'method_not_allowed',
      'GET, HEAD, OPTIONS, POST',
    ])
    expect(reply.json().error.message).toBe('/thing/1 does not answer DELETE, but GET, HEAD, OPTIONS, POST')
    expect((await app.inject({ method: 'GET', url: '/json' })).headers.allow).toBe('OPTIONS, POST')
    expect((await app.inject('/thing')).json().error.code).toBe('not_found')
  })

  it('a command on a path of its own is 405, not a command on the thing of that name', async () => {
    const list = await app.inject({ method: 'POST', url: '/thing/list' })
    expect([list.statusCode, list.headers.allow]).toEqual([405, 'GET, HEAD, OPTIONS'])
    expect((await app.inject({ method: 'DELETE', url: '/thing/1/parts/all' })).statusCode).toBe(405)
    expect((await app.inject({ method: 'DELETE', url: '/thing/list/parts/2' })).statusCode).toBe(200)
    expect((await app.inject({ method: 'POST', url: '/thing/list2' })).statusCode).toBe(200)
  })

  it('what has no name is no thing of a collection: a slash more is an unknown path', async () => {
    for (const method of ['GET', 'POST', 'DELETE', 'OPTIONS'] as const)
      for (const url of ['/thing/', '/thing//parts/2', '/thing/1/parts/'])
        expect([method, url, (await app.inject({ method, url })).json().error.code]).toEqual([method, url, 'not_found'])
  })

  it('HEAD answers as GET without a body, OPTIONS tells the methods', async () => {
    const head = await app.inject({ method: 'HEAD', url: '/thing/1' })
    const get = await app.inject('/thing/1')
    expect([head.statusCode, head.body, head.headers['content-type']]).toEqual([200, '', get.headers['content-type']])
    const options = await app.inject({ method: 'OPTIONS', url: '/thing/1' })
    expect([options.statusCode, options.headers.allow]).toEqual([204, 'GET, HEAD, OPTIONS, POST'])
    expect((await app.inject({ method: 'OPTIONS', url: '/nope' })).statusCode).toBe(404)
  })

  it('a path that does not decode is 400, a long segment is no fault by itself', async () => {
    const bad = await app.inject('/thing/%zz')
    expect([bad.statusCode, bad.json().error.code]).toEqual([400, 'invalid_request'])
    expect(bad.headers['x-request-id']).toMatch(UUID)
    expect((await app.inject(`/thing/${'0'.repeat(900)}1`)).statusCode).toBe(200)
    expect((await app.inject(`/thing/${'0'.repeat(5000)}1`)).statusCode).toBe(404)
  })
})

describe('every reply', () => {
  it('has the security headers, and no inline script or style may run', async () => {
    for (const url of ['/thing/1', '/nope', '/fail/error']) {
      const { headers } = await app.inject(url)
      const csp = String(headers['content-security-policy'])
      expect(csp).toContain("script-src 'self'")
      expect(csp).toContain("style-src 'self'")
      expect(csp).not.toMatch(/unsafe|\*|http:/)
      expect([headers['x-content-type-options'], headers['x-frame-options']]).toEqual(['nosniff', 'SAMEORIGIN'])
      expect(headers['x-request-id']).toMatch(UUID)
      expect(headers['x-powered-by']).toBeUndefined()
    }
  })

  it('is counted by route, method and status', async () => {
    const count = async () =>
      Number(/_count\{method="GET",route="unmatched",status="404"\} (\d+)/.exec(await metrics.registry.metrics())?.[1] ?? 0)
    const before = await count()
    await app.inject('/never-heard-of')
    expect(await count()).toBe(before + 1)
  })
})

it('a route without an access rule does not register', async () => {
  const { app: other } = await testApp()
  expect(() => other.get('/bare', async () => 'x')).toThrow(/config\.access is missing/)
  await other.close()
})
