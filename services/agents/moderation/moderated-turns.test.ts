import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { json } from 'node:stream/consumers'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { z } from 'zod'
import { agentStack, eventsOf } from '../turns/agent-stack.fixture.ts'

const MILLER = '/ai/k12/agents/miller'
const CLERK = '/ai/k12/agents/clerk'
const PORTER = '/ai/k12/agents/porter'
const inputSchema = z.object({ input: z.union([z.string(), z.array(z.string())]) })

const seen: string[] = []
let endpoint: Server
let it: Awaited<ReturnType<typeof agentStack>>
beforeAll(async () => {
  endpoint = createServer(async (request, reply) => {
    const texts = [inputSchema.parse(await json(request)).input].flat()
    seen.push(...texts)
    const results = texts.map((text) => ({ flagged: text.includes('BAD') }))
    reply.setHeader('content-type', 'application/json').end(JSON.stringify({ results }))
  })
  await new Promise<void>((ready) => endpoint.listen(0, '127.0.0.1', () => ready()))
  it = await agentStack({
    MODERATION_BASE_URL: `http://127.0.0.1:${(endpoint.address() as AddressInfo).port}/v1`,
    MODERATION_API_KEY: 'k',
  })
})
afterAll(async () => {
  await it.dispose()
  endpoint.closeAllConnections()
  endpoint.close()
})
beforeEach(() => {
  it.asked.length = 0
  seen.length = 0
})

const ask = (body: unknown, path = MILLER) => it.call('POST', `${path}/generate`, body)
const stream = async (body: unknown, path = MILLER) => {
  const events = eventsOf((await it.call('POST', `${path}/stream`, body)).text)
  return { events, text: events.flatMap(({ event, data }) => (event === 'delta' ? [data.content] : [])).join('') }
}

test.each([
  ['the question', { prompt: 'something BAD' }],
  ['an earlier message', { messages: ['something BAD', 'And now?'].map((content) => ({ role: 'user', content })) }],
  ['an answer that the caller puts into the mouth of the agent', { messages: [said('assistant', 'BAD'), said('user', 'Go on.')] }],
  ['what the caller instructs', { messages: [said('system', 'Be BAD.'), said('user', 'Go on.')] }],
  ['a part of a message', { messages: [{ role: 'user', content: [{ type: 'text', text: 'BAD' }] }] }],
])('%s is refused before the model is asked', async (_what, body) => {
  for (const action of ['generate', 'stream'])
    expect(await it.call('POST', `${MILLER}/${action}`, body)).toMatchObject({ status: 400, body: { error: { code: 'content_refused' } } })
  expect(it.asked).toEqual([])
})

function said(role: string, content: string) {
  return { role, content }
}

test('a flagged answer is replaced; a stream lets the sentences before it through', async () => {
  it.script.say = () => ({ text: 'Fine. This is BAD indeed. And more.' })
  const reply = await ask({ prompt: 'say' })
  expect(reply.body).toMatchObject({ text: expect.stringContaining('withheld'), finishReason: 'content-filter' })
  const { events, text } = await stream({ prompt: 'say' })
  expect(text).toMatch(/^Fine\.This answer was withheld/)
  expect(events.at(-1)).toMatchObject({ event: 'done', data: { finishReason: 'content-filter' } })
  it.script.say = () => ({ text: 'clean' })
  expect(await ask({ prompt: 'say' })).toMatchObject({ body: { text: 'clean', finishReason: 'stop' } })
  expect(seen).toEqual(expect.arrayContaining(['say', 'clean']))
})

test('words that come apart in a stream are checked together', async () => {
  Object.defineProperty(it.stack.ports.llm, 'stream', {
    configurable: true,
    value: async (_request: unknown, onToken: (token: string) => void) => {
      const tokens = [`${'w'.repeat(999)}BA`, `D${'v'.repeat(1_500)}`, ' end']
      for (const token of tokens) onToken(token)
      return { texts: [tokens.join('')], finishReason: 'stop', usage: { prompt: 1, completion: 1, total: 2 } }
    },
  })
  try {
    const { events, text } = await stream({ prompt: 'say' })
    expect(text).not.toContain('v')
    expect(events.at(-1)).toMatchObject({ event: 'done', data: { finishReason: 'content-filter' } })
  } finally {
    Object.defineProperty(it.stack.ports.llm, 'stream', { configurable: true, value: it.llm.stream })
  }
})

test('of an answer in a form the words count, however JSON spells them, and also where it was asked for twice', async () => {
  for (const form of ['{"sacks":1,"note":"BAD"}', '{"sacks":1,"note":"\\u0042AD"}'])
    for (const before of [[], ['about one']]) {
      let left: string[] = []
      it.script.say = () => ({ text: left.shift() ?? form })
      left = [...before]
      const { body } = await ask({ prompt: 'Count.' }, CLERK)
      expect(body).toEqual({ ...body, text: expect.stringMatching(/^This answer was withheld/), finishReason: 'content-filter' })
      expect(body).not.toHaveProperty('object')
      left = [...before]
      const { events, text } = await stream({ prompt: 'Count.' }, CLERK)
      expect([text, events.at(-1)?.data.finishReason]).toEqual([body.text, 'content-filter'])
    }
})

test('what an agent says without a model passes, too', async () => {
  it.script.provider = 'embedded'
  try {
    expect((await ask({ prompt: 'good' }, PORTER)).body).toMatchObject({ text: 'It was asked: GOOD', finishReason: 'stop' })
    const { body } = await ask({ prompt: 'bad' }, PORTER)
    expect(body).toMatchObject({ text: expect.stringContaining('withheld'), finishReason: 'content-filter' })
    const { events, text } = await stream({ prompt: 'bad' }, PORTER)
    expect([text, events.at(-1)?.data.finishReason]).toEqual([body.text, 'content-filter'])
  } finally {
    it.script.provider = 'openai'
  }
})
