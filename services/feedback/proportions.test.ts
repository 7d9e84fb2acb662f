import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { differenceOfProportions, wilsonInterval } from './proportions.ts'

describe('differenceOfProportions', () => {
  // Newcombe (1998), table II, method 10.
  test.each([
    [56, 70, 48, 80, 0.0524, 0.3339],
    [9, 10, 3, 10, 0.1705, 0.809],
    [10, 10, 0, 20, 0.6791, 1],
    [0, 10, 0, 20, -0.1611, 0.2775],
  ])('%d/%d against %d/%d', (s1, n1, s2, n2, low, high) => {
    const found = differenceOfProportions({ successes: s1, n: n1 }, { successes: s2, n: n2 })
    expect(found.low).toBeCloseTo(low, 4)
    expect(found.high).toBeCloseTo(high, 4)
    expect(found.difference).toBeCloseTo(s1 / n1 - s2 / n2, 12)
  })

  const counts = fc.integer({ min: 1, max: 5000 }).chain((n) => fc.integer({ min: 0, max: n }).map((successes) => ({ n, successes })))

  test('holds the difference, stays within −1 and 1, and turns round with its arguments', () => {
    fc.assert(
      fc.property(counts, counts, (a, b) => {
        const there = differenceOfProportions(a, b)
        const back = differenceOfProportions(b, a)
        expect(there.low).toBeLessThanOrEqual(there.difference + 1e-12)
        expect(there.high).toBeGreaterThanOrEqual(there.difference - 1e-12)
        expect(there.low).toBeGreaterThanOrEqual(-1 - 1e-12)
        expect(there.high).toBeLessThanOrEqual(1 + 1e-12)
        expect(back.low).toBeCloseTo(-there.high, 12)
      }),
    )
  })
})

// Newcombe (1998), Two-sided confidence intervals for the single proportion, Statistics in Medicine 17(8), 857–872, table I, method 3.
test.each([
  [81, 263, 0.2553, 0.3662],
  [15, 148, 0.0624, 0.1605],
  [0, 20, 0, 0.1611],
  [1, 29, 0.0061, 0.1718],
])('wilsonInterval of %d/%d', (successes, n, low, high) => {
  const found = wilsonInterval(successes, n)
  expect(found.low).toBeCloseTo(low, 4)
  expect(found.high).toBeCloseTo(high, 4)
})
