import { expect, test } from 'vitest'
import { intervalOf, meanOf, ndcgAt10, overlapAt10 } from './measures.ts'

test('overlap counts what both lists have among their first ten', () => {
  expect(overlapAt10([], [])).toBe(1)
  expect(overlapAt10(['a'], [])).toBe(0)
  expect(overlapAt10(['a', 'b', 'c', 'd'], ['d', 'c', 'x'])).toBe(0.5)
  const long = Array.from({ length: 20 }, (_, i) => `d${i}`)
  expect(overlapAt10(long, long.toReversed())).toBe(0)
})

test('nDCG@10 is 1 for the best order, falls with the place, and stays within its bounds', () => {
  expect(ndcgAt10(['a', 'b'], new Set(['a', 'b']))).toBe(1)
  expect(ndcgAt10(['x', 'a'], new Set(['a']))).toBeCloseTo(1 / Math.log2(3), 10)
  expect(ndcgAt10(['x'], new Set(['a']))).toBe(0)
  expect(ndcgAt10([...Array<string>(10).fill('x'), 'a'], new Set(['a']))).toBe(0)
  expect(ndcgAt10(['x'], new Set())).toBe(0)
})

test('a name of two that a document answers to counts once', () => {
  expect(ndcgAt10(['a', 'a', 'a'], new Set(['a']))).toBe(1)
})

test('the interval holds the mean, is the same each time, and is a point where all differences are equal', () => {
  const differences = Array.from({ length: 40 }, (_, i) => ((i * 7) % 11) / 10 - 0.4)
  const [low, high] = intervalOf(differences)
  expect(intervalOf(differences)).toEqual([low, high])
  expect(low).toBeLessThan(meanOf(differences))
  expect(high).toBeGreaterThan(meanOf(differences))
  expect(intervalOf([0.25, 0.25, 0.25])).toEqual([0.25, 0.25])
})
