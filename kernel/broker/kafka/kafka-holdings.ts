import type { Consumer } from 'kafkajs'
import { messageOf } from '../../runtime/errors.ts'
import type { Logger } from '../../runtime/log.ts'
import type { LogRecord, SubscribeOptions } from '../broker.ts'
import { partitionKey, type TopicPartition } from '../embedded/assign-partitions.ts'
import { type PartitionLoop, type PartitionSource, startPartitionLoop } from '../embedded/partition-loop.ts'
import { pause } from '../embedded/redelivery.ts'
import { createFetchBuffer, type FetchBuffer } from './fetch-buffer.ts'
import { createCommits, type MemberState, untilHeard } from './group-member.ts'

const REBALANCE_DRAIN_MS = 30_000
const ASK_AGAIN_MS = 200

/** A partition that this member holds. */
interface Holding extends TopicPartition {
  readonly buffer: FetchBuffer
  /** Until it is known where the group goes on, nothing that was fetched is taken. */
  aligned: boolean
  /** From where on the client fetches; it goes back behind it where the log is another one. */
  soughtFrom: number
  /** Where the partition ended when this member took it. */
  readonly takenAt: PromiseWithResolvers<number>
  lost: boolean
  /** Records were handed over beside the fetches, which the client would fetch again. */
  handedOver: boolean
  loop: PartitionLoop | undefined
  /** Resolves when the loop was started, or never will be. */
  started: Promise<void>
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
        await options.onTaken?.(topic)
        const starts = await startsOf(topic)
        for (const holding of pending()) alignAt(holding, starts.get(holding.partition))
        return
      } catch (error) {
        log.warn({ group, topic }, `where the group goes on is not known yet: ${messageOf(error)}`)
        await pause(ASK_AGAIN_MS, new AbortController().signal)
      }
    }
  }

  function alignAt(holding: Holding, known: Start | undefined): void {
    const { topic, partition, buffer } = holding
    // Asked after the join: who held it before fetched nothing between its own join and the end of its hold.
    holding.takenAt.resolve(known?.end ?? Number.MAX_SAFE_INTEGER)
    const next = buffer.next() ?? known?.start ?? 0
    const shorter = isShorter(holding, next, known)
    if (shorter && buffer.next() !== undefined) {
      beginAnew(holding)
      return
    }
    const start = Math.max(shorter ? 0 : next, known?.earliest ?? 0)
    if (start > next)
      log.error(
        { group, topic, partition, next, earliest: start },
        'the log no longer holds records that the group had not read: they are left out',
      )
    buffer.begin(start)
    Object.assign(holding, { aligned: true, soughtFrom: start })
    consumer.seek({ topic, partition, offset: String(start) })
    if (!buffer.full()) fetching(holding, true)
  }

  function isShorter({ topic, partition }: TopicPartition, next: number, known: Start | undefined): boolean {
    if (known === undefined || next <= known.end) return false
    log.error(
      { group, topic, partition, next, end: known.end },
      'the log ends before where the group goes on: it is read from its beginning',
    )
    return true
  }

  /** The client went back, as it does where the place that it asks for is behind the log's end. */
  async function lookBack(holding: Holding): Promise<void> {
    try {
      const known = (await startsOf(holding.topic)).get(holding.partition)
      if (!holding.lost && isShorter(holding, holding.buffer.next() ?? 0, known)) beginAnew(holding)
    } catch (error) {
      log.debug({ group, topic: holding.topic }, messageOf(error))
      holding.soughtFrom = Number.POSITIVE_INFINITY
    }
  }

  /** A topic that was made anew, or lost its last records, gives offsets again that were read before: what is at work belongs to the old ones. */
  function beginAnew(holding: Holding): void {
    holding.lost = true
    const over = lose(holding, REBALANCE_DRAIN_MS)
    const fresh = gain(holding)
    fetching(fresh, false)
    // What still runs of the log of before notes its own places until then.
    over.then(() => realign([fresh]))
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
    const fresh = { aligned: false, soughtFrom: 0, lost: false, handedOver: false, loop: undefined, started: Promise.resolve() }
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
      if (fetchedFrom < holding.soughtFrom) void lookBack(holding)
      holding.soughtFrom = Math.max(fetchedFrom, Number(records.at(-1)?.offset ?? -1) + 1)
      return holding.buffer.push(records)
    },
    passOver() {
      for (const holding of held.values()) {
        const { topic, partition, buffer, aligned, handedOver } = holding
        if (!aligned || !handedOver) continue
        Object.assign(holding, { handedOver: false, soughtFrom: buffer.next() })
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
