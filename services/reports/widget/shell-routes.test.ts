import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { gzipSync } from 'node:zlib'
import { afterEach, expect, test } from 'vitest'
import { parseEnv } from '../../../kernel/runtime/env.ts'
import { type EmbeddedStack, embeddedStack } from '../../../tests/support/embedded-stack.ts'
import { reports } from '../service.ts'

const stacks: EmbeddedStack[] = []
const closing: (() => void)[] = []
afterEach(async () => {
  for (const close of closing.splice(0)) close()
  for (const stack of stacks.splice(0)) await stack.dispose()
})
const start = async (variables: Record<string, string> = {}) => {
  const stack = await embeddedStack([reports], variables)
  stacks.push(stack)
  return (url: string, method: 'GET' | 'POST' = 'GET', headers = {}) => stack.app.inject({ method, url, headers })
}
const ancestors = (policy: unknown) => /frame-ancestors ([^;]*)/.exec(String(policy))?.[1]

test('the script is small, needs nobody and may be loaded from anywhere; the frame is framed by the named origins alone', async () => {
  const ask = await start({ WIDGET_ORIGINS: 'https://host.example,https://schools.example:8443' })
  const script = await ask('/widget/embed.js')
  expect(script.statusCode).toBe(200)
  expect(gzipSync(script.body).length).toBeLessThan(15_000)
  expect(script.body).not.toMatch(/\beval\s*\(|new Function|\bimport\b|innerHTML/)
  const frame = await ask('/widget/frame')
  expect(ancestors(frame.headers['content-security-policy'])).toBe("'self' https://host.example https://schools.example:8443")
  expect(frame.headers['x-frame-options']).toBeUndefined()
  expect(frame.body).toContain('data-origins="https://host.example https://schools.example:8443"')
  for (const { headers } of [script, frame])
    expect(headers).toMatchObject({ 'cross-origin-resource-policy': 'cross-origin', 'referrer-policy': 'no-referrer' })
  for (const path of ['/widget', '/widget/nothing', '/widget-testing', '/assets/widget/frame.js', '/sdac/sessions/x']) {
    const { headers } = await ask(path)
    expect([path, headers['cross-origin-resource-policy'], headers['x-frame-options']]).toEqual([path, 'same-origin', 'SAMEORIGIN'])
    expect([path, ancestors(headers['content-security-policy'])]).toEqual([path, "'self'"])
  }
})

test('without WIDGET_ORIGINS this server’s own pages may frame it, and with * everybody’s', async () => {
  const own = await start()
  expect(ancestors((await own('/widget/frame')).headers['content-security-policy'])).toBe("'self'")
  const all = await start({ WIDGET_ORIGINS: '*' })
  expect(ancestors((await all('/widget/frame')).headers['content-security-policy'])).toBe('*')
})

test.each([
  'host.example',
  'https://host.example/',
  'https://host.example/path',
  'https://*.example',
  "https://a.example;script-src 'none'",
])('WIDGET_ORIGINS=%s is no origin', (WIDGET_ORIGINS) =>
  expect(() => parseEnv({ WIDGET_ORIGINS })).toThrow('WIDGET_ORIGINS: each entry is an origin'))

test('a testing token is minted here; neither secret nor scope leaves, and what is missing is named', async () => {
  const bare = await start()
  expect((await bare('/api/dashboard/widget-token')).json()).toEqual({
    missing: ['WIDGET_TOKEN_URL', 'WIDGET_TOKEN_TENANT', 'WIDGET_TOKEN_CLIENT_ID', 'WIDGET_TOKEN_CLIENT_SECRET', 'WIDGET_TOKEN_SCOPE'],
  })
  const refused = await bare('/api/dashboard/widget-token', 'POST')
  expect([refused.statusCode, refused.json().error.details.missing.length]).toEqual([503, 5])

  let asked: { url?: string; body: string } = { body: '' }
  let status = 200
  const provider = createServer(async (request, response) => {
    asked = { url: request.url, body: (await Array.fromAsync(request)).join('') }
    response.writeHead(status, { 'content-type': 'application/json' }).end('{"access_token":"a.b.c","expires_in":3599}')
  })
  await new Promise<void>((done) => provider.listen(0, '127.0.0.1', done))
  closing.push(() => provider.close())
  const ask = await start({
    WIDGET_TOKEN_URL: `http://127.0.0.1:${(provider.address() as AddressInfo).port}/`,
    WIDGET_TOKEN_TENANT: 't-1',
    WIDGET_TOKEN_CLIENT_ID: 'host',
    WIDGET_TOKEN_CLIENT_SECRET: 'canary-secret',
    WIDGET_TOKEN_SCOPE: 'api://widget/.default',
  })
  const minted = await ask('/api/dashboard/widget-token', 'POST')
  expect(minted.json()).toEqual({ access_token: 'a.b.c', expires_in: 3599 })
  expect(asked.url).toBe('/t-1/oauth2/v2.0/token')
  expect(Object.fromEntries(new URLSearchParams(asked.body))).toEqual({
    grant_type: 'client_credentials',
    client_id: 'host',
    client_secret: 'canary-secret',
    scope: 'api://widget/.default',
  })
  status = 401
  const failed = await ask('/api/dashboard/widget-token', 'POST')
  expect([failed.statusCode, failed.json().error.code]).toEqual([502, 'upstream_failed'])
  expect(failed.body).not.toMatch(/canary|127\.0\.0\.1/)
})
