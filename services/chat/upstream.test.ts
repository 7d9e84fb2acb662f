import { createServer, type Server, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { text as readText } from 'node:stream/consumers'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { listen } from '../../kernel/http/app/app.fixture.ts'
import { openaiLlm } from '../../kernel/llm/openai/openai.ts'
import { chatApp, scriptedLlm } from './chat.fixture.ts'
import { chatResponseSchema } from './response.ts'

const SILENCE_MS = 400
const delta = (content: string) => `data: ${JSON.stringify({ choices: [{ index: 0, delta: { content }, finish_reason: null }] })}\n\n`
const finish = 'data: {"choices":[{"index":0,"delta":{},"finish_reason":"stop"}]}\n\ndata: [DONE]\n\n'
const refuse = (res: ServerResponse, status: number, error: object, headers = {}) =>
  res.writeHead(status, { 'content-type': 'application/json', ...headers }).end(JSON.stringify({ error: { message: 'canary', ...error } }))
const raw = (res: ServerResponse, type: string, body: string) => res.writeHead(200, { 'content-type': type }).end(body)
const sse = (res: ServerResponse, body: string) => res.writeHead(200, { 'content-type': 'text/event-stream' }).write(body)

/** What the model does, by the word in brackets of the question. */
const ways: Record<string, (res: ServerResponse) => unknown> = {
  html: (res) => raw(res, 'text/html', '<html>Sign in</html>'),
  'bad-json': (res) => raw(res, 'application/json', '{"choices":['),
  'no-choices': (res) => raw(res, 'application/json', '{"choices":[]}'),
  'odd-choices': (res) => raw(res, 'application/json', '{"choices":"none","usage":7}'),
  silence: () => {},
  key: (res) => refuse(res, 401, { code: 'invalid_api_key' }),
  busy: (res) => refuse(res, 429, {}, { 'retry-after': '40' }),
  long: (res) => refuse(res, 400, { code: 'context_length_exceeded' }),
  unknown: (res) => refuse(res, 404, { code: 'model_not_found' }),
  reset: (res) => res.destroy(),
}
const streamWays: Record<string, (res: ServerResponse) => unknown> = {
  'stream-cut': (res) => {
    sse(res, delta('one '))
    setImmediate(() => res.destroy())
  },
  'stream-json': (res) => {
    sse(res, `${delta('one ')}data: {"choices":\n\n`)
    res.end()
  },
  'stream-error': (res) => {
    sse(res, `${delta('one ')}data: {"error":{"message":"canary"}}\n\n`)
    res.end()
  },
  'stream-unfinished': (res) => {
    sse(res, delta('one '))
    res.end()
  },
  'stream-silence': (res) => sse(res, delta('one ')),
}

let model: Server
let chat: Awaited<ReturnType<typeof chatApp>>
let base: string
let calls: { closed: boolean; finished: boolean }[]
beforeAll(async () => {
  model = createServer(async (req, res) => {
    const body = await readText(req)
    const call = { closed: false, finished: false }
    calls.push(call)
    res.on('close', () => Object.assign(call, { closed: true, finished: res.writableFinished }))
    const way = /\[([a-z-]+)\]/.exec(body.slice(body.lastIndexOf('"role":"user"')))?.[1] ?? ''
    const act = ways[way] ?? streamWays[way]
    if (act) act(res)
    else if (way === 'slow') sse(res, delta('one '))
    else raw(res, 'text/event-stream', delta('fine') + finish)
  })
  await new Promise<void>((resolve) => model.listen(0, '127.0.0.1', resolve))
  const baseUrl = `http://127.0.0.1:${(model.address() as AddressInfo).port}/v1`
  chat = await chatApp({ llm: openaiLlm({ baseUrl, apiKey: 'sk-canary', timeoutMs: SILENCE_MS }) })
  base = await listen(chat.app)
})
beforeEach(() => {
  calls = []
})
afterAll(async () => {
  model.closeAllConnections()
  model.close()
  await chat.close()
})

const post = (path: string, question: string, more: object = {}, signal?: AbortSignal) =>
  fetch(`${base}/api/v2${path}`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ question, fetch_args: { CloudSearchFetcher: { top_k: 0 } }, ...more }),
    ...(signal ? { signal } : {}),
  })
const eventsOf = (body: string) =>
  body
    .split('\n\n')
    .filter((block) => block && !block.startsWith(':'))
    .map((block) => ({ event: /^event: (.*)$/m.exec(block)?.[1] ?? 'token', data: JSON.parse(/^data: (.*)$/m.exec(block)![1]!) }))

const MESSAGES: Record<string, RegExp> = {
  silence: /did not answer in time/,
  key: /does not accept the key/,
  busy: /try again in 40 s/,
  long: /longer than the model reads/,
  unknown: /does not know the model/,
  reset: /could not be reached|broke off|in time/,
}

describe.each(Object.keys(ways))('a model with %s', (way) => {
  test('gives the fallback answer and llm_failed', async () => {
    const reply = await post('/flexible-rag', `[${way}]`)
    const body = chatResponseSchema.parse(await reply.json())
    expect(reply.status).toBe(200)
    expect(body.answer.length).toBeGreaterThan(0)
    expect(body.errors).toEqual([{ code: 'llm_failed', message: expect.stringMatching(MESSAGES[way] ?? /no completion/) }])
    expect(body.response_metadata.errors_present).toBe(true)
    expect(JSON.stringify(body)).not.toContain('canary')
  })

  test('streamed: the same, as the one event', async () => {
    const all = eventsOf(await (await post('/flexible_chat', `[${way}]`, { stream: true })).text())
    expect(all.map(({ event }) => event)).toEqual(['done'])
    expect(all[0]!.data.errors).toMatchObject([{ code: 'llm_failed' }])
    expect(JSON.stringify(all)).not.toContain('canary')
  })
})

test('callers to whom the model says nothing hold up no other chat', async () => {
  const hanging = Promise.withResolvers<string>()
  const { llm, asked } = scriptedLlm(({ question }) => (question.includes('[hangs]') ? hanging.promise : 'Fine.'))
  const own = await chatApp({ llm })
  try {
    const ask = async (question: string) => {
      const payload = { question, fetch_args: { CloudSearchFetcher: { top_k: 0 } } }
      return chatResponseSchema.parse((await own.app.inject({ method: 'POST', url: '/api/v2/flexible-rag', payload })).json()).answer
    }
    const held = Array.from({ length: 40 }, (_, i) => ask(`[hangs] ${i}`))
    await expect.poll(() => asked.length, { timeout: 30_000 }).toBe(40)
    expect(await Promise.all([ask('One?'), ask('Two?')])).toEqual(['Fine.', 'Fine.'])
    hanging.resolve('Late.')
    expect(new Set(await Promise.all(held))).toEqual(new Set(['Late.']))
  } finally {
    hanging.resolve('Late.')
    await own.close()
  }
})

test.each(Object.keys(streamWays))('%s: the tokens, then one error event', async (way) => {
  const all = eventsOf(await (await post('/flexible_chat', `[${way}]`, { stream: true })).text())
  expect(all.map(({ event }) => event)).toEqual(['token', 'error'])
  expect(all[1]!.data).toEqual({ message: expect.any(String) })
  expect(JSON.stringify(all)).not.toContain('canary')
})

test('usage that the model does not tell is counted and marked', async () => {
  const all = eventsOf(await (await post('/flexible_chat', 'well?', { stream: true })).text())
  expect(all.map(({ event }) => event)).toEqual(['token', 'done'])
  expect(all[1]!.data.response_metadata.token_usage).toMatchObject({ completion: 1, estimated: true })
})

test('the first token leaves when the model gives it, not at the end', async () => {
  const gone = new AbortController()
  const reply = await post('/flexible_chat', '[slow]', { stream: true }, gone.signal)
  const { value } = await reply.body!.getReader().read()
  expect(new TextDecoder().decode(value)).toContain('"one "')
  expect(calls[0]!.closed).toBe(false)
  gone.abort()
})

test.each([
  ['a stream', '/flexible_chat', '[slow]', { stream: true }],
  ['an answer', '/flexible-rag', '[silence]', {}],
])('a client who leaves %s hangs up on the model, and no chat is published', async (_what, path, question, more) => {
  chat.published.length = 0
  const gone = new AbortController()
  const reply = post(path, question, more, gone.signal)
    .then((r) => r.text())
    .catch(() => 'left')
  await expect.poll(() => calls.length).toBe(1)
  gone.abort()
  expect(await reply).toBe('left')
  await expect.poll(() => calls[0]).toEqual({ closed: true, finished: false })
  expect(chat.published).toEqual([])
})

test('a silent model holds up nobody else', async () => {
  const silent = post('/flexible-rag', '[silence]')
  await expect.poll(() => calls.length).toBe(1)
  const all = eventsOf(await (await post('/flexible_chat', 'well?', { stream: true })).text())
  expect(all.at(-1)!.event).toBe('done')
  expect(calls[0]!.closed).toBe(false)
  expect((await silent).status).toBe(200)
})
