import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { text as readText } from 'node:stream/consumers'
import { afterEach, describe, expect, test } from 'vitest'
import type { CompletionEvent, CompletionRequest } from './llm.ts'
import { openaiLlm } from './openai.ts'

type Handler = (body: Record<string, unknown>, res: ServerResponse, req: IncomingMessage) => unknown

let server: Server | undefined
afterEach(() => {
  server?.closeAllConnections()
  server?.close()
})

const closed: boolean[] = []

async function listen(handler: Handler, options: { timeoutMs?: number; provider?: 'openai' | 'azure-openai' } = {}) {
  server = createServer(async (req, res) => {
    const raw = await readText(req)
    res.on('close', () => closed.push(res.writableFinished))
    handler(raw ? JSON.parse(raw) : {}, res, req)
  })
  await new Promise<void>((resolve) => server!.listen(0, '127.0.0.1', resolve))
  const { port } = server.address() as AddressInfo
  return openaiLlm({ baseUrl: `http://127.0.0.1:${port}/v1`, apiKey: 'sk-canary', ...options })
}

const json = (res: ServerResponse, status: number, body: unknown, headers = {}) =>
  res.writeHead(status, { 'content-type': 'application/json', ...headers }).end(JSON.stringify(body))
const usage = { prompt_tokens: 5, completion_tokens: 2, total_tokens: 7, completion_tokens_details: { reasoning_tokens: 1 } }
const chunk = (res: ServerResponse, part: object) =>
  res.write(`data: ${JSON.stringify({ id: 'c', object: 'chat.completion.chunk', ...part })}\n\n`)
const delta = (content: string, index = 0) => ({ choices: [{ index, delta: { content }, finish_reason: null }] })
const finish = { choices: [{ index: 0, delta: {}, finish_reason: 'stop' }] }

const request = (over: Partial<CompletionRequest> = {}): CompletionRequest => ({
  messages: [
    { role: 'system', content: 's' },
    {
      role: 'user',
      content: [
        { type: 'text', text: 'q' },
        { type: 'image_url', image_url: { url: 'https://example.com/a.png' } },
      ],
    },
  ],
  question: 'q',
  passages: [],
  model: 'm',
  n: 1,
  parameters: { temperature: 0.3, max_tokens: 9 },
  signal: new AbortController().signal,
  ...over,
})

async function collect(events: AsyncIterable<CompletionEvent>): Promise<CompletionEvent[]> {
  const all: CompletionEvent[] = []
  for await (const event of events) all.push(event)
  return all
}

describe('complete', () => {
  test('passes everything on and gives texts and usage', async () => {
    let seen: Record<string, unknown> = {}
    const llm = await listen((body, res) => {
      seen = body
      json(res, 200, { choices: [0, 1].map((index) => ({ index, finish_reason: 'stop', message: { content: `t${index}` } })), usage })
    })
    const reply = await llm.complete(request({ n: 2, reasoningEffort: 'high' }))
    expect(seen).toMatchObject({ model: 'm', n: 2, temperature: 0.3, max_tokens: 9, reasoning_effort: 'high' })
    expect(seen.messages).toEqual(request().messages)
    expect(reply).toEqual({ texts: ['t0', 't1'], finishReason: 'stop', usage: { prompt: 5, completion: 2, total: 7, reasoning: 1 } })
  })

  test('n and reasoning_effort stay away when they say nothing', async () => {
    let seen: Record<string, unknown> = {}
    const llm = await listen((body, res) => {
      seen = body
      json(res, 200, { choices: [{ index: 0, finish_reason: 'stop', message: { content: 't' } }] })
    })
    await llm.complete(request())
    expect(seen).not.toHaveProperty('n')
    expect(seen).not.toHaveProperty('reasoning_effort')
  })

  test('Azure gets the key in its own header', async () => {
    let header: unknown
    const llm = await listen(
      (_body, res, req) => {
        header = req.headers['api-key']
        json(res, 200, { choices: [{ index: 0, finish_reason: 'stop', message: { content: 't' } }] })
      },
      { provider: 'azure-openai' },
    )
    await llm.complete(request())
    expect(header).toBe('sk-canary')
  })

  test('a failure names the status and nothing of the reply or the key', async () => {
    let calls = 0
    const llm = await listen((_body, res) => {
      calls++
      json(res, 500, { error: { message: 'Incorrect API key provided: sk-canary' } }, { 'retry-after': '0' })
    })
    const error = await llm.complete(request()).catch((e) => e)
    expect(error).toMatchObject({ code: 'upstream_failed', status: 502, details: { provider_status: 500 } })
    expect(JSON.stringify([error.message, error.details, error.cause ?? null])).not.toContain('canary')
    expect(calls).toBe(2)
  })

  test('an endpoint that is not there', async () => {
    const llm = openaiLlm({ baseUrl: 'http://127.0.0.1:1/v1' })
    await expect(llm.complete(request())).rejects.toMatchObject({ code: 'upstream_failed' })
  })

  test('a silent endpoint is given up at the limit, retry included, and hung up on', async () => {
    closed.length = 0
    const llm = await listen(() => {}, { timeoutMs: 200 })
    const started = performance.now()
    await expect(llm.complete(request())).rejects.toMatchObject({ code: 'upstream_failed', message: 'The model did not answer in time.' })
    expect(performance.now() - started).toBeLessThan(2000)
    await expect.poll(() => closed.length > 0 && !closed.includes(true)).toBe(true)
  })

  test('aborting ends the call upstream', async () => {
    closed.length = 0
    const gone = new AbortController()
    const llm = await listen(() => gone.abort(new Error('left')))
    await expect(llm.complete(request({ signal: gone.signal }))).rejects.toThrow('left')
    await expect.poll(() => closed).toEqual([false])
  })
})

describe('stream', () => {
  test('tokens of the first completion, then one end with all texts and usage', async () => {
    const llm = await listen((body, res) => {
      expect(body).toMatchObject({ stream: true, stream_options: { include_usage: true } })
      res.writeHead(200, { 'content-type': 'text/event-stream' })
      for (const part of [delta('a '), delta('x', 1), delta('b'), finish, { choices: [], usage }]) chunk(res, part)
      res.end('data: [DONE]\n\n')
    })
    expect(await collect(llm.stream(request({ n: 2 })))).toEqual([
      { type: 'token', token: 'a ' },
      { type: 'token', token: 'b' },
      {
        type: 'end',
        completion: { texts: ['a b', 'x'], finishReason: 'stop', usage: { prompt: 5, completion: 2, total: 7, reasoning: 1 } },
      },
    ])
  })

  test.each([
    ['a cut connection', (res: ServerResponse) => res.destroy()],
    ['an end without a finish', (res: ServerResponse) => res.end()],
    ['a silence', () => {}],
  ])('%s after the first token is upstream_failed', async (_what, stop) => {
    const llm = await listen(
      (_body, res) => {
        res.writeHead(200, { 'content-type': 'text/event-stream' })
        chunk(res, delta('a'))
        setImmediate(() => stop(res))
      },
      { timeoutMs: 300 },
    )
    const seen: CompletionEvent[] = []
    const error = await (async () => {
      for await (const event of llm.stream(request())) seen.push(event)
    })().catch((e) => e)
    expect(seen).toEqual([{ type: 'token', token: 'a' }])
    expect(error).toMatchObject({ code: 'upstream_failed' })
  })

  test('a reader who stops reading ends the call upstream', async () => {
    closed.length = 0
    const llm = await listen((_body, res) => {
      res.writeHead(200, { 'content-type': 'text/event-stream' })
      chunk(res, delta('a'))
    })
    for await (const event of llm.stream(request())) {
      expect(event.type).toBe('token')
      break
    }
    await expect.poll(() => closed).toEqual([false])
  })

  test('aborting gives the reason of the signal and ends the call upstream', async () => {
    closed.length = 0
    const gone = new AbortController()
    const llm = await listen((_body, res) => {
      res.writeHead(200, { 'content-type': 'text/event-stream' })
      chunk(res, delta('a'))
    })
    const run = (async () => {
      for await (const _ of llm.stream(request({ signal: gone.signal }))) gone.abort(new Error('left'))
    })()
    await expect(run).rejects.toThrow('left')
    await expect.poll(() => closed).toEqual([false])
  })
})

describe('check', () => {
  const signal = new AbortController().signal

  test('asks for the models; an endpoint without a list is fine, a refusal is not', async () => {
    const status = { now: 200 }
    const llm = await listen((_body, res, req) => json(res, req.url === '/v1/models' ? status.now : 500, { object: 'list', data: [] }))
    await llm.check('m', { deep: false, signal })
    status.now = 404
    await llm.check('m', { deep: false, signal })
    status.now = 401
    await expect(llm.check('m', { deep: false, signal })).rejects.toMatchObject({ details: { provider_status: 401 } })
  })

  test('deep makes a call of the model', async () => {
    let seen: unknown
    const llm = await listen((body, res) => {
      seen = body.model
      json(res, 200, { choices: [{ index: 0, finish_reason: 'stop', message: { content: 'ok' } }] })
    })
    await llm.check('m', { deep: true, signal })
    expect(seen).toBe('m')
  })
})
