import { messageOf } from '../errors.ts'
import type { Logger } from '../log.ts'
import type { BatchControl, LogRecord, SubscribeOptions } from './broker.ts'
import { nextBackoff, pause } from './redelivery.ts'

/** One partition of one group, as the loop sees it. Offsets are those of the next record. */
export interface PartitionSource {
  readonly topic: string
  readonly partition: number
  /** Where the group goes on. */
  start(): Promise<number>
  /** At most `limit` records from `position` on; waits for the first one. Empty only when the signal is aborted. */
  read(position: number, limit: number, signal: AbortSignal): Promise<readonly LogRecord[]>
  commit(next: number): Promise<void>
  heartbeat(): Promise<void>
}

export interface PartitionLoop {
  /** Aborts the handler's signal and waits for it, at most `drainMs` (the shortest of several calls); afterwards its commits are refused. */
  release(drainMs: number): Promise<void>
}

const DEFAULT_MAX_BATCH = 100

/** Delivers one partition to one member, batch after batch. What a handler leaves uncommitted comes again, after a pause when nothing was done. */
export function startPartitionLoop(source: PartitionSource, options: SubscribeOptions, log: Logger): PartitionLoop {
  const { topic, partition } = source
  const { group, handle, maxBatch = DEFAULT_MAX_BATCH } = options
  const lost = new AbortController()
  const expired = Promise.withResolvers<void>()
  let fenced = false
  /** Next offset to deliver: everything before it is committed. */
  let position = 0
  let requested = 0

  async function commit(records: readonly LogRecord[], offset: bigint): Promise<void> {
    const next = Number(offset) + 1
    const last = records.at(-1)!.offset
    if (fenced) throw new Error(`${group} no longer owns ${topic}/${partition}`)
    if (offset > last) throw new RangeError(`commit of ${offset} is past the batch, which ends at ${last}`)
    if (next < requested) throw new RangeError(`commit of ${offset} after ${requested - 1}: commits go forward`)
    requested = next
    await source.commit(next)
    position = Math.max(position, next)
  }

  /** Delivers one batch. Returns whether all of it was committed. */
  async function deliver(records: readonly LogRecord[]): Promise<boolean> {
    const control: BatchControl = { signal: lost.signal, commit: (offset) => commit(records, offset), heartbeat: () => source.heartbeat() }
    requested = position
    try {
      await handle({ topic, partition, records }, control)
    } catch (error) {
      if (!lost.signal.aborted) log.warn({ group, topic, partition }, `batch is delivered again: ${messageOf(error)}`)
      return false
    }
    return position > Number(records.at(-1)!.offset)
  }

  async function run(): Promise<void> {
    let backoff = 0
    let started = false
    while (!lost.signal.aborted) {
      try {
        if (!started) position = await source.start()
        started = true
        const records = await source.read(position, maxBatch, lost.signal)
        if (records.length === 0) continue
        const before = position
        const complete = await deliver(records)
        if (position > before) backoff = 0
        if (complete) continue
      } catch (error) {
        log.error({ group, topic, partition }, `partition cannot be read: ${messageOf(error)}`)
      }
      backoff = nextBackoff(backoff)
      await pause(backoff, lost.signal)
    }
  }

  const running = run()
  return {
    async release(drainMs) {
      lost.abort()
      const timer = setTimeout(expired.resolve, drainMs)
      await Promise.race([running, expired.promise])
      clearTimeout(timer)
      fenced = true
    },
  }
}
