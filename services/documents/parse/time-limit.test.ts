import { expect, test } from 'vitest'
import { isSlow, processorLimitOf, timeLimitOf } from '../../../kernel/cell/time-limit.ts'
import { stageDeadlineMs } from '../stage/stage-deadlines.ts'

test('a small file has the configured time, a large one more', () => {
  expect(timeLimitOf(0, 50_000)).toBe(50_000)
  expect(timeLimitOf(20_000_000, 50_000)).toBe(100_000)
  expect(timeLimitOf(100_000_000, 50_000)).toBe(300_000)
})

test('two tries fit into the stage', () => {
  expect(timeLimitOf(100_000_000, 200_000) * 2).toBeLessThanOrEqual(stageDeadlineMs.parsing)
})

test('the processor time of a small file is a fifth of that of a large one', () => {
  expect([0, 1_000_000, 4_000_000].map((bytes) => processorLimitOf(bytes, 50_000))).toEqual([10_000, 20_000, 50_000])
  expect(processorLimitOf(100_000_000, 50_000)).toBe(timeLimitOf(100_000_000, 50_000))
})

test('a file is slow after its time, and after twice as much where it is expected to end within that', () => {
  const slow = (spentMs: number, share: number) => isSlow(spentMs, share, 1000)
  expect([slow(900, 0), slow(1100, 0), slow(1100, 0.5)]).toEqual([false, true, true])
  expect([slow(1100, 0.8), slow(1700, 0.9), slow(2100, 0.99)]).toEqual([false, false, true])
})
