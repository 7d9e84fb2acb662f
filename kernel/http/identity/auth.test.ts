import { createHash } from 'node:crypto'
import { existsSync, readFileSync } from 'node:fs'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { z } from 'zod'
import { testApp } from '../app/app.fixture.ts'
import type { App } from '../app/app.ts'
import { AUDIENCE, startIdentityProvider, WIDGET_AUDIENCE } from './identity-provider.fixture.ts'

const KEY = 'canary-key-5d1c'
const SECRET = 'canary-secret-77ab'
const PROXY = 'x-runtime-admin-proxy-secret'
const JWT_BAD = new URL('../../../../shared/data/hostile/jwt_bad.json', import.meta.url)

let idp: Awaited<ReturnType<typeof startIdentityProvider>>
let app: App
let logged: () => string
let replies = ''

async function secured(over: Record<string, string> = {}) {
  const made = await testApp({
    SUBSCRIPTION_KEYS: `suite:${KEY},other:other-key`,
    OIDC_ISSUER: idp.issuer,
    OIDC_JWKS_URL: idp.jwksUrl,
    OIDC_AUDIENCE: AUDIENCE,
    WIDGET_AUDIENCE,
    ADMIN_PROXY_SECRET: SECRET,
    ...over,
  })
  addRoutes(made.app)
  return made
}

function addRoutes(target: App) {
  for (const access of ['open', 'key', 'api', 'admin', 'operator', 'strict', 'frame'] as const)
    target.get(`/t/${access}`, { config: { access } }, async (request) => ({ ...request.caller }))
  target.get('/t/choice', { config: { access: (request) => (request.url.includes('json=true') ? 'api' : 'open') } }, async () => ({
    ok: true,
  }))
}

const call = async (url: string, credentials: { key?: string; token?: string; headers?: Record<string, string> } = {}, to = app) => {
  const headers = {
    ...(credentials.key ? { 'ocp-apim-subscription-key': credentials.key } : {}),
    ...(credentials.token ? { authorization: `Bearer ${credentials.token}` } : {}),
    ...credentials.headers,
  }
  const reply = await to.inject({ method: 'GET', url, headers })
  replies += reply.body + JSON.stringify(reply.headers)
  return { status: reply.statusCode, body: reply.json(), headers: reply.headers }
}

beforeAll(async () => {
  idp = await startIdentityProvider()
  ;({ app, logged } = await secured())
})
afterAll(async () => {
  await app.close()
  await idp.close()
})

describe('key and token', () => {
  for (const access of ['api', 'strict'] as const)
    it(`${access}: both are asked for`, async () => {
      const token = await idp.mint()
      for (const given of [{}, { key: KEY }, { token }]) {
        const { status, body } = await call(`/t/${access}`, given)
        expect([status, body.error.code, body.status_code]).toEqual([401, 'unauthorized', 401])
      }
      const { status, body } = await call(`/t/${access}`, { key: KEY, token })
      expect(status).toBe(200)
      expect(body).toMatchObject({ keyName: 'suite', subject: 'tester', roles: ['Api.Access'], actor: 'tester' })
    })

  it('a refusal says which credentials are asked for', async () => {
    const byKey = expect.stringContaining('name="Ocp-Apim-Subscription-Key"')
    for (const given of [{}, { key: 'nope' }])
      expect((await call('/t/api', given)).headers).toMatchObject({ 'www-authenticate': byKey, 'cache-control': 'no-store' })
    expect((await call('/t/api', { key: KEY })).headers['www-authenticate']).toBe('Bearer')
    expect((await call('/t/api', { key: KEY, token: 'a.b.c' })).headers['www-authenticate']).toBe('Bearer error="invalid_token"')
    for (const path of ['/t/operator', '/t/frame']) expect((await call(path)).headers).toHaveProperty('www-authenticate')
  })

  it('any configured key counts, a wrong one is 401, and 403 where the rule is strict', async () => {
    const token = await idp.mint()
    expect((await call('/t/api', { key: 'other-key', token })).body.keyName).toBe('other')
    expect((await call('/t/api', { key: 'nope', token })).status).toBe(401)
    expect((await call('/t/strict', { key: 'nope', token })).status).toBe(403)
  })

  it('every bad token is 401', async () => {
    const bad = await idp.badTokens()
    for (const [name, token] of Object.entries(bad)) expect([name, (await call('/t/api', { key: KEY, token })).status]).toEqual([name, 401])
  })

  it.skipIf(!existsSync(JWT_BAD))('the collected bad tokens are 401', async () => {
    const collected = z.array(z.object({ token: z.string(), note: z.string() })).parse(JSON.parse(readFileSync(JWT_BAD, 'utf8')))
    expect(collected.length).toBeGreaterThan(3)
    for (const { token, note } of collected) expect([note, (await call('/t/api', { key: KEY, token })).status]).toEqual([note, 401])
  })

  it('ES256 and a clock that differs by 20 s are let in; a missing role is 403', async () => {
    expect((await call('/t/api', { key: KEY, token: await idp.mintEs256() })).status).toBe(200)
    expect((await call('/t/api', { key: KEY, token: await idp.mint({ exp: Math.floor(Date.now() / 1000) - 20 }) })).status).toBe(200)
    expect((await call('/t/api', { key: KEY, token: await idp.mint({ roles: ['Other'] }) })).status).toBe(403)
    expect((await call('/t/api', { key: KEY, token: await idp.mint({ roles: undefined }) })).status).toBe(403)
  })

  it('credentials in the URL and other schemes do not count', async () => {
    const token = await idp.mint()
    for (const query of ['subscription-key', 'Ocp-Apim-Subscription-Key', 'key'])
      expect((await call(`/t/api?${query}=${KEY}`, { token })).status).toBe(401)
    for (const query of ['access_token', 'token', 'authorization'])
      expect((await call(`/t/api?${query}=${token}`, { key: KEY })).status).toBe(401)
    for (const authorization of ['Basic YTpi', token, 'Bearer ', `Bearer ${KEY}`])
      expect((await call('/t/api', { key: KEY, headers: { authorization } })).status).toBe(401)
  })

  it('a rule may depend on the request', async () => {
    expect((await call('/t/choice')).status).toBe(200)
    expect((await call('/t/choice?json=true')).status).toBe(401)
  })

  it('a key alone opens `key` routes', async () => {
    expect((await call('/t/key', { key: KEY })).status).toBe(200)
    expect((await call('/t/key', { key: 'nope' })).status).toBe(401)
    expect((await call('/t/key', { token: await idp.mint() })).status).toBe(401)
  })
})

describe('roles and other audiences', () => {
  it('admin routes ask for the role', async () => {
    expect((await call('/t/admin', { key: KEY, token: await idp.mint() })).status).toBe(403)
    expect((await call('/t/admin', { key: KEY, token: await idp.mint({ roles: ['Api.Access', 'Api.Admin'] }) })).status).toBe(200)
    expect((await call('/t/admin')).status).toBe(401)
  })

  it('routes for frames take their tokens only, other routes never', async () => {
    const widget = await idp.mint({ aud: WIDGET_AUDIENCE, roles: ['access_as_application'] })
    expect((await call('/t/frame', { token: widget })).status).toBe(200)
    expect((await call('/t/frame', { token: await idp.mint(), key: KEY })).status).toBe(401)
    expect((await call('/t/frame', { token: await idp.mint({ aud: WIDGET_AUDIENCE }) })).status).toBe(403)
    expect((await call('/t/frame?widget_token=x')).status).toBe(401)
    expect((await call('/t/api', { token: widget, key: KEY })).status).toBe(401)
  })
})

describe('operator routes', () => {
  it('take the secret, or an administrator; a wrong secret is 403 whatever else is sent', async () => {
    const admin = { key: KEY, token: await idp.mint({ roles: ['Api.Access', 'Api.Admin'] }) }
    expect((await call('/t/operator')).status).toBe(401)
    expect((await call('/t/operator', { key: KEY, token: await idp.mint() })).status).toBe(401)
    expect((await call('/t/operator', admin)).status).toBe(200)
    expect((await call('/t/operator', { headers: { [PROXY]: SECRET } })).status).toBe(200)
    expect((await call('/t/operator', { ...admin, headers: { [PROXY]: `${SECRET}x` } })).status).toBe(403)
    expect((await call('/t/operator', { ...admin, headers: { [PROXY]: '' } })).status).toBe(403)
  })

  it('name the actor from the headers, else the caller, else dashboard-user', async () => {
    const actor = async (headers: Record<string, string>) =>
      (await call('/t/operator', { headers: { [PROXY]: SECRET, ...headers } })).body.actor
    expect(await actor({})).toBe('dashboard-user')
    expect(await actor({ 'x-ms-client-principal-id': 'p1' })).toBe('p1')
    expect(await actor({ 'x-ms-client-principal-id': 'p1', 'x-actor-id': 'a1' })).toBe('a1')
    expect(await actor({ 'x-actor-id': 'x'.repeat(300) })).toBe('dashboard-user')
    const admin = { key: KEY, token: await idp.mint({ roles: ['Api.Access', 'Api.Admin'] }) }
    expect((await call('/t/operator', admin)).body.actor).toMatch(/^key:\S+ sub:\S+$/)
    expect((await call('/t/operator', { ...admin, headers: { 'x-actor-id': 'a1' } })).body.actor).toBe('a1')
  })

  it('are 503 where a gateway is announced without a secret', async () => {
    const { app: gateway } = await secured({ ADMIN_PROXY_SECRET: '', GATEWAY_URL: 'https://gateway.example' })
    expect((await call('/t/operator', { headers: { [PROXY]: 'x' } }, gateway)).status).toBe(503)
    expect((await call('/t/operator', {}, gateway)).status).toBe(503)
    await gateway.close()
  })

  it('ask for the secret in an otherwise open server that has one', async () => {
    const { app: local } = await testApp({ ADMIN_PROXY_SECRET: SECRET })
    addRoutes(local)
    expect((await call('/t/operator', {}, local)).status).toBe(401)
    expect((await call('/t/operator', { headers: { [PROXY]: SECRET } }, local)).status).toBe(200)
    await local.close()
  })
})

describe('identity comes before the route', () => {
  const protectedPaths = ['/api/v2/nope', '/strict/nope']
  it('unknown paths of a protected family are 401 without credentials, 404 with them', async () => {
    const good = { key: KEY, token: await idp.mint() }
    for (const path of protectedPaths) {
      expect([path, (await call(path)).status]).toEqual([path, 401])
      expect([path, (await call(path, good)).status]).toEqual([path, 404])
    }
    expect((await call('/admin/nope')).status).toBe(401)
    expect((await call('/admin/nope', { headers: { [PROXY]: SECRET } })).status).toBe(404)
    expect((await call('/frame/nope')).status).toBe(401)
    expect((await call('/nope')).status).toBe(404)
    expect((await call('/%61pi/v2/nope')).status).toBe(401)
    expect((await call('/strict/nope', { ...good, key: 'nope' })).status).toBe(403)
  })

  it('a wrong method asks for the credentials of the right one', async () => {
    const reply = await app.inject({ method: 'DELETE', url: '/t/api' })
    expect(reply.statusCode).toBe(401)
  })
})

describe('the identity provider', () => {
  it('is asked for its keys once, and found through the issuer alone', async () => {
    const { app: discovering } = await secured({ OIDC_JWKS_URL: '' })
    const before = idp.fetches()
    for (let i = 0; i < 5; i++)
      expect((await call('/t/api', { key: KEY, token: await idp.mint({ jti: String(i) }) }, discovering)).status).toBe(200)
    expect(idp.fetches() - before).toBe(2)
    await discovering.close()
  })

  for (const over of [{}, { OIDC_JWKS_URL: '' }] as Record<string, string>[])
    it(`that does not answer makes 503, and comes back (${'OIDC_JWKS_URL' in over ? 'discovery' : 'JWKS'})`, async () => {
      const { app: cut } = await secured(over)
      idp.setDown(true)
      const reply = await call('/t/api', { key: KEY, token: await idp.mint() }, cut)
      expect([reply.status, reply.body.error.code, reply.headers['retry-after']]).toEqual([503, 'unavailable', '5'])
      expect((await call('/t/api', { key: KEY, token: 'a.b.c' }, cut)).status).toBe(401)
      idp.setDown(false)
      expect((await call('/t/api', { key: KEY, token: await idp.mint() }, cut)).status).toBe(200)
      await cut.close()
    })
})

it('a token without a subject is nobody, unless a key says who comes with it', async () => {
  const { app: keyless } = await secured({ SUBSCRIPTION_KEYS: '', ADMIN_PROXY_SECRET: '' })
  const token = await idp.mint({ sub: undefined, roles: ['Api.Access', 'Api.Admin'] })
  const framed = await idp.mint({ sub: undefined, aud: WIDGET_AUDIENCE, roles: ['access_as_application'] })
  for (const access of ['key', 'api', 'admin', 'strict'])
    expect([access, (await call(`/t/${access}`, { token }, keyless)).status]).toEqual([access, 401])
  expect((await call('/t/frame', { token: framed }, keyless)).body.error.message).toContain('it needs a subject')
  await keyless.close()
  expect((await call('/t/api', { key: KEY, token })).body).toMatchObject({ keyName: 'suite', actor: 'suite' })
})

describe('without any configuration', () => {
  it('everything is open, on the loopback name and to pages of this server only', async () => {
    const { app: open } = await testApp()
    addRoutes(open)
    open.post('/t/write', { config: { access: 'api' } }, async () => ({ ok: true }))
    for (const access of ['key', 'api', 'admin', 'operator', 'strict', 'frame'])
      expect([access, (await call(`/t/${access}`, {}, open)).status]).toEqual([access, 200])
    expect((await call('/t/api', { headers: { host: 'rebound.example' } }, open)).status).toBe(403)
    const write = (site: string) => open.inject({ method: 'POST', url: '/t/write', headers: { 'sec-fetch-site': site } })
    for (const site of ['cross-site', 'same-site']) expect((await write(site)).statusCode).toBe(403)
    expect((await write('same-origin')).statusCode).toBe(200)
    await open.close()
  })
})

it('no secret and no token is in a log line or a reply', async () => {
  const token = await idp.mint()
  await call(`/t/api?subscription-key=${KEY}`, { key: KEY, token })
  await call('/t/operator', { headers: { [PROXY]: SECRET } })
  expect(logged()).toContain('"route":"/t/api"')
  for (const canary of [KEY, SECRET, token, token.split('.')[2]!]) {
    expect(logged()).not.toContain(canary)
    expect(replies).not.toContain(canary)
  }
})

it('keys may stand in the configuration as their hashes, which are no keys themselves', async () => {
  const hashed = createHash('sha256').update(KEY).digest('hex')
  const { app: target } = await testApp({ SUBSCRIPTION_KEYS: `old:plain-key,new:sha256:${hashed}` })
  addRoutes(target)
  const names = []
  for (const key of [KEY, 'plain-key', hashed, `sha256:${hashed}`]) {
    const reply = await target.inject({ url: '/t/key', headers: { 'ocp-apim-subscription-key': key } })
    names.push(reply.statusCode === 200 ? reply.json().keyName : reply.statusCode)
  }
  expect(names).toEqual(['new', 'old', 401, 401])
  await target.close()
})

describe('a key where clients of OpenAI put it', () => {
  const bearer = (token: string) => ({ headers: { authorization: `Bearer ${token}` } })

  it('counts where no identity provider is configured', async () => {
    const { app: keysOnly } = await testApp({ SUBSCRIPTION_KEYS: `suite:${KEY}` })
    addRoutes(keysOnly)
    expect(await call('/t/api', bearer(KEY), keysOnly)).toMatchObject({ status: 200, body: { keyName: 'suite' } })
    expect((await call('/t/api', bearer(`${KEY}x`), keysOnly)).status).toBe(401)
    // the header made for it counts first
    expect((await call('/t/api', { key: 'wrong', ...bearer(KEY) }, keysOnly)).status).toBe(401)
    await keysOnly.close()
  })

  it('is none where tokens stand there', async () => {
    expect((await call('/t/api', bearer(KEY))).status).toBe(401)
  })
})
