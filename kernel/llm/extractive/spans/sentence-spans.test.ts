import { expect, test } from 'vitest'
import { dangles } from './sentence-spans.ts'

test.each([
  ['The mill was built by', true],
  ['The mill was built by 12', true],
  ['The mill was built\nby', true],
  ['Mill | Avon the', true],
  ['Mill | the', false],
  ['The mill was built\n by', false],
  ['7 by', false],
  ['the', false],
  ['The mill stands', false],
])('%j goes on behind it: %s', (text, goesOn) => {
  expect(dangles(text)).toBe(goesOn)
})
