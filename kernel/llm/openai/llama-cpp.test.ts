import { describe, expect, test } from 'vitest'
import { createTroubles } from '../troubles.ts'
import { json, listen, request } from './endpoint.fixture.ts'

/** What llama.cpp's server replied, recorded in October 2026 (SmolLM2-135M-Instruct). */
const TOO_LONG =
  '{"error":{"code":400,"message":"request (2031 tokens) exceeds the available context size (1024 tokens), try increasing it","type":"exceed_context_size_error","n_prompt_tokens":2031,"n_ctx":1024}}'
const LOADING = '{"error":{"message":"Loading model","type":"unavailable_error","code":503}}'
const NO_IMAGES =
  '{"error":{"code":500,"message":"image input is not supported - hint: if this is unexpected, you may need to provide the mmproj","type":"server_error"}}'
const ONE_AT_MOST =
  '{"error":{"code":400,"message":"Field \'n\': Value must be between 1 <= value <= 1, but got 2","type":"invalid_request_error"}}'
const HEAD = '"created":1795681077,"id":"chatcmpl-WlVY6iCiRAVMh1i7RCxUgZPlHo8igU8v","model":"SmolLM2-135M-Instruct.Q4_1.gguf"'
const TAIL = '"system_fingerprint":"b1-local","object":"chat.completion.chunk"'
const piece = (finish: string, delta: string) =>
  `data: {"choices":[{"finish_reason":${finish},"index":0,"delta":${delta}}],${HEAD},${TAIL}}\n\n`
const STREAM = [
  piece('null', '{"role":"assistant","content":null}'),
  ...['How', ' can', ' I', ' assist'].map((word) => piece('null', JSON.stringify({ content: word }))),
  ':\n\n',
  piece('"length"', '{}'),
  `data: {"choices":[],${HEAD},${TAIL},"usage":{"completion_tokens":4,"prompt_tokens":33,"total_tokens":37,"prompt_tokens_details":{"cached_tokens":32}}}\n\n`,
  'data: [DONE]\n\n',
].join('')

describe('llama.cpp', () => {
  test.each([
    ['a prompt that is too long', 400, TOO_LONG, 'too_long', /longer than the model reads/, 1],
    ['a picture', 500, NO_IMAGES, 'no_images', /it reads no images/, 1],
    ['a start', 503, LOADING, undefined, /still loads its model/, 2],
  ])('%s is told as what it is', async (_what, status, body, reason, message, tries) => {
    let calls = 0
    const llm = await listen((_body, res) => {
      calls++
      res.writeHead(status, { 'content-type': 'application/json' }).end(body)
    })
    const failed = await llm.complete(request()).catch((error) => error)
    expect(failed).toMatchObject({ code: 'upstream_failed', message: expect.stringMatching(message) })
    expect([failed.details.reason, calls]).toEqual([reason, tries])
    // a model that answers other questions stays well
    const troubles = createTroubles()
    troubles.note('m', failed)
    expect(troubles.of('m') === undefined).toBe(reason !== undefined)
  })

  test('its stream is read, comments and usage too', async () => {
    const llm = await listen((_body, res) => res.writeHead(200, { 'content-type': 'text/event-stream' }).end(STREAM))
    const tokens: string[] = []
    expect(await llm.stream(request(), (token) => tokens.push(token))).toMatchObject({
      texts: ['How can I assist'],
      finishReason: 'length',
      usage: { prompt: 33, completion: 4, total: 37 },
      origin: { model: 'SmolLM2-135M-Instruct.Q4_1.gguf' },
    })
    expect(tokens).toEqual(['How', ' can', ' I', ' assist'])
  })

  test.each(['complete', 'stream'] as const)('more completions than it has slots are asked for one by one: %s', async (how) => {
    let n = 0
    const llm = await listen((body, res) => {
      if (body.n !== undefined) return res.writeHead(400, { 'content-type': 'application/json' }).end(ONE_AT_MOST)
      n++
      if (body.stream) return res.writeHead(200, { 'content-type': 'text/event-stream' }).end(STREAM)
      return json(res, 200, { choices: [{ index: 0, finish_reason: 'stop', message: { role: 'assistant', content: `answer ${n}` } }] })
    })
    const { texts } = how === 'stream' ? await llm.stream(request({ n: 2 }), () => {}) : await llm.complete(request({ n: 2 }))
    expect(texts).toEqual([how === 'stream' ? 'How can I assist' : 'answer 1', 'answer 2'])
  })
})
