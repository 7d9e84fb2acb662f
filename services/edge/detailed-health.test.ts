import { pino } from 'pino'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { testApp } from '../../kernel/http/app/app.fixture.ts'
import type { App } from '../../kernel/http/app/app.ts'
import type { Ports } from '../../kernel/ports.ts'
import { registerDetailedHealth } from './detailed-health.ts'

const SECRET = 'canary-secret'
const failures = new Map<string, string>()
let now = 0
let app: App
let provider = 'openai'
const ping = (name: string) => async () => {
  const failure = failures.get(name)
  if (failure) throw new Error(failure)
}
// only what the probes ask of the ports
const ports = {
  broker: { kind: 'embedded', ping: ping('broker') },
  database: { kind: 'postgres', ping: ping('database') },
  blobs: { kind: 'filesystem', ping: ping('storage') },
  search: { kind: 'embedded', ping: ping('searchIndex') },
  config: { llms: { models: { default: { provider: 'openai', model: 'm' } } } },
  llm: {
    get provider() {
      return provider
    },
    check: ping('llmProvider'),
  },
  clock: { now: () => now },
} as unknown as Ports

async function start(variables: Record<string, string>) {
  const made = await testApp(variables)
  registerDetailedHealth(made.app, {
    ports,
    env: made.env,
    log: pino({ level: 'silent' }),
    probes: [{ name: 'tavily', details: {}, check: ping('tavily') }],
  })
  app = made.app
}
const read = async (headers = {}) => {
  now += 2_000
  const reply = await app.inject({ url: '/admin/health/detailed', headers })
  return { status: reply.statusCode, body: reply.json(), text: reply.body }
}

beforeEach(async () => {
  failures.clear()
  await start({ LLM_BASE_URL: 'http://127.0.0.1:9/v1', LLM_API_KEY: SECRET, DATABASE_URL: `postgres://me:${SECRET}%21@127.0.0.1/x` })
})
afterEach(() => app.close())

test('what is not configured is told and harms nothing', async () => {
  const { status, body } = await read()
  expect([status, body.status]).toEqual([200, 'healthy'])
  expect(body.uptime).toBeGreaterThan(0)
  expect(body.services).toMatchObject({
    database: { status: 'healthy', responseTimeMs: expect.any(Number), details: { kind: 'postgres' } },
    llmProvider: { status: 'healthy', details: { provider: 'openai' } },
    contentSafety: { status: 'unconfigured', responseTimeMs: null },
    tavily: { status: 'healthy' },
    perplexity: { status: 'unconfigured' },
  })
})

test.each([
  ['llmProvider', 200, 'degraded'],
  ['tavily', 200, 'degraded'],
  ['database', 503, 'unhealthy'],
  ['searchIndex', 503, 'unhealthy'],
])('without %s: %d, %s, and why, without the secrets', async (name, code, word) => {
  failures.set(name, `${SECRET}! refused, ${SECRET}%21 too, key ${SECRET}`)
  const { status, body, text } = await read()
  expect([status, body.status, body.services[name].status]).toEqual([code, word, 'unhealthy'])
  expect(body.services[name].details.reason).toBe('*** refused, *** too, key ***')
  expect(text).not.toContain(SECRET)
  failures.clear()
  expect((await read()).body.services[name].details.reason).toBeUndefined()
})

test('without a model endpoint the answerer is unconfigured', async () => {
  provider = 'embedded'
  expect((await read()).body).toMatchObject({
    status: 'healthy',
    services: { llmProvider: { status: 'unconfigured', details: { note: expect.stringContaining('Connect one in Settings') } } },
  })
  provider = 'openai'
  expect((await read()).body.services.llmProvider).toMatchObject({ status: 'healthy', details: { model: 'm' } })
})

test('is for operators', async () => {
  await app.close()
  await start({ ADMIN_PROXY_SECRET: 'proxy' })
  expect((await read()).status).toBe(401)
  expect((await read({ 'x-runtime-admin-proxy-secret': 'wrong' })).status).toBe(403)
  expect((await read({ 'x-runtime-admin-proxy-secret': 'proxy' })).status).toBe(200)
})
