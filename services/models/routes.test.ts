import { pino } from 'pino'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { configSchemaOf } from '../../kernel/config/config.ts'
import { testApp } from '../../kernel/http/app/app.fixture.ts'
import type { Llm } from '../../kernel/llm/llm.ts'
import type { Ports } from '../../kernel/ports.ts'
import { systemClock } from '../../kernel/runtime/clock.ts'
import { ApiError } from '../../kernel/runtime/errors.ts'
import { modelRoutes } from './routes.ts'

const asked: { model: string; deep: boolean; alias?: string }[] = []
const llm: Llm = {
  provider: 'openai',
  complete: () => Promise.reject(new Error('not asked')),
  stream: () => Promise.reject(new Error('not asked')),
  async check(model, { deep, alias }) {
    asked.push({ model, deep, alias })
    if (model === 'm-ill') throw new ApiError('upstream_failed', 'The model endpoint answered with status 404.')
  },
}
const config = {
  llms: {
    defaults: { params: {} },
    models: {
      default: {
        provider: 'openai',
        model: 'm-well',
        multimodal: true,
        reasoning: false,
        params: {},
        price: { input: 1, output: 2, currency: 'EUR' },
      },
      ill: { provider: 'openai', model: 'm-ill', multimodal: false, reasoning: true, params: {} },
    },
  },
}
let app: Awaited<ReturnType<typeof testApp>>['app']
beforeAll(async () => {
  const made = await testApp()
  app = made.app
  // the models service needs no other port
  const ports = { llm, config, clock: systemClock } as unknown as Ports
  const readAs = () => Promise.reject(new Error('models read no documents')) as never
  modelRoutes(app, {
    ports,
    env: made.env,
    configSchema: configSchemaOf([]),
    readAs,
    log: pino({ level: 'silent' }),
    publish: async () => [],
    tell: async () => undefined,
    groups: [],
    views: [],
    projected: async () => true,
  })
})
afterAll(() => app.close())

const get = async (query: string) => {
  const reply = await app.inject({ method: 'GET', url: `/api/v2/models${query}` })
  return { status: reply.statusCode, body: reply.json() }
}

test('the aliases, unchecked', async () => {
  expect((await get('')).body).toEqual([
    {
      alias: 'default',
      provider: 'openai',
      model: 'm-well',
      supports_multimodal: true,
      supports_reasoning: false,
      is_default: true,
      price: { input: 1, output: 2, currency: 'EUR' },
    },
    { alias: 'ill', provider: 'openai', model: 'm-ill', supports_multimodal: false, supports_reasoning: true, is_default: false },
  ])
  expect(asked).toEqual([])
})

test('checked, and why one failed', async () => {
  const { body } = await get('?validate=true&deep=true')
  expect(asked).toEqual([
    { model: 'm-well', deep: true, alias: 'default' },
    { model: 'm-ill', deep: true, alias: 'ill' },
  ])
  expect(body[0].validation).toEqual({ ok: true, checked_at: expect.any(String), latency_ms: expect.any(Number) })
  expect(body[1].validation).toMatchObject({ ok: false, error: 'The model endpoint answered with status 404.' })
})

test('only the healthy ones', async () => {
  expect((await get('?validate=true&filter_unhealthy=true')).body.map((m: { alias: string }) => m.alias)).toEqual(['default'])
})

test('a flag is read in any case, and one that is neither true nor false is 400', async () => {
  for (const query of ['?validate=True', '?validate=1', '?validate=TRUE&deep=False'])
    expect([query, 'validation' in (await get(query)).body[0]]).toEqual([query, true])
  expect((await get('?validate=maybe')).status).toBe(400)
})
