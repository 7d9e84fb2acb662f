import { createRequire } from 'node:module'
import type { KafkaMessage } from 'kafkajs'
import { expect, test } from 'vitest'
import { toLogRecord } from './kafka-record.ts'

const client = createRequire(import.meta.url)
const Encoder = client('kafkajs/src/protocol/encoder.js')
const Decoder = client('kafkajs/src/protocol/decoder.js')
const readRecord: (decoder: unknown, batch: object) => KafkaMessage = client('kafkajs/src/protocol/recordBatch/record/v0/decoder.js')

/** A record as another client may put it on the log; the headers' values may be null there. */
function received(headers: readonly (readonly [name: string, value: string | null])[]) {
  const encoder = new Encoder().writeInt8(0).writeVarLong(0).writeVarInt(0).writeVarIntBytes('k').writeVarIntBytes('v')
  encoder.writeVarInt(headers.length)
  for (const [name, value] of headers) encoder.writeVarIntString(name).writeVarIntBytes(value)
  return toLogRecord('t', 0, readRecord(new Decoder(encoder.buffer), { firstOffset: '7', firstTimestamp: '0' }))
}

test('of a header that is repeated the last value counts, and null is nothing', () => {
  const record = received([
    ['a', '1'],
    ['a', '2'],
    ['b', null],
    ['__proto__', '3'],
  ])
  expect(record).toMatchObject({ offset: 7n, key: 'k', headers: { a: '2', b: '' } })
  expect(Object.getPrototypeOf(record.headers)).toBe(Object.prototype)
})

test('a record of 20,000 headers is read in one pass', () => {
  const names = Array.from({ length: 20_000 }, (_, i) => `h${i}`)
  expect(Object.keys(received(names.map((name) => [name, ''])).headers)).toHaveLength(names.length)
})
