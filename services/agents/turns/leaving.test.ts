import { afterAll, beforeAll, expect, test } from 'vitest'
import { agentStack, eventsOf } from './agent-stack.fixture.ts'

const MILLER = '/ai/k12/agents/miller'

let it: Awaited<ReturnType<typeof agentStack>>
let base: string
beforeAll(async () => {
  it = await agentStack()
  base = await it.stack.app.listen({ port: 0, host: '127.0.0.1' })
})
afterAll(() => it.dispose())

const until = (holds: () => boolean) => expect.poll(holds, { timeout: 30_000, interval: 20 }).toBe(true)
const lastRun = async () => (await it.call('GET', `${MILLER}/runs?page_size=1`)).body.items[0]
/** A model that hangs until its call is ended. */
const hangs = () => {
  const ended = { aborted: false }
  it.script.say = ({ signal }) =>
    new Promise((_, reject) => {
      signal.addEventListener('abort', () => {
        ended.aborted = true
        reject(signal.reason)
      })
    })
  return ended
}

test.each(['generate', 'stream'])('a caller of %s who leaves ends the call of the model, and the run', async (action) => {
  it.asked.length = 0
  const ended = hangs()
  const leave = new AbortController()
  const reply = fetch(`${base}${MILLER}/${action}`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: '{"prompt":"Wait."}',
    signal: leave.signal,
  }).then(
    (response) => response.text(),
    () => 'left',
  )
  await until(() => it.asked.length === 1)
  leave.abort()
  expect(await reply.catch(() => 'left')).toBe('left')
  await until(() => ended.aborted)
  await expect.poll(async () => (await lastRun()).status, { timeout: 30_000, interval: 20 }).toBe('cancelled')
})

test('a run that is stopped elsewhere ends the turn', async () => {
  it.asked.length = 0
  const ended = hangs()
  const reply = it.call('POST', `${MILLER}/generate`, { prompt: 'Wait.' })
  await until(() => it.asked.length === 1)
  // the note comes with the next turn of the event loop, the model may be asked before
  await expect.poll(async () => (await lastRun()).status, { timeout: 30_000, interval: 20 }).toBe('running')
  expect(await it.call('POST', `${MILLER}/runs/${(await lastRun()).runId}/cancel`)).toMatchObject({ status: 200 })
  expect(await reply).toMatchObject({ status: 409 })
  expect(ended.aborted).toBe(true)
})

test('a reader who comes back in time gets the rest; one who asks another process gets the whole answer', async () => {
  it.asked.length = 0
  const more = Promise.withResolvers<void>()
  Object.defineProperty(it.stack.ports.llm, 'stream', {
    value: async (_request: unknown, onToken: (token: string) => void) => {
      onToken('one ')
      await more.promise
      onToken('two')
      return { texts: ['one two'], finishReason: 'stop', usage: { prompt: 1, completion: 1, total: 2 } }
    },
  })
  const leave = new AbortController()
  const first = await fetch(`${base}${MILLER}/stream`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: '{"prompt":"Go."}',
    signal: leave.signal,
  })
  const reader = first.body!.getReader()
  let text = ''
  while (!text.includes('one')) text += new TextDecoder().decode((await reader.read()).value)
  leave.abort()
  const id = eventsOf(text)[0]?.id ?? ''
  const again = it.call('POST', `${MILLER}/stream`, { prompt: 'Go.' }, { 'last-event-id': id })
  more.resolve()
  expect(eventsOf((await again).text).map(({ event, data }) => [event, data])).toMatchObject([
    ['delta', { content: 'two' }],
    ['usage', {}],
    ['done', { success: true }],
  ])
  const stranger = id.replace(/\/\d+$/, '').replace(/^./, (c) => (c === '0' ? '1' : '0'))
  expect(await it.call('POST', `${MILLER}/stream`, { prompt: 'Go.' }, { 'last-event-id': `${stranger}/1` })).toMatchObject({ status: 404 })
})
