import { createRequire } from 'node:module'
import type { IHeaders, KafkaMessage } from 'kafkajs'
import type { LogRecord } from '../broker.ts'

interface Header {
  readonly key: string
  readonly value: Buffer | null
}

interface Decoder {
  readVarIntArray(read: (decoder: Decoder) => Header): Header[]
}

/**
 * kafkajs 2.2.4 copies the headers of a record once for each of them: 5,000, which are 34 kB, hold a process for 15 s, and every group that reads
 * the record. What it makes the copies with is replaced by one pass, in which the last value of a name counts.
 */
const decoder: { prototype: Decoder } = createRequire(import.meta.url)('kafkajs/src/protocol/decoder.js')
const { readVarIntArray } = decoder.prototype
decoder.prototype.readVarIntArray = function (read) {
  const headers = readVarIntArray.call(this, read)
  return Object.assign(headers, { reduce: () => Object.fromEntries(headers.map(({ key, value }) => [key, value ?? ''])) })
}

/** A header that was sent more than once counts as its last value. */
function headerText(value: IHeaders[string]): string {
  const one = Array.isArray(value) ? value.at(-1) : value
  return one === undefined ? '' : one.toString()
}

/** kafkajs gives header values as Buffers, and as arrays where a name is repeated. */
export function toLogRecord(topic: string, partition: number, message: KafkaMessage): LogRecord {
  return {
    topic,
    partition,
    offset: BigInt(message.offset),
    timestamp: Number(message.timestamp),
    key: message.key?.toString() ?? '',
    value: message.value ?? new Uint8Array(),
    headers: Object.fromEntries(Object.entries(message.headers ?? {}).map(([name, value]) => [name, headerText(value)])),
  }
}
