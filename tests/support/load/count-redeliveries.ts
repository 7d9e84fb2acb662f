import { z } from 'zod'
import type { Broker } from '../../../kernel/broker/broker.ts'

/** What each stage publishes when it is done, and the stage that reads it. */
const OUTPUTS = {
  'document.received': { readBy: 'parsing' },
  'document.parsed': { of: 'parsing', readBy: 'chunking' },
  'document.chunked': { of: 'chunking', readBy: 'embedding' },
  'document.embedded': { of: 'embedding', readBy: 'indexing' },
  'document.indexed': { of: 'indexing' },
}

const payloadSchema = z.looseObject({
  upload_id: z.string(),
  attempt: z.number(),
  stage: z.string().optional(),
  done: z.number().optional(),
})

/** When one stage of one pass over a document was told to begin and to be done, in ms since the epoch, in the order of time. */
export interface StageRuns {
  /** Since when its input was on the log; infinite where that is not known. */
  readonly due: number
  readonly begun: readonly number[]
  readonly done: readonly number[]
}

/**
 * The runs of each stage of these documents, by upload, stage and attempt, as the log tells them: each run tells that it begins, and what it
 * publishes has the same id every time. A run that died before it could tell is not there.
 */
export async function stageRuns(broker: Broker, uploads: ReadonlySet<string>): Promise<ReadonlyMap<string, StageRuns>> {
  const runs = new Map<string, { due: number; begun: number[]; done: number[] }>()
  for (const topic of ['document.progressed', ...Object.keys(OUTPUTS)]) {
    for await (const { value, timestamp } of recordsOf(broker, topic)) {
      const { upload_id, attempt, stage, done } = payloadSchema.parse(value)
      const output: { of?: string; readBy?: string } | undefined = OUTPUTS[topic as keyof typeof OUTPUTS]
      if (!uploads.has(upload_id) || (!output && done !== 0)) continue
      const runsOf = (which: string | undefined) => {
        const key = `${upload_id}/${which}/${attempt}`
        const known = runs.get(key) ?? { due: Number.POSITIVE_INFINITY, begun: [], done: [] }
        runs.set(key, known)
        return known
      }
      if (!output) runsOf(stage).begun.push(timestamp)
      if (output?.of) runsOf(output.of).done.push(timestamp)
      if (output?.readBy) runsOf(output.readBy).due = Math.min(runsOf(output.readBy).due, timestamp)
    }
  }
  for (const { begun, done } of runs.values()) for (const times of [begun, done]) times.sort((a, b) => a - b)
  return runs
}

/** How often a stage was run beyond the first time. */
export const repeatsOf = ({ begun, done }: StageRuns): number => Math.max(1, begun.length, done.length) - 1

/** How many runs of a stage had their input on the log when a process died, and their output later. */
const cutShort = (runs: Iterable<StageRuns>, deaths: readonly number[]): number =>
  [...runs].filter(({ due, done }) => deaths.some((at) => due < at && at < (done[0] ?? Number.NEGATIVE_INFINITY))).length

/**
 * How often stages were run for these documents beyond the first time, as far as they told it, how many of their records were given up, and how
 * many runs a death cut short.
 */
export async function countRedeliveries(
  broker: Broker,
  uploads: ReadonlySet<string>,
  deaths: readonly number[] = [],
): Promise<{ redeliveries: number; deadLetters: number; cutShort: number }> {
  const runs = [...(await stageRuns(broker, uploads)).values()]
  const redeliveries = runs.reduce((sum, run) => sum + repeatsOf(run), 0)
  let deadLetters = 0
  for await (const { value } of recordsOf(broker, 'dead.letter'))
    if ([...uploads].some((id) => JSON.stringify(value).includes(id))) deadLetters++
  return { redeliveries, deadLetters, cutShort: cutShort(runs, deaths) }
}

async function* recordsOf(broker: Broker, topic: string): AsyncGenerator<{ value: unknown; timestamp: number }> {
  for (const { partition } of await broker.partitions(topic))
    for await (const { value, timestamp } of broker.read({ topic, partition, from: 'beginning' }))
      yield { value: JSON.parse(Buffer.from(value).toString()), timestamp }
}
