import { expect, test } from 'vitest'
import { typingDistance } from './typing-distance.ts'

test.each([
  ['typwrit', 'typewrit', 1],
  ['wrihgt', 'wright', 1],
  ['berri', 'berri', 0],
  ['angiogenisi', 'angiogenesi', 1],
  ['tomorow', 'tomorrow', 1],
  ['hammmer', 'hammer', 1],
  ['floor', 'flood', 2],
  ['reset', 'rest', 2],
  ['mill', 'barn', 3],
  ['a', 'abcdef', 3],
  ['', '', 0],
])('%s for %s costs %i, or more than two', (typed, meant, distance) => {
  expect(typingDistance(typed, meant, 2)).toBe(distance)
})
