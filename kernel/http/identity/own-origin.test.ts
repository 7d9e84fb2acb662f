import { afterAll, beforeAll, describe, expect, it, test } from 'vitest'
import { testApp } from '../app/app.fixture.ts'
import type { App } from '../app/app.ts'

const KEY = 'a-key-that-nobody-guesses-0451'

async function appWith(variables: Record<string, string>): Promise<App> {
  const { app } = await testApp(variables)
  app.get('/t', { config: { access: 'api' } }, async () => ({ ok: true }))
  for (const method of ['POST', 'PUT', 'PATCH', 'DELETE'] as const)
    app.route({ method, url: '/t', config: { access: 'api' }, handler: async () => ({ ok: true }) })
  app.post('/open', { config: { access: 'open' } }, async () => ({ ok: true }))
  return app
}

let open: App
let keyed: App
let gated: App
beforeAll(async () => {
  open = await appWith({})
  keyed = await appWith({ SUBSCRIPTION_KEYS: `suite:${KEY}` })
  gated = await appWith({ SUBSCRIPTION_KEYS: `suite:${KEY}`, GATEWAY_URL: 'https://mill.example/base' })
})
afterAll(() => Promise.all([open.close(), keyed.close(), gated.close()]))

const status = async (
  app: App,
  headers: Record<string, string>,
  method: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE' = 'POST',
  url = '/t',
) => (await app.inject({ method, url, headers: { host: '127.0.0.1:8080', 'ocp-apim-subscription-key': KEY, ...headers } })).statusCode

const OTHERS = {
  'another port of the loopback address': 'http://127.0.0.1:8081',
  'another name of the loopback address': 'http://localhost:8080',
  'another scheme': 'https://127.0.0.1:8080',
  'no port': 'http://127.0.0.1',
  'another site': 'https://stranger.example',
  'no origin that is told': 'null',
  'two origins': 'http://127.0.0.1:8080, https://stranger.example',
  'one that begins as ours': 'http://127.0.0.1:8080.stranger.example',
  'an extension': 'chrome-extension://abcdefghijklmnop',
}

describe.each([
  ['open', () => open],
  ['with keys', () => keyed],
])('a server that is %s', (_mode, app) => {
  test.each(Object.entries(OTHERS))('takes nothing from a page of %s', async (_what, origin) => {
    for (const method of ['POST', 'PUT', 'PATCH', 'DELETE'] as const)
      expect([method, await status(app(), { origin }, method)]).toEqual([method, 403])
    expect(await status(app(), { origin }, 'POST', '/open')).toBe(403)
    // reading tells a page nothing: no reply lets it look
    expect(await status(app(), { origin }, 'GET')).toBe(200)
  })

  it('goes on with its own pages, and with programs, which send none', async () => {
    expect(await status(app(), { origin: 'http://127.0.0.1:8080' })).toBe(200)
    expect(await status(app(), {})).toBe(200)
    expect(await status(app(), { origin: 'http://[::1]:8080', host: '[::1]:8080' })).toBe(200)
  })
})

describe('open', () => {
  it.each(['same-site', 'cross-site'])('a write of a %s page is refused also without its Origin', async (site) => {
    expect(await status(open, { 'sec-fetch-site': site })).toBe(403)
    expect(await status(open, { 'sec-fetch-site': site }, 'GET')).toBe(200)
  })

  it('a name that was pointed here is no address of ours, whatever else a page sends', async () => {
    const rebound = { host: 'rebound.example:8080', origin: 'http://rebound.example:8080', 'sec-fetch-site': 'same-origin' }
    expect(await status(open, rebound)).toBe(403)
    expect(await status(open, { ...rebound, 'x-forwarded-host': '127.0.0.1:8080' })).toBe(403)
    expect(await status(open, { origin: 'http://127.0.0.1:9', 'x-forwarded-host': '127.0.0.1:9' })).toBe(403)
  })
})

describe('behind a proxy', () => {
  const origin = 'https://mill.example'
  it('what it says of the address counts', async () => {
    expect(await status(keyed, { origin, 'x-forwarded-proto': 'https', host: 'mill.example' })).toBe(200)
    expect(await status(keyed, { origin, 'x-forwarded-proto': 'https, http', 'x-forwarded-host': 'mill.example, inner:80' })).toBe(200)
    expect(await status(keyed, { origin, host: 'mill.example' })).toBe(403)
    expect(await status(keyed, { origin: 'http://mill.example', host: 'mill.example' })).toBe(200)
    expect(await status(keyed, { origin, 'x-forwarded-proto': 'https', 'x-forwarded-host': 'other.example' })).toBe(403)
  })

  it('GATEWAY_URL names the address', async () => {
    expect(await status(gated, { origin })).toBe(200)
    expect(await status(gated, { origin: 'http://mill.example' })).toBe(403)
  })
})

it('the refusal says what to do', async () => {
  const reply = await keyed.inject({ method: 'POST', url: '/t', headers: { origin: 'null' } })
  expect(reply.json().error).toMatchObject({ code: 'forbidden', message: expect.stringContaining('GATEWAY_URL') })
})
