import { expect, it } from 'vitest'
import { testApp } from './app.fixture.ts'
import type { App } from './app.ts'

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
