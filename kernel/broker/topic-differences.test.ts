import { expect, test } from 'vitest'
import { sameDifferences } from './topic-differences.ts'

test('a difference that several topics have is told once, with their names', () => {
  const compression = { what: 'compression.type', declared: 'uncompressed', found: 'producer' }
  const partitions = { topic: 'a', what: 'partitions', declared: '6', found: '3' }
  expect(sameDifferences([{ topic: 'a', ...compression }, partitions, { topic: 'b', ...compression }])).toEqual([
    { ...compression, topics: ['a', 'b'] },
    { what: 'partitions', declared: '6', found: '3', topics: ['a'] },
  ])
})
