import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import type { ChatMessage, Completion, CompletionRequest, Llm } from './llm.ts'
import { finishReasons } from './llm.ts'

/** What the model behind an adapter does next. */
export type Behaviour =
  /** Answers `text`. */
  | { readonly kind: 'says'; readonly text: string }
  /** Asks for these tools. */
  | { readonly kind: 'calls'; readonly calls: readonly { readonly name: string; readonly arguments: string }[] }
  | { readonly kind: 'fails' }
  | { readonly kind: 'babbles' }
  | { readonly kind: 'hangs' }

export interface LlmFixture {
  readonly llm: Llm
  behave(behaviour: Behaviour): void
  /** The body of the last call; undefined where there is no endpoint. */
  asked(): Readonly<Record<string, unknown>> | undefined
  close(): Promise<void>
}

const tools = [
  {
    name: 'find_mill',
    description: 'Finds a mill by its river.',
    parameters: { type: 'object', properties: { river: { type: 'string' } }, required: ['river'], additionalProperties: false },
  },
]
const responseFormat = {
  name: 'mill',
  schema: { type: 'object', properties: { name: { type: 'string' } }, required: ['name'], additionalProperties: false },
}
const passages = [{ id: 'a', text: 'The mill at the weir grinds flour for the town of Ardnish.' }]
const extractive = { question: 'What does the mill at the weir grind?', passages }

const request = (over: Partial<CompletionRequest> = {}): CompletionRequest => ({
  messages: [{ role: 'user', content: extractive.question }],
  extractive,
  model: 'm',
  n: 1,
  parameters: {},
  signal: new AbortController().signal,
  ...over,
})

interface Collected {
  readonly tokens: readonly string[]
  readonly completion: Completion
}

/** Both ways of asking: what they give has to be the same. */
const WAYS: readonly (readonly [string, (llm: Llm, asked: CompletionRequest) => Promise<Collected>])[] = [
  ['complete', async (llm, asked) => ({ tokens: [], completion: await llm.complete(asked) })],
  [
    'stream',
    async (llm, asked) => {
      const tokens: string[] = []
      const completion = await llm.stream(asked, (token) => tokens.push(token))
      return { tokens, completion }
    },
  ],
]

/** What every adapter of the model port does. `capable: false`: it answers from passages alone, and says so to all else. */
export function llmContract(name: string, { capable, open }: { capable: boolean; open: () => Promise<LlmFixture> }): void {
  describe(`model: ${name}`, () => {
    let fixture: LlmFixture
    beforeEach(async () => {
      fixture = await open()
      fixture.behave({ kind: 'says', text: 'It grinds flour [1].' })
    })
    afterEach(() => fixture.close())

    describe.each(WAYS)('%s', (way, ask) => {
      test('gives n texts, what they cost in tokens, and why they ended', async () => {
        const { tokens, completion } = await ask(fixture.llm, request({ n: 2 }))
        expect(completion.texts).toHaveLength(2)
        expect(completion.texts[0]).toContain('flour')
        expect(completion.finishReason).toBe('stop')
        expect(completion.toolCalls).toBeUndefined()
        expect(completion.usage?.total).toBe((completion.usage?.prompt ?? 0) + (completion.usage?.completion ?? 0))
        if (way === 'stream') expect(tokens.join('')).toBe(completion.texts[0])
      })

      test('a caller who left is not answered', async () => {
        const gone = AbortSignal.abort(new Error('the caller left'))
        await expect(ask(fixture.llm, request({ signal: gone }))).rejects.toThrow('the caller left')
      })

      if (capable) capableWay(() => fixture, ask)
      else incapableWay(() => fixture, ask)
    })

    test("the passages are the extractive answerer's alone", async () => {
      await fixture.llm.complete(request())
      expect(JSON.stringify(fixture.asked() ?? {})).not.toContain('Ardnish')
    })

    test('tells whether it can be reached', async () => {
      await expect(fixture.llm.check('m', { deep: true, signal: request().signal })).resolves.toBeUndefined()
    })
  })
}

function capableWay(fixture: () => LlmFixture, ask: (typeof WAYS)[number][1]): void {
  test('asks for tools with whole arguments, whatever pieces they came in', async () => {
    const calls = [
      { name: 'find_mill', arguments: '{"river":"Wye \\"upper\\" \\u2764"}' },
      { name: 'find_mill', arguments: '{"river":"Usk"}' },
    ]
    fixture().behave({ kind: 'calls', calls })
    const { tokens, completion } = await ask(fixture().llm, request({ tools, toolChoice: 'required' }))
    expect(completion.toolCalls?.map(({ name, arguments: args }) => ({ name, arguments: args }))).toEqual(calls)
    expect(new Set(completion.toolCalls?.map((call) => call.id)).size).toBe(2)
    expect(completion.finishReason).toBe('tool_calls')
    expect([tokens, completion.texts]).toEqual([[], ['']])
    expect(fixture().asked()).toMatchObject({
      tools: [{ type: 'function', function: tools[0] }],
      tool_choice: 'required',
    })
  })

  test('a conversation with calls and their results is sent as it was', async () => {
    const messages: ChatMessage[] = [
      { role: 'user', content: 'Which mill?' },
      { role: 'assistant', content: '', toolCalls: [{ id: 'c1', name: 'find_mill', arguments: '{"river":"Wye"}' }] },
      { role: 'tool', toolCallId: 'c1', content: '{"name":"Ardnish"}' },
    ]
    await ask(fixture().llm, request({ messages, tools, toolChoice: { name: 'find_mill' } }))
    expect(fixture().asked()).toMatchObject({
      tool_choice: { type: 'function', function: { name: 'find_mill' } },
      messages: [
        { role: 'user' },
        { role: 'assistant', tool_calls: [{ id: 'c1', type: 'function', function: { name: 'find_mill', arguments: '{"river":"Wye"}' } }] },
        { role: 'tool', tool_call_id: 'c1', content: '{"name":"Ardnish"}' },
      ],
    })
  })

  test('a schema is asked for by its name, strictly unless told otherwise', async () => {
    fixture().behave({ kind: 'says', text: '{"name":"Ardnish"}' })
    const { completion } = await ask(fixture().llm, request({ responseFormat }))
    expect(JSON.parse(completion.texts[0] ?? '')).toEqual({ name: 'Ardnish' })
    expect(fixture().asked()).toMatchObject({ response_format: { type: 'json_schema', json_schema: { ...responseFormat, strict: true } } })
    await ask(fixture().llm, request({ responseFormat: { ...responseFormat, strict: false } }))
    expect(fixture().asked()).toMatchObject({ response_format: { json_schema: { strict: false } } })
  })

  test('without tools and without a schema nothing is said of them', async () => {
    await ask(fixture().llm, request({ tools: [] }))
    for (const field of ['tools', 'tool_choice', 'response_format']) expect(fixture().asked()).not.toHaveProperty(field)
  })

  test.each(['fails', 'babbles'] as const)('a model that %s is upstream_failed', async (kind) => {
    fixture().behave({ kind })
    await expect(ask(fixture().llm, request())).rejects.toMatchObject({ code: 'upstream_failed' })
  })

  test('ends with the reason of the signal', async () => {
    fixture().behave({ kind: 'hangs' })
    const leaving = new AbortController()
    const waiting = ask(fixture().llm, request({ signal: leaving.signal }))
    leaving.abort(new Error('the caller left'))
    await expect(waiting).rejects.toThrow('the caller left')
  })
}

function incapableWay(fixture: () => LlmFixture, ask: (typeof WAYS)[number][1]): void {
  test.each<[string, Partial<CompletionRequest>]>([
    ['tools', { tools }],
    ['a schema', { responseFormat }],
    ['an answer without passages', { extractive: undefined }],
  ])('%s: says by a closed error that it cannot', async (_what, over) => {
    await expect(ask(fixture().llm, request(over))).rejects.toMatchObject({ name: 'ApiError', code: 'model_incapable', status: 422 })
  })

  test('tools that are not to be used are no matter', async () => {
    const { completion } = await ask(fixture().llm, request({ tools, toolChoice: 'none' }))
    expect(finishReasons).toContain(completion.finishReason)
  })
}
