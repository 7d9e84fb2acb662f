import { pino } from 'pino'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import type { Broker } from '../broker/broker.ts'
import { createMetrics } from '../metrics.ts'
import { watchLag } from './watch-lag.ts'

beforeEach(() => {
  vi.useFakeTimers()
})
afterEach(() => {
  vi.useRealTimers()
})

function watched() {
  const state = { committed: 0n, latest: 0n, busy: 0 }
  const broker = {
    committed: async () => new Map([[0, state.committed]]),
    partitions: async () => [{ partition: 0, earliest: 0n, latest: state.latest }],
  } as unknown as Broker
  const consumer = {
    name: 'chunk',
    topics: ['document.parsed'],
    busy: () => state.busy,
    stop: async () => undefined,
    crashed: new Promise<never>(() => undefined),
  }
  const lag = watchLag({ broker, consumers: [consumer], metrics: createMetrics(), log: pino({ level: 'silent' }) })
  return { state, lag }
}

test('a consumer with nothing to do is not stalled', async () => {
  const { lag } = watched()
  await vi.advanceTimersByTimeAsync(300_000)
  expect(lag.stalled()).toEqual([])
})

test('lag without a commit for 60 s is a stall, and a commit ends it', async () => {
  const { state, lag } = watched()
  state.latest = 5n
  await vi.advanceTimersByTimeAsync(55_000)
  expect(lag.stalled()).toEqual([])
  await vi.advanceTimersByTimeAsync(15_000)
  expect(lag.stalled()).toEqual(['chunk'])
  state.committed = 1n
  await vi.advanceTimersByTimeAsync(5_000)
  expect(lag.stalled()).toEqual([])
})

test('a handler that is at work is long, not stalled', async () => {
  const { state, lag } = watched()
  Object.assign(state, { latest: 5n, busy: 1 })
  await vi.advanceTimersByTimeAsync(600_000)
  expect(lag.stalled()).toEqual([])
})

test('a stall that lasts asks for the end of the process', async () => {
  const { state, lag } = watched()
  state.latest = 5n
  const hopeless = expect(lag.hopeless).rejects.toThrow('has not moved')
  await vi.advanceTimersByTimeAsync(130_000)
  await hopeless
})
