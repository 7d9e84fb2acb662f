import type { Broker, PartitionInfo } from '../../../kernel/broker/broker.ts'
import type { TopicDeclaration } from '../../../kernel/broker/topics.ts'
import type { ConsumerGroup } from '../../../kernel/edge-context.ts'
import type { Clock } from '../../../kernel/runtime/clock.ts'

/** The rate is a mean over this time. */
const RATE_MS = 60_000
/** A partition with lag whose group commits nothing for this long is stuck, as readiness says of a process of its own. */
const STUCK_AFTER_MS = 60_000

/** How far a group is on one partition. */
interface Standing {
  readonly partition: number
  /** Next offset to read. */
  readonly committed: number
  readonly latest: number
  readonly lag: number
  /** Since when the group has committed nothing here though there is something to do, as far as it was watched. */
  readonly still_seconds: number
}

export interface GroupOnTopic {
  readonly name: string
  readonly lag: number
  /** Partitions that have not moved for a minute with records to do. */
  readonly stuck: readonly number[]
  readonly partitions: readonly Standing[]
}

export interface TopicState {
  readonly name: string
  readonly description: string
  readonly visibility: 'internal' | 'public'
  readonly owner: string
  readonly key: string
  readonly partitions: number
  /** That are kept now; of a compacted topic at most. */
  readonly records: number
  /** Records that groups have still to read, of all groups together. */
  readonly lag: number
  /** Records a second, over the last minute. */
  readonly rate: number
  /** Of the oldest record that a group has still to read; null where there is none. */
  readonly oldest_age_seconds: number | null
  readonly groups: readonly GroupOnTopic[]
}

/** Since when a partition's committed offset has been seen to stand still with something to do. */
export type Moves = Map<string, { readonly committed: number; readonly lag: number; readonly since: number }>

/** Reads where all topics and their groups are; what was seen is remembered, so that partitions that stand still are known. */
export function topicReader(
  { broker, clock }: { readonly broker: Broker; readonly clock: Clock },
  topics: readonly TopicDeclaration[],
  groups: readonly ConsumerGroup[],
): () => Promise<TopicState[]> {
  const moves: Moves = new Map()
  return () => Promise.all(topics.map((topic) => readTopic(broker, clock.now(), topic, groups, moves)))
}

async function readTopic(
  broker: Broker,
  now: number,
  { name, description, visibility, owner, key }: TopicDeclaration,
  groups: readonly ConsumerGroup[],
  moves: Moves,
): Promise<TopicState> {
  const readers = groups.filter(({ topics }) => topics.includes(name))
  // The groups first: they only ever follow the log, so that no lag is below nothing.
  const committed = await Promise.all(readers.map((group) => broker.committed(group.name, name)))
  const [partitions, before] = await Promise.all([broker.partitions(name), broker.offsetsAt(name, now - RATE_MS)])
  const on = readers.map((group, i) => standingOf(group.name, name, partitions, committed[i] ?? new Map(), moves, now))
  const fresh = sum(partitions.map(({ partition, latest }) => Number(latest - (before.get(partition) ?? latest))))
  return {
    ...{ name, description, visibility, owner, key },
    partitions: partitions.length,
    records: sum(partitions.map(({ earliest, latest }) => Number(latest - earliest))),
    lag: sum(on.map(({ lag }) => lag)),
    rate: Math.round((fresh / (RATE_MS / 1000)) * 1000) / 1000,
    oldest_age_seconds: await oldestAge(broker, name, on, now),
    groups: on,
  }
}

const sum = (numbers: readonly number[]): number => numbers.reduce((a, b) => a + b, 0)

/** Where a group is on a topic's partitions, by what was seen of them before. */
export function standingOf(
  group: string,
  topic: string,
  partitions: readonly PartitionInfo[],
  committed: ReadonlyMap<number, bigint>,
  moves: Moves,
  now: number,
): GroupOnTopic {
  const on = partitions.map(({ partition, earliest, latest }) => {
    const given = committed.get(partition) ?? earliest
    const next = given < earliest ? earliest : given
    const lag = latest > next ? Number(latest - next) : 0
    const place = `${group}/${topic}/${partition}`
    const last = moves.get(place)
    const since = last && last.lag > 0 && last.committed === Number(next) && lag > 0 ? last.since : now
    moves.set(place, { committed: Number(next), lag, since })
    return { partition, committed: Number(next), latest: Number(latest), lag, still_seconds: Math.floor((now - since) / 1000) }
  })
  const stuck = on.filter(({ still_seconds }) => still_seconds * 1000 >= STUCK_AFTER_MS).map(({ partition }) => partition)
  return { name: group, lag: sum(on.map(({ lag }) => lag)), stuck, partitions: on }
}

const MOST_AGE_MS = 400 * 86_400_000
/** An age is told this close: a tenth. */
const CLOSE_ENOUGH = 1.1

/**
 * Seconds since the oldest record that some group has still to read was appended. The log is asked which offsets are older than a time,
 * a few times over, because to read the records themselves would take a consumer of their own.
 */
async function oldestAge(broker: Broker, topic: string, groups: readonly GroupOnTopic[], now: number): Promise<number | null> {
  const waiting = groups.flatMap(({ partitions }) => partitions.filter(({ lag }) => lag > 0))
  if (waiting.length === 0) return null
  const isOlderThan = async (ms: number) => {
    const offsets = await broker.offsetsAt(topic, now - ms)
    return waiting.some(({ partition, committed }) => Number(offsets.get(partition) ?? 0n) > committed)
  }
  let low = 500
  if (!(await isOlderThan(low))) return 0
  let high = 2 * low
  while (high < MOST_AGE_MS && (await isOlderThan(high))) {
    low = high
    high *= 8
  }
  while (high / low > CLOSE_ENOUGH) {
    const middle = Math.sqrt(high * low)
    if (await isOlderThan(middle)) low = middle
    else high = middle
  }
  return Math.round(low / 100) / 10
}
