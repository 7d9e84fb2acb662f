import type { IHeaders, KafkaMessage } from 'kafkajs'
import type { LogRecord } from '../broker.ts'

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
