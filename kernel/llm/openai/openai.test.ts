import type { ServerResponse } from 'node:http'
import { describe, expect, test } from 'vitest'
import { startEndlessServer } from '../../net/endless-server.fixture.ts'
import { ApiError } from '../../runtime/errors.ts'
import type { Completion, CompletionRequest, Llm } from '../llm.ts'
import { chunk, closeAfterEach, closed, delta, finish, json, listen, request, usage } from './endpoint.fixture.ts'
import { openaiLlm } from './openai.ts'

async function collect(llm: Llm, asked: CompletionRequest): Promise<{ tokens: string[]; completion: Completion }> {
  const tokens: string[] = []
  const completion = await llm.stream(asked, (token) => tokens.push(token))
  return { tokens, completion }
}

closeAfterEach()
const told = { finishReason: 'stop', usage: { prompt: 5, completion: 2, total: 7, reasoning: 1 } }

describe('complete', () => {
  test('passes everything on and gives texts and usage', async () => {
    let seen: Record<string, unknown> = {}
    const llm = await listen((body, res) => {
      seen = body
      const choices = [0, 1].map((index) => ({ index, finish_reason: 'stop', message: { content: `t${index}` } }))
      json(res, 200, { id: 'chatcmpl-7', model: 'm-2026-01-01', choices, usage })
    })
    const reply = await llm.complete(request({ n: 2, reasoningEffort: 'high' }))
    expect(seen).toMatchObject({ model: 'm', n: 2, temperature: 0.3, max_tokens: 9, reasoning_effort: 'high' })
    expect(seen.messages).toEqual(request().messages)
    expect(reply).toEqual({ ...told, texts: ['t0', 't1'], origin: { id: 'chatcmpl-7', model: 'm-2026-01-01' } })
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

  test('a server that gives one completion whatever n is, is asked for the others', async () => {
    const asked: unknown[] = []
    const llm = await listen((body, res) => {
      asked.push(body.n)
      json(res, 200, { choices: [{ index: 0, finish_reason: 'stop', message: { content: `t${asked.length}` } }], usage })
    })
    const { texts, usage: sum } = await llm.complete(request({ n: 3 }))
    expect([...texts].sort()).toEqual(['t1', 't2', 't3'])
    expect(asked).toEqual([3, undefined, undefined])
    expect(sum).toEqual({ prompt: 15, completion: 6, total: 21, reasoning: 3 })
  })

  test.each([
    ['no usage', undefined],
    ['a usage that is none', { prompt_tokens: 'many', completion_tokens: -1, total_tokens: {} }],
  ])('%s: tokens are counted and marked as estimated', async (_what, given) => {
    const llm = await listen((_body, res) =>
      json(res, 200, { choices: [{ index: 0, finish_reason: 'stop', message: { content: 'four words of text' } }], usage: given }),
    )
    const { usage: counted } = await llm.complete(request())
    expect(counted).toMatchObject({ completion: 4, estimated: true })
    expect(counted!.total).toBe(counted!.prompt + 4)
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

  test('a refusal without an end is cut, also behind a redirect and where only its model list is asked', async () => {
    const endless = await startEndlessServer('floods', 400)
    const llm = await listen((_body, res) => res.writeHead(307, { location: endless.url }).end())
    const refused = { code: 'upstream_failed', message: expect.stringMatching(/status 400|broke off/) }
    await expect(llm.complete(request())).rejects.toMatchObject(refused)
    await expect(llm.check('m', { deep: false, signal: AbortSignal.timeout(20_000) })).rejects.toMatchObject(refused)
    expect(endless.sent()).toBeLessThan(48)
    await endless.close()
  })

  const refusals: [string, number, Record<string, string>, object, RegExp, number][] = [
    ['a short wait', 429, { 'retry-after': '0' }, {}, /busy/, 2],
    ['a long wait', 429, { 'retry-after': '30' }, {}, /busy; try again in 30 s/, 1],
    ['no quota', 429, { 'retry-after': '0' }, { code: 'insufficient_quota' }, /quota is used up/, 1],
    ['a wrong key', 401, {}, {}, /does not accept the key/, 1],
    ['an unknown model', 404, {}, { code: 'model_not_found' }, /does not know the model/, 1],
    ['a prompt that is too long', 400, {}, { code: 'context_length_exceeded' }, /longer than the model reads/, 1],
    ['a filtered prompt', 400, {}, { code: 'content_filter' }, /content filter/, 1],
  ]
  test.each(refusals)('%s: said clearly, tried again only where it helps', async (_what, status, headers, error, message, tries) => {
    let calls = 0
    const llm = await listen((_body, res) => {
      calls++
      json(res, status, { error: { message: 'canary', ...error } }, headers)
    })
    const started = performance.now()
    const failed = await llm.complete(request()).catch((e) => e)
    expect(failed).toMatchObject({ code: 'upstream_failed', message: expect.stringMatching(message), details: { provider_status: status } })
    expect(failed.message).not.toContain('canary')
    expect(calls).toBe(tries)
    expect(performance.now() - started).toBeLessThan(4000)
  })

  test.each([
    ['an HTML page', 'text/html', '<html>Sign in</html>'],
    ['JSON that is cut', 'application/json', '{"choices":[{"index":0'],
    ['no choices', 'application/json', '{"choices":[]}'],
    ['choices that are none', 'application/json', '{"choices":[{"message":7}]}'],
    ['content that is no text', 'application/json', '{"choices":[{"index":0,"message":{"content":{"a":1}}}]}'],
    ['null', 'application/json', 'null'],
  ])('%s with 200 is upstream_failed', async (_what, type, body) => {
    const llm = await listen((_body, res) => res.writeHead(200, { 'content-type': type }).end(body))
    await expect(llm.complete(request())).rejects.toMatchObject({
      code: 'upstream_failed',
      message: 'The model endpoint sent something that is no completion.',
    })
  })

  test('a whole reply without an end is stopped, and not kept', async () => {
    closed.length = 0
    const llm = await listen((_body, res) => {
      res.writeHead(200, { 'content-type': 'application/json' })
      const more = () => {
        while (!res.destroyed && res.write('x'.repeat(50_000))) {}
      }
      res.on('drain', more)
      more()
    })
    await expect(llm.complete(request())).rejects.toThrow('did not come to an end')
    await expect.poll(() => closed).toEqual([false])
  })

  test('an endpoint that is not there', async () => {
    const llm = openaiLlm({ baseUrl: 'http://127.0.0.1:1/v1' })
    await expect(llm.complete(request())).rejects.toMatchObject({ code: 'upstream_failed' })
  })

  test('a silent endpoint is given up at the limit, retry included, and hung up on', async () => {
    closed.length = 0
    const llm = await listen(() => {}, { timeoutMs: 200 })
    const started = performance.now()
    await expect(llm.complete(request())).rejects.toThrow('The model did not answer in time (0.2 s).')
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
      const last = { model: 'm-2026-01-01', choices: [], usage }
      for (const part of [delta('a '), delta('x', 1), delta('b'), finish, last]) chunk(res, part)
      res.end('data: [DONE]\n\n')
    })
    expect(await collect(llm, request({ n: 2 }))).toEqual({
      tokens: ['a ', 'b'],
      completion: { ...told, texts: ['a b', 'x'], origin: { id: 'c', model: 'm-2026-01-01' } },
    })
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
    const seen: string[] = []
    const error = await llm.stream(request(), (token) => seen.push(token)).catch((e) => e)
    expect(seen).toEqual(['a'])
    expect(error).toMatchObject({ code: 'upstream_failed' })
  })

  test.each([
    ['an HTML page', '<html>Sign in</html>'],
    ['a line that is no JSON', 'data: {"choices":\n\n'],
    ['null', 'data: null\n\n'],
    ['choices that are none', 'data: {"choices":[{"index":0,"delta":{"content":{}}}]}\n\n'],
    ['an error', 'data: {"error":{"message":"canary"}}\n\n'],
    ['nothing', 'data: [DONE]\n\n'],
    ['empty choices', 'data: {"choices":[]}\n\ndata: [DONE]\n\n'],
  ])('%s with 200 is upstream_failed', async (_what, body) => {
    const llm = await listen((_body, res) => res.writeHead(200, { 'content-type': 'text/event-stream' }).end(body))
    const failed = await collect(llm, request()).catch((e) => e)
    expect(failed).toMatchObject({ code: 'upstream_failed' })
    expect(failed.message).not.toContain('canary')
  })

  test.each([
    ['a refusal', 401, {}, /does not accept the key/],
    ['a long refusal', 403, { error: { message: 'x'.repeat(1_000_000) } }, /does not accept the key/],
    ['a busy model', 429, { error: { code: 'insufficient_quota' } }, /quota is used up/],
  ])('%s of a stream names the status', async (_what, status, body, message) => {
    const llm = await listen((_body, res) => json(res, status, body))
    await expect(collect(llm, request())).rejects.toMatchObject({
      code: 'upstream_failed',
      message: expect.stringMatching(message),
      details: { provider_status: status },
    })
  })

  test('a stream follows a redirect, and keeps the endpoint\u2019s connection for the next', async () => {
    const sockets = new Set<unknown>()
    const llm = await listen((_body, res, req) => {
      sockets.add(req.socket)
      if (req.url === '/v1/chat/completions') return res.writeHead(307, { location: '/elsewhere' }).end()
      res.writeHead(200, { 'content-type': 'text/event-stream' })
      for (const part of [delta('a'), finish]) chunk(res, part)
      return res.end('data: [DONE]\n\n')
    })
    expect((await collect(llm, request())).tokens).toEqual(['a'])
    const direct = await listen((_body, res, req) => {
      sockets.add(req.socket)
      res.writeHead(200, { 'content-type': 'text/event-stream' })
      for (const part of [delta('b'), finish]) chunk(res, part)
      return res.end('data: [DONE]\n\n')
    })
    sockets.clear()
    for (let i = 0; i < 3; i++) expect((await collect(direct, request())).tokens).toEqual(['b'])
    expect(sockets.size).toBe(1)
  })

  test('an endpoint that is not there cannot be reached', async () => {
    const llm = openaiLlm({ baseUrl: 'http://127.0.0.1:1/v1' })
    await expect(collect(llm, request())).rejects.toThrow('could not be reached')
  })

  test('pieces of completions that nobody asked for are left out', async () => {
    const llm = await listen((_body, res) => {
      res.writeHead(200, { 'content-type': 'text/event-stream' })
      for (const part of [delta('a'), delta('x', 1), delta('x', 4_000_000_000), finish]) chunk(res, part)
      res.end('data: [DONE]\n\n')
    })
    const { completion } = await collect(llm, request())
    expect(completion).toMatchObject({ texts: ['a'], usage: { completion: 1, estimated: true } })
  })

  test('a model that does not come to an end is stopped', async () => {
    closed.length = 0
    const llm = await listen((_body, res) => {
      res.writeHead(200, { 'content-type': 'text/event-stream' })
      const more = () => {
        while (!res.destroyed && res.write(`data: ${JSON.stringify(delta('x'.repeat(50_000)))}\n\n`)) {}
      }
      res.on('drain', more)
      more()
    })
    await expect(collect(llm, request())).rejects.toThrow('did not come to an end')
    await expect.poll(() => closed).toEqual([false])
  })

  test('a token that cannot be handed on ends the call upstream', async () => {
    closed.length = 0
    const llm = await listen((_body, res) => {
      res.writeHead(200, { 'content-type': 'text/event-stream' })
      chunk(res, delta('a'))
    })
    const full = () => {
      throw new ApiError('unavailable', 'full')
    }
    await expect(llm.stream(request(), full)).rejects.toThrow('full')
    await expect.poll(() => closed).toEqual([false])
  })

  test('aborting gives the reason of the signal and ends the call upstream', async () => {
    closed.length = 0
    const gone = new AbortController()
    const llm = await listen((_body, res) => {
      res.writeHead(200, { 'content-type': 'text/event-stream' })
      chunk(res, delta('a'))
    })
    const run = llm.stream(request({ signal: gone.signal }), () => gone.abort(new Error('left')))
    await expect(run).rejects.toThrow('left')
    await expect.poll(() => closed).toEqual([false])
  })
})
