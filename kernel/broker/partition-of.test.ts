import { createRequire } from 'node:module'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { murmur2, partitionOf } from './partition-of.ts'

// From org.apache.kafka.common.utils.UtilsTest.
test.each([
  ['21', -973932308],
  ['foobar', -790332482],
  ['a-little-bit-long-string', -985981536],
  ['a-little-bit-longer-string', -1486304829],
  ['lkjh234lh9fiuh90y23oiuhsafujhadof229phr9h19h89h8', -58897971],
  ['abc', 479470107],
])('murmur2 of %s is what Kafka computes', (text, hash) => {
  expect(murmur2(Buffer.from(text))).toBe(hash)
})

test('agrees with the partitioner of kafkajs for any key', () => {
  const theirs: unknown = createRequire(import.meta.url)('kafkajs/src/producer/partitioners/default/murmur2.js')
  if (typeof theirs !== 'function') throw new Error('kafkajs has no murmur2 where it was')
  fc.assert(fc.property(fc.string({ unit: 'binary' }), (key) => murmur2(Buffer.from(key)) === theirs(key)))
})

test('keys spread over all partitions and never outside', () => {
  const counts = new Array<number>(6).fill(0)
  for (let i = 0; i < 6000; i++) counts[partitionOf(`key-${i}`, 6)]! += 1
  expect(counts).toHaveLength(6)
  for (const count of counts) expect(count).toBeGreaterThan(800)
})
