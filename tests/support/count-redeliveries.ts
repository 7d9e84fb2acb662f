import { z } from 'zod'
import type { Broker } from '../../kernel/broker/broker.ts'

/** What each stage publishes when it is done. */
const OUTPUTS = {
  'document.parsed': 'parsing',
  'document.chunked': 'chunking',
  'document.embedded': 'embedding',
  'document.indexed': 'indexing',
}

const payloadSchema = z.looseObject({
  upload_id: z.string(),
  attempt: z.number(),
  stage: z.string().optional(),
  done: z.number().optional(),
})

/**
 * How often a stage was run for a document beyond the first time, as the log tells it: each run tells that it begins, and what it
 * publishes has the same id every time. A run that died before it could tell is not counted.
 */
export async function countRedeliveries(
  broker: Broker,
  uploads: ReadonlySet<string>,
): Promise<{ redeliveries: number; deadLetters: number }> {
  const begun = new Map<string, number>()
  const finished = new Map<string, number>()
  const add = (counts: Map<string, number>, key: string) => counts.set(key, (counts.get(key) ?? 0) + 1)
  for (const topic of ['document.progressed', ...Object.keys(OUTPUTS)]) {
    for await (const value of valuesOf(broker, topic)) {
      const { upload_id, attempt, stage, done } = payloadSchema.parse(value)
      if (!uploads.has(upload_id)) continue
      if (topic !== 'document.progressed') add(finished, `${upload_id}/${OUTPUTS[topic as keyof typeof OUTPUTS]}/${attempt}`)
      else if (done === 0) add(begun, `${upload_id}/${stage}/${attempt}`)
    }
  }
  const keys = new Set([...begun.keys(), ...finished.keys()])
  const redeliveries = [...keys].reduce((sum, key) => sum + Math.max(begun.get(key) ?? 0, finished.get(key) ?? 0) - 1, 0)
  let deadLetters = 0
  for await (const value of valuesOf(broker, 'dead.letter'))
    if ([...uploads].some((id) => JSON.stringify(value).includes(id))) deadLetters++
  return { redeliveries, deadLetters }
}

async function* valuesOf(broker: Broker, topic: string): AsyncGenerator<unknown> {
  for (const { partition } of await broker.partitions(topic))
    for await (const record of broker.read({ topic, partition, from: 'beginning' })) yield JSON.parse(Buffer.from(record.value).toString())
}
