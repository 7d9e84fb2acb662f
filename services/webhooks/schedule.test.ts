import { expect, test } from 'vitest'
import { MOST_ATTEMPTS, pauseAfter } from './schedule.ts'

const none = () => 0

test('eight attempts are spread over 27 hours and 35 minutes, the first retry within ten seconds', () => {
  const pauses = Array.from({ length: MOST_ATTEMPTS }, (_, i) => pauseAfter(i + 1, { random: none }))
  expect(pauses.at(-1)).toBeUndefined()
  const whole = pauses.reduce<number>((sum, pause) => sum + (pause ?? 0), 0)
  expect(whole).toBe((27 * 60 + 35) * 60_000 + 5_000)
  expect(pauseAfter(1, { random: () => 1 })).toBeLessThan(10_000)
})

test('a receiver that says when to come again is believed, for a day at most', () => {
  expect(pauseAfter(1, { retryAfterMs: 60_000, random: none })).toBe(60_000)
  expect(pauseAfter(2, { retryAfterMs: 60_000, random: none })).toBe(300_000)
  expect(pauseAfter(1, { retryAfterMs: 1e12, random: none })).toBe(24 * 60 * 60_000)
})
