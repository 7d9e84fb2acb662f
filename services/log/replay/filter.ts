import { z } from 'zod'
import type { LogRecord } from '../../../kernel/broker/broker.ts'
import { timeText } from '../operations/time-query.ts'

const MOST_VALUES = 1000
const texts = z.array(z.string().max(1000)).min(1).max(MOST_VALUES)
const plain = z.union([z.string().max(10_000), z.number(), z.boolean(), z.null()])

/** Which records of a range are taken; what is absent does not matter. */
export const replayFilterSchema = z.strictObject({
  keys: texts.optional().describe('Keys of records.'),
  types: texts.optional().describe('Types of events, as `ce_type` names them.'),
  since: timeText.optional().describe('Appended at this time or later.'),
  until: timeText.optional().describe('Appended before this time.'),
  where: z
    .record(z.string().min(1).max(200), plain)
    .refine((paths) => Object.keys(paths).length <= 20, 'at most 20 paths')
    .optional()
    .describe('Values of the payload by their dotted path: {"file.index": "documents"}.'),
})
export type ReplayFilter = z.output<typeof replayFilterSchema>

/** Whether a record is taken. The payload is read only where the filter asks for it; one that is no JSON fits no path. */
export function fitsFilter({ keys, types, since, until, where }: ReplayFilter): (record: LogRecord) => boolean {
  const [keySet, typeSet] = [keys && new Set(keys), types && new Set(types)]
  const from = since === undefined ? Number.NEGATIVE_INFINITY : Date.parse(since)
  const to = until === undefined ? Number.POSITIVE_INFINITY : Date.parse(until)
  const paths = Object.entries(where ?? {}).map(([path, value]) => ({ steps: path.split('.'), value }))
  return (record) => {
    if (keySet && !keySet.has(record.key)) return false
    if (typeSet && !typeSet.has(record.headers.ce_type ?? '')) return false
    if (record.timestamp < from || record.timestamp >= to) return false
    if (paths.length === 0) return true
    const payload = payloadOf(record)
    return paths.every(({ steps, value }) => at(payload, steps) === value)
  }
}

function payloadOf({ value }: LogRecord): unknown {
  try {
    return JSON.parse(Buffer.from(value).toString('utf8'))
  } catch {
    return undefined
  }
}

const at = (payload: unknown, steps: readonly string[]): unknown =>
  steps.reduce<unknown>(
    (value, step) =>
      typeof value === 'object' && value !== null && Object.hasOwn(value, step) ? (value as Record<string, unknown>)[step] : undefined,
    payload,
  )
