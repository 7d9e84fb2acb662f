import { expect, test } from 'vitest'
import { phraseShare, tokenF1, wordSimilarity, wordsOf } from './text-similarity.ts'

test('words are what is left without markup, case and forms of characters', () => {
  expect(wordsOf('## **Ti\\_tle** &amp; more\n\n| a | b |\n|---|:--|\n| 1 | ﬁve |\n- item\n2. second <!-- image -->')).toEqual([
    'ti',
    'tle',
    'more',
    'a',
    'b',
    '1',
    'five',
    'item',
    'second',
  ])
})

test('the bag of words ignores order, the alignment does not', () => {
  const words = ['a', 'b', 'c', 'd']
  expect(tokenF1(['d', 'c', 'b', 'a'], words)).toBe(1)
  expect(tokenF1(['a', 'b', 'x', 'x'], words)).toBe(0.5)
  expect(tokenF1(['a', 'a'], ['a'])).toBeCloseTo(2 / 3)
  expect(tokenF1([], words)).toBe(0)
  expect(wordSimilarity(words, words)).toBe(1)
  expect(wordSimilarity(['c', 'd', 'a', 'b'], words)).toBe(0)
  expect(wordSimilarity(['a', 'b', 'd'], words)).toBe(0.75)
  expect(wordSimilarity([], [])).toBe(1)
})

test('phrases are looked for without white space', () => {
  expect(phraseShare('two\nlines of text', ['twolines of', 'absent'])).toBe(0.5)
  expect(phraseShare('x', [])).toBeUndefined()
})
