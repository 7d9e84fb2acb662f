import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { listen } from '../../../kernel/http/app/app.fixture.ts'
import type { Completion, CompletionRequest, Llm } from '../../../kernel/llm/llm.ts'
import { ApiError } from '../../../kernel/runtime/errors.ts'
import { toyRun } from '../../../tests/runs/toy-run.ts'
import { type EmbeddedStack, embeddedStack } from '../../../tests/support/embedded-stack.ts'
import { sdacSection } from '../sdac-section.ts'
import { reports } from '../service.ts'
import { finding, readyReport } from './ready-report.fixture.ts'

interface Event {
  readonly event: string
  readonly data: Record<string, unknown>
}

let stack: EmbeddedStack
let base: string
let embedded: Llm
let reportId: string
let sessionId: string
const key = (name: string) => ({ 'ocp-apim-subscription-key': `key-${name}` })

beforeAll(async () => {
  stack = await embeddedStack([{ ...reports, runs: [toyRun({ call: async () => '' })] }], { SUBSCRIPTION_KEYS: 'ada:key-ada,eve:key-eve' })
  base = await listen(stack.app)
  embedded = stack.ports.llm
  await readyReport(stack.ports, { subject: 'key:ada', period: '2025-Q4', salary: 1_000_000 })
  const findings = [
    finding(1),
    finding(2, {
      severity: 'warning',
      rule: 'benefits_ratio',
      row: 12,
      cell: 'F12',
      value: 40_000,
      message: 'Benefits are 80 % of the salary.',
    }),
  ]
  reportId = await readyReport(stack.ports, { subject: 'key:ada', findings })
  sessionId = await begin('ada')
})
afterAll(() => stack.dispose())
beforeEach(() => void Object.assign(stack.ports, { llm: embedded }))

async function begin(name: string): Promise<string> {
  const payload = { districtId: 'd-1', districtName: 'North', quarter: 'Q1', year: '2026', userId: 'u-1' }
  const reply = await stack.app.inject({ method: 'POST', url: '/sdac/sessions', headers: key(name), payload })
  expect(reply.statusCode, reply.body).toBe(201)
  return reply.json().sessionId
}

const post = (over: object, name = 'ada') =>
  fetch(`${base}/sdac/chat`, {
    method: 'POST',
    headers: { ...key(name), 'content-type': 'application/json' },
    body: JSON.stringify({ reportId, sessionId, userId: 'u-1', message: 'Hello', ...over }),
  })
const failureOf = async (reply: Response) =>
  [reply.status, ((await reply.json()) as { error: { code: string; message: string } }).error] as const

async function ask(message: string, over: object = {}): Promise<Event[]> {
  const reply = await post({ message, ...over })
  const text = await reply.text()
  expect([reply.status, reply.headers.get('content-type')], text).toEqual([200, 'text/event-stream; charset=utf-8'])
  return text
    .split('\n\n')
    .filter((block) => block.startsWith('event:'))
    .map((block) => ({ event: /^event: (.*)$/m.exec(block)![1]!, data: JSON.parse(/^data: (.*)$/m.exec(block)![1]!) }))
}
const spoken = (events: readonly Event[]) =>
  events
    .filter(({ event }) => event === 'delta')
    .map(({ data }) => data.content)
    .join('')
const names = (events: readonly Event[]) => events.map(({ event }) => event)

describe('without a model', () => {
  test.each([
    [
      'Summarise the report',
      ['report-summary'],
      /costs\.xlsx of North District for 2026-Q1 has 20 rows.*\$1,019,000\.00.*errors 1, warnings 1/s,
    ],
    ['List the errors', ['list-findings'], /^1\. Federal share over 100 %, sheet Costs, G7: The federal share is 150 %/],
    ['Show me the warnings please', ['list-findings'], /^2\. Benefits out of proportion, sheet Costs, F12/],
    ['Explain finding 2', ['explain-finding'], /^2\. Benefits out of proportion.*What to do: /s],
    ['What about F1?', ['explain-finding'], /^1\. Federal share/],
    [
      'Compare with last quarter',
      ['compare-quarters'],
      /2026-Q1 beside 2025-Q4:.*Salaries: \$1,019,000\.00, before \$1,000,000\.00 \(\+1\.9 %\)/s,
    ],
    ['Totals by cost pool', ['recompute-totals'], /- Direct Services: \$1,324,700\.00/],
    ['Fasse den Bericht zusammen', ['report-summary'], /hat 20 Zeilen.*1\.019\.000,00\s\$/s],
    ['Vergleiche mit dem Vorquartal', ['compare-quarters'], /2026-Q1 neben 2025-Q4/],
    ['Summen je Kostenstelle', ['recompute-totals'], /Summen von 2026-Q1/],
    ['Lista los errores', ['list-findings'], /hoja Costs, G7/],
    ['Explica el hallazgo 1', ['explain-finding'], /Qué hacer: /],
    ['Explain finding 99', ['explain-finding'], /they are numbered from 1 to 2/],
    ['What is the weather like?', ['query-rows'], /^I find nothing in this report that is called “weather”\. You can ask/],
    ['Hello', [], /^Hello! .*Without a language model I answer/],
    ['Who is paid the most?', ['query-rows', 'list-findings'], /1\. \$50,000\.00 – E1, Ana Ruiz/],
  ])('%s', async (question, tools, answer) => {
    const events = await ask(question)
    expect(names(events)).toEqual(['metadata', ...tools.flatMap(() => ['tool-start', 'tool-result']), 'delta', 'usage', 'done'])
    expect(events.filter(({ event }) => event === 'tool-start').map(({ data }) => data.toolName)).toEqual(tools)
    expect(spoken(events)).toMatch(answer)
    expect(events.at(-2)?.data).toEqual({ promptTokens: expect.any(Number), completionTokens: expect.any(Number) })
    expect(events.at(-1)?.data).toEqual({ success: true })
  })
})

/** A model that says, or calls, one thing after the other. */
function scripted(...turns: (string | { name: string; arguments: string })[]): CompletionRequest[] {
  const asked: CompletionRequest[] = []
  const stream: Llm['stream'] = async (request, onToken): Promise<Completion> => {
    asked.push({ ...request, messages: [...request.messages] })
    const turn = turns[Math.min(asked.length, turns.length) - 1]!
    if (turn === 'fails') throw new ApiError('upstream_failed', 'the model failed')
    if (typeof turn !== 'string') return { texts: [''], toolCalls: [{ id: `c${asked.length}`, ...turn }], finishReason: 'tool_calls' }
    for (const token of turn.split(/(?<= )/)) onToken(token)
    return { texts: [turn], finishReason: 'stop', usage: { prompt: 10, completion: 5, total: 15 } }
  }
  Object.assign(stack.ports, { llm: { provider: 'openai', stream, complete: embedded.complete, check: embedded.check } satisfies Llm })
  return asked
}

describe('with a model', () => {
  test('a tool is offered, called and told; only figures that it gave are said', async () => {
    const asked = scripted(
      { name: 'recompute-totals', arguments: JSON.stringify({ by: 'pool', reportId }) },
      'The salaries are $1,019,000 in all. The buildings cost 5,550,123 more. That is 20 rows.',
    )
    const events = await ask('What do they cost?')
    expect(names(events).slice(0, 3)).toEqual(['metadata', 'tool-start', 'tool-result'])
    expect(events[1]?.data).toEqual({ toolCallId: 'c1', toolName: 'recompute-totals', displayName: 'Recompute totals' })
    expect(events[2]?.data).toEqual({ toolCallId: 'c1', toolName: 'recompute-totals', success: true, summary: 'Recompute totals' })
    expect(spoken(events)).toBe(
      'The salaries are $1,019,000 in all. That is 20 rows.\n\nA sentence was left out, because nothing that was looked up says its figures.',
    )
    expect(events.at(-2)?.data).toEqual({ promptTokens: 10, completionTokens: 5 })
    expect(asked[0]?.tools?.map(({ name }) => name)).toEqual([
      'report-summary',
      'list-findings',
      'explain-finding',
      'compare-quarters',
      'recompute-totals',
      'query-rows',
      'list-quarters',
    ])
    expect(JSON.stringify(asked[1]?.messages.at(-1))).toContain('1019000')
  })

  test('a figure that nobody looked up does not leave, and what is left says so', async () => {
    scripted('There are 4321 errors in row 913.')
    expect(spoken(await ask('How many?'))).toMatch(/^The report does not tell me that in figures/)
  })

  test('the user’s own figures may be said again, also in a later turn', async () => {
    scripted('You asked about 777.')
    const events = await ask('Is 777 good?')
    expect(spoken(events)).toBe('You asked about 777.')
    const { conversationId } = events[0]!.data
    const asked = scripted('It was 777, not 778. Fine.')
    const later = await ask('And then?', { conversationId })
    expect(later[0]?.data).toEqual({ conversationId, turnNumber: 2, isNewConversation: false, conversationExpired: false })
    expect(spoken(later)).toMatch(/^ ?Fine\./)
    expect(JSON.stringify(asked[0]?.messages)).toContain('Is 777 good?')
  })

  test.each([
    ['an unknown tool', { name: 'drop_tables', arguments: '{}' }, /no tool drop_tables/],
    ['arguments that are no JSON', { name: 'list-findings', arguments: '{' }, /not JSON/],
    ['arguments that do not fit', { name: 'list-findings', arguments: '{"limit":1000000}' }, /limit/],
    ['an argument that the tool does not know', { name: 'explain-finding', arguments: '{"findingId":"F2"}' }, /findingId/],
    ['a finding that is not there', { name: 'explain-finding', arguments: '{"finding":9}' }, /numbered from 1 to 2/],
  ])('%s: the model is told, and answers', async (_, call, message) => {
    scripted(call, 'Sorry about that.')
    const events = await ask('Well?')
    expect(events[2]?.data).toMatchObject({ success: false, summary: expect.stringMatching(message) })
    expect(spoken(events)).toBe('Sorry about that.')
  })

  test('a model that asks for tools without end has eight turns', async () => {
    const asked = scripted({ name: 'report-summary', arguments: '{}' })
    const events = await ask('Go on')
    expect(asked).toHaveLength(8)
    expect(asked[7]?.toolChoice).toBe('none')
    expect(events.at(-1)).toEqual({ event: 'done', data: { success: true } })
  })

  test('a model that fails is told in the stream, and the conversation goes on', async () => {
    scripted('fails')
    const events = await ask('Hello?')
    expect(names(events)).toEqual(['metadata', 'error', 'done'])
    expect(events[1]?.data.message).toBe('the model failed')
    expect(events[2]?.data).toEqual({ success: false })
    scripted('Back again.')
    const { conversationId } = events[0]!.data
    expect((await ask('Hello again', { conversationId }))[0]?.data).toMatchObject({ turnNumber: 2, conversationId })
  })
})

describe('conversations', () => {
  test('another person of the same caller does not go on with it', async () => {
    const { conversationId } = (await ask('Hello'))[0]!.data
    const other = (await ask('Hello', { conversationId, userId: 'u-2' }))[0]!.data
    expect(other).toMatchObject({ isNewConversation: true, conversationExpired: true })
    expect(other.conversationId).not.toBe(conversationId)
  })

  test('one that has expired is told so, and has a new id', async () => {
    const { conversationId } = (await ask('Hello'))[0]!.data
    const ended = stack.ports.database.tables<{ conversations: { thread: string; expires_at: number } }>()
    await ended.updateTable('conversations').set({ expires_at: 1 }).where('thread', '=', String(conversationId)).execute()
    const next = (await ask('Hello', { conversationId }))[0]!.data
    expect(next).toMatchObject({ turnNumber: 1, isNewConversation: true, conversationExpired: true })
    expect(next.conversationId).not.toBe(conversationId)
  })
})

describe('what is refused', () => {
  test.each([
    ['no reportId', { reportId: undefined }, 'reportId'],
    ['a reportId that is no UUID', { reportId: 'r1' }, 'reportId'],
    ['no message', { message: undefined }, 'message'],
    ['an empty message', { message: '  ' }, 'message'],
    ['no userId', { userId: undefined }, 'userId'],
    ['no sessionId', { sessionId: undefined }, 'sessionId'],
    ['a conversationId that is no UUID', { conversationId: 'c1' }, 'conversationId'],
  ])('%s is 400 and named', async (_, over, field) => {
    const [status, { message }] = await failureOf(await post(over))
    expect([status, message]).toEqual([400, expect.stringContaining(field)])
  })

  test('another subject’s report or session is not found', async () => {
    const theirs = await begin('eve')
    for (const reply of [
      await post({}, 'eve'),
      await post({ sessionId: theirs }, 'eve'),
      await post({ reportId: crypto.randomUUID() }),
      await post({ sessionId: theirs }),
    ]) {
      const [status, { code }] = await failureOf(reply)
      expect([status, code]).toEqual([404, 'not_found'])
    }
  })

  test('a session has so many questions a day', async () => {
    const before = (stack.ports.config as unknown as { sdac: { limits: object } }).sdac
    const settings = sdacSection.schema.parse({ limits: { questions_per_session: 2 } })
    Object.assign(stack.ports.config, { sdac: settings })
    const fresh = { sessionId: await begin('ada') }
    for (const message of ['One', 'Two']) await ask(message, fresh)
    const over = await post(fresh)
    expect(over.status).toBe(429)
    expect(Number(over.headers.get('retry-after'))).toBeGreaterThan(3600)
    await over.text()
    Object.assign(stack.ports.config, { sdac: before })
  })
})
