import { deadLettered } from '../../schemas/dead-letter.ts'
import type { LogRecord } from '../broker/broker.ts'
import type { WorkError } from '../runtime/errors.ts'

const utf8 = new TextDecoder('utf-8', { fatal: true })

/** A dead letter is a record too and must stay under its limit; a longer value is kept where it stands, by topic and offset. */
const MAX_VALUE_BYTES = 128 * 1024

function textOf(value: Uint8Array): { value: string; encoding: 'utf8' | 'base64' | 'by-offset' } {
  if (value.byteLength > MAX_VALUE_BYTES) return { value: '', encoding: 'by-offset' }
  try {
    return { value: utf8.decode(value), encoding: 'utf8' }
  } catch {
    return { value: Buffer.from(value).toString('base64'), encoding: 'base64' }
  }
}

/** The dead letter of a record that a consumer gave up on: key, id, source offset, error and attempts are kept for a redrive. */
export function deadLetterOf(
  consumer: string,
  record: LogRecord,
  failure: { error: WorkError; attempts: number; kind: 'terminal' | 'exhausted' },
  at: string,
) {
  return deadLettered.make({
    consumer,
    topic: record.topic,
    partition: record.partition,
    offset: String(record.offset),
    key: record.key,
    headers: { ...record.headers },
    ...textOf(record.value),
    error: { code: failure.error.code, message: failure.error.message, kind: failure.kind },
    attempts: failure.attempts,
    at,
  })
}
