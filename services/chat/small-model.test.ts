import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { json } from 'node:stream/consumers'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { openaiLlm } from '../../kernel/llm/openai/openai.ts'
import { chatApp } from './chat.fixture.ts'
import { chatResponseSchema } from './response.ts'

/** As llama.cpp says it, word for word but for the numbers. */
const tooLong = (sent: number, reads: number) => ({
  error: {
    code: 400,
    message: `request (${sent} tokens) exceeds the available context size (${reads} tokens), try increasing it`,
    type: 'exceed_context_size_error',
    n_prompt_tokens: sent,
    n_ctx: reads,
  },
})

/** A model that reads so many characters, and ends as it is told to. */
let reads: number
let end: string
let asked: { role: string; content: string }[][]
let server: Server
let chat: Awaited<ReturnType<typeof chatApp>>
beforeAll(async () => {
  server = createServer(async (req, res) => {
    const body = (await json(req)) as { messages: { role: string; content: string }[]; stream?: boolean }
    const sent = body.messages.reduce((sum, { content }) => sum + content.length, 0)
    asked.push(body.messages)
    if (sent > reads) return res.writeHead(400, { 'content-type': 'application/json' }).end(JSON.stringify(tooLong(sent, reads)))
    const usage = { prompt_tokens: sent, completion_tokens: 9, total_tokens: sent + 9 }
    const content = 'The archive holds forty marble crates [1] and the'
    if (!body.stream) {
      res.writeHead(200, { 'content-type': 'application/json' })
      return res.end(JSON.stringify({ choices: [{ index: 0, finish_reason: end, message: { role: 'assistant', content } }], usage }))
    }
    res.writeHead(200, { 'content-type': 'text/event-stream' })
    const say = (choice: object) => `data: ${JSON.stringify({ choices: [{ index: 0, ...choice }] })}\n\n`
    return res.end(`${say({ delta: { content }, finish_reason: null })}${say({ delta: {}, finish_reason: end })}data: [DONE]\n\n`)
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  chat = await chatApp({ llm: openaiLlm({ baseUrl: `http://127.0.0.1:${(server.address() as AddressInfo).port}/v1` }) })
})
beforeEach(() => {
  reads = 1_000_000
  end = 'stop'
  asked = []
})
afterAll(async () => {
  server.closeAllConnections()
  server.close()
  await chat.close()
})

const QUESTION = 'What do the archive and the lighthouse hold, and when was it built?'
const ask = async (more: object = {}) =>
  chatResponseSchema.parse(
    (await chat.ask('/flexible-chat', { question: QUESTION, fetch_args: { CloudSearchFetcher: { top_k: 2 } }, ...more })).body,
  )
const lengthOf = (messages: readonly { content: string }[]) => messages.reduce((sum, { content }) => sum + content.length, 0)

test('what is longer than the model reads is asked again with fewer passages, and the reply says so', async () => {
  const whole = await ask()
  expect(whole.metadata).toHaveLength(2)
  reads = lengthOf(asked[0]!) - 1
  const less = await ask()
  expect(less.answer).toBe(whole.answer)
  expect(less.metadata).toEqual(whole.metadata.slice(0, 1))
  expect(less.errors).toEqual([{ code: 'context_shortened', message: expect.stringContaining('the first 1 of 2 passages') }])
  expect(asked).toHaveLength(3)
})

test('of a conversation the latest part is asked with, questions with their answers', async () => {
  const history = Array.from({ length: 4 }, (_, i) => [
    { role: 'user', content: `Question ${i}? ${'x'.repeat(500)}` },
    { role: 'assistant', content: `Answer ${i}.` },
  ]).flat()
  await ask({ history: history.slice(4) })
  reads = lengthOf(asked.at(-1)!)
  const reply = await ask({ history })
  expect(reply.errors).toMatchObject([{ code: 'context_shortened' }])
  expect(asked.at(-1)!.map(({ role }) => role)).toEqual(['system', 'user', 'assistant', 'user', 'assistant', 'user'])
  expect(asked.at(-1)![1]!.content).toContain('Question 2')
  expect(reply.history).toHaveLength(10)
})

test('where nothing can be left out the documents speak, and the answer says why', async () => {
  reads = 10
  const reply = await ask()
  expect(reply.answer).toMatch(/^The question is longer than the language model reads\. /)
  expect(reply.errors).toEqual([{ code: 'llm_failed', message: expect.stringContaining('longer than the model reads') }])
  expect(reply.citations.filter(({ supported }) => !supported)).toEqual([])
})

test.each([
  ['whole', {}],
  ['streamed', { stream: true }],
])('an answer that is cut off says so, %s', async (_how, more) => {
  end = 'length'
  const { text } = await chat.ask('/flexible-chat', { question: QUESTION, override_config: { params: { max_tokens: 9 } }, ...more })
  const reply = chatResponseSchema.parse(JSON.parse(text.slice(text.lastIndexOf('{"response_id"'))))
  expect(reply.errors).toEqual([{ code: 'answer_cut', message: expect.stringMatching(/^The answer breaks off /) }])
  expect(reply.response_metadata.finish_reason).toBe('length')
})

test('clients of OpenAI are told that an answer is cut off', async () => {
  const body = { messages: [{ role: 'user', content: QUESTION }] }
  const finishes = async (more: object) => {
    const { payload } = await chat.app.inject({ method: 'POST', url: '/v1/chat/completions', payload: { ...body, ...more } })
    return [...payload.matchAll(/"finish_reason":("\w+")/g)].at(-1)?.[1]
  }
  expect([await finishes({}), await finishes({ stream: true })]).toEqual(['"stop"', '"stop"'])
  end = 'length'
  expect([await finishes({}), await finishes({ stream: true })]).toEqual(['"length"', '"length"'])
})
