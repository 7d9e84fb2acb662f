import { expect, it } from 'vitest'
import { testApp } from '../app/app.fixture.ts'
import type { App } from '../app/app.ts'
import type { Identify } from '../identity/auth.ts'
import { anonymous } from '../identity/credentials.ts'

async function limited(perMinute: number) {
  const { app } = await testApp({ RATE_LIMIT_PER_MINUTE: String(perMinute), SUBSCRIPTION_KEYS: 'a:key-a,b:key-b' })
  app.get('/api/x', { config: { access: 'api' } }, async () => ({ ok: true }))
  app.get('/open', { config: { access: 'open' } }, async () => ({ ok: true }))
  app.get('/probe', { config: { access: 'open', unlimited: true } }, async () => ({ ok: true }))
  return app
}
const get = (app: App, url: string, key?: string, remoteAddress = '127.0.0.1') =>
  app.inject({ url, remoteAddress, headers: key ? { 'ocp-apim-subscription-key': key } : {} })

it('counts each key by itself and tells what is left', async () => {
  const app = await limited(3)
  for (const left of ['2', '1', '0']) {
    const reply = await get(app, '/api/x', 'key-a')
    expect([reply.statusCode, reply.headers['ratelimit-limit'], reply.headers['ratelimit-remaining']]).toEqual([200, '3', left])
  }
  const over = await get(app, '/api/x', 'key-a')
  expect([over.statusCode, over.json().error.code, over.headers['ratelimit-remaining']]).toEqual([429, 'rate_limited', '0'])
  expect(Number(over.headers['retry-after'])).toBeGreaterThan(0)
  expect(Number(over.headers['retry-after'])).toBeLessThanOrEqual(60)
  expect((await get(app, '/api/x', 'key-b')).statusCode).toBe(200)
  await app.close()
})

it('counts by address where there is no key, unknown paths too, probes never', async () => {
  const app = await limited(2)
  expect((await get(app, '/open')).statusCode).toBe(200)
  expect((await get(app, '/nope')).statusCode).toBe(404)
  expect((await get(app, '/open')).statusCode).toBe(429)
  expect((await get(app, '/open', undefined, '127.0.0.2')).statusCode).toBe(200)
  for (let i = 0; i < 5; i++) expect((await get(app, '/probe')).statusCode).toBe(200)
  await app.close()
})

it('counts an address of IPv6 by its first 64 bits, and a mapped one as what it is', async () => {
  const app = await limited(2)
  expect((await get(app, '/open', undefined, '2001:db8:1:2::1')).statusCode).toBe(200)
  expect((await get(app, '/open', undefined, '2001:db8:1:2:ffff::2')).statusCode).toBe(200)
  expect((await get(app, '/open', undefined, '2001:DB8:0001:0002:0:0:0:3')).statusCode).toBe(429)
  expect((await get(app, '/open', undefined, '2001:db8:1:3::1')).statusCode).toBe(200)
  for (const address of ['10.0.0.1', '::ffff:10.0.0.1']) expect((await get(app, '/open', undefined, address)).statusCode).toBe(200)
  expect((await get(app, '/open', undefined, '10.0.0.1')).statusCode).toBe(429)
  await app.close()
})

it('counts each subject of a key by itself, and the key as a whole', async () => {
  const identify: Identify = ({ headers }) => ({ ...anonymous, keyName: 'a', subject: String(headers['x-subject']) })
  const { app } = await testApp({ RATE_LIMIT_PER_MINUTE: '3' }, { identify })
  app.get('/x', { config: { access: 'api' } }, async () => 'ok')
  const as = async (subject: string) => (await app.inject({ url: '/x', headers: { 'x-subject': subject } })).headers
  for (let i = 0; i < 3; i++) expect((await as('greedy'))['ratelimit-remaining']).toBe(String(2 - i))
  for (let i = 0; i < 100; i++) expect((await as('greedy'))['retry-after']).toBeDefined()
  for (let i = 0; i < 26; i++) expect((await as(`many-${i}`))['ratelimit-remaining']).toBe(String(Math.min(2, 26 - i)))
  expect((await as('another'))['ratelimit-remaining']).toBe('0')
  expect(await as('last')).toMatchObject({ 'ratelimit-limit': '30', 'ratelimit-remaining': '0', 'retry-after': expect.any(String) })
  await app.close()
})

it('slows down who guesses keys, without harm to the holder of one', async () => {
  const app = await limited(3)
  const seen = []
  for (let i = 0; i < 5; i++) seen.push((await get(app, '/api/x', `guess-${i}`)).statusCode)
  expect(seen).toEqual([401, 401, 401, 429, 429])
  expect((await get(app, '/api/x', 'key-a')).statusCode).toBe(200)
  expect((await get(app, '/open')).statusCode).toBe(200)
  await app.close()
})

it('is off at 0', async () => {
  const app = await limited(0)
  for (let i = 0; i < 20; i++) {
    const reply = await get(app, '/open')
    expect([reply.statusCode, reply.headers['ratelimit-limit']]).toEqual([200, undefined])
  }
  await app.close()
})
