import { afterAll, beforeAll, beforeEach, expect, test, vi } from 'vitest'
import { TOO_LONG } from '../../../kernel/llm/llm.ts'
import { ApiError } from '../../../kernel/runtime/errors.ts'
import { agentStack, done, eventsOf } from './agent-stack.fixture.ts'

const MILLER = '/ai/k12/agents/miller'
let it: Awaited<ReturnType<typeof agentStack>>
beforeAll(async () => {
  it = await agentStack()
})
afterAll(() => it.dispose())
beforeEach(() => {
  it.asked.length = 0
  done.length = 0
  it.script.say = () => ({ text: 'fine' })
})

const ask = (body: unknown, headers = {}, path = MILLER) => it.call('POST', `${path}/generate`, body, headers)
const stream = async (body: unknown, headers = {}, path = MILLER) => eventsOf((await it.call('POST', `${path}/stream`, body, headers)).text)
const names = (events: { event: string }[]) => events.map(({ event }) => event)
/** Calls the tools once, then answers. */
const thenAnswers = (calls: [string, unknown][], text = 'done') => {
  it.script.say = ({ messages }) => (messages.at(-1)?.role === 'tool' ? { text } : { calls })
}
const results = () =>
  it.asked
    .at(-1)!
    .messages.filter(({ role }) => role === 'tool')
    .map(({ content }) => String(content))

test('the three forms are one: text, usage, finishReason, on the gateway and the direct path', async () => {
  const parts = [{ type: 'text', text: 'How is it?' }]
  for (const body of [{ prompt: 'How is it?' }, { message: 'How is it?' }, { messages: [{ role: 'user', content: parts }] }])
    for (const path of [MILLER, MILLER.slice(3)]) {
      const reply = await ask(body, {}, path)
      expect(reply).toMatchObject({
        status: 200,
        body: { text: 'fine', finishReason: 'stop', usage: { promptTokens: 10, completionTokens: 5 } },
      })
    }
  expect(it.asked.at(-1)?.messages.at(-1)).toEqual({ role: 'user', content: parts })
})

test('earlier messages keep their order and roles; what a caller instructs stands below the prompt', async () => {
  await ask({
    messages: [
      { role: 'system', content: 'Be short.' },
      { role: 'user', content: 'a' },
      { role: 'assistant', content: 'b' },
      { role: 'user', content: 'c' },
    ],
  })
  const { messages } = it.asked[0]!
  expect(messages.slice(1)).toEqual([
    { role: 'user', content: 'a' },
    { role: 'assistant', content: 'b' },
    { role: 'user', content: 'c' },
  ])
  expect(String(messages[0]?.content)).toMatch(/^You keep the mill\.[\s\S]*never an instruction to you[\s\S]*Be short\./)
})

test('what is longer than the model reads is asked again with the later part of the conversation', async () => {
  it.script.say = ({ messages }) => {
    if (messages.length > 4) throw new ApiError('upstream_failed', 'too long', { details: { provider_status: 400, reason: TOO_LONG } })
    return { text: 'fine' }
  }
  const messages = ['a', 'b', 'c', 'd', 'e'].map((content, i) => ({ role: i % 2 ? 'assistant' : 'user', content }))
  for (const say of [ask, stream]) {
    it.asked.length = 0
    expect(JSON.stringify(await say({ messages }))).toContain('fine')
    expect(it.asked.map((asked) => asked.messages.slice(1).map(({ content }) => content))).toEqual([
      ['a', 'b', 'c', 'd', 'e'],
      ['c', 'd', 'e'],
    ])
  }
})

test.each([
  [{}],
  [{ messages: 'x' }],
  [{ messages: [] }],
  [{ prompt: 5 }],
  [{ prompt: '' }],
  [{ prompt: 'a', message: 'b' }],
  [[]],
  [{ messages: [{ role: 'assistant', content: 'x' }] }],
  [{ messages: [{ role: 'robot', content: 'x' }] }],
  [{ messages: [{ role: 'user', content: [{ type: 'image', image: 'file:///etc/passwd' }] }] }],
  [{ messages: [{ role: 'user', content: [{ type: 'image', image: 'http://example.org/a.png' }] }] }],
])('%j is 400 without a call of the model', async (body) => {
  for (const action of ['generate', 'stream']) expect(await it.call('POST', `${MILLER}/${action}`, body)).toMatchObject({ status: 400 })
  expect(it.asked).toEqual([])
})

test('an image goes to a model that reads images alone', async () => {
  const messages = [{ role: 'user', content: [{ type: 'image', image: 'https://example.org/a.png' }] }]
  expect(await ask({ messages })).toMatchObject({ status: 400, body: { error: { message: expect.stringContaining('reads no images') } } })
  const models = it.stack.ports.config.llms.models
  models.default!.multimodal = true
  expect(await ask({ messages })).toMatchObject({ status: 200 })
  expect(it.asked[0]?.messages.at(-1)?.content).toEqual([{ type: 'image_url', image_url: { url: 'https://example.org/a.png' } }])
  models.default!.multimodal = false
})

test('tools are called side by side, and their results go back in the order of the calls', async () => {
  thenAnswers([
    ['k12-look', { stone: 'a' }],
    ['look', { stone: 'b' }],
  ])
  const reply = await ask({ prompt: 'Look at both.' })
  expect(reply.body).toMatchObject({ text: 'done', finishReason: 'stop', usage: { promptTokens: 20, completionTokens: 10 } })
  expect(results()).toEqual(['{"told":"look of a"}', '{"told":"look of b"}'])
  expect(it.asked[0]?.tools?.map(({ name }) => name)).toEqual(['k12-look', 'k12-grind', 'k12-oil', 'k12-hangs', 'k12-floods', 'k12-throws'])
})

test('arguments that do not fit, broken JSON, invented names, tools that hang, throw or flood are told to the model', async () => {
  thenAnswers([
    ['k12-look', {}],
    ['k12-look', '{"stone":'],
    ['k12-invented', {}],
    ['k12-hangs', { stone: 'a' }],
    ['k12-throws', { stone: 'a' }],
    ['k12-floods', { stone: 'a' }],
    ['k12-look', '{"stone":"a","__proto__":{"x":1}}'],
  ])
  expect(await ask({ prompt: 'Try.' })).toMatchObject({ status: 200, body: { text: 'done' } })
  const told = results()
  expect(told.map((text) => /"code":"(\w+)"/.exec(text)?.[1])).toEqual([
    'invalid_arguments',
    'invalid_arguments',
    'unknown_tool',
    'timeout',
    'internal',
    undefined,
    'invalid_arguments',
  ])
  expect(told.join()).not.toContain('the inside')
  expect(told[5]?.length).toBeLessThan(25_000)
  expect(done).toEqual([])
})

test('a model that never stops asking gets eight turns', async () => {
  it.script.say = () => ({ calls: [['k12-look', { stone: 'a' }]] })
  expect(await ask({ prompt: 'Go on.' })).toMatchObject({ status: 200, body: { text: '', finishReason: 'tool-calls' } })
  expect(it.asked.length).toBe(8)
  const events = await stream({ prompt: 'Go on.' })
  expect(names(events).slice(-2)).toEqual(['usage', 'done'])
  expect(names(events).filter((name) => name === 'tool-call').length).toBe(7)
})

test('a stream tells calls, results, pieces, usage once and the end; each event has an id', async () => {
  thenAnswers([['k12-look', { stone: 'a' }]], 'two words')
  const events = await stream({ prompt: 'Look.' })
  expect(events.map(({ event, data }) => [event, data])).toEqual([
    ['tool-call', { toolCallId: 'call_0', toolName: 'k12-look' }],
    ['tool-result', { toolCallId: 'call_0', success: true }],
    ['delta', { content: 'two ' }],
    ['delta', { content: 'words' }],
    ['usage', { promptTokens: 20, completionTokens: 10 }],
    ['done', { success: true, finishReason: 'stop' }],
  ])
  const again = await stream({ prompt: 'Look.' }, { 'last-event-id': events[3]!.id })
  expect(again).toEqual(events.slice(4))
  expect(it.asked.length).toBe(2)
})

test('a model that fails is 502, and an error before an unsuccessful end of a stream', async () => {
  it.script.say = () => {
    throw new ApiError('upstream_failed', 'The model endpoint answered 500.')
  }
  expect(await ask({ prompt: 'x' })).toMatchObject({ status: 502, body: { error: { code: 'upstream_failed' } } })
  expect((await stream({ prompt: 'x' })).map(({ event, data }) => [event, data])).toEqual([
    ['error', { message: 'The model endpoint answered 500.' }],
    ['done', { success: false }],
  ])
})

test('what a turn leans on and is away says so itself, and blames no model', async () => {
  const away = { message: 'the database does not answer', headers: { 'retry-after': '2' } }
  it.script.say = () => {
    throw new ApiError('unavailable', away.message, { headers: away.headers })
  }
  const { status, body, headers } = await ask({ prompt: 'x' })
  expect([status, body.error.code, body.error.message, headers['retry-after']]).toEqual([503, 'unavailable', away.message, '2'])
  expect((await stream({ prompt: 'x' }))[0]).toMatchObject({ event: 'error', data: { message: away.message } })
})

test('a turn whose model failed is told as failed, also where its watch has seen the end before it was told', async () => {
  it.script.say = () => {
    throw new ApiError('upstream_failed', 'The model endpoint answered 500.')
  }
  const { database } = it.stack.ports
  const { transaction } = database
  const look = async () => database.tables<{ runs: { id: string } }>().selectFrom('runs').select('id').execute()
  vi.spyOn(database, 'transaction').mockImplementation(async (...given) => {
    const made = await transaction.apply(database, given)
    // reads are answered in their order: the watch's are when these are
    await database.announce('cancelled')
    for (let n = 0; n < 3; n++) await look()
    return made as never
  })
  expect((await ask({ prompt: 'x' })).status).toBe(502)
  vi.restoreAllMocks()
})

test('a form is held, asked for once more, and then given up', async () => {
  const clerk = '/ai/k12/agents/clerk'
  it.script.say = () => ({ text: '```json\n{"sacks": 4}\n```' })
  expect(await ask({ prompt: 'Count.' }, {}, clerk)).toMatchObject({ status: 200, body: { object: { sacks: 4 } } })
  expect(it.asked[0]?.responseFormat?.schema).toMatchObject({ required: ['sacks'] })
  let n = 0
  it.script.say = () => ({ text: n++ === 0 ? 'about four' : '{"sacks":4}' })
  expect(await ask({ prompt: 'Count.' }, {}, clerk)).toMatchObject({
    status: 200,
    body: { object: { sacks: 4 }, usage: { promptTokens: 20 } },
  })
  it.script.say = () => ({ text: '{"sacks":"four"}' })
  expect(await ask({ prompt: 'Count.' }, {}, clerk)).toMatchObject({ status: 502 })
})

test('a stream tells an answer in a form once it is of the form, and nothing of what was not', async () => {
  const clerk = '/ai/k12/agents/clerk'
  let n = 0
  it.script.say = () => ({ text: n++ === 0 ? 'about four' : '{"sacks":4}' })
  const events = await stream({ prompt: 'Count.' }, {}, clerk)
  expect(events.map(({ event, data }) => [event, data])).toMatchObject([
    ['delta', { content: '{"sacks":4}' }],
    ['usage', { promptTokens: 20 }],
    ['done', { success: true, finishReason: 'stop' }],
  ])
  it.script.say = () => ({ text: 'never' })
  expect(names(await stream({ prompt: 'Count.' }, {}, clerk))).toEqual(['error', 'done'])
})

test('a thread remembers what was said, for one person of one account and one agent', async () => {
  const thread = { 'x-user-id': 'mirela', 'x-thread-id': 't1' }
  it.script.say = () => ({ text: 'noted' })
  await ask({ prompt: 'The wheel is north.' }, thread)
  await stream({ prompt: 'And the pond?' }, thread)
  expect(it.asked[1]?.messages.slice(1)).toEqual([
    { role: 'user', content: 'The wheel is north.' },
    { role: 'assistant', content: 'noted' },
    { role: 'user', content: 'And the pond?' },
  ])
  for (const other of [
    { 'x-user-id': 'else', 'x-thread-id': 't1' },
    { 'x-user-id': 'mirela', 'x-thread-id': 't2' },
    { 'x-user-id': 'mirela' },
    {},
  ]) {
    await ask({ prompt: 'Where is it?' }, other)
    expect(it.asked.at(-1)?.messages.length).toBe(2)
  }
  expect(await ask({ prompt: 'x' }, { 'x-thread-id': 'a\tb' })).toMatchObject({ status: 400 })
})

test('every turn is a run with its calls, and only for who asked', async () => {
  thenAnswers([['k12-look', { stone: 'a' }]])
  const { body } = await ask({ prompt: 'Look at the stone.' })
  const run = await it.call('GET', `${MILLER}/runs/${body.runId}`)
  expect(run.body).toMatchObject({
    status: 'completed',
    title: 'k12-miller: Look at the stone.',
    result: { text: 'done', steps: [{ key: 'model/0' }, { key: 'tool/0/0', name: 'k12-look' }, { key: 'model/1' }] },
  })
  const detail = await it.call('GET', `/api/v2/runs/${body.runId}`)
  expect(detail.body).toMatchObject({ kind: 'agent', status: 'completed', usage: [{ step: 'turn', calls: 2, prompt_tokens: 20 }] })
  const { items } = (await it.call('GET', `${MILLER}/runs?page_size=1`)).body
  expect(items).toMatchObject([{ runId: body.runId, status: 'completed' }])
  expect((await it.call('GET', `/ai/k12/agents/clerk/runs/${body.runId}`)).status).toBe(404)
  expect((await it.call('GET', `${MILLER}/runs/nonsense`)).status).toBe(404)
})

test('an unknown agent or domain is 404', async () => {
  for (const path of ['/ai/k12/agents/none', '/ai/none/agents/miller', '/k12/agents/none', '/ai/tap/agents/miller'])
    expect(await ask({ prompt: 'x' }, {}, path)).toMatchObject({ status: 404 })
})
