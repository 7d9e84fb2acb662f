import { messageOf } from '../errors.ts'
import type { Logger } from '../log.ts'
import type { BatchControl, LogRecord, SubscribeOptions } from './broker.ts'
import type { GroupCommit } from './group-commit.ts'
import type { Partition } from './log-file.ts'
import type { LogStore } from './log-store.ts'
import { nextBackoff, pause } from './redelivery.ts'

/** A batch ends early once its values reach this size, so that a slow handler does not hold much memory. */
const MAX_BATCH_BYTES = 4 * 1024 * 1024
const DEFAULT_MAX_BATCH = 100

export interface LoopParts {
  readonly store: LogStore
  readonly commits: GroupCommit
  readonly log: Logger
  /** Resolves at the next append to the partition, or when the signal is aborted. */
  readonly grown: (partition: Partition, signal: AbortSignal) => Promise<void>
}

export interface PartitionLoop {
  /** Aborts the handler's signal and waits for it, at most `drainMs` (the shortest of several calls); afterwards its commits are refused. */
  release(drainMs: number): Promise<void>
}

/** Delivers one partition to one member, batch after batch, from the group's committed offset on. */
export function startPartitionLoop(parts: LoopParts, partition: Partition, options: SubscribeOptions): PartitionLoop {
  const { store, commits, log } = parts
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
    if (fenced) throw new Error(`${group} no longer owns ${partition.topic}/${partition.partition}`)
    if (offset > last) throw new RangeError(`commit of ${offset} is past the batch, which ends at ${last}`)
    if (next < requested) throw new RangeError(`commit of ${offset} after ${requested - 1}: commits go forward`)
    requested = next
    await commits.writeOffsets(1, () => store.commit(group, partition, next))
    position = Math.max(position, next)
  }

  async function startPosition(): Promise<number> {
    const committed = store.committed(group, partition)
    if (committed !== undefined) return Math.max(committed, partition.earliest)
    if (options.from === 'beginning') return partition.earliest
    // Kept at once: what arrives before the group's first commit must not be skipped by its next owner.
    const end = partition.next
    await commits.writeOffsets(1, () => store.commit(group, partition, end))
    return end
  }

  /** Delivers one batch. Returns whether all of it was committed. */
  async function deliver(records: readonly LogRecord[]): Promise<boolean> {
    const control: BatchControl = { signal: lost.signal, commit: (offset) => commit(records, offset), heartbeat: async () => {} }
    requested = position
    try {
      await handle({ topic: partition.topic, partition: partition.partition, records }, control)
    } catch (error) {
      if (!lost.signal.aborted)
        log.warn({ group, topic: partition.topic, partition: partition.partition }, `batch is delivered again: ${messageOf(error)}`)
      return false
    }
    return position > Number(records.at(-1)!.offset)
  }

  async function run(): Promise<void> {
    let backoff = 0
    let started = false
    while (!lost.signal.aborted) {
      try {
        if (!started) position = await startPosition()
        started = true
        const records = store.read(partition, { from: position, limit: maxBatch, maxBytes: MAX_BATCH_BYTES })
        if (records.length === 0) {
          await parts.grown(partition, lost.signal)
          continue
        }
        const before = position
        const complete = await deliver(records)
        if (position > before) backoff = 0
        if (complete) continue
      } catch (error) {
        log.error({ group, topic: partition.topic, partition: partition.partition }, `embedded log: ${messageOf(error)}`)
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
