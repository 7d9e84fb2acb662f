import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { type EmbeddedStack, embeddedStack } from '../../tests/support/embedded-stack.ts'
import { type ModelServer, startModelServer } from './model-server.fixture.ts'
import { models } from './service.ts'

const CANARY = 'sk-canary-77aa'
const ROOT = '/api/v2/models/connections'
let stack: EmbeddedStack
let server: ModelServer
beforeAll(async () => {
  server = await startModelServer({ key: CANARY })
  stack = await embeddedStack([models])
})
beforeEach(async () => {
  for (const { name } of stack.ports.connections.list()) await stack.ports.connections.remove(name)
})
afterAll(() => Promise.all([stack.dispose(), server.close()]))

async function call(method: 'GET' | 'POST' | 'PUT' | 'DELETE', path: string, payload?: object) {
  const reply = await stack.app.inject({ method, url: `${ROOT}${path}`, ...(payload ? { payload } : {}) })
  expect(reply.body).not.toContain(CANARY)
  return { status: reply.statusCode, body: reply.json() }
}
const local = (over: object = {}) => ({ base_url: server.url, api_key: CANARY, serves: { default: 'llama3.1' }, ...over })

test('a server is asked for its list, and its model for a word, a vector or an order', async () => {
  const test = (body: object) => call('POST', '/test', { kind: 'answers', base_url: server.url, api_key: CANARY, ...body })
  const list = await test({})
  expect(list.body).toEqual({
    ok: true,
    base_url: server.url,
    models: ['llama3.1', 'nomic-embed', 'judge'],
    latency_ms: expect.any(Number),
  })
  expect((await test({ model: 'llama3.1' })).body).toMatchObject({ ok: true, latency_ms: expect.any(Number) })
  expect((await test({ kind: 'embeddings', model: 'nomic-embed' })).body).toMatchObject({ ok: true, dimensions: 3 })
  expect((await test({ kind: 'rerank', model: 'judge' })).body).toMatchObject({ ok: true })
  // without /v1, and without http://
  expect((await test({ base_url: server.url.replace('/v1', '').replace('http://', '') })).body).toMatchObject({
    ok: true,
    base_url: server.url,
  })
})

test.each([
  ['a key that it does not take', { api_key: 'other' }, /does not accept the key/],
  ['a model that it does not know', { model: 'gone' }, /does not know the model/],
  ['nobody there', { base_url: 'http://127.0.0.1:9/v1' }, /Nobody answers/],
])('%s is told in the reply', async (_what, over, error) => {
  const { status, body } = await call('POST', '/test', { kind: 'answers', base_url: server.url, api_key: CANARY, ...over })
  expect([status, body.ok]).toEqual([200, false])
  expect(body.error).toMatch(error)
})

test.each([
  ['a metadata address', { base_url: 'http://169.254.169.254/v1' }, /base_url: must not lead to a link-local/],
  ['a variable of another purpose', { api_key: undefined, api_key_env: 'SEARCH_API_KEY' }, /begins with MODEL_/],
  ['a variable that is not set', { api_key: undefined, api_key_env: 'MODEL_GONE_KEY' }, /not set in the environment/],
  ['two keys', { keep_key: true }, /is enough/],
  ['a key of two lines, which a failure would repeat', { api_key: `${CANARY}\nmore` }, /no header can carry/],
  ['an unknown alias', { serves: { nope: 'llama3.1' } }, /there is no alias .*nope.*; config.yaml has default/],
  ['no alias', { serves: {} }, /serves: names at least one/],
])('%s is 400 that says why', async (_what, over, message) => {
  const { status, body } = await call('PUT', '/local', local(over))
  expect(status).toBe(400)
  expect(JSON.stringify(body.error)).toMatch(message)
})

test('a key of the environment that no header can carry is not repeated by the failure', async () => {
  const broken = await embeddedStack([models], { MODEL_BROKEN_KEY: `${CANARY}\nmore` })
  const payload = { base_url: server.url, api_key_env: 'MODEL_BROKEN_KEY' }
  for (const kind of ['answers', 'embeddings', 'rerank']) {
    const reply = await broken.app.inject({ method: 'POST', url: `${ROOT}/test`, payload: { ...payload, kind, model: 'judge' } })
    expect([reply.statusCode, reply.body.includes(CANARY)]).toEqual([400, false])
  }
  await broken.dispose()
})

test('a connection serves its aliases at once, and never shows its key', async () => {
  const { status, body } = await call('PUT', '/local', local())
  expect(status).toBe(200)
  expect(body.connections).toMatchObject([
    { name: 'local', kind: 'answers', base_url: server.url, key: 'kept', serves: { default: 'llama3.1' } },
  ])
  expect(body.aliases).toEqual([{ alias: 'default', provider: 'openai-compatible', model: 'llama3.1', connected: 'local' }])
  const [listed] = (await stack.app.inject('/api/v2/models?validate=true&deep=true')).json()
  expect(listed).toMatchObject({ provider: 'openai-compatible', model: 'llama3.1', validation: { ok: true } })
  expect(server.asked.at(-1)).toMatchObject({ authorization: `Bearer ${CANARY}`, model: 'llama3.1' })
  expect((await call('DELETE', '/local')).body.aliases).toMatchObject([{ provider: 'embedded' }])
  expect((await call('DELETE', '/local')).status).toBe(404)
})

test('a kept key goes to its own address alone', async () => {
  await call('PUT', '/local', local())
  const moved = await call('PUT', '/local', local({ base_url: 'http://127.0.0.1:9/v1', api_key: undefined, keep_key: true }))
  expect([moved.status, moved.body.error.message]).toEqual([400, expect.stringContaining('belongs to another address')])
  const probe = { kind: 'answers', name: 'local', base_url: server.url, keep_key: true, model: 'llama3.1' }
  expect((await call('POST', '/test', probe)).body).toMatchObject({ ok: true })
  expect((await call('PUT', '/local', local({ api_key: undefined, keep_key: true }))).body.connections[0].key).toBe('kept')
  expect((await call('PUT', '/local', local({ api_key: undefined }))).body.connections[0].key).toBe('none')
})

test('embeddings and reranking hold at once, and indexes tell whether they fit', async () => {
  const before = (await call('GET', '')).body
  expect(before).toMatchObject({ embeddings: { provider: 'embedded' }, indexes: [{ name: 'documents', fits: true }] })
  expect(before.rerank).toBeUndefined()
  const key = { base_url: server.url, api_key: CANARY }
  // an index without documents takes the length of the vectors by itself
  expect((await call('PUT', '/embeddings', { ...key, model: 'nomic-embed' })).body.indexes).toEqual([
    { name: 'documents', model: 'nomic-embed', dimensions: 3, fits: true },
  ])
  expect((await call('DELETE', '/embeddings')).body.indexes).toMatchObject([{ name: 'documents', fits: true }])
  await stack.ingest({ name: 'a.txt', texts: ['The mill grinds flour.'] })
  const { body } = await call('PUT', '/embeddings', { ...key, model: 'nomic-embed' })
  expect(body).toMatchObject({ embeddings: { provider: 'openai', model: 'nomic-embed', dimensions: 3 }, indexes: [{ fits: false }] })
  const [vector] = await stack.ports.embedder.embed(['a'], 'query')
  expect(vector).toHaveLength(3)
  expect((await call('PUT', '/rerank', { ...key, model: 'judge' })).body.rerank).toEqual({ model: 'judge' })
  const order = await stack.ports.reranker!.rerank('q', ['a', 'b'], { top: 1, signal: new AbortController().signal })
  expect(order).toEqual([{ index: 0, score: 0.9 }])
  const refused = await call('PUT', '/embeddings', { ...key, model: 'llama-gone' })
  expect([refused.status, refused.body.error.message]).toEqual([502, expect.stringContaining('gave no vector')])
})

test('what is asked for here is an administrator’s alone', async () => {
  const closed = await embeddedStack([models], { SUBSCRIPTION_KEYS: 'reports:sk-reports-of-the-mill-0001' })
  const headers = { 'ocp-apim-subscription-key': 'sk-reports-of-the-mill-0001' }
  expect((await closed.app.inject({ url: ROOT })).statusCode).toBe(401)
  expect((await closed.app.inject({ url: ROOT, headers })).statusCode).toBe(200)
  Object.assign(closed.ports.config.access.keys, { reports: { confidentiality: ['public'] } })
  for (const [method, url] of [
    ['GET', ROOT],
    ['POST', `${ROOT}/test`],
    ['PUT', `${ROOT}/local`],
    ['DELETE', `${ROOT}/local`],
  ] as const)
    expect(
      (await closed.app.inject({ method, url, headers, ...(method === 'GET' ? {} : { payload: local({ kind: 'answers' }) }) })).statusCode,
    ).toBe(403)
  await closed.dispose()
})
