import { COMPATIBILITY, SchemaRegistry, SchemaType } from '@kafkajs/confluent-schema-registry'
import type { EventType } from '../../schemas/event.ts'
import { registeredSchemaOf } from '../../schemas/json-schema.ts'
import { messageOf } from '../runtime/errors.ts'
import { answersWithin } from '../runtime/health.ts'
import type { Broker, LogRecord, OutgoingRecord } from './broker.ts'

/** Confluent's wire format: a zero byte, the schema's id as 4 bytes big-endian, then the value. */
const MAGIC = 0
const HEADER_BYTES = 5

/** Of one schema. Replies are read whole by the client, so that their time is what bounds them. */
const TIMEOUT_MS = 10_000

/** The registry stores schemas and checks their compatibility; validating records is the codec's, by the same zod schemas. */
const noCompiler = { addSchema: () => noCompiler, compile: () => () => true } as never

/**
 * Registers every event's JSON Schema under `<prefix><topic>-value` with BACKWARD compatibility, and frames the values of its records as
 * Confluent's clients do. Records without a frame are read as they are. Rejects when the registry does not take a schema in time.
 */
export async function withSchemaRegistry(
  broker: Broker,
  url: string,
  events: readonly EventType[],
  prefix = '',
  timeoutMs = TIMEOUT_MS,
): Promise<Broker> {
  const registry = new SchemaRegistry({ host: url }, { [SchemaType.JSON]: { ajvInstance: noCompiler } })
  const ids = new Map<string, number>()
  for (const event of events) {
    const schema = JSON.stringify(registeredSchemaOf(event))
    try {
      const about = { subject: `${prefix}${event.name}-value`, compatibility: COMPATIBILITY.BACKWARD }
      const { id } = await answersWithin(timeoutMs, () => registry.register({ type: SchemaType.JSON, schema }, about))
      ids.set(event.name, id)
    } catch (error) {
      throw new Error(`SCHEMA_REGISTRY_URL: the registry did not take the schema of ${event.name}: ${messageOf(error)}`, { cause: error })
    }
  }
  return {
    ...broker,
    publish: (records, options) =>
      broker.publish(
        records.map((r) => framed(r, ids.get(r.headers.ce_type ?? ''))),
        options,
      ),
    subscribe: (options) =>
      broker.subscribe({
        ...options,
        handle: (batch, control) => options.handle({ ...batch, records: batch.records.map(unframed) }, control),
      }),
    async *read(options) {
      for await (const record of broker.read(options)) yield unframed(record)
    },
  }
}

function framed(record: OutgoingRecord, id: number | undefined): OutgoingRecord {
  if (id === undefined) return record
  const value = Buffer.alloc(HEADER_BYTES + record.value.byteLength)
  value.writeUInt8(MAGIC, 0)
  value.writeUInt32BE(id, 1)
  value.set(record.value, HEADER_BYTES)
  return { ...record, value }
}

/** JSON never begins with a zero byte, so that both kinds can stand on one topic. */
const unframed = (record: LogRecord): LogRecord =>
  record.value.byteLength > HEADER_BYTES && record.value[0] === MAGIC ? { ...record, value: record.value.subarray(HEADER_BYTES) } : record
