import { deadLettered } from '../../schemas/dead-letter.ts'
import type { PayloadOf } from '../../schemas/event.ts'
import type { LogRecord } from '../broker/broker.ts'
import { nameId } from '../runtime/ids.ts'
import type { Failure } from './define-consumer.ts'

const utf8 = new TextDecoder('utf-8', { fatal: true })

/**
 * A dead letter is a record too and must stay under its limit, whatever it tells of: parts that are longer are cut, and stand whole in the
 * log, by topic and offset. Bytes of their JSON, in which a character may take six.
 */
const MOST_BYTES = { value: 128 * 1024, headers: 32 * 1024, key: 1024 } as const
const MOST_MESSAGE = 4_000
/** Of headers that are too long in all: those by which an event is known, where they are short. */
const KEPT_HEADER = /^(ce_\w+|content-type|x-request-id|traceparent)$/
const MOST_HEADER = 1_000

type Cut = NonNullable<PayloadOf<typeof deadLettered>['cut']>[number]

const jsonBytes = (value: unknown): number => Buffer.byteLength(JSON.stringify(value))

function shownValue(value: Uint8Array): { value: string; encoding: 'utf8' | 'base64' | 'by-offset' } {
  if (value.byteLength > MOST_BYTES.value) return { value: '', encoding: 'by-offset' }
  const read = decoded(value)
  return jsonBytes(read.value) > MOST_BYTES.value ? { value: '', encoding: 'by-offset' } : read
}

function decoded(value: Uint8Array) {
  try {
    return { value: utf8.decode(value), encoding: 'utf8' as const }
  } catch {
    return { value: Buffer.from(value).toString('base64'), encoding: 'base64' as const }
  }
}

const shortHeaders = (headers: Readonly<Record<string, string>>): Record<string, string> =>
  Object.fromEntries(Object.entries(headers).filter(([name, value]) => KEPT_HEADER.test(name) && value.length <= MOST_HEADER))

/** Cut keys of different records differ. */
const shortKey = (key: string): string => `${key.slice(0, 64)}…${nameId('key', key)}`

/** The dead letter of a record that a consumer gave up on: key, id, source offset, error and attempts are kept for a redrive. */
export function deadLetterOf(consumer: string, record: LogRecord, failure: Failure, at: string) {
  const cut = new Set<Cut>()
  const told = <T>(part: Cut, isLong: boolean, short: T, whole: T): T => {
    if (isLong) cut.add(part)
    return isLong ? short : whole
  }
  const { message } = failure.error
  const value = shownValue(record.value)
  if (value.encoding === 'by-offset') cut.add('value')
  const payload = {
    consumer,
    topic: record.topic,
    partition: record.partition,
    offset: String(record.offset),
    key: told('key', jsonBytes(record.key) > MOST_BYTES.key, shortKey(record.key), record.key),
    headers: told('headers', jsonBytes(record.headers) > MOST_BYTES.headers, shortHeaders(record.headers), { ...record.headers }),
    ...value,
    error: {
      code: failure.error.code.slice(0, 200),
      message: told('message', message.length > MOST_MESSAGE, `${message.slice(0, MOST_MESSAGE)}…`, message),
      kind: failure.kind,
    },
    attempts: failure.attempts,
    at,
  }
  return deadLettered.make({ ...payload, ...(cut.size > 0 ? { cut: [...cut] } : {}) })
}
