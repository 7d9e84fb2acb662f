import { expect, test } from 'vitest'
import { namedTags } from './chosen-tags.ts'

test.each([
  ['JSON', '{"tags": ["a", "b"]}', ['a', 'b']],
  ['JSON in other words', 'Here: {"tags": ["a"]} as you asked.', ['a']],
  // as a small model on llama.cpp answers within the grammar of the schema
  [
    'a list that is cut off at the limit of tokens',
    '{\n  "tags": ["Move-in", "Halls \\"A\\"", "Move-in", "Mo',
    ['Move-in', 'Halls "A"', 'Move-in'],
  ],
  ['a list that is cut off in its first tag', '{"tags": ["Mo', undefined],
  ['words alone', 'I like tags.', undefined],
])('%s', (_what, answer, expected) => {
  expect(namedTags(answer)).toEqual(expected)
})

test('an answer that never ends is read', () => {
  expect(namedTags(`{"tags": [${'"a" ,'.repeat(50_000)}"`)?.length).toBe(50_000)
  expect(namedTags(`{"tags": [${'"'.repeat(100_000)}`)).toBeUndefined()
})
