import { expect, test } from 'vitest'
import { needlessRepeats } from './needless-repeats.ts'

const NEVER = Number.POSITIVE_INFINITY
const stop = { stoppedAt: 10_000, resumedAt: 100_000 }

test.each([
  ['in hand at the stop, done by another, and ended late by the stopped one', [9_000, 20_000], [21_000, 100_100], 0],
  ['done before the stop, not committed, done again', [8_000, 20_000], [9_900, 21_000], 0],
  ['in hand at the stop, done twice by others', [9_000, 20_000, 60_000], [21_000, 61_000], 1],
  ['begun and done while it was stopped', [20_000], [21_000], 0],
  ['begun and done while it was stopped, and again after it went on', [20_000, 100_200], [21_000, 100_300], 1],
  ['in the middle when it came back', [99_900, 101_000], [100_500, 102_000], 0],
  ['in the middle when it came back, more than once', [99_900, 101_000, 102_000], [100_500, 103_000], 1],
  ['begun as it came back', [103_000, 104_000], [105_000, 106_000], 0],
  ['long after its return', [140_000, 150_000], [141_000, 151_000], 1],
  ['taken before the stop, told only after it', [20_000, 100_100], [21_000], 0, 9_990],
  ['taken before the stop, and begun twice by others', [20_000, 60_000, 100_100], [21_000, 61_000], 1, 9_990],
  ['due after the stop', [20_000, 100_100], [21_000], 1, 10_010],
])('%s', (_, begun, done, needless, due = NEVER) => {
  expect(needlessRepeats([['one', { due, begun, done }]], stop).map(({ times }) => times)).toEqual(needless ? [needless] : [])
})
