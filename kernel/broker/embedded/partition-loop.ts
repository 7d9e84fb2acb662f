import { messageOf } from '../../runtime/errors.ts'
import type { Logger } from '../../runtime/log.ts'
import type { BatchControl, LogRecord, SubscribeOptions } from '../broker.ts'
import { nextBackoff, pause } from './redelivery.ts'

/** One partition of one group, as the loop sees it. Offsets are those of the next record. */
export interface PartitionSource {
  readonly topic: string
  readonly partition: number
  /** Where the group goes on, and where the partition ended when it was taken. */
  start(): Promise<{ position: number; end: number }>
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

/**
 * Delivers one partition to one member, batch after batch. A handler that throws gets what it left uncommitted of that batch
 * again, after a pause; one that returns moves delivery on, and may commit later, in order, for as long as it holds the partition.
 */
export function startPartitionLoop(source: PartitionSource, options: SubscribeOptions, log: Logger): PartitionLoop {
  const { topic, partition } = source
  const { group, handle, maxBatch = DEFAULT_MAX_BATCH } = options
  const lost = new AbortController()
  const expired = Promise.withResolvers<void>()
  let fenced = false
  /** Next offset to deliver. */
  let position = 0
  /** Next offset after the highest commit that was asked for. */
  let requested = 0
  /** Next offset after the last record that a handler has seen. */
  let delivered = 0

  async function commit(offset: bigint): Promise<void> {
    const next = Number(offset) + 1
    if (fenced) throw new Error(`${group} no longer owns ${topic}/${partition}`)
    if (next > delivered) throw new RangeError(`commit of ${offset} is past what was delivered, which ends at ${delivered - 1}`)
    if (next < requested) throw new RangeError(`commit of ${offset} after ${requested - 1}: commits go forward`)
    requested = next
    await source.commit(next)
  }

  /** Delivers one batch. Returns whether the next one may follow. */
  async function deliver(records: readonly LogRecord[], control: BatchControl): Promise<boolean> {
    const end = Number(records.at(-1)!.offset) + 1
    delivered = Math.max(delivered, end)
    try {
      await handle({ topic, partition, records }, control)
      position = end
      return true
    } catch (error) {
      if (!lost.signal.aborted) log.warn({ group, topic, partition }, `batch is delivered again: ${messageOf(error)}`)
      position = Math.max(position, requested)
      return position >= end
    }
  }

  async function run(): Promise<void> {
    let backoff = 0
    let control: BatchControl | undefined
    while (!lost.signal.aborted) {
      try {
        if (!control) {
          const { position: first, end } = await source.start()
          position = requested = delivered = first
          control = { signal: lost.signal, takenAt: BigInt(end), commit, heartbeat: () => source.heartbeat() }
        }
        const records = await source.read(position, maxBatch, lost.signal)
        if (records.length === 0) continue
        const before = position
        const complete = await deliver(records, control)
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
