import { once } from 'node:events'
import { request } from 'node:http'
import type { AddressInfo } from 'node:net'
import { expect, test } from 'vitest'
import { testApp } from '../app/app.fixture.ts'
import { MOST_HELD_OF_ONE } from './held-bodies.ts'

const LIMIT = MOST_HELD_OF_ONE / 2

test('large bodies that do not end leave room for small ones, and give it back when they end or break off', async () => {
  const { app } = await testApp()
  app.post('/large', { config: { access: 'open' }, bodyLimit: LIMIT }, async () => ({ ok: true }))
  await app.listen({ host: '127.0.0.1', port: 0 })
  const { port } = app.server.address() as AddressInfo
  const post = (headers: Record<string, string | number>) =>
    request({ port, path: '/large', method: 'POST', agent: false, headers: { 'content-type': 'application/json', ...headers } })
  const statusOf = async (sent: ReturnType<typeof post>) => {
    const [reply] = await once(sent, 'response')
    reply.resume()
    return reply.statusCode
  }
  const refused = async () => {
    const over = post({ 'content-length': LIMIT })
    over.flushHeaders()
    const status = await statusOf(over)
    over.destroy()
    return status
  }
  const lies = [post({ 'content-length': LIMIT }), post({ 'transfer-encoding': 'chunked' })]
  for (const one of lies) one.on('error', () => undefined).write('{')
  try {
    await expect.poll(refused).toBe(429)
    const small = post({ 'content-length': 2 })
    small.end('{}')
    expect(await statusOf(small)).toBe(200)
    lies[0]?.destroy()
    lies[1]?.end('}')
    expect(await statusOf(lies[1]!)).toBe(200)
    const whole = async () => {
      const one = post({ 'transfer-encoding': 'chunked' })
      one.end('{}')
      return statusOf(one)
    }
    await expect.poll(whole).toBe(200)
  } finally {
    for (const one of lies) one.destroy()
    await app.close()
  }
})
