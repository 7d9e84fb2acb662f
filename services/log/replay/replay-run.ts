import { z } from 'zod'
import type { LogRecord, OutgoingRecord } from '../../../kernel/broker/broker.ts'
import { pause } from '../../../kernel/consume/retry.ts'
import type { Ports } from '../../../kernel/ports.ts'
import { defineRun, defineStep, type StepContext } from '../../../kernel/runs/define-run.ts'
import { fitsFilter, replayFilterSchema } from './filter.ts'
import { beginProgress, finishProgress, progressOfReplays, saveProgress } from './replay-table.ts'

const DAY = 86_400_000
/** Records that are written, and known to be written, together. */
const AT_ONCE = 100
const LOOK_EVERY_MS = 500

const rangeSchema = z.object({ partition: z.int(), start: z.string(), end: z.string() })
export type Range = z.output<typeof rangeSchema>

export const replayInput = z.object({
  topic: z.string(),
  into: z.string(),
  ranges: z.array(rangeSchema),
  filter: replayFilterSchema,
  /** Records a second that are read at most; null: as fast as it goes. */
  rate: z.number().positive().nullable(),
  reason: z.string().nullable(),
})
type Input = z.output<typeof replayInput>
const resultSchema = z.object({ read: z.int(), written: z.int() })
type Context = StepContext<Input, 'broker' | 'database'>

/** Offsets of a range that are still to be read; gaps of a compacted topic count as records. */
export const sizeOf = (ranges: readonly Range[]): number =>
  ranges.reduce((sum, { start, end }) => sum + Number(BigInt(end) - BigInt(start)), 0)

const copy = defineStep<Input, 'broker' | 'database'>({
  name: 'copy',
  needs: ['broker', 'database'],
  retry: { attempts: 50, baseMs: 500, capMs: 60_000 },
  timeoutMs: 14 * DAY,
  onFail: 'end',
  handle: copyRanges,
})

/** Writes a range of a topic into another one: in the order of each partition, at least once, from where it was when its process died. */
export const replayRun = defineRun({
  kind: 'replay',
  words: { kind: 'Replay of a topic', steps: { copy: 'Copy the records' } },
  input: replayInput,
  result: resultSchema,
  steps: [copy],
  runs: 'edge',
  deadlineMs: 15 * DAY,
  keepMs: 90 * DAY,
  title: ({ topic, into }) => `${topic} into ${into}`,
})

/** What the partitions of one replay share. */
interface Copying {
  readonly ctx: Context
  readonly fits: (record: LogRecord) => boolean
  readonly state: { read: number; written: number; workedMs: number; position: Record<string, string>; since: number }
  /** The last note of it: one after the other, so that an older one never comes to stand above a newer one. */
  noted: Promise<unknown>
}

async function copyRanges(ctx: Context) {
  const { database } = ctx.ports
  const { ranges, filter } = ctx.input
  const { id } = ctx.run
  await beginProgress(database, id, sizeOf(ranges))
  const known = (await progressOfReplays(database, [id])).get(id)
  const { read = 0, written = 0, workedMs = 0, position = {} } = known ?? {}
  const state = { read, written, workedMs, position: { ...position }, since: performance.now() }
  const copying: Copying = { ctx, fits: fitsFilter(filter), state, noted: Promise.resolve() }
  do {
    await untilResumed(copying)
    // One that fails ends the others, which would go on writing beside the next try.
    const failed = new AbortController()
    const signal = AbortSignal.any([ctx.signal, failed.signal])
    const parts = ranges.map((range) =>
      copyRange(copying, range, signal).catch((error) => {
        failed.abort(error)
        throw error
      }),
    )
    const settled = await Promise.allSettled(parts)
    failed.signal.throwIfAborted()
    for (const one of settled) if (one.status === 'rejected') throw one.reason
  } while (!isWhole(copying) || !(await finishProgress(database, id, state.read)))
  return { read: state.read, written: state.written }
}

const nextOf = ({ state }: Copying, { partition, start }: Range): bigint => BigInt(state.position[String(partition)] ?? start)

const isWhole = (copying: Copying): boolean => copying.ctx.input.ranges.every((range) => nextOf(copying, range) >= BigInt(range.end))

const isPaused = async ({ ctx }: Copying): Promise<boolean> =>
  (await progressOfReplays(ctx.ports.database, [ctx.run.id])).get(ctx.run.id)?.paused ?? false

async function untilResumed(copying: Copying): Promise<void> {
  while (await isPaused(copying)) await pause(LOOK_EVERY_MS, copying.ctx.signal)
  copying.state.since = performance.now()
}

/** Copies one partition until its end, or until the replay is paused. */
async function copyRange(copying: Copying, range: Range, signal: AbortSignal): Promise<void> {
  const { ctx } = copying
  const next = nextOf(copying, range)
  const to = BigInt(range.end)
  if (next >= to) return
  let batch: LogRecord[] = []
  for await (const record of ctx.ports.broker.read({ topic: ctx.input.topic, partition: range.partition, from: { offset: next }, to })) {
    batch.push(record)
    if (batch.length < AT_ONCE) continue
    signal.throwIfAborted()
    await writeBatch(copying, range, batch, record.offset + 1n, signal)
    batch = []
    if (await isPaused(copying)) return
  }
  signal.throwIfAborted()
  await writeBatch(copying, range, batch, to, signal)
}

async function writeBatch(copying: Copying, range: Range, batch: readonly LogRecord[], next: bigint, signal: AbortSignal): Promise<void> {
  const { ctx, fits, state } = copying
  const records = batch.filter(fits).map((record) => copyOf(record, ctx))
  if (records.length > 0) await ctx.ports.broker.publish(records)
  const now = performance.now()
  state.read += batch.length
  state.written += records.length
  state.position[String(range.partition)] = String(next)
  state.workedMs += now - state.since
  state.since = now
  const noting = copying.noted.catch(() => undefined).then(() => saveProgress(ctx.ports.database, ctx.run.id, state))
  copying.noted = noting
  await noting
  ctx.progress(state.read, sizeOf(ctx.input.ranges), 'records')
  const { rate } = ctx.input
  // The partitions share the rate: each waits for what all of them have read.
  const aheadMs = rate === null ? 0 : (state.read / rate) * 1000 - state.workedMs
  if (aheadMs > 0) await pause(aheadMs, signal)
}

/** The record as it was, with where it comes from. */
const copyOf = ({ topic, partition, offset, key, value, headers }: LogRecord, { input, run }: Context): OutgoingRecord => ({
  topic: input.into,
  key,
  value,
  headers: { ...headers, 'x-replay-of': `${topic}/${partition}/${offset}`, 'x-replay-run': run.id },
})

/** How many records of the ranges fit a filter, as far as they could be read in the time. */
export async function countMatching(
  { broker }: Pick<Ports, 'broker'>,
  topic: string,
  ranges: readonly Range[],
  fits: (record: LogRecord) => boolean,
  withinMs: number,
): Promise<{ read: number; matched: number; isWhole: boolean }> {
  const end = performance.now() + withinMs
  const sum = { read: 0, matched: 0, isWhole: true }
  const count = async ({ partition, start, end: to }: Range) => {
    if (start === to) return
    for await (const record of broker.read({ topic, partition, from: { offset: BigInt(start) }, to: BigInt(to) })) {
      sum.read++
      if (fits(record)) sum.matched++
      if (sum.read % 1000 !== 0) continue
      await new Promise(setImmediate)
      if (performance.now() < end) continue
      sum.isWhole = false
      return
    }
  }
  await Promise.all(ranges.map(count))
  return sum
}
