import fc from 'fast-check'
import { expect, test } from 'vitest'
import { countTokens, endWithin } from './count-tokens.ts'

test('counts as the fitted rules say', () => {
  // In brackets: cl100k_base.
  expect(countTokens('')).toBe(0)
  expect(countTokens('The quick brown fox jumps over the lazy dog.')).toBe(10) // (10)
  expect(countTokens('Приве́т, как твои дела сегодня?')).toBeGreaterThan(10)
  expect(countTokens('我们今天去公园散步')).toBe(9)
  expect(countTokens('1234567 890')).toBe(4) // (4)
})

test('joining two texts with white space costs at most 1 more than both', () => {
  const text = fc.string({ unit: 'grapheme', maxLength: 60 })
  fc.assert(
    fc.property(text, text, fc.constantFrom(' ', '\n', '\n\n', ' \t'), (a, b, gap) => {
      expect(countTokens(a.trim() + gap + b.trim())).toBeLessThanOrEqual(countTokens(a.trim()) + countTokens(b.trim()) + 1)
    }),
  )
})

test('the longest slice within a number of tokens is the longest', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'grapheme', maxLength: 80 }), fc.integer({ min: 1, max: 20 }), (text, room) => {
      const end = endWithin(text, 0, room)
      expect(countTokens(text.slice(0, end))).toBeLessThanOrEqual(room)
      if (end < text.length) expect(countTokens(text.slice(0, end + 1))).toBeGreaterThan(room)
    }),
  )
})
