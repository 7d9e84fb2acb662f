import { pino } from 'pino'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { databaseKinds, type TestDatabase } from '../../tests/support/databases.ts'
import { parseConfig } from '../config/config.ts'
import { countTokens, tokensOf } from '../llm/count-tokens.ts'
import type { CompletionRequest, Llm } from '../llm/llm.ts'
import { systemClock } from '../runtime/clock.ts'
import type { Database } from '../store/database.ts'
import { appendTurns } from './append-turns.ts'
import { removeTurns } from './change-conversation.ts'
import type { Bounds, TurnDraft, Whose } from './conversation.ts'
import { type PromptWindow, promptWindow } from './prompt-window.ts'
import { conversationsMigration, goneTurnsMigration } from './tables.ts'

const bounds: Bounds = { turns: 500, turnBytes: 1_000_000, bytes: 9_000_000, conversations: 9, accountBytes: 99_000_000, keepMs: 3_600_000 }
const ada: Whose = { scope: 'agents', account: 'sub:ada', person: 'u-7' }
const config = parseConfig({
  llms: { defaults: { params: {} }, models: { default: { model: 'm' } } },
  indexes: { default: 'default', aliases: { default: 'documents' } },
  chunking: { max_tokens: 350, overlap_tokens: 50 },
  retrieval: { top_k: 5, mode: 'auto', weights: { text: 1, vector: 1 } },
  parsing: { timeout_ms: 1, memory_mb: 1, max_inflated_mb: 1, max_compression_ratio: 1, max_archive_entries: 1 },
  upload: { max_file_size_mb: 1 },
})

/** A model that numbers its summaries, or does what it is told to. */
function model(say: (request: CompletionRequest, count: number) => Promise<string> = async (_, count) => `Summary ${count}.`) {
  const asked: CompletionRequest[] = []
  const llm: Llm = {
    provider: 'openai',
    async complete(request) {
      asked.push(request)
      return { texts: [await say(request, asked.length)], finishReason: 'stop' }
    },
    stream: () => Promise.reject(new Error('nobody streams a summary')),
    check: async () => undefined,
  }
  return { llm, asked }
}
const none: Llm = { ...model().llm, provider: 'embedded', complete: () => Promise.reject(new Error('there is no model')) }

describe.each(databaseKinds)('what reaches a model, on $kind', ({ create }) => {
  let store: TestDatabase
  let database: Database
  let said: number
  beforeEach(async () => {
    store = await create()
    database = await store.open()
    await database.migrate([conversationsMigration, goneTurnsMigration])
    said = 0
  })
  afterEach(() => store.dispose())

  const say = (turns: TurnDraft[]) =>
    appendTurns({ database, clock: systemClock }, { whose: ada, thread: 't', turns, bounds, whenGone: 'renew' })
  const exchange = (n = ++said): TurnDraft[] => [
    { id: `q${n}`, role: 'user', content: `Question ${n}? It has a second sentence.` },
    { id: `a${n}`, role: 'assistant', content: `Answer ${n} is seven. It has a second sentence too.` },
  ]
  const exchanges = (count: number) => say(Array.from({ length: count }, () => exchange()).flat())
  const window = (llm: Llm, of: { turns?: number; tokens?: number } = {}, signal = new AbortController().signal) =>
    promptWindow({
      ports: { database, clock: systemClock, llm, config },
      whose: ada,
      thread: 't',
      alias: 'default',
      log: pino({ level: 'silent' }),
      signal,
      bounds: { turns: of.turns ?? 40, tokens: of.tokens ?? 16_000 },
    })
  const ids = ({ turns }: PromptWindow) => turns.map(({ id }) => id)
  const costs = ({ summary, turns }: PromptWindow) => countTokens(summary?.text ?? '') + tokensOf(turns.map(({ content }) => content))

  test('all of a short conversation, nothing of one that is not there or another person’s', async () => {
    expect(await window(none)).toEqual({ turns: [] })
    await exchanges(2)
    expect(ids(await window(none))).toEqual(['q1', 'a1', 'q2', 'a2'])
    const other = { ...ada, person: 'u-8' }
    const signal = new AbortController().signal
    const ports = { database, clock: systemClock, llm: none, config }
    const options = { ports, thread: 't', alias: 'default', log: pino({ level: 'silent' }), signal, bounds: { turns: 40, tokens: 16_000 } }
    expect(await promptWindow({ ...options, whose: other })).toEqual({ turns: [] })
  })

  test('what is older is summed up by the model, once for half a window, and each summary goes on from the one before', async () => {
    const { llm, asked } = model()
    for (let i = 0; i < 40; i++) {
      await exchanges(1)
      const shown = await window(llm, { turns: 10 })
      expect(shown.turns.length).toBeLessThanOrEqual(10)
      expect(shown.turns[0]?.role).toBe('user')
      // no turn is neither in the summary nor in the window
      const first = shown.turns[0]!.n
      const told = asked.flatMap(({ messages }) => [...String(messages[1]!.content).matchAll(/Question (\d+)\?/g)].map((m) => Number(m[1])))
      expect(told).toEqual(Array.from({ length: (first - 1) / 2 }, (_, k) => k + 1))
    }
    expect(asked.length).toBeLessThan(15)
    expect(asked.at(-1)?.messages[1]?.content).toContain(`Summary so far:\nSummary ${asked.length - 1}.`)
    expect((await window(llm, { turns: 10 })).summary).toEqual({ text: `Summary ${asked.length}.`, by: 'model' })
  })

  test('without a model, or with one that fails or is late, it is an excerpt and says so', async () => {
    await exchanges(30)
    const failing = model(() => Promise.reject(new Error('down'))).llm
    for (const llm of [none, failing, model(async () => '  ').llm]) {
      const { summary } = await window(llm, { turns: 10 })
      expect(summary?.by).toBe('excerpt')
      expect(summary?.text).toContain('User: Question 25?\nAssistant: Answer 25 is seven.')
      expect(summary?.text).not.toContain('second sentence')
      await removeTurns({ database, clock: systemClock }, ada, 't', ['q1'])
      await say([{ ...exchange(1)[0]!, id: `again-${Math.random()}` }])
    }
  })

  test('never more than the window: many turns, long ones, a single endless one', async () => {
    const { llm } = model(async () => 'word '.repeat(5000))
    for (const content of ['x '.repeat(400), 'A long sentence without an end '.repeat(400), '😀'.repeat(3000)]) {
      const id = `long-${content.length}`
      await say([{ id, role: 'user', content }])
      await exchanges(10)
      for (const tokens of [100, 800])
        for (const by of [none, llm]) expect(costs(await window(by, { tokens, turns: 12 }))).toBeLessThanOrEqual(tokens)
    }
    await say([{ id: 'last', role: 'user', content: 'again and '.repeat(5000) }])
    const shown = await window(llm, { tokens: 800 })
    expect([ids(shown), costs(shown) <= 800]).toEqual([['last'], true])
  })

  test('a summary of what was removed or replaced meanwhile is not kept', async () => {
    await exchanges(20)
    const ports = { database, clock: systemClock }
    const { llm, asked } = model(async () => {
      await removeTurns(ports, ada, 't', ['q1'])
      return 'Tells of the first question.'
    })
    expect((await window(llm, { turns: 10 })).summary?.text).toBe('Tells of the first question.')
    await window(llm, { turns: 10 })
    expect(asked).toHaveLength(2)
    expect(String(asked[1]?.messages[1]?.content)).not.toContain('Question 1?')
    // and one that was kept goes with what it tells of
    await say([{ ...exchange(2)[0]!, content: 'Question 2, in other words?' }]).catch(() => undefined)
    await appendTurns(ports, {
      whose: ada,
      thread: 't',
      bounds,
      whenGone: 'refuse',
      replace: true,
      turns: [{ id: 'q2', role: 'user', content: 'Question 2, in other words?' }],
    })
    await window(llm, { turns: 10 })
    expect(String(asked[2]?.messages[1]?.content)).toContain('Summary so far:\n(none)')
  })

  test('a caller who leaves ends it', async () => {
    await exchanges(20)
    const leaving = new AbortController()
    const { llm } = model(() => {
      leaving.abort(new Error('left'))
      return new Promise(() => undefined)
    })
    await expect(window(llm, { turns: 10 }, leaving.signal)).rejects.toThrow('left')
  })
})
