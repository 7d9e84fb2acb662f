import { afterAll, beforeAll, expect, test } from 'vitest'
import { chatApp, scriptedLlm } from './chat.fixture.ts'

const scripted = scriptedLlm(({ question }) => question.slice(0, 20))
let chat: Awaited<ReturnType<typeof chatApp>>
beforeAll(async () => {
  chat = await chatApp({ llm: scripted.llm })
})
afterAll(() => chat.close())

const send = async (payload: string, path = '/flexible-rag') => {
  const reply = await chat.app.inject({ method: 'POST', url: `/api/v2${path}`, payload, headers: { 'content-type': 'application/json' } })
  return { status: reply.statusCode, body: reply.json() }
}

test.each([
  ['10 MB', 10_000_000, 413, 'payload_too_large'],
  ['one character too long', 100_001, 400, 'invalid_request'],
  ['blank', 0, 400, 'invalid_request'],
])('a question of %s is refused, and the model is not asked', async (_what, length, status, code) => {
  const asked = scripted.asked.length
  for (const stream of [true, false]) {
    const reply = await send(JSON.stringify({ question: 'x'.repeat(length) || '   ', stream }))
    expect([reply.status, reply.body.error.code]).toEqual([status, code])
    // the reply does not give it all back
    expect(JSON.stringify(reply.body).length).toBeLessThan(3000)
  }
  expect(scripted.asked).toHaveLength(asked)
})

const keys = (many: number) => Object.fromEntries(Array.from({ length: many }, (_, i) => [`k${i}`, i]))

test.each([
  ['80,000 variables', { template_variables: keys(80_000) }, 413, { field: 'body', max_bytes: 524_288 }],
  ['30,000 variables', { template_variables: keys(30_000) }, 400, { field: 'template_variables', limit: 1000 }],
  ['30,000 settings', { override_config: { params: keys(30_000) } }, 400, { field: 'override_config', limit: 1000 }],
  [
    '11,000 keys of objects',
    { metadata: { a: Array.from({ length: 11_000 }, () => ({ b: 1 })) } },
    400,
    { field: 'metadata', limit: 10_000 },
  ],
  ['101 levels', { history: JSON.parse(`${'['.repeat(101)}${']'.repeat(101)}`) }, 400, { field: 'history', limit: 100 }],
  ['600 kB of text', { metadata: { text: 'x'.repeat(600_000) } }, 413, { field: 'body', max_bytes: 524_288 }],
])('%s hold nobody up, and the refusal names field and limit', async (_what, more, status, details) => {
  const payload = JSON.stringify({ question: 'q', ...more })
  const times: number[] = []
  for (let i = 0; i < 5; i++) {
    const before = process.cpuUsage()
    const reply = await send(payload)
    times.push(process.cpuUsage(before).user / 1000)
    expect([reply.status, reply.body.error.details]).toEqual([status, expect.objectContaining(details)])
  }
  expect(Math.min(...times)).toBeLessThan(50)
})

test('a hundred turns with their sources fit', async () => {
  const sources = Array.from({ length: 5 }, (_, i) => ({
    id: `c${i}`,
    filename: 'a.pdf',
    chunk_index: i,
    page_number: 1,
    text: 'x'.repeat(800),
  }))
  const history = Array.from({ length: 100 }, () => [
    { role: 'user', content: 'Which one?' },
    { role: 'assistant', content: 'That one [1].', sources },
  ]).flat()
  expect((await send(JSON.stringify({ question: 'q', history }), '/flexible-chat')).status).toBe(200)
})

test.each([
  '{"question":"q","__proto__":{"polluted":1}}',
  '{"question":"q","template_variables":{"__proto__":{"polluted":1}}}',
  '{"question":"q","metadata":{"constructor":{"prototype":{"polluted":1}}}}',
  '{"question":"q","override_config":{"params":{"__proto__":{"polluted":1}}}}',
  '{"question":"q","override_config":{"llm":"__proto__"}}',
  '{"question":"q","ab_testing":{"user_id":"__proto__","experiment_name":"__proto__"}}',
  '{"question":"q","fetch_args":{"__proto__":{"CloudSearchFetcher":{"top_k":1}}}}',
  '{"question":"q","fetch_args":{"CloudSearchFetcher":{"select_fields":["__proto__","constructor"],"facets":["__proto__"]}}}',
  '{"question":"q","fetch_args":{"CloudSearchFetcher":{"index":"__proto__"}}}',
])('%s changes no prototype and is no fault of ours', async (payload) => {
  const { status } = await send(payload)
  expect([200, 400]).toContain(status)
  expect(({} as Record<string, unknown>).polluted).toBeUndefined()
})

test.each([
  ['10,000 parentheses', `${'('.repeat(10_000)}tokens eq 1${')'.repeat(10_000)}`],
  ['10,000 open parentheses', '('.repeat(10_000)],
  ['50 kB of a literal', `filename eq '${'x'.repeat(50_000)}'`],
  ['50 kB of and', `tokens eq 1${' and tokens eq 1'.repeat(3300)}`],
  ['50 kB of not', `${'not '.repeat(12_500)}tokens eq 1`],
  ['50 kB of quotes', `filename eq '${"''".repeat(25_000)}`],
])('a filter with %s is 400 within 50 ms', async (_what, filter) => {
  const times: number[] = []
  for (let i = 0; i < 5; i++) {
    const started = performance.now()
    const { status, body } = await send(JSON.stringify({ question: 'q', fetch_args: { CloudSearchFetcher: { filter } } }))
    times.push(performance.now() - started)
    expect(status).toBe(400)
    expect(body.error.code).toBe('invalid_request')
    expect(JSON.stringify(body).length).toBeLessThan(3000)
  }
  // the best of five: the others may have waited for a processor
  expect(Math.min(...times)).toBeLessThan(50)
})
