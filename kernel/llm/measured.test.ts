import { expect, it } from 'vitest'
import { createMetrics } from '../runtime/metrics.ts'
import type { Completion, CompletionRequest, Llm } from './llm.ts'
import { measuredLlm } from './measured.ts'

const request = (signal = new AbortController().signal): CompletionRequest => ({
  messages: [],
  model: 'm1',
  n: 1,
  parameters: {},
  signal,
})
const completion: Completion = {
  texts: ['a'],
  usage: { prompt: 7, completion: 3, total: 10, reasoning: 2 },
  cost: { amount: 0.25, currency: 'USD', estimated: false },
  finishReason: 'stop',
}

function model(over: Partial<Llm> = {}) {
  const metrics = createMetrics()
  const llm: Llm = {
    provider: 'openai',
    check: async () => {},
    complete: async () => completion,
    async stream(_request, onToken) {
      onToken('a')
      return completion
    },
    ...over,
  }
  const counts = async () => {
    const { values } = await metrics.llmDuration.get()
    return values.filter((v) => v.metricName?.endsWith('_count')).map((v) => [v.labels.outcome, v.value])
  }
  const tokens = async () => Object.fromEntries((await metrics.llmTokens.get()).values.map((v) => [v.labels.kind, v.value]))
  const costs = async () =>
    (await metrics.llmCost.get()).values.map(({ labels, value }) => [labels.alias, labels.step, labels.currency, value])
  return { llm: measuredLlm(llm, metrics), counts, tokens, costs }
}

it('counts answers and their tokens, whole or streamed', async () => {
  const { llm, counts, tokens: counted } = model()
  expect(await llm.complete(request())).toBe(completion)
  const tokens: string[] = []
  expect(await llm.stream(request(), (token) => tokens.push(token))).toBe(completion)
  expect(tokens).toEqual(['a'])
  expect(await counts()).toEqual([['ok', 2]])
  expect(await counted()).toEqual({ prompt: 14, completion: 6, reasoning: 4 })
})

it('counts what answers cost, by alias, step and currency', async () => {
  const { llm, costs } = model()
  await llm.complete({ ...request(), alias: 'small', step: 'judge' })
  await llm.stream({ ...request(), alias: 'small', step: 'judge' }, () => {})
  await llm.complete(request())
  expect(await costs()).toEqual([
    ['small', 'judge', 'USD', 0.5],
    ['default', 'other', 'USD', 0.25],
  ])
})

it('tells failures from calls that the caller gave up', async () => {
  const gone = new AbortController()
  const { llm, counts } = model({
    complete: async () => {
      throw new Error('down')
    },
    async stream({ signal }) {
      signal.throwIfAborted()
      throw new Error('down')
    },
  })
  await expect(llm.complete(request())).rejects.toThrow('down')
  gone.abort(new Error('left'))
  await expect(llm.complete(request(gone.signal))).rejects.toThrow('down')
  await expect(llm.stream(request(gone.signal), () => {})).rejects.toThrow('left')
  expect(await counts()).toEqual([
    ['failed', 1],
    ['cancelled', 2],
  ])
})

it('counts a stream that breaks off as failed', async () => {
  const { llm, counts } = model({
    async stream(_request, onToken) {
      onToken('a')
      throw new Error('down')
    },
  })
  await expect(llm.stream(request(), () => {})).rejects.toThrow('down')
  expect(await counts()).toEqual([['failed', 1]])
})
