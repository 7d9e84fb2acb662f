import { expect, test } from 'vitest'
import { nearestName } from './nearest-name.ts'

const fields = ['metadata', 'process_mode', 'prevent_reprocess', 'replace_existing', 'target_index']

test.each([
  ['index', 'target_index'],
  ['targetIndex', 'target_index'],
  ['Metadata', 'metadata'],
  ['metdata', 'metadata'],
  ['proces_mode', 'process_mode'],
  ['colour', undefined],
  ['x', undefined],
])('%s means %s', (given, meant) => {
  expect(nearestName(given, fields)).toBe(meant)
})

test('a name of any length costs nothing', () => {
  expect(nearestName('a'.repeat(1_000_000), fields)).toBeUndefined()
})
