import { afterAll, beforeAll, expect, test } from 'vitest'
import { z } from 'zod'
import { defineTool } from '../../../kernel/agents/define-tool.ts'
import { collectOffers } from '../../../kernel/agents/offers.ts'
import { accessSchema } from '../../../kernel/config/access-config.ts'
import { ApiError } from '../../../kernel/runtime/errors.ts'
import type { Service } from '../../../kernel/service.ts'
import { type EmbeddedStack, embeddedStack } from '../../../tests/support/embedded-stack.ts'
import { agentsServing } from '../service.ts'

const tool = (slug: string, over: Partial<Parameters<typeof defineTool>[0]> = {}) =>
  defineTool({
    id: `k12-${slug}`,
    domain: 'k12',
    slug,
    description: 'For tests.',
    input: z.object({ words: z.string().min(1), times: z.int().max(9).default(2) }),
    output: z.object({ said: z.string() }),
    effect: 'read',
    timeoutMs: 5_000,
    handle: async (_ctx, input) => {
      const { words, times } = input as { words: string; times: number }
      return { said: words.repeat(times) }
    },
    ...over,
  })

const mill: Service = {
  name: 'mill',
  tools: [
    tool('echo'),
    tool('hangs', { timeoutMs: 30, handle: () => new Promise(() => undefined) }),
    tool('breaks', { handle: async () => Promise.reject(new Error('secret of the inside')) }),
    tool('refuses', { handle: async () => Promise.reject(new ApiError('conflict', 'the wheel turns already')) }),
    tool('lies', { handle: async () => ({ said: 5 }) }),
    tool('guarded', { access: 'admin' }),
  ],
}

let stack: EmbeddedStack
beforeAll(async () => {
  stack = await embeddedStack([mill, agentsServing([mill])], { SUBSCRIPTION_KEYS: 'plain:k-plain,limited:k-limited' })
  const access = accessSchema.parse({ keys: { limited: { confidentiality: ['public'] } } })
  Object.assign(stack.ports.config, { access })
  await stack.ingest({ name: 'open.txt', texts: ['The sluice is kept by Mirela.'], metadata: { confidentiality: 'public' } })
  await stack.ingest({ name: 'shut.txt', texts: ['The sluice is kept shut by Zorblax.'], metadata: { confidentiality: 'secret' } })
})
afterAll(() => stack.dispose())

const post = async (url: string, payload: unknown, key: string | undefined = 'k-plain') => {
  const headers = key ? { 'ocp-apim-subscription-key': key } : {}
  const reply = await stack.app.inject({ method: 'POST', url, headers, payload: payload as object })
  return { status: reply.statusCode, body: reply.json(), text: reply.body }
}

test('the bare input gives {data} on the gateway and the direct path, by slug and by id', async () => {
  for (const path of ['/ai/k12/tools/echo', '/k12/tools/echo', '/ai/k12/tools/k12-echo', '/k12/tools/k12-echo'])
    expect(await post(path, { words: 'ab' })).toMatchObject({ status: 200, body: { data: { said: 'abab' } } })
})

test('the envelope {data} gives the bare result by id', async () => {
  for (const path of ['/ai/api/tools/k12-echo/execute', '/api/tools/k12-echo/execute'])
    expect(await post(path, { data: { words: 'ab', times: 1 } })).toMatchObject({ status: 200, body: { said: 'ab' } })
})

test('what misses the schema is 422 with every issue on the flat path, and 400 in the envelope', async () => {
  const flat = await post('/ai/k12/tools/echo', { times: 'x' })
  expect(flat).toMatchObject({ status: 422, body: { status_code: 422, error: { name: 'ValidationError', code: 'validation_failed' } } })
  expect(flat.body.error.issues).toEqual([
    { code: 'invalid_type', expected: 'string', received: 'undefined', path: 'words', message: 'is missing; give text' },
    { code: 'invalid_type', expected: 'number', received: 'string', path: 'times', message: 'has to be a number, not text' },
  ])
  const misspelt = await post('/ai/k12/tools/echo', { word: 'x' })
  expect(misspelt.body.error.issues[0].message).toBe('is missing; give text (word is there; did you mean words?)')
  expect(await post('/ai/k12/tools/echo', undefined)).toMatchObject({ status: 422 })
  expect(await post('/ai/k12/tools/echo', [])).toMatchObject({ status: 422, body: { error: { issues: [{ received: 'array' }] } } })
  for (const body of [{ words: 'x' }, {}, { data: 'x' }, { data: [] }, { data: null }, { data: {} }])
    expect(await post('/ai/api/tools/k12-echo/execute', body)).toMatchObject({ status: 400, body: { error: { code: 'invalid_request' } } })
})

test('who is not known is 401 before a tool is looked for, and an unknown tool is 404', async () => {
  for (const path of ['/ai/k12/tools/none', '/k12/tools/none', '/ai/api/tools/none/execute', '/ai/none/tools/echo']) {
    expect(await post(path, {}, '')).toMatchObject({ status: 401 })
    expect(await post(path, { data: {} })).toMatchObject({ status: 404 })
  }
})

test('a tool that hangs, throws, refuses or lies ends as an error that tells nothing of the inside', async () => {
  const ends = await Promise.all(['hangs', 'breaks', 'refuses', 'lies'].map((slug) => post(`/ai/k12/tools/${slug}`, { words: 'x' })))
  expect(ends.map(({ status, body }) => [status, body.error.code])).toEqual([
    [504, 'timeout'],
    [500, 'internal'],
    [409, 'conflict'],
    [500, 'internal'],
  ])
  expect(ends.map(({ text }) => text).join()).not.toContain('secret of the inside')
})

test('a tool for administrators refuses a caller with limits', async () => {
  expect(await post('/ai/k12/tools/guarded', { words: 'x' })).toMatchObject({ status: 200 })
  expect(await post('/ai/k12/tools/guarded', { words: 'x' }, 'k-limited')).toMatchObject({ status: 403 })
})

test('the knowledge search reads within the limits of its caller', async () => {
  const all = await post('/ai/admin/tools/knowledge-search', { query: 'Who keeps the sluice?' })
  expect(all.body.data.passages.map((p: { source_file: string }) => p.source_file).sort()).toEqual(['open.txt', 'shut.txt'])
  const some = await post('/ai/api/tools/admin-knowledge-search/execute', { data: { query: 'Who keeps the sluice?' } }, 'k-limited')
  expect(some.body).toMatchObject({ total: 1, passages: [{ source_file: 'open.txt', text: 'The sluice is kept by Mirela.' }] })
  const wrong = [{ query: ' ' }, { query: 'x', top_k: 0 }, { query: 'x', filter: 'file_type eq' }, { query: 'x', index: 'none' }]
  for (const data of wrong) expect(await post('/ai/api/tools/admin-knowledge-search/execute', { data })).toMatchObject({ status: 400 })
})

test('registries and manifests are open, in order of id, and name the same paths', async () => {
  const open = async (url: string) => (await stack.app.inject({ url })).json()
  const { tools, count, target } = await open('/tools.json')
  for (const file of ['/tools.json', '/agents.json', '/workflows.json', '/mcp-servers.json', '/k12/routes.json'])
    expect(await open(`/ai${file}`)).toEqual(await open(file))
  expect([target, count]).toEqual(['millrace', tools.length])
  const ids = tools.map(({ id }: { id: string }) => id)
  expect(ids).toEqual([...ids].sort())
  expect(tools.find(({ id }: { id: string }) => id === 'k12-echo')).toMatchObject({
    domain: 'k12',
    slug: 'echo',
    path: '/ai/k12/tools/echo',
    effect: 'read',
    inputSchema: { type: 'object', required: ['words'] },
  })
  expect(await open('/k12/routes.json')).toMatchObject({
    domain: 'k12',
    toolCount: 6,
    tools: expect.arrayContaining(['/ai/k12/tools/echo']),
  })
  expect((await open('/mcp-servers.json')).servers).toMatchObject([{ id: 'millrace', path: '/mcp' }])
})

test('two tools of one name do not start', () => {
  expect(() => collectOffers([{ tools: [tool('a')] }, { tools: [tool('a')] }])).toThrow('two tools have the id k12-a')
  expect(() => collectOffers([{ tools: [tool('a'), tool('b', { slug: 'k12-a' })] }])).toThrow('would both be k12-a of k12')
  expect(() => tool('Upper Case')).toThrow('an id is 1 to 64 lower-case letters')
  expect(() => tool('list', { input: z.array(z.string()) })).toThrow('its input is no object')
})

test('the lag of readers is for administrators', async () => {
  const lag = await post('/ai/admin/tools/consumer-lag', {})
  expect(lag).toMatchObject({ status: 200, body: { data: { consumers: expect.any(Array), behind: expect.any(Number) } } })
  expect(await post('/ai/admin/tools/consumer-lag', {}, 'k-limited')).toMatchObject({ status: 403 })
})
