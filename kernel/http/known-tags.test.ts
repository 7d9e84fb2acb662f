import { Agent, type IncomingMessage, request as rawRequest } from 'node:http'
import type { Socket } from 'node:net'
import { pino } from 'pino'
import { afterEach, describe, expect, it } from 'vitest'
import type { Logger } from '../log.ts'
import { createMetrics } from '../metrics.ts'
import { listen, testApp } from './app.fixture.ts'
import type { Access, Caller } from './app.ts'
import { AUDIENCE, startIdentityProvider } from './identity-provider.fixture.ts'
import { answerFromTags } from './known-tags.ts'
import { rememberCallers, rememberLastCaller } from './remember-callers.ts'

const closing: (() => Promise<unknown>)[] = []
afterEach(async () => {
  for (const close of closing.splice(0)) await close()
})

/** A route with two known tags; `whole` counts what went the whole way. */
async function server(variables: Record<string, string> = {}, log?: Logger) {
  const metrics = createMetrics()
  const { app, logged } = await testApp(variables, { metrics, ...(log ? { log } : {}) })
  closing.push(() => app.close())
  let whole = 0
  app.get('/thing/:id', { config: { access: 'api' } }, async (_request, reply) => {
    whole++
    return reply.header('etag', '"new"').send({ ok: true })
  })
  const tags = new Map([['a', '"one"']])
  answerFromTags(app.server, {
    route: '/thing/:id',
    access: 'api',
    tagOf: (id, caller) => (caller.keyName === 'stranger' ? undefined : tags.get(id)),
  })
  const url = await listen(app)
  const ask = (path: string, headers: Record<string, string> = {}) => fetch(url + path, { headers })
  return { ask, metrics, logged, tags, whole: () => whole }
}

describe('a revalidation of a known tag', () => {
  it('is 304 without the route, logged like every request, and counted', async () => {
    const { ask, metrics, logged, whole } = await server()
    const reply = await ask('/thing/a', { 'if-none-match': '"one"', 'x-request-id': 'poll-1' })
    expect([reply.status, await reply.text(), reply.headers.get('etag'), whole()]).toEqual([304, '', '"one"', 0])
    const header = (name: string) => reply.headers.get(name)
    expect(['x-request-id', 'cache-control'].map(header)).toEqual(['poll-1', 'no-cache'])
    expect(logged()).toMatch(/"requestId":"poll-1","traceparent":"00-[0-9a-f]{32}-[0-9a-f]{16}-01".*"route":"\/thing\/:id","status":304/)
    expect(await metrics.registry.metrics()).toContain('millrace_http_unchanged_total{route="/thing/:id"} 1')
  })

  it('tells of the budget once less than half of it is left', async () => {
    const { ask } = await server({ RATE_LIMIT_PER_MINUTE: '4' })
    const told = async () => {
      const { headers } = await ask('/thing/a', { 'if-none-match': '"one"' })
      return ['limit', 'remaining', 'reset'].map((name) => headers.get(`ratelimit-${name}`))
    }
    expect([await told(), await told(), await told()]).toEqual([
      [null, null, null],
      [null, null, null],
      ['4', '1', '60'],
    ])
  })

  it('goes the whole way for another tag, another path, another method and when it is no longer known', async () => {
    const { ask, tags, whole } = await server()
    for (const [path, tag] of [
      ['/thing/a', '"two"'],
      ['/thing/a', 'W/"one"'],
      ['/thing/b', '"one"'],
      ['/thing/a?x=1', '"one"'],
    ] as const)
      expect((await ask(path, { 'if-none-match': tag })).status).toBe(200)
    expect(whole()).toBe(4)
    tags.delete('a')
    expect((await ask('/thing/a', { 'if-none-match': '"one"' })).status).toBe(200)
    expect((await ask('/thing/a')).headers.get('etag')).toBe('"new"')
  })

  it('asks for key and token, refuses without them, and spends the caller’s budget', async () => {
    const provider = await startIdentityProvider()
    closing.push(() => provider.close())
    const { ask, whole } = await server({
      SUBSCRIPTION_KEYS: 'a:key-a,stranger:key-s',
      OIDC_JWKS_URL: provider.jwksUrl,
      OIDC_AUDIENCE: AUDIENCE,
      RATE_LIMIT_PER_MINUTE: '3',
    })
    const good = { 'ocp-apim-subscription-key': 'key-a', authorization: `Bearer ${await provider.mint()}` }
    const same = { 'if-none-match': '"one"' }
    expect((await ask('/thing/a', same)).status).toBe(401)
    expect((await ask('/thing/a', { ...same, ...good, 'ocp-apim-subscription-key': 'key-b' })).status).toBe(401)
    expect((await ask('/thing/a', { ...same, ...good, authorization: `Bearer ${await provider.mint({ roles: [] })}` })).status).toBe(403)
    // the first goes the whole way, because its token has to be verified
    expect((await ask('/thing/a', { ...same, ...good })).status).toBe(200)
    expect((await ask('/thing/a', { ...same, ...good })).status).toBe(304)
    expect((await ask('/thing/a', { ...same, ...good })).status).toBe(304)
    const over = await ask('/thing/a', { ...same, ...good })
    expect([over.status, over.headers.get('retry-after')]).toEqual([429, expect.stringMatching(/^\d+$/)])
    expect(whole()).toBe(1)
    // what is not known for this caller goes the whole way, where the route decides
    const stranger = { ...same, ...good, 'ocp-apim-subscription-key': 'key-s' }
    expect([(await ask('/thing/a', stranger)).status, (await ask('/thing/a', stranger)).status, whole()]).toEqual([200, 200, 3])
  })

  it.each([
    ['evil.example', 403],
    ['evil.example:80', 403],
    ['127.0.0.1.evil.example', 403],
    ['[::2]:80', 403],
    ['localhost', 304],
    ['localhost:8080', 304],
    ['127.0.0.2:80', 304],
    ['[::1]:80', 304],
  ])('in open mode the host name %s is answered with %i', async (host, expected) => {
    const { ask } = await server()
    const { url } = await ask('/thing/a')
    const status = await new Promise((resolve) =>
      rawRequest(url, { headers: { host, 'if-none-match': '"one"' } }, (reply) => resolve(reply.resume().statusCode)).end(),
    )
    expect(status).toBe(expected)
  })

  it('is not told to a log that leaves out what is for debugging, and is counted all the same', async () => {
    const lines: string[] = []
    const { ask, metrics } = await server({}, pino({ level: 'info' }, { write: (line) => void lines.push(line) }))
    expect((await ask('/thing/a', { 'if-none-match': '"one"' })).status).toBe(304)
    expect(lines.filter((line) => line.includes('"status":304'))).toEqual([])
    expect(await metrics.registry.metrics()).toContain('millrace_http_unchanged_total{route="/thing/:id"} 1')
  })
})

it('a key and a token that were good together are asked again when the token has to be', async () => {
  let now = 1000
  let asked = 0
  const caller = (goodUntil?: number) => ({ roles: [], claims: {}, actor: 'x', goodUntil })
  const ask = rememberCallers(
    () => {
      asked++
      return caller(2000)
    },
    () => now,
  )
  const request = { method: 'GET', headers: { authorization: 'Bearer t', 'ocp-apim-subscription-key': 'k' } }
  await ask(request)
  await ask(request)
  expect(asked).toBe(1)
  await ask({ ...request, headers: { ...request.headers, 'ocp-apim-subscription-key': 'other' } })
  expect(asked).toBe(2)
  now = 2000
  await ask(request)
  expect(asked).toBe(3)
})

it('a connection’s last caller is asked for again with other credentials, for another rule, and when the token ends', () => {
  let now = 1000
  const asked: unknown[] = []
  const identify = rememberLastCaller(
    ({ headers }) => {
      asked.push(headers.authorization)
      return { roles: [], claims: {}, actor: String(headers.authorization), goodUntil: headers.authorization ? 2000 : undefined }
    },
    () => now,
  )
  const socket = {} as Socket
  const good = { authorization: 'Bearer t', 'ocp-apim-subscription-key': 'k' }
  const ask = (headers: Record<string, string>, over = socket, access: Access = 'api') => {
    const before = asked.length
    const caller = identify({ headers, method: 'GET', socket: over } as IncomingMessage, access) as Caller
    expect(caller.actor).toBe(String(headers.authorization))
    return asked.length > before
  }
  expect([ask(good), ask(good), ask({ ...good })]).toEqual([true, false, false])
  expect(ask(good, {} as Socket)).toBe(true)
  expect(ask({ ...good, authorization: 'Bearer u' })).toBe(true)
  expect(ask(good)).toBe(true)
  expect(ask({ ...good, 'ocp-apim-subscription-key': 'other' })).toBe(true)
  expect(ask({ authorization: good.authorization })).toBe(true)
  expect([ask(good), ask(good, socket, 'admin'), ask(good, socket, 'admin')]).toEqual([true, true, false])
  // who has no token is never remembered
  expect([ask({}), ask({})]).toEqual([true, true])
  expect([ask(good), ask(good)]).toEqual([true, false])
  now = 2000
  expect([ask(good), ask(good)]).toEqual([true, true])
})

it('what is refused on a connection stays refused after somebody’s good credentials came over it', async () => {
  const provider = await startIdentityProvider()
  closing.push(() => provider.close())
  const variables = { SUBSCRIPTION_KEYS: 'a:key-a', OIDC_JWKS_URL: provider.jwksUrl, OIDC_AUDIENCE: AUDIENCE }
  const { ask } = await server(variables)
  const { url } = await ask('/thing/a')
  const agent = new Agent({ keepAlive: true, maxSockets: 1 })
  closing.push(async () => agent.destroy())
  const ports = new Set<number | undefined>()
  const over = (headers: Record<string, string>) =>
    new Promise((resolve) =>
      rawRequest(url, { agent, headers: { 'if-none-match': '"one"', ...headers } }, (reply) => {
        ports.add(reply.socket.localPort)
        reply.resume().on('end', () => resolve(reply.statusCode))
      }).end(),
    )
  const good = { 'ocp-apim-subscription-key': 'key-a', authorization: `Bearer ${await provider.mint()}` }
  const { authorization } = good
  expect([await over(good), await over(good), await over(good)]).toEqual([200, 304, 304])
  expect(await over({})).toBe(401)
  expect(await over({ authorization })).toBe(401)
  expect(await over({ ...good, 'ocp-apim-subscription-key': 'key-b' })).toBe(401)
  expect(await over({ ...good, authorization: `${authorization}x` })).toBe(401)
  expect(await over({ ...good, authorization: `Bearer ${await provider.mint({ roles: [] })}` })).toBe(403)
  expect([await over(good), ports.size]).toEqual([304, 1])
})
