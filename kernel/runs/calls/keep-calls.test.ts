import { afterEach, expect, test, vi } from 'vitest'
import { z } from 'zod'
import { runStack, starter } from '../../../tests/runs/run-stack.ts'
import { defineLane, type Lane } from '../../consume/lanes.ts'
import type { CompletionRequest, Llm } from '../../llm/llm.ts'
import { WorkError } from '../../runtime/errors.ts'
import { retryRun, startRun } from '../control.ts'
import { defineRun, defineStep } from '../define-run.ts'
import { waitForRun } from '../read-runs.ts'
import { boundedMessages } from './keep-calls.ts'
import { callOf, callsOf, usageOf } from './read-calls.ts'

let stack: Awaited<ReturnType<typeof runStack>>
afterEach(() => stack?.dispose())

const asking = (call: (ask: () => Promise<string>, item: number, attempt: number) => Promise<unknown>, items = 1, callLane?: Lane) =>
  defineRun({
    kind: 'asks',
    input: z.object({}),
    result: z.unknown(),
    steps: [
      defineStep<object, 'llm'>({
        ...{ name: 'ask', needs: ['llm'], retry: { attempts: 2, baseMs: 1, capMs: 1 }, timeoutMs: 10_000, onFail: 'go-on' },
        ...{ items: () => items, ...(callLane && { callLane }) },
        handle: (ctx, item) => {
          const messages = [{ role: 'user', content: `about ${item}` }] as const
          const ask = async () =>
            (await ctx.ports.llm.complete({ messages, model: 'm', n: 1, parameters: {}, signal: ctx.signal })).texts.join('')
          return call(ask, item, ctx.attempt)
        },
      }),
      defineStep<object>({
        ...{ name: 'end', needs: [], retry: { attempts: 1, baseMs: 1, capMs: 1 }, timeoutMs: 1_000, onFail: 'end' },
        handle: async () => 'done',
      }),
    ],
    ...{ deadlineMs: 60_000, keepMs: 60_000 },
  })

const config = { llms: { models: { cheap: { model: 'm' } } }, embeddings: {} }
const cost = { amount: 0.000_25, currency: 'EUR', estimated: false }
const model = (asked: CompletionRequest[], answer: (request: CompletionRequest) => Promise<string>): Llm => ({
  provider: 'openai-compatible',
  check: async () => undefined,
  stream: async () => Promise.reject(new Error('not asked for')),
  async complete(request) {
    asked.push(request)
    const texts = [await answer(request)]
    return { texts, usage: { prompt: 10, completion: 5, total: 15 }, cost, finishReason: 'stop' }
  },
})

async function run(kind: ReturnType<typeof asking>, llm: Llm) {
  stack = await runStack([kind], undefined, { llm, config } as never)
  const { id } = await startRun(stack.ports, kind, {}, { starter, requestId: 'r' })
  const end = () => waitForRun(stack.ports, { kind: 'asks', id, subject: starter.subject }, 30_000)
  await end()
  return { id, end }
}

test('calls are kept with messages, tokens and cost by step and alias, and take the turn of the starter', async () => {
  const asked: CompletionRequest[] = []
  const { id } = await run(
    asking((ask) => ask(), 3),
    model(asked, async () => 'an answer'),
  )
  expect(asked.map(({ caller, step }) => [caller, step])).toEqual(Array(3).fill([starter.subject, 'asks.ask']))
  expect(asked.every(({ uncounted }) => uncounted !== undefined)).toBe(true)
  const { calls, total } = await callsOf(stack.ports, id, {}, { skip: 0, top: 2 })
  expect([total, calls.length]).toEqual([3, 2])
  expect(calls[0]).toMatchObject({ step: 'ask', alias: 'cheap', model: 'm', outcome: 'ok', prompt_tokens: 10, completion_tokens: 5 })
  expect(calls[0]?.cost).toEqual({ amount: 0.000_25, currency: 'EUR' })
  const one = await callOf(stack.ports, id, calls[0]!.call_id)
  expect(one).toMatchObject({ messages: [{ role: 'user', text: `about ${calls[0]!.item}` }], reply: { text: 'an answer', tool_calls: [] } })
  expect(await callOf(stack.ports, crypto.randomUUID(), calls[0]!.call_id)).toBeUndefined()
  expect(await usageOf(stack.ports, id)).toEqual([
    { step: 'ask', alias: 'cheap', calls: 3, prompt_tokens: 30, completion_tokens: 15, amount: 0.000_75, currency: 'EUR' },
  ])
})

test('of the calls of a step no more are made at once than its lane has places, and what comes behind a call holds none', async () => {
  const lane = defineLane('two', 2)
  let [open, most, behind] = [0, 0, 0]
  const all = Promise.withResolvers<void>()
  const llm = model([], async () => {
    most = Math.max(most, ++open)
    await new Promise(setImmediate)
    open--
    return 'an answer'
  })
  // Ends only when all have been answered: were a place held for longer than a call, none would ever end.
  const step = asking(
    async (ask) => {
      await ask()
      if (++behind === 6) all.resolve()
      await all.promise
    },
    6,
    lane,
  )
  const { id, end } = await run(step, llm)
  expect((await end())?.status).toBe('completed')
  expect([most, lane.busy()]).toEqual([2, 0])
  const { calls } = await callsOf(stack.ports, id, {}, { skip: 0, top: 10 })
  expect(calls.map(({ outcome }) => outcome)).toEqual(Array(6).fill('ok'))
})

test('a call that fails is kept with its reason, an internal fault without its words; each try counts', async () => {
  let n = 0
  const { id } = await run(
    asking((ask) => ask()),
    model([], async () => {
      if (++n === 1) throw new WorkError('busy', 'come back later', { retryable: true })
      throw new Error('a secret address')
    }),
  )
  const { calls } = await callsOf(stack.ports, id, {}, { skip: 0, top: 10 })
  expect(calls.map(({ outcome, error }) => [outcome, error])).toEqual([
    ['failed', 'busy: come back later'],
    ['failed', 'internal'],
  ])
})

test('a call whose process died is lost as soon as its item asks again', async () => {
  const kind = asking((ask) => ask())
  const { id, end } = await run(
    kind,
    model([], async () => {
      throw new WorkError('refused', 'no')
    }),
  )
  const tables = stack.ports.database.tables<{ run_calls: { outcome: string; ms: number | null } }>()
  await tables.updateTable('run_calls').set({ outcome: 'running', ms: null }).execute()
  await retryRun(stack.ports, id)
  await end()
  await vi.waitFor(async () => {
    const { calls } = await callsOf(stack.ports, id, {}, { skip: 0, top: 10 })
    expect(calls.map(({ outcome }) => outcome)).toEqual(['lost', 'failed'])
  })
})

test('the wait for a place in a budget does not count against the time of the step', async () => {
  const waitMs = 4_000
  const llm = model([], async () => 'an answer')
  const kind = asking((ask) => ask())
  const hurried = { ...kind, steps: kind.steps.map((step) => ({ ...step, timeoutMs: 2_000 })) }
  const { id, end } = await run(hurried, {
    ...llm,
    async complete(request) {
      await request.uncounted?.(new Promise((resolve) => setTimeout(resolve, waitMs)))
      return llm.complete(request)
    },
  })
  expect(await end()).toMatchObject({ id, status: 'completed', steps: [{ done: 1, failed: 0 }, {}] })
})

test('messages are cut to a bound, the last ones stay, pictures are named', () => {
  const many = Array.from({ length: 100 }, (_, i) => ({ role: 'user' as const, content: `${i} ${'x'.repeat(5_000)}` }))
  const kept = boundedMessages(many)
  expect(kept).toHaveLength(40)
  expect([kept[0]?.text.slice(0, 2), kept.at(-1)?.text.slice(0, 3)]).toEqual(['0 ', '99 '])
  expect(JSON.stringify(kept).length).toBeLessThan(20_000)
  const picture = boundedMessages([{ role: 'user', content: [{ type: 'image_url', image_url: { url: `data:${'A'.repeat(9_000)}` } }] }])
  expect(picture).toEqual([{ role: 'user', text: '[a picture]' }])
})
