import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest'
import { modelEntrySchema } from '../config/models-config.ts'
import { parseEnv } from '../runtime/env.ts'
import { inFull } from '../runtime/errors.ts'
import type { CompletionRequest } from './llm.ts'
import { connectionOf } from './openai/connection.ts'
import { type ConnectedModel, routedLlm } from './routed.ts'

const entry = (content: object) => modelEntrySchema.parse(content)
const connect = (content: object, env: Record<string, string> = {}) => connectionOf(entry(content), parseEnv(env))
const LLM = { LLM_BASE_URL: 'http://llm.test/v1', LLM_API_KEY: 'sk-llm' }
const AZURE = { AZURE_OPENAI_ENDPOINT: 'https://a.test', AZURE_OPENAI_API_KEY: 'sk-azure' }
const azure = { provider: 'azure-openai', deployment: 'd' }
const OWN = { base_url: 'http://own.test/v1' }
const endpoint = (provider: string, baseUrl: string, more: object = {}) => ({ endpoint: { provider, baseUrl, ...more } })

test.each([
  ['without an endpoint', { model: 'm' }, {}, { embedded: true }],
  ['embedded by name', { provider: 'embedded' }, LLM, { embedded: true }],
  ['LLM_BASE_URL', { model: 'm' }, LLM, endpoint('openai', LLM.LLM_BASE_URL, { apiKey: 'sk-llm' })],
  ['an address of its own never gets the shared key', OWN, LLM, endpoint('openai', OWN.base_url)],
  [
    'its own key, and its own limit of time',
    { ...OWN, provider: 'openai-compatible', api_key_env: 'OLLAMA_KEY', timeout_ms: 5000 },
    { OLLAMA_KEY: 'k' },
    endpoint('openai-compatible', OWN.base_url, { apiKey: 'k', timeoutMs: 5000 }),
  ],
  [
    'a key alone is for OpenAI',
    { api_key_env: 'OPENAI_API_KEY' },
    { OPENAI_API_KEY: 'k' },
    endpoint('openai', 'https://api.openai.com/v1', { apiKey: 'k' }),
  ],
  ['a key that is not there', { api_key_env: 'GONE_KEY' }, LLM, { problem: 'The environment variable GONE_KEY is not set.' }],
  ['Azure by the environment', azure, AZURE, endpoint('azure-openai', 'https://a.test', { apiVersion: '2024-10-21', apiKey: 'sk-azure' })],
  [
    'Azure with a token',
    { ...azure, api_version: '2025-01-01-preview' },
    { ...AZURE, AZURE_OPENAI_AD_TOKEN: 't' },
    endpoint('azure-openai', 'https://a.test', { apiVersion: '2025-01-01-preview', token: 't' }),
  ],
  [
    'another resource never gets the key of the first',
    { ...azure, endpoint: 'https://b.test' },
    AZURE,
    { problem: 'The deployment has neither a key nor a token (api_key_env, token_env).' },
  ],
  [
    'another resource with its key',
    { ...azure, endpoint: 'https://b.test', api_key_env: 'B_KEY' },
    { ...AZURE, B_KEY: 'b' },
    endpoint('azure-openai', 'https://b.test', { apiVersion: '2024-10-21', apiKey: 'b' }),
  ],
  ['Azure through LLM_BASE_URL', azure, LLM, endpoint('azure-openai', LLM.LLM_BASE_URL, { apiKey: 'sk-llm' })],
])('%s', (_what, content, env, expected) => {
  expect(connect(content, env as Record<string, string>)).toEqual(expected)
})

test('only variables that are named as keys and tokens can be named', () => {
  expect(modelEntrySchema.safeParse({ api_key_env: 'DATABASE_URL' }).success).toBe(false)
  expect(parseEnv({ DATABASE_URL: 'postgres://u:p@h/d' }).secretOf('DATABASE_URL')).toBeUndefined()
  expect(JSON.stringify(parseEnv({ SOME_KEY: 'canary' }))).not.toContain('canary')
})

const seen: { url?: string; model: unknown; authorization: unknown }[] = []
let server: Server
let base: string
beforeAll(async () => {
  server = createServer(async (req, res) => {
    const chunks: Buffer[] = []
    for await (const piece of req) chunks.push(piece)
    seen.push({ url: req.url, model: JSON.parse(Buffer.concat(chunks).toString()).model, authorization: req.headers.authorization })
    const usage = { prompt_tokens: 1000, completion_tokens: 500, total_tokens: 1500 }
    res.writeHead(200, { 'content-type': 'application/json' })
    res.end(JSON.stringify({ choices: [{ index: 0, finish_reason: 'stop', message: { content: 'hi' } }], usage }))
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  base = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
})
afterAll(() => {
  server.closeAllConnections()
  server.close()
})

const request = (over: Partial<CompletionRequest>): CompletionRequest => ({
  messages: [{ role: 'user', content: 'q' }],
  model: 'm',
  n: 1,
  parameters: {},
  signal: new AbortController().signal,
  ...over,
})

test('each alias by its own provider; a change of the configuration holds from the next call on', async () => {
  const config = {
    llms: {
      defaults: { params: {} },
      models: {
        default: entry({ provider: 'embedded' }),
        local: entry({ provider: 'openai-compatible', base_url: `${base}/one/v1`, model: 'm-local', price: { input: 2, output: 4 } }),
        cloud: entry({ ...azure, endpoint: base, api_key_env: 'CLOUD_KEY' }),
      },
    },
  }
  const llm = routedLlm(config, parseEnv({ CLOUD_KEY: 'k', ...LLM }))
  expect([llm.provider, llm.providerOf!('local'), llm.providerOf!('cloud')]).toEqual(['embedded', 'openai-compatible', 'azure-openai'])
  const local = await llm.complete(request({ alias: 'local', model: 'm-local' }))
  expect(local.cost).toEqual({ amount: 0.004, currency: 'USD', estimated: false })
  expect((await llm.complete(request({ alias: 'cloud', model: 'd' }))).cost).toBeUndefined()
  config.llms.models.local.base_url = `${base}/two/v1`
  config.llms.models.local.price = { input: 0, output: 10, currency: 'EUR' }
  // without an alias the one of the model is taken
  expect((await llm.complete(request({ model: 'm-local' }))).cost).toEqual({ amount: 0.005, currency: 'EUR', estimated: false })
  expect(seen).toEqual([
    { url: '/one/v1/chat/completions', model: 'm-local', authorization: 'Bearer none' },
    { url: '/openai/deployments/d/chat/completions?api-version=2024-10-21', model: 'd', authorization: undefined },
    { url: '/two/v1/chat/completions', model: 'm-local', authorization: 'Bearer none' },
  ])
})

test('an alias that cannot be used says why, and nothing else is asked instead', async () => {
  const config = { llms: { defaults: { params: {} }, models: { default: entry({ api_key_env: 'GONE_KEY' }) } } }
  const llm = routedLlm(config, parseEnv(LLM))
  await expect(llm.complete(request({}))).rejects.toThrow(
    'The model alias default cannot be used: The environment variable GONE_KEY is not set.',
  )
  await expect(llm.check('m', { deep: false, signal: request({}).signal })).rejects.toMatchObject({ code: 'upstream_failed' })
})

/** An endpoint whose list of models answers while its calls end with `status`. */
async function faulty(status: { now: number }) {
  const asked: string[] = []
  const listening = createServer((req, res) => {
    asked.push(`${req.method} ${req.url}`)
    req.resume()
    const code = req.method === 'GET' ? 200 : status.now
    const reply = { object: 'list', data: [], choices: [{ index: 0, finish_reason: 'stop', message: { content: 'ok' } }] }
    res.writeHead(code, { 'content-type': 'application/json' }).end(JSON.stringify(code === 200 ? reply : { error: { message: 'canary' } }))
  })
  await new Promise<void>((resolve) => listening.listen(0, '127.0.0.1', resolve))
  onTestFinished(() => void listening.close())
  return { asked, host: `127.0.0.1:${(listening.address() as AddressInfo).port}` }
}
const one = (content: object) => ({ llms: { defaults: { params: {} }, models: { default: entry(content) } } })

test.each([
  [401, {}, 'LLM_API_KEY'],
  [404, { LLM_MODEL: 'm' }, 'LLM_MODEL'],
  [404, {}, 'llms.models.default.model of config.yaml'],
  [501, {}, 'LLM_BASE_URL'],
])('a failure with status %i names model and setting, and for operators the address without credentials', async (now, more, setting) => {
  const { host } = await faulty({ now })
  const llm = routedLlm(one({ model: 'm-one' }), parseEnv({ LLM_BASE_URL: `http://user:canary@${host}/v1?key=canary`, ...more }))
  const failed = await llm.complete(request({ alias: 'default' })).catch((error) => error)
  expect(failed).toMatchObject({ code: 'upstream_failed', details: { provider_status: now, model: 'm-one', setting } })
  expect(failed.message).toContain(`Model m-one; the setting is ${setting}.`)
  expect(JSON.stringify([failed.message, failed.details])).not.toContain(host)
  expect(inFull(failed)).toBe(`${failed.message} The address is http://${host}/v1.`)
  expect(llm.troubleOf?.('default')).toBe(inFull(failed))
})

test('a model whose calls fail does not answer, though its list does, until a call succeeds', async () => {
  const status = { now: 404 }
  const { host, asked } = await faulty(status)
  const llm = routedLlm(one({ model: 'm-one' }), parseEnv({ LLM_BASE_URL: `http://${host}/v1` }))
  const check = () => llm.check('default', { deep: false, signal: request({}).signal, alias: 'default' })
  await check()
  await expect(llm.complete(request({ alias: 'default' }))).rejects.toThrow('does not know the model')
  expect(llm.troubleOf?.('default')).toContain('does not know the model')
  const before = asked.length
  await expect(check()).rejects.toThrow('does not know the model')
  // the model is not called by every look at its health
  expect(asked.length).toBe(before)
  status.now = 200
  await llm.complete(request({ alias: 'default' }))
  await check()
  expect(llm.troubleOf?.('default')).toBeUndefined()
  // what is wrong with one request says nothing of the model
  status.now = 400
  await expect(llm.complete(request({ alias: 'default' }))).rejects.toThrow('status 400')
  await check()
})

test('a connection of the settings stands above the environment, and is followed', async () => {
  const { host, asked } = await faulty({ now: 200 })
  let connected: ConnectedModel | undefined
  const llm = routedLlm(one({ model: 'm-one' }), parseEnv({}), () => connected)
  expect([llm.provider, llm.modelOf?.('default')]).toEqual(['embedded', undefined])
  connected = { connection: { endpoint: { baseUrl: `http://${host}/v1` } }, model: 'm-two', setting: 'Settings' }
  expect([llm.provider, llm.modelOf?.('default')]).toEqual(['openai-compatible', 'm-two'])
  await llm.complete(request({ alias: 'default' }))
  expect(asked).toEqual(['POST /v1/chat/completions'])
  connected = { connection: { problem: 'its key cannot be read' }, model: 'm-two', setting: 'Settings' }
  await expect(llm.complete(request({}))).rejects.toThrow('its key cannot be read')
})

test('a connection of the settings keeps the limit of time of its alias, which a failure names', async () => {
  const silent = createServer(() => undefined)
  await new Promise<void>((resolve) => silent.listen(0, '127.0.0.1', resolve))
  onTestFinished(() => silent.closeAllConnections())
  const endpoint = { baseUrl: `http://127.0.0.1:${(silent.address() as AddressInfo).port}/v1` }
  const connected: ConnectedModel = { connection: { endpoint }, model: 'm-slow', setting: 'Settings' }
  const llm = routedLlm(one({ model: 'm-one', timeout_ms: 100 }), parseEnv({}), () => connected)
  await expect(llm.complete(request({ alias: 'default' }))).rejects.toMatchObject({
    message: expect.stringContaining('did not answer in time (0.1 s).'),
    details: { setting: 'llms.models.default.timeout_ms of config.yaml' },
  })
  silent.close()
})
