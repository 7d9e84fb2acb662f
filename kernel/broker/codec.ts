import { z } from 'zod'
import { eventType } from '../../schemas/catalog.ts'
import type { EventDraft, EventType, PayloadOf } from '../../schemas/event.ts'
import { messageOf, WorkError } from '../runtime/errors.ts'
import type { LogRecord, OutgoingRecord } from './broker.ts'

/** What every event carries beside its payload. */
export interface EventEnvelope {
  readonly id: string
  readonly type: string
  readonly version: number
  readonly requestId: string
  readonly traceparent?: string
  readonly causationId?: string
  /** Milliseconds since the epoch. */
  readonly time: number
}

export interface RecordOrigin {
  readonly id: string
  /** CloudEvents source: the service that published, as a URI reference. */
  readonly source: string
  readonly requestId: string
  readonly traceparent?: string
  /** Id of the record that caused this one. */
  readonly causationId?: string
  /** Milliseconds since the epoch. */
  readonly time: number
}

/** A draft as a record: JSON value, CloudEvents 1.0 binary-mode headers for Kafka (prefix `ce_`), request and trace ids. */
export function encodeRecord(draft: EventDraft, origin: RecordOrigin): OutgoingRecord {
  return {
    topic: draft.type,
    key: draft.key,
    value: Buffer.from(JSON.stringify(draft.payload)),
    headers: {
      'content-type': 'application/json',
      ce_specversion: '1.0',
      ce_id: origin.id,
      ce_type: draft.type,
      ce_source: origin.source,
      ce_time: new Date(origin.time).toISOString(),
      ce_subject: draft.key,
      ce_schemaversion: String(draft.version),
      'x-request-id': origin.requestId,
      ...(origin.traceparent ? { traceparent: origin.traceparent } : {}),
      ...(origin.causationId ? { ce_causationid: origin.causationId } : {}),
    },
  }
}

const headersSchema = z.object({
  ce_id: z.string().min(1),
  ce_type: z.string().min(1),
  ce_time: z.iso.datetime(),
  ce_schemaversion: z.coerce.number().int().positive().default(1),
  'x-request-id': z.string().default(''),
  traceparent: z.string().optional(),
  ce_causationid: z.string().optional(),
})

/** An event as it is read: of several kinds a union that `type` tells apart, so that a `switch` over it knows each payload. */
export type EventOf<Type extends EventType> = Type extends EventType
  ? { readonly type: Type['name']; readonly payload: PayloadOf<Type>; readonly envelope: EventEnvelope }
  : never

/** An event of any kind. */
export type AnyEvent = EventOf<EventType>

/** Whether the event is of this kind: for unions that a `switch` cannot see through, because one of their types is a parameter. */
export const isOf = <Type extends EventType>({ name }: Type, event: AnyEvent): event is EventOf<Type> => event.type === name

/** An event of one of these types, its payload checked; undefined where none of them has this name. Throws ZodError. */
export function readEvent<Type extends EventType>(
  types: readonly Type[],
  name: string,
  payload: unknown,
  envelope: EventEnvelope,
): EventOf<Type> | undefined {
  const type = types.find((one) => one.name === name)
  // The payload is what the schema of this very type gave, which no type can say of a union.
  return type && ({ type: type.name, payload: type.schema.parse(payload), envelope } as EventOf<Type>)
}

/** What was read of a record, for as long as somebody has it: several consumers of one process read the same one. */
const valuesRead = new WeakMap<LogRecord, unknown>()
const eventsRead = new WeakMap<LogRecord, { readonly of: EventType; readonly event: AnyEvent }>()

/** The record's value, not validated. Throws SyntaxError where it is not JSON. */
export function jsonOf(record: LogRecord): unknown {
  if (valuesRead.has(record)) return valuesRead.get(record)
  const { buffer, byteOffset, byteLength } = record.value
  const value: unknown = JSON.parse(Buffer.from(buffer, byteOffset, byteLength).toString('utf8'))
  valuesRead.set(record, value)
  return value
}

/**
 * Reads and validates a record, of `types` or of the catalog; once for all who read the same record, which is frozen therefore. Throws
 * WorkError `invalid_record`, terminal: a redelivery would not mend it.
 */
export function decodeRecord(record: LogRecord, types: readonly EventType[] = []): AnyEvent {
  const known = eventsRead.get(record)
  if (known && typeNamed(known.of.name, types) === known.of) return known.event
  const headers = headersSchema.safeParse(record.headers)
  if (!headers.success) throw new WorkError('invalid_record', `headers: ${z.prettifyError(headers.error)}`)
  const type = typeNamed(headers.data.ce_type, types)
  if (!type) throw new WorkError('invalid_record', `no event type is named ${headers.data.ce_type}`)
  let value: unknown
  try {
    value = jsonOf(record)
  } catch (error) {
    throw new WorkError('invalid_record', `the value is not JSON: ${messageOf(error)}`, { cause: error })
  }
  const payload = type.schema.safeParse(value)
  if (!payload.success) throw new WorkError('invalid_record', `the value does not fit ${type.name}: ${z.prettifyError(payload.error)}`)
  const event = {
    type: type.name,
    payload: frozen(payload.data),
    envelope: Object.freeze({
      id: headers.data.ce_id,
      type: headers.data.ce_type,
      version: headers.data.ce_schemaversion,
      requestId: headers.data['x-request-id'],
      traceparent: headers.data.traceparent,
      causationId: headers.data.ce_causationid,
      time: Date.parse(headers.data.ce_time),
    }),
  }
  eventsRead.set(record, { of: type, event })
  return event
}

/** The same, undefined where it cannot be read: what another program put on a topic ends no one who goes over it. */
export function tryDecode(record: LogRecord, types: readonly EventType[] = []): AnyEvent | undefined {
  try {
    return decodeRecord(record, types)
  } catch {
    return undefined
  }
}

const typeNamed = (wanted: string, types: readonly EventType[]): EventType | undefined =>
  types.find(({ name }) => name === wanted) ?? eventType(wanted)

function frozen<T>(value: T): T {
  if (typeof value !== 'object' || value === null || ArrayBuffer.isView(value) || Object.isFrozen(value)) return value
  for (const inner of Object.values(value)) frozen(inner)
  return Object.freeze(value)
}
