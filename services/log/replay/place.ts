import { z } from 'zod'
import type { Broker } from '../../../kernel/broker/broker.ts'
import { ApiError } from '../../../kernel/runtime/errors.ts'
import { timeText } from '../operations/time-query.ts'

const offsetNumber = z.int('an offset is a whole number').min(0, 'an offset is at least 0')
const offsetPlace = z
  .strictObject({
    offset: z.union([offsetNumber, z.record(z.string().regex(/^\d{1,6}$/, 'a partition is a whole number'), offsetNumber)], {
      error: 'an offset is a whole number for all partitions, or {partition: offset}',
    }),
  })
  .describe('A number for all partitions, or one a partition; what has none is left out.')
const timePlace = z.strictObject({ time: timeText }).describe('The first record that is not older.')

/** Where in the partitions of a topic something begins or ends. */
export const placeSchema = z.union([z.enum(['beginning', 'end']), offsetPlace, timePlace], {
  error: 'say "beginning", "end", {"offset": 17}, {"offset": {"0": 17}} or {"time": "2026-01-15T09:30:00Z"}',
})
export type Place = z.output<typeof placeSchema>

/** The offset of each partition that a place names, within what the topic holds. ApiError invalid_request for a partition that it has not. */
export async function offsetsOf(broker: Broker, topic: string, place: Place): Promise<Map<number, bigint>> {
  const partitions = await broker.partitions(topic)
  if (place === 'beginning') return new Map(partitions.map(({ partition, earliest }) => [partition, earliest]))
  if (place === 'end') return new Map(partitions.map(({ partition, latest }) => [partition, latest]))
  const within = (wanted: (partition: number) => bigint | undefined) =>
    new Map(
      partitions.flatMap(({ partition, earliest, latest }) => {
        const offset = wanted(partition)
        if (offset === undefined) return []
        return [[partition, offset < earliest ? earliest : offset > latest ? latest : offset] as const]
      }),
    )
  if ('time' in place) {
    const offsets = await broker.offsetsAt(topic, Date.parse(place.time))
    return within((partition) => offsets.get(partition))
  }
  const { offset } = place
  if (typeof offset === 'number') return within(() => BigInt(offset))
  const stranger = Object.keys(offset).find((name) => !partitions.some(({ partition }) => partition === Number(name)))
  if (stranger !== undefined)
    throw new ApiError('invalid_request', `offset: ${topic} has the partitions 0 to ${partitions.length - 1}, and no partition ${stranger}`)
  const named = new Map(Object.entries(offset).map(([partition, at]) => [Number(partition), BigInt(at)]))
  return within((partition) => named.get(partition))
}
