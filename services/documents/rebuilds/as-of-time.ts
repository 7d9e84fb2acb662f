import { z } from 'zod'
import type { Broker } from '../../../kernel/broker/broker.ts'
import { tryDecode } from '../../../kernel/broker/codec.ts'
import { ApiError } from '../../../kernel/runtime/errors.ts'
import { uploadEvents } from '../../../schemas/document.ts'

const partitions = z.record(z.string().regex(/^\d{1,6}$/, 'is the number of a partition'), z.int().nonnegative())

/** A time, or the offset of the first record of each partition that is not to count any more. */
export const asOfSchema = z
  .union([z.iso.datetime({ offset: true }), z.record(z.string().max(249), partitions)])
  .describe(
    'The documents that the index showed then: a time (ISO 8601), or `{topic: {partition: offset}}` of topics of documents, where it is the time before the earliest of these records. Deleted and replaced documents can be built as long as `retention.generations` keeps their files.',
  )
export type AsOf = z.output<typeof asOfSchema>

const TOPICS: readonly string[] = uploadEvents.map(({ name }) => name)

const refused = (message: string, details: Record<string, unknown> = {}) =>
  new ApiError('invalid_request', `as_of: ${message}`, { details: { field: 'as_of', ...details } })

/** The time that is meant, as ISO 8601. ApiError invalid_request for one that is to come, and for offsets that are not there. */
export async function timeOf(broker: Pick<Broker, 'partitions' | 'read'>, asOf: AsOf, now: number): Promise<string> {
  if (typeof asOf === 'string') {
    const time = Date.parse(asOf)
    if (time > now) throw refused('the time is yet to come')
    return new Date(time).toISOString()
  }
  const places = Object.entries(asOf).flatMap(([topic, of]) =>
    Object.entries(of).map(([partition, offset]) => ({ topic, partition, offset })),
  )
  if (places.length === 0) throw refused('names no offset: {"document.indexed": {"0": 120}}, or a time')
  const times = await Promise.all(places.map((place) => timeBefore(broker, place, now)))
  return new Date(Math.min(...times)).toISOString()
}

interface Place {
  readonly topic: string
  readonly partition: string
  readonly offset: number
}

/** The last moment before this record was told; now where it is yet to come. */
async function timeBefore(broker: Pick<Broker, 'partitions' | 'read'>, { topic, partition, offset }: Place, now: number): Promise<number> {
  if (!TOPICS.includes(topic)) throw refused(`${topic} does not tell of documents; take one of ${TOPICS.join(', ')}`)
  const info = (await broker.partitions(topic)).find((p) => p.partition === Number(partition))
  if (!info) throw refused(`${topic} has no partition ${partition}`)
  if (offset > info.latest) throw refused(`${topic}, partition ${partition}: offset ${offset} is beyond its end, ${info.latest}`)
  if (offset < info.earliest) throw refused(`${topic}, partition ${partition}: the log begins at offset ${info.earliest}`)
  for await (const record of broker.read({ topic, partition: Number(partition), from: { offset: BigInt(offset) } }))
    return (tryDecode(record)?.envelope.time ?? record.timestamp) - 1
  return now
}
