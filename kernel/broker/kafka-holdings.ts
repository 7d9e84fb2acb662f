import type { Consumer } from 'kafkajs'
import { messageOf } from '../errors.ts'
import type { Logger } from '../log.ts'
import { partitionKey, type TopicPartition } from './assign-partitions.ts'
import type { LogRecord, SubscribeOptions } from './broker.ts'
import { createFetchBuffer, type FetchBuffer } from './fetch-buffer.ts'
import { type PartitionLoop, type PartitionSource, startPartitionLoop } from './partition-loop.ts'
import { pause } from './redelivery.ts'

const REBALANCE_DRAIN_MS = 30_000
const COMMIT_RETRY_MS = 200

/** A partition that this member holds. */
interface Holding extends TopicPartition {
  readonly buffer: FetchBuffer
  lost: boolean
  loop: PartitionLoop | undefined
  /** Resolves when the loop was started, or never will be. */
  started: Promise<void>
}

/** The member, as its partitions see it. */
export interface MemberState {
  /** In its group, as far as is known. */
  running: boolean
  /** Set once a stop was asked for. */
  stopping: boolean
  /** Since the last join. */
  crashes: number
}

export interface Holdings {
  /** What this member holds. */
  list(): readonly TopicPartition[]
  /** Takes over a new assignment: starts what is new, releases what went elsewhere, leaves the rest alone. */
  joined(given: readonly TopicPartition[]): void
  /** Hands fetched records to their partition; false when it is not held. */
  push(place: TopicPartition, records: readonly LogRecord[]): boolean
  releaseAll(drainMs: number): Promise<void>
}

/** Offsets are only taken while the consumer runs: kafkajs drops them without a word otherwise. */
async function commit(consumer: Consumer, member: MemberState, holding: Holding, next: number): Promise<void> {
  const offsets = [{ topic: holding.topic, partition: holding.partition, offset: String(next) }]
  for (;;) {
    try {
      if (!member.running) throw new Error('the consumer is not in its group')
      await consumer.commitOffsets(offsets)
      if (member.running) return
    } catch (error) {
      // A partition that stays here through a rebalance is committed under the new generation.
      if (holding.lost) throw new Error(`${partitionKey(holding)} was lost: ${messageOf(error)}`, { cause: error })
    }
    await pause(COMMIT_RETRY_MS, new AbortController().signal)
  }
}

/** The partitions of one member: a buffer and a loop for each. */
export function createHoldings(consumer: Consumer, options: SubscribeOptions, log: Logger, member: MemberState): Holdings {
  const { group } = options
  const held = new Map<string, Holding>()
  const retired = new Map<string, Promise<void>>()

  function fetching({ topic, partition }: TopicPartition, wanted: boolean): void {
    try {
      if (wanted) consumer.resume([{ topic, partitions: [partition] }])
      else consumer.pause([{ topic, partitions: [partition] }])
    } catch (error) {
      // Between a crash and the next join there is nothing to pause; the join sets it right.
      log.debug({ group, topic, partition }, messageOf(error))
    }
  }

  function gain({ topic, partition }: TopicPartition): void {
    const key = partitionKey({ topic, partition })
    const buffer = createFetchBuffer((full) => fetching({ topic, partition }, !full))
    const holding: Holding = { topic, partition, buffer, lost: false, loop: undefined, started: Promise.resolve() }
    const source: PartitionSource = {
      topic,
      partition,
      start: async () => 0,
      read: (position, limit, signal) => buffer.read(position, limit, signal),
      commit: (next) => commit(consumer, member, holding, next),
      heartbeat: async () => {
        if (holding.lost) throw new Error(`${key} was lost`)
      },
    }
    holding.started = (retired.get(key) ?? Promise.resolve()).then(() => {
      if (!holding.lost) holding.loop = startPartitionLoop(source, options, log)
    })
    held.set(key, holding)
  }

  function lose(holding: Holding, drainMs: number): Promise<void> {
    const key = partitionKey(holding)
    held.delete(key)
    // While a stop drains, nothing more is fetched; a partition that went elsewhere leaves no pause behind.
    if (member.stopping) fetching(holding, false)
    else if (holding.buffer.full()) fetching(holding, true)
    const gone = holding.started.then(async () => {
      const released = holding.loop?.release(drainMs)
      // A handler may still commit what it has done while a stop waits for it; after a rebalance another member has the partition.
      if (!member.stopping) holding.lost = true
      await released
      holding.lost = true
    })
    retired.set(key, gone)
    return gone
  }

  return {
    list: () => [...held.values()],
    joined(given) {
      const keys = new Set(given.map(partitionKey))
      for (const [key, holding] of held) if (!keys.has(key)) void lose(holding, REBALANCE_DRAIN_MS)
      for (const one of given) {
        const holding = held.get(partitionKey(one))
        const next = holding?.buffer.next()
        if (!holding) gain(one)
        if (next !== undefined) consumer.seek({ ...one, offset: String(next) })
        if (holding?.buffer.full()) fetching(one, false)
      }
    },
    push(place, records) {
      const holding = held.get(partitionKey(place))
      holding?.buffer.push(records)
      return holding !== undefined
    },
    async releaseAll(drainMs) {
      await Promise.all([...held.values()].map((holding) => lose(holding, drainMs)))
    },
  }
}
