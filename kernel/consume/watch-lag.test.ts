import { pino } from 'pino'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import type { Broker } from '../broker/broker.ts'
import { createMetrics } from '../runtime/metrics.ts'
import { watchLag } from './watch-lag.ts'

beforeEach(() => {
  vi.useFakeTimers()
})
afterEach(() => {
  vi.useRealTimers()
})

function watched() {
  const state = { committed: 0n, latest: 0n, busy: false, held: true, away: false, waitingSince: undefined as number | undefined }
  const broker = {
    async committed() {
      if (state.away) throw new Error('the broker is away')
      return new Map([[0, state.committed]])
    },
    partitions: async () => [{ partition: 0, earliest: 0n, latest: state.latest }],
  } as unknown as Broker
  const consumer = {
    name: 'chunk',
    topics: ['document.parsed'],
    held: () => (state.held ? [{ topic: 'document.parsed', partition: 0, busy: state.busy }] : []),
    waitingSince: () => state.waitingSince,
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
  Object.assign(state, { latest: 5n, busy: true })
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

test('a partition that another process holds is not this one’s to move', async () => {
  const { state, lag } = watched()
  Object.assign(state, { latest: 5n, held: false })
  let ended = false
  lag.hopeless.catch(() => (ended = true))
  await vi.advanceTimersByTimeAsync(600_000)
  expect(lag.stalled()).toEqual([])
  // It comes here now: its time begins anew.
  state.held = true
  await vi.advanceTimersByTimeAsync(55_000)
  expect([lag.stalled(), ended]).toEqual([[], false])
  await vi.advanceTimersByTimeAsync(15_000)
  expect(lag.stalled()).toEqual(['chunk'])
})

test('a process that waits for something that is away is not ready, and does not end', async () => {
  const { state, lag } = watched()
  Object.assign(state, { latest: 5n, busy: true, waitingSince: Date.now() })
  let ended = false
  lag.hopeless.catch(() => (ended = true))
  await vi.advanceTimersByTimeAsync(55_000)
  expect(lag.stalled()).toEqual([])
  await vi.advanceTimersByTimeAsync(600_000)
  expect([lag.stalled(), ended]).toEqual([['chunk'], false])
  state.waitingSince = undefined
  await vi.advanceTimersByTimeAsync(5_000)
  expect(lag.stalled()).toEqual([])
})

test('neither the time in which the broker was away nor that in which the process was stopped is a stall', async () => {
  const { state, lag } = watched()
  state.latest = 5n
  let ended = false
  lag.hopeless.catch(() => (ended = true))
  await vi.advanceTimersByTimeAsync(30_000)
  state.away = true
  await vi.advanceTimersByTimeAsync(300_000)
  state.away = false
  await vi.advanceTimersByTimeAsync(30_000)
  vi.setSystemTime(Date.now() + 90_000)
  await vi.advanceTimersByTimeAsync(10_000)
  expect([lag.stalled(), ended]).toEqual([[], false])
})

test('the end of a topic that several groups read is asked for once a sample', async () => {
  const asked: string[] = []
  const broker = {
    committed: async () => new Map(),
    async partitions(topic: string) {
      asked.push(topic)
      return []
    },
  } as unknown as Broker
  const reading = (name: string, ...topics: string[]) => ({ name, topics, held: () => [], waitingSince: () => undefined })
  const consumers = [reading('parse', 'received', 'retry'), reading('projector', 'received', 'retry')]
  const lag = watchLag({ broker, consumers, metrics: createMetrics(), log: pino({ level: 'silent' }) })
  await vi.advanceTimersByTimeAsync(5_000)
  expect(asked).toEqual(['received', 'retry'])
  await vi.advanceTimersByTimeAsync(5_000)
  expect(asked).toEqual(['received', 'retry', 'received', 'retry'])
  lag.stop()
})
