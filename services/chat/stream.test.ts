import { afterAll, beforeAll, expect, test } from 'vitest'
import { listen } from '../../kernel/http/app/app.fixture.ts'
import { ApiError } from '../../kernel/runtime/errors.ts'
import { chatApp, scriptedLlm } from './chat.fixture.ts'

let hung: AbortSignal | undefined
const scripted = scriptedLlm((request) => {
  if (request.question.includes('[down]')) throw new ApiError('upstream_failed', 'no')
  if (!request.question.includes('[hang]')) return request.question
  hung = request.signal
  return new Promise((_, reject) => request.signal.addEventListener('abort', () => reject(request.signal.reason)))
})
let chat: Awaited<ReturnType<typeof chatApp>>
let base: string
beforeAll(async () => {
  chat = await chatApp({ llm: scripted.llm })
  base = await listen(chat.app)
})
afterAll(() => chat.close())

const post = (question: string, signal?: AbortSignal, more: Record<string, unknown> = {}) =>
  fetch(`${base}/api/v2/flexible_chat`, {
    method: 'POST',
    signal,
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ question, stream: true, fetch_args: { CloudSearchFetcher: { top_k: 0 } }, ...more }),
  })

async function events(reply: Response) {
  const blocks = (await reply.text()).split('\n\n').filter((block) => block && !block.startsWith(':'))
  return blocks.map((block) => ({
    event: /^event: (.*)$/m.exec(block)?.[1],
    data: JSON.parse(/^data: (.*)$/m.exec(block)![1]!),
  }))
}

test('a token a line, then done with the whole response', async () => {
  const reply = await post('one two three')
  expect(reply.headers.get('content-type')).toContain('text/event-stream')
  const all = await events(reply)
  expect(all.slice(0, -1)).toEqual(['one ', 'two ', 'three'].map((token) => ({ event: undefined, data: { token } })))
  expect(all.at(-1)).toMatchObject({
    event: 'done',
    data: { answer: 'one two three', response_metadata: { model_used: { alias: 'default' } } },
  })
})

test.each([
  ['text/event-stream', 'text/event-stream'],
  ['text/event-stream, application/json;q=0', 'text/event-stream'],
  ['text/event-stream, */*', 'application/json'],
  ['application/json, text/event-stream', 'application/json'],
])('who takes %s and says nothing in the body gets %s', async (accept, type) => {
  const reply = await fetch(`${base}/api/v2/flexible_chat`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', accept },
    body: JSON.stringify({ question: 'one two', fetch_args: { CloudSearchFetcher: { top_k: 0 } } }),
  })
  expect(reply.headers.get('content-type')).toContain(type)
  expect(await reply.text()).toContain('"answer":"one two"')
})

test('a failure after the first token is error, and nothing after it', async () => {
  const all = await events(await post('one two [drop] three'))
  expect(all.map(({ event }) => event)).toEqual([undefined, undefined, 'error'])
  expect(all.at(-1)!.data).toEqual({ message: expect.any(String) })
  expect(all.at(-1)!.data.message).not.toContain('hang up')
})

test('a failure before the first token is done with the fallback answer', async () => {
  const all = await events(await post('[down]'))
  expect(all.at(-1)).toMatchObject({ event: 'done', data: { errors: [{ code: 'llm_failed' }] } })
  expect(all).toHaveLength(1)
})

test('a client who leaves ends the call of the model, and no chat is published', async () => {
  chat.published.length = 0
  const gone = new AbortController()
  const reply = post('[hang]', gone.signal)
    .then((r) => r.text())
    .catch(() => 'left')
  await expect.poll(() => hung).toBeDefined()
  gone.abort()
  expect(await reply).toBe('left')
  await expect.poll(() => hung!.aborted).toBe(true)
  expect(chat.published).toEqual([])
})

test('a long conversation comes back whole', async () => {
  const content = 'x'.repeat(500_000)
  const all = await events(await post('one two three', undefined, { history: [{ role: 'user', content }] }))
  expect(all.at(-1)!.event).toBe('done')
  expect(all.at(-1)!.data.history[0].content).toBe(content)
})
