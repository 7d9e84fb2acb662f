import { ApiError } from '../runtime/errors.ts'
import type { OutgoingRecord } from './broker.ts'

/** Largest record: key, value and headers together. What is larger belongs into an artifact. */
export const MAX_RECORD_BYTES = 256 * 1024

/** Bytes of key, value and headers. */
export function recordBytes(record: OutgoingRecord): number {
  let bytes = Buffer.byteLength(record.key) + record.value.byteLength
  for (const [name, value] of Object.entries(record.headers)) bytes += Buffer.byteLength(name) + Buffer.byteLength(value)
  return bytes
}

/** Throws ApiError payload_too_large when one of the records is over MAX_RECORD_BYTES. Both adapters call it before anything is written. */
export function checkRecordSizes(records: readonly OutgoingRecord[]): void {
  for (const record of records) {
    const bytes = recordBytes(record)
    if (bytes > MAX_RECORD_BYTES)
      throw new ApiError('payload_too_large', `a record for ${record.topic} has ${bytes} bytes; the limit is ${MAX_RECORD_BYTES}`, {
        details: { topic: record.topic, bytes, limit: MAX_RECORD_BYTES },
      })
  }
}
