import { expect, it } from 'vitest'
import { createMetrics } from '../metrics.ts'
import type { Completion, CompletionRequest, Llm } from './llm.ts'
import { measuredLlm } from './measured.ts'

const request = (signal = new AbortController().signal): CompletionRequest => ({
  messages: [],
  question: 'q',
  passages: [],
  model: 'm1',
  n: 1,
  parameters: {},
  signal,
})
const completion: Completion = { texts: ['a'], usage: { prompt: 7, completion: 3, total: 10, reasoning: 2 }, finishReason: 'stop' }

function model(over: Partial<Llm> = {}) {
  const metrics = createMetrics()
  const llm: Llm = {
    provider: 'openai',
    check: async () => {},
    complete: async () => completion,
    async *stream() {
      yield { type: 'token', token: 'a' }
      yield { type: 'end', completion }
    },
    ...over,
  }
  const counts = async () => {
    const { values } = await metrics.llmDuration.get()
    return values.filter((v) => v.metricName?.endsWith('_count')).map((v) => [v.labels.outcome, v.value])
  }
  const tokens = async () => Object.fromEntries((await metrics.llmTokens.get()).values.map((v) => [v.labels.kind, v.value]))
  return { llm: measuredLlm(llm, metrics), counts, tokens }
}

it('counts answers and their tokens, whole or streamed', async () => {
  const { llm, counts, tokens } = model()
  expect(await llm.complete(request())).toBe(completion)
  expect((await Array.fromAsync(llm.stream(request()))).map((e) => e.type)).toEqual(['token', 'end'])
  expect(await counts()).toEqual([['ok', 2]])
  expect(await tokens()).toEqual({ prompt: 14, completion: 6, reasoning: 4 })
})

it('tells failures from calls that the caller gave up', async () => {
  const gone = new AbortController()
  const { llm, counts } = model({
    complete: async () => {
      throw new Error('down')
    },
  })
  await expect(llm.complete(request())).rejects.toThrow('down')
  gone.abort()
  await expect(llm.complete(request(gone.signal))).rejects.toThrow('down')
  for await (const event of llm.stream(request())) if (event.type === 'token') break
  expect(await counts()).toEqual([
    ['failed', 1],
    ['cancelled', 2],
  ])
})

it('counts a stream without an end as failed', async () => {
  const { llm, counts } = model({
    async *stream() {
      yield { type: 'token', token: 'a' }
    },
  })
  await Array.fromAsync(llm.stream(request()))
  expect(await counts()).toEqual([['failed', 1]])
})
