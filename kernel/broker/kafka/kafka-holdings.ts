import type { Consumer } from 'kafkajs'
import { gather } from '../../runtime/concurrency/gather.ts'
import { messageOf } from '../../runtime/errors.ts'
import type { Logger } from '../../runtime/log.ts'
import type { LogRecord, SubscribeOptions } from '../broker.ts'
import { partitionKey, type TopicPartition } from '../embedded/assign-partitions.ts'
import { type PartitionLoop, type PartitionSource, startPartitionLoop } from '../embedded/partition-loop.ts'
import { pause } from '../embedded/redelivery.ts'
import { createFetchBuffer, type FetchBuffer } from './fetch-buffer.ts'

const REBALANCE_DRAIN_MS = 30_000
const COMMIT_RETRY_MS = 200
/** Between two requests that commit: a death brings back what was done within it, too, and under load a commit is of many records. */
const COMMIT_REST_MS = 50

/** A partition that this member holds. */
interface Holding extends TopicPartition {
  readonly buffer: FetchBuffer
  /** Until it is known where the group goes on, nothing that was fetched is taken. */
  aligned: boolean
  /** Where the partition ended when this member took it. */
  readonly takenAt: PromiseWithResolvers<number>
  lost: boolean
  /** Records were handed over beside the fetches, which the client would fetch again. */
  handedOver: boolean
  loop: PartitionLoop | undefined
  /** Resolves when the loop was started, or never will be. */
  started: Promise<void>
}

/** The member, as its partitions see it. */
export interface MemberState {
  /** In its group, as far as is known. */
  running: boolean
  /** The group is being shared anew: what it holds may be another's by now. */
  rejoining: boolean
  /** Set once a stop was asked for. */
  stopping: boolean
  /** Since the last join. */
  crashes: number
  /** The coordinator's name for it; a member that was put out of the group comes back under another one. */
  id: string | undefined
  /** When the coordinator last knew it, in ms of the monotonic clock. */
  heardAt: number
}

interface Start {
  readonly start: number
  readonly earliest: number
  /** Offset of the next record. */
  readonly end: number
}

/** Where a group goes on in partitions of a topic: after its last commit, and not before the log's beginning; and where these end now. */
export type StartsOf = (topic: string) => Promise<ReadonlyMap<number, Start>>

export interface Holdings {
  /** What this member holds. */
  list(): readonly TopicPartition[]
  /** Takes over a new assignment: starts what is new, releases what went elsewhere, leaves the rest alone. */
  joined(given: readonly TopicPartition[]): void
  /** The member was out of its group: others may have had its partitions, and committed further. It holds nothing any more. */
  evicted(): void
  /**
   * Hands records to their partition and gives how many of them are new to it; undefined when it is not held, or when these were fetched
   * from a place that skips some.
   */
  push(place: TopicPartition, fetchedFrom: number, records: readonly LogRecord[]): number | undefined
  /** What was handed over is not fetched any more. Where a fetch is under way its records of these partitions are fetched once more. */
  passOver(): void
  /** Hands a record that is on the log to its partition where it is the next one there: a fetch brings it anyway, some time later. */
  offer(record: LogRecord): void
  releaseAll(drainMs: number): Promise<void>
}

type Commit = (holding: Holding, next: number) => Promise<void>

/**
 * Commits offsets of a member's partitions. The broker takes a member's requests one after the other, fetches too: what is asked while a
 * commit is under way shares the next one, so that no queue of commits keeps records from coming in.
 */
function createCommits(consumer: Consumer, member: MemberState): Commit {
  const commitTogether = gather(
    async (asked: readonly { holding: Holding; next: number }[]) => {
      const latest = new Map<Holding, number>()
      for (const { holding, next } of asked) if (!holding.lost) latest.set(holding, Math.max(next, latest.get(holding) ?? 0))
      const offsets = [...latest].map(([{ topic, partition }, next]) => ({ topic, partition, offset: String(next) }))
      if (offsets.length > 0) await consumer.commitOffsets(offsets)
      return asked.map(({ holding }) => latest.has(holding))
    },
    { restMs: COMMIT_REST_MS },
  )
  return async (holding, next) => {
    for (;;) {
      // Kafka takes an offset from any member, whoever holds the partition: a late one would put its next owner back.
      if (holding.lost) throw new Error(`${partitionKey(holding)} was lost`)
      try {
        // Offsets are only taken while the consumer runs: kafkajs drops them without a word otherwise.
        if (!member.running) throw new Error('the consumer is not in its group')
        if ((await commitTogether({ holding, next })) && member.running) return
      } catch (error) {
        // A partition that stays here through a rebalance is committed under the new generation.
        if (holding.lost) throw new Error(`${partitionKey(holding)} was lost: ${messageOf(error)}`, { cause: error })
      }
      await pause(COMMIT_RETRY_MS, new AbortController().signal)
    }
  }
}

/** A member of which the coordinator has not heard for a session may have been put out without knowing it: it begins nothing then. */
async function untilHeard(member: MemberState, silentMs: number, holding: Holding, signal?: AbortSignal): Promise<void> {
  while (performance.now() - member.heardAt > silentMs && !holding.lost && !member.stopping && !signal?.aborted)
    await pause(COMMIT_RETRY_MS, signal ?? new AbortController().signal)
}

/** The partitions of one member: a buffer and a loop for each. */
export function createHoldings(
  consumer: Consumer,
  options: SubscribeOptions,
  { log, member, startsOf, sessionMs }: { log: Logger; member: MemberState; startsOf: StartsOf; sessionMs: number },
): Holdings {
  const { group } = options
  const commit = createCommits(consumer, member)
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

  /**
   * Fetches these partitions of a topic from where the group goes on. The client keeps a seek that it has not obeyed for the next time
   * that it gets the partition, and may still hand over what it fetched for an older assignment: neither may skip a record.
   */
  async function align(topic: string, holdings: readonly Holding[]): Promise<void> {
    const pending = () => holdings.filter(({ lost, aligned }) => !lost && !aligned)
    while (pending().length > 0 && !member.stopping) {
      try {
        const starts = await startsOf(topic)
        for (const holding of pending()) alignAt(holding, starts.get(holding.partition))
        return
      } catch (error) {
        log.warn({ group, topic }, `where the group goes on is not known yet: ${messageOf(error)}`)
        await pause(COMMIT_RETRY_MS, new AbortController().signal)
      }
    }
  }

  function alignAt(holding: Holding, known: Start | undefined): void {
    const { topic, partition, buffer } = holding
    // Asked after the join: who held it before fetched nothing between its own join and the end of its hold.
    holding.takenAt.resolve(known?.end ?? Number.MAX_SAFE_INTEGER)
    const start = Math.max(buffer.next() ?? known?.start ?? 0, known?.earliest ?? 0)
    buffer.begin(start)
    holding.aligned = true
    consumer.seek({ topic, partition, offset: String(start) })
    if (!buffer.full()) fetching(holding, true)
  }

  function realign(holdings: readonly Holding[]): void {
    for (const holding of holdings) {
      holding.aligned = false
      fetching(holding, false)
    }
    for (const [topic, some] of Map.groupBy(holdings, ({ topic }) => topic)) void align(topic, some)
  }

  function gain({ topic, partition }: TopicPartition): Holding {
    const key = partitionKey({ topic, partition })
    const buffer = createFetchBuffer((full) => fetching({ topic, partition }, !full && holding.aligned))
    const takenAt = Promise.withResolvers<number>()
    const fresh = { aligned: false, lost: false, handedOver: false, loop: undefined, started: Promise.resolve() }
    const holding: Holding = { topic, partition, buffer, takenAt, ...fresh }
    const source: PartitionSource = {
      topic,
      partition,
      start: async () => ({ position: 0, end: await takenAt.promise }),
      async read(position, limit, signal) {
        const records = await buffer.read(position, limit, signal)
        await untilHeard(member, sessionMs, holding, signal)
        return signal.aborted ? [] : records
      },
      commit: (next) => commit(holding, next),
      heartbeat: async () => {
        await untilHeard(member, sessionMs, holding)
        if (holding.lost) throw new Error(`${key} was lost`)
      },
    }
    holding.started = (retired.get(key) ?? Promise.resolve()).then(() => {
      if (!holding.lost) holding.loop = startPartitionLoop(source, options, log)
    })
    held.set(key, holding)
    return holding
  }

  function lose(holding: Holding, drainMs: number): Promise<void> {
    const key = partitionKey(holding)
    held.delete(key)
    // Nothing of it begins any more.
    holding.takenAt.resolve(0)
    // While a stop drains, nothing more is fetched; a partition that went elsewhere leaves no pause behind.
    if (member.stopping) fetching(holding, false)
    else if (holding.buffer.full() || !holding.aligned) fetching(holding, true)
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
      const gained: Holding[] = []
      for (const one of given) {
        const holding = held.get(partitionKey(one))
        if (!holding) gained.push(gain(one))
        else if (holding.aligned) consumer.seek({ ...one, offset: String(holding.buffer.next()) })
        if (holding?.buffer.full()) fetching(one, false)
      }
      realign(gained)
    },
    evicted() {
      for (const holding of [...held.values()]) {
        holding.lost = true
        void lose(holding, REBALANCE_DRAIN_MS)
      }
    },
    push(place, fetchedFrom, records) {
      const holding = held.get(partitionKey(place))
      if (!holding?.aligned) return undefined
      if (fetchedFrom > (holding.buffer.next() ?? 0)) {
        log.warn({ group, ...place, fetchedFrom, next: holding.buffer.next() }, 'records were fetched from too far on; fetching again')
        realign([holding])
        return undefined
      }
      return holding.buffer.push(records)
    },
    passOver() {
      for (const holding of held.values()) {
        const { topic, partition, buffer, aligned, handedOver } = holding
        if (!aligned || !handedOver) continue
        holding.handedOver = false
        consumer.seek({ topic, partition, offset: String(buffer.next()) })
      }
    },
    offer(record) {
      const holding = held.get(partitionKey(record))
      if (!holding?.aligned || !member.running || member.rejoining) return
      if (holding.buffer.next() !== Number(record.offset) || holding.buffer.full()) return
      holding.buffer.push([record])
      holding.handedOver = true
    },
    async releaseAll(drainMs) {
      await Promise.all([...held.values()].map((holding) => lose(holding, drainMs)))
    },
  }
}
