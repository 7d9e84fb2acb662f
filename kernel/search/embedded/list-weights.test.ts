import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { listWeights, prominence } from './list-weights.ts'

const spreadOf = (scores: readonly number[]) => ({
  sum: scores.reduce((a, b) => a + b, 0),
  squares: scores.reduce((a, b) => a + b * b, 0),
})

describe('prominence', () => {
  test('is the distance of the best score from the mean of all chunks in standard deviations', () => {
    expect(prominence(9, spreadOf([1, 2, 3, 9]), 4)).toBeCloseTo((9 - 3.75) / Math.sqrt(9.6875), 10)
    // chunks that a list left out count as 0
    expect(prominence(4, spreadOf([4]), 4)).toBeCloseTo((4 - 1) / Math.sqrt(3), 10)
  })
  test('is the same for scores on another scale, and 0 where nothing stands out', () => {
    fc.assert(
      fc.property(
        fc.array(fc.integer({ min: 0, max: 100 }), { minLength: 2, maxLength: 50 }),
        fc.integer({ min: 1, max: 9 }),
        (scores, scale) => {
          const best = Math.max(...scores)
          const scaled = scores.map((x) => x * scale)
          expect(prominence(best * scale, spreadOf(scaled), scores.length)).toBeCloseTo(
            prominence(best, spreadOf(scores), scores.length),
            6,
          )
          expect(prominence(best, spreadOf(scores), scores.length)).toBeGreaterThanOrEqual(0)
        },
      ),
    )
    expect(prominence(5, spreadOf([5, 5, 5]), 3)).toBe(0)
    expect(prominence(undefined, spreadOf([]), 3)).toBe(0)
    expect(prominence(1, spreadOf([1]), 0)).toBe(0)
  })
})

describe('listWeights', () => {
  const even = { text: 1, vector: 1 }
  test('the list that stands out more weighs more, as configured', () => {
    expect(listWeights(even, { text: 9, vector: 3 }, 1)).toEqual({ text: 0.75, vector: 0.25 })
    expect(listWeights({ text: 1, vector: 3 }, { text: 9, vector: 3 }, 1)).toEqual({ text: 0.5, vector: 0.5 })
  })
  test('words that the index does not know are no evidence', () => {
    expect(listWeights(even, { text: 8, vector: 4 }, 0.5)).toEqual({ text: 0.5, vector: 0.5 })
    expect(listWeights(even, { text: 8, vector: 4 }, 0)).toEqual({ text: 0, vector: 1 })
  })
  test('a half that is configured away stays away, and nothing that stands out leaves the configured weights', () => {
    expect(listWeights({ text: 1, vector: 0 }, { text: 1, vector: 9 }, 1)).toEqual({ text: 1, vector: 0 })
    expect(listWeights({ text: 3, vector: 1 }, { text: 0, vector: 0 }, 1)).toEqual({ text: 0.75, vector: 0.25 })
    expect(listWeights({ text: 0, vector: 0 }, { text: 1, vector: 1 }, 1)).toEqual({ text: 0.5, vector: 0.5 })
  })
})
