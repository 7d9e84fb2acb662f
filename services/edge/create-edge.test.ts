import { pino } from 'pino'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { z } from 'zod'
import type { App } from '../../kernel/http/app/app.ts'
import { pagedSchema, pageQuery } from '../../kernel/http/reply/paging.ts'
import type { Ports } from '../../kernel/ports.ts'
import { systemClock } from '../../kernel/runtime/clock.ts'
import { parseEnv } from '../../kernel/runtime/env.ts'
import type { Service } from '../../kernel/service.ts'
import { createEdge } from './create-edge.ts'

const log = pino({ level: 'silent' })
const down = new Set<string>()
const ping = (name: string) => async () => {
  if (down.has(name)) throw new Error(`canary: ${name} at 10.0.0.1 refused`)
}
/** Only what the health routes ask of the ports. */
const ports = {
  broker: { ping: ping('broker') },
  database: { ping: ping('database') },
  blobs: { ping: ping('blobs') },
  search: { ping: ping('search') },
  llm: { provider: 'openai', check: ping('llm') },
  config: { llms: { models: { default: { provider: 'openai', model: 'm' } } }, access: { keys: {} } },
  clock: systemClock,
} as unknown as Ports

const things: Service = {
  name: 'things',
  routes(app) {
    const item = z.object({ id: z.uuid(), count: z.int() })
    app.get(
      '/api/v2/things',
      { config: { access: 'api' }, schema: { querystring: pageQuery, response: { 200: pagedSchema(item) } } },
      async () => ({ items: [], pagination: {} }) as never,
    )
    app.post(
      '/api/v2/things/:id',
      { config: { access: 'admin' }, schema: { params: z.object({ id: z.uuid() }), body: item, response: { 202: item } } },
      async (request, reply) => reply.code(202).send(request.body),
    )
    app.get('/api/v2/things/:id/raw/:part', { config: { access: 'api' } }, async () => 'x')
  },
}

let app: App
const start = (variables: Record<string, string> = {}, services: Service[] = [things]) =>
  createEdge({
    env: parseEnv({ RATE_LIMIT_PER_MINUTE: '0', ...variables }),
    log,
    ports,
    services,
    publish: async () => [],
    projected: async () => true,
  })

beforeEach(async () => {
  down.clear()
  app = await start()
})
afterEach(() => app.close())

describe('an address that nothing has', () => {
  const ask = (accept: string | undefined, path = '/nowhere', method: 'GET' | 'POST' = 'GET') =>
    app.inject({ method, url: path, headers: accept === undefined ? {} : { accept } })

  it('is a page for a browser, and the generic error for everybody else', async () => {
    const page = await ask('text/html,application/xhtml+xml,application/xml;q=0.9,*/*;q=0.8')
    expect([page.statusCode, page.headers['content-type'], page.headers['cache-control']]).toEqual([
      404,
      'text/html; charset=utf-8',
      'no-store',
    ])
    expect(page.body).toContain('<h1>There is nothing here</h1>')
    expect(page.body).toContain('aria-label="Console"')
    for (const accept of [undefined, '*/*', 'application/json']) {
      const reply = await ask(accept)
      expect([reply.statusCode, reply.json().error.code]).toEqual([404, 'not_found'])
    }
    expect((await ask('text/html', '/nowhere', 'POST')).json().error.code).toBe('not_found')
  })

  it('repeats nothing of the address', async () => {
    const page = await ask('text/html', '/%3Cscript%3Ealert(1)%3C/script%3E?q=canary')
    expect(page.body).not.toMatch(/alert|canary/)
  })
})

describe('health', () => {
  it('of the process asks nothing else', async () => {
    for (const name of ['broker', 'database', 'blobs', 'search', 'llm']) down.add(name)
    for (const [path, status] of [
      ['/health', 'healthy'],
      ['/health/live', 'alive'],
      ['/api/health/live', 'alive'],
      ['/ai/health/live', 'alive'],
    ] as const) {
      const reply = await app.inject(path)
      expect([reply.statusCode, reply.json().status]).toEqual([200, status])
      expect(Number.isNaN(Date.parse(reply.json().timestamp))).toBe(false)
    }
    expect((await app.inject('/health')).json().uptime).toBeGreaterThanOrEqual(0)
  })

  it('is found where people look first: its page by a browser, the word that the process runs by everybody else', async () => {
    for (const path of ['/health', '/healthz', '/status', '/api/health', '/ai/health']) {
      expect([path, (await app.inject(path)).json().status]).toEqual([path, 'healthy'])
      const page = await app.inject({ url: path, headers: { accept: 'text/html,application/xhtml+xml,*/*;q=0.8' } })
      expect([page.statusCode, page.headers['content-type'], page.headers.vary]).toEqual([200, 'text/html; charset=utf-8', 'Accept'])
      expect(page.body).toContain('<h1>Health</h1>')
    }
  })

  for (const path of ['/health/ready', '/api/health/ready', '/ai/health/ready']) {
    it(`GET ${path} is ready when everything needed answers`, async () => {
      down.add('llm')
      const reply = await app.inject(path)
      expect([reply.statusCode, reply.json().status]).toEqual([200, 'ready'])
    })

    for (const name of ['broker', 'database', 'blobs', 'search'])
      it(`GET ${path} is 503 without ${name}`, async () => {
        down.add(name)
        const reply = await app.inject(path)
        expect([reply.statusCode, reply.json().error.code, reply.headers['retry-after']]).toEqual([503, 'unavailable', '1'])
        expect(reply.body).not.toContain('canary')
      })

    it(`GET ${path} is 503 once the process drains, while it still lives`, async () => {
      app.setDraining()
      expect((await app.inject(path)).statusCode).toBe(503)
      expect((await app.inject('/health/live')).statusCode).toBe(200)
    })
  }

  it('checks name each dependency', async () => {
    down.add('llm')
    const check = await app.inject('/api/health/check')
    expect([check.statusCode, check.json().status]).toEqual([200, 'degraded'])
    expect(Object.keys(check.json().dependencies)).toEqual(['broker', 'database', 'storage', 'search_index', 'ai_services'])
    for (const d of Object.values<{ status: string; responseTimeMs: number }>(check.json().dependencies))
      expect(d.responseTimeMs).toBeGreaterThanOrEqual(0)

    for (const accept of ['*/*', 'text/html']) {
      const beside = await app.inject({ url: '/api/v2/health/check', headers: { accept } })
      expect([accept, beside.headers['content-type']?.split(';')[0]]).toEqual([accept, accept === '*/*' ? 'application/json' : accept])
    }

    const overall = (await app.inject('/api/v2/health')).json()
    expect(overall).toMatchObject({
      status: 'degraded',
      services: { database: { status: 'up' }, ai_services: { status: 'down', detail: 'down: m does not answer' } },
    })
    expect(overall.system_metrics.memory_usage_percent).toBeGreaterThan(0)
    expect(JSON.stringify([check.json(), overall])).not.toContain('canary')
  })

  it('check is 503 when something needed is down', async () => {
    down.add('broker')
    expect((await app.inject('/api/health/check')).statusCode).toBe(503)
  })

  it('summary tests only when asked', async () => {
    const summary = async (flag: string) => (await app.inject(`/api/v2/health/service-health?test_services=${flag}`)).json()
    expect(await summary('false')).toMatchObject({ status: 'unknown', tested: false, services: {} })
    expect(await summary('true')).toMatchObject({ status: 'healthy', tested: true, services: { broker: { status: 'healthy' } } })
    expect((await summary('false')).status).toBe('healthy')
    expect((await app.inject('/api/v2/health/service-health?test_services=maybe')).statusCode).toBe(400)
  })
})

describe('metrics', () => {
  it('tell what services count, as it is now', async () => {
    const now = { passed: 0, flagged: 0 }
    const counting = await start({ ADMIN_PROXY_SECRET: 's' }, [
      { name: 'counting', counts: { checks: { help: 'Checks.', now: () => now } } },
    ])
    const read = async () => (await counting.inject({ url: '/metrics', headers: { 'x-runtime-admin-proxy-secret': 's' } })).body
    expect(await read()).toContain('millrace_checks_total{outcome="passed"} 0')
    now.passed = 3
    for (const _ of [1, 2])
      expect(await read()).toContain('millrace_checks_total{outcome="passed"} 3\nmillrace_checks_total{outcome="flagged"} 0')
    await counting.close()
  })

  it('are for operators, in the text format, and count requests', async () => {
    const guarded = await start({ ADMIN_PROXY_SECRET: 's' })
    expect((await guarded.inject('/metrics')).statusCode).toBe(401)
    await guarded.inject('/health')
    const reply = await guarded.inject({ url: '/metrics', headers: { 'x-runtime-admin-proxy-secret': 's' } })
    expect(reply.headers['content-type']).toMatch(/^text\/plain/)
    expect(reply.body).toMatch(/http_request_duration_seconds_count\{method="GET",route="\/health",status="200"\} 1/)
    for (const name of [/lag/, /records_handled/, /retr/, /dead/, /stage/, /queue/, /llm_request/, /tokens/])
      expect(
        reply.body
          .split('\n')
          .filter((l) => l.startsWith('# TYPE '))
          .some((l) => name.test(l)),
      ).toBe(true)
    await guarded.close()
  })
})

interface Operation {
  responses: Record<string, unknown>
  security?: unknown[]
  parameters?: { in: string; name: string }[]
  requestBody?: unknown
}

describe('the OpenAPI document', () => {
  it('is 3.1 and describes every route by its schemas, without what is hidden', async () => {
    const reply = await app.inject('/api/v2/openapi.json')
    const document = reply.json() as { openapi: string; paths: Record<string, Record<string, Operation>> }
    expect(document.openapi).toMatch(/^3\.1\./)
    expect(reply.headers.etag).toBeTruthy()
    const paths = Object.keys(document.paths)
    expect(paths).toEqual(
      expect.arrayContaining(['/health', '/metrics', '/api/v2/openapi.json', '/api/v2/things', '/api/v2/things/{id}/raw/{part}']),
    )
    expect(paths.some((p) => p.includes('assets'))).toBe(false)
    const post = document.paths['/api/v2/things/{id}']!.post!
    expect(Object.keys(post.responses)).toEqual(expect.arrayContaining(['202', 'default']))
    expect(post.security).toEqual([{ subscriptionKey: [], bearer: [] }])
    expect(post.requestBody).toBeTruthy()
    expect(document.paths['/health']!.get!.security).toEqual([])
  })

  it('declares every path parameter and a response for every operation', async () => {
    const { paths } = (await app.inject('/api/v2/openapi.json')).json() as { paths: Record<string, Record<string, Operation>> }
    for (const [path, item] of Object.entries(paths))
      for (const operation of Object.values(item)) {
        const declared = (operation.parameters ?? []).filter((p) => p.in === 'path').map((p) => p.name)
        expect([path, declared.sort()]).toEqual([path, [...path.matchAll(/\{([^}]+)\}/g)].map((m) => m[1]).sort()])
        expect(Object.keys(operation.responses).length).toBeGreaterThan(0)
      }
  })
})

it('a service whose route has no access rule stops the start', async () => {
  const careless: Service = { name: 'careless', routes: (a) => void a.get('/x', async () => 'x') }
  await expect(start({}, [careless])).rejects.toThrow(/config\.access is missing/)
})

it('HEAD answers as GET on the health routes', async () => {
  for (const path of ['/health', '/api/v2/openapi.json']) {
    const [head, get] = [await app.inject({ method: 'HEAD', url: path }), await app.inject(path)]
    expect([head.statusCode, head.body, head.headers['content-type']]).toEqual([200, '', get.headers['content-type']])
  }
})
