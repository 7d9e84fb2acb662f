import { statSync } from 'node:fs'
import { join } from 'node:path'
import { type Clock, systemClock } from '../../runtime/clock.ts'
import { ApiError, messageOf } from '../../runtime/errors.ts'
import type { Logger } from '../../runtime/log.ts'
import { flushBeside } from '../../store/flush-beside.ts'
import type { Broker, LogRecord, OutgoingRecord, Position, ReadOptions, TopicDifference, TopicSpec } from '../broker.ts'
import { partitionOf } from '../partition-of.ts'
import { checkRecordSizes } from '../record-limit.ts'
import { missingTopic, topicDifferences } from '../topic-differences.ts'
import { type ConsumerGroups, createConsumerGroups } from './consumer-groups.ts'
import { createGroupCommit, type GroupCommit } from './group-commit.ts'
import { openLogFile, type Partition, type Topic } from './log-file.ts'
import { LogStore } from './log-store.ts'
import { type SweepResult, sweepLog } from './sweep-log.ts'
import { createWakeUps } from './wake-ups.ts'

const SWEEP_EVERY_MS = 60_000
const CLOSE_DRAIN_MS = 5000
const PUBLISH_TIMEOUT_MS = 5000
/** The process writes on to the file that it opened, which no name leads to. */
const GONE =
  'DATA_DIR: log.db was taken away or exchanged under the running process, and what is accepted now ends with it: ' +
  'let nothing in, stop the process and put the log back, or go on without it by npm run adopt-log'
const PAGE = { limit: 500, maxBytes: 4 * 1024 * 1024 }
/** Rows of one publish that share a transaction, and with it their fate, when it is larger than that. */
const ROWS_AT_ONCE = 100

export interface EmbeddedBroker extends Broker {
  readonly kind: 'embedded'
  /** Retention and compaction, now; runs every minute by itself. */
  sweep(): Promise<SweepResult>
}

interface Parts {
  readonly store: LogStore
  readonly commits: GroupCommit
  readonly groups: ConsumerGroups
  readonly clock: Clock
}

function topicOf(store: LogStore, name: string): Topic {
  const topic = store.topics.get(name)
  if (!topic) throw new ApiError('internal', `the topic ${name} does not exist`)
  return topic
}

function partitionAt(store: LogStore, name: string, partition: number): Partition {
  const found = topicOf(store, name).partitions[partition]
  if (!found) throw new ApiError('internal', `the topic ${name} has no partition ${partition}`)
  return found
}

async function ensureTopics({ store, commits }: Parts, specs: readonly TopicSpec[], dryRun: boolean): Promise<TopicDifference[]> {
  const differences: TopicDifference[] = []
  for (const spec of specs) {
    const topic = store.topics.get(spec.name)
    if (!topic && dryRun) differences.push(missingTopic(spec.name))
    if (!topic && !dryRun) await commits.write(1, () => store.createTopic(spec))
    if (!topic) continue
    const found = topicDifferences(spec, topic.spec)
    const applied = !dryRun && found.some(({ what }) => what !== 'partitions')
    if (applied) await commits.write(1, () => store.alterTopic(topic, spec))
    differences.push(...found.filter(({ what }) => !applied || what === 'partitions'))
  }
  return differences
}

async function publish({ store, commits, clock }: Parts, records: readonly OutgoingRecord[], timeoutMs: number): Promise<Position[]> {
  checkRecordSizes(records)
  const targets = records.map((record) => {
    const { partitions } = topicOf(store, record.topic)
    return { record, partition: partitions[partitionOf(record.key, partitions.length)]! }
  })
  const positions: Position[] = []
  const writes: Promise<void>[] = []
  for (let at = 0; at < targets.length; at += ROWS_AT_ONCE) {
    const some = targets.slice(at, at + ROWS_AT_ONCE)
    const write = () => {
      const now = clock.now()
      for (const [i, { record, partition }] of some.entries()) {
        const offset = BigInt(store.append(partition, record, now))
        positions[at + i] = { topic: partition.topic, partition: partition.partition, offset }
      }
    }
    writes.push(commits.write(some.length, write, timeoutMs))
  }
  await Promise.all(writes)
  return positions
}

function read({ store }: Parts, { topic, partition: number, from, to }: ReadOptions): AsyncIterable<LogRecord> {
  const partition = partitionAt(store, topic, number)
  const end = Math.min(to === undefined ? partition.flushed : Number(to), partition.flushed)
  let next = partition.earliest
  if (from !== 'beginning') next = 'time' in from ? store.offsetAt(partition, from.time) : Math.max(Number(from.offset), next)
  return (async function* () {
    while (next < end) {
      const records = store.read(partition, { from: next, to: end, ...PAGE })
      if (records.length === 0) return
      yield* records
      next = Number(records.at(-1)!.offset) + 1
    }
  })()
}

async function reset({ store, commits, groups }: Parts, group: string, topic: string, offsets: ReadonlyMap<number, bigint>): Promise<void> {
  const moves = [...offsets].map(([partition, offset]) => ({ partition: partitionAt(store, topic, partition), offset: Number(offset) }))
  if (groups.members(group) > 0) throw new ApiError('conflict', `the consumer group ${group} is running; stop it first`)
  await commits.write(moves.length, () => {
    for (const { partition, offset } of moves) store.commit(group, partition, offset)
  })
}

/**
 * Opens the log of `<dir>/log.db` for this process alone: a durable, partitioned log in one SQLite file. A publish
 * resolves after the disk was flushed; a publish of more than 100 records may be durable in part when it rejects.
 * Retention and cleanup of topics follow `ensureTopics` at once; a changed number of partitions is reported.
 */
export async function openEmbeddedBroker(options: { dir: string; log: Logger; clock?: Clock }): Promise<EmbeddedBroker> {
  const { log, clock = systemClock } = options
  const store = new LogStore(openLogFile(options.dir))
  const wakeUps = createWakeUps()
  const file = join(options.dir, 'log.db')
  const inode = () => statSync(file, { throwIfNoEntry: false })?.ino
  const opened = inode()
  const checkPlace = () => {
    if (inode() !== opened) throw new ApiError('unavailable', GONE)
  }
  const disk = flushBeside(file)
  // What was written to a file that no name leads to any more is not kept, whatever its disk says.
  const flushed = () => disk.flushed().then(checkPlace)
  // What a process that was killed had written is shown from now on, so it must not go with the power.
  await flushed().catch((error: unknown) => {
    store.close()
    throw error
  })
  const commits = createGroupCommit({ store, log, flushed, appended: wakeUps.wake })
  const groups = createConsumerGroups({ store, commits, wakeUps, log })
  const parts: Parts = { store, commits, groups, clock }
  const compactedTo = new Map<Partition, number>()
  let sweeping: Promise<SweepResult> | undefined
  const sweep = () => (sweeping ??= sweepLog(store, commits, clock.now(), compactedTo).finally(() => (sweeping = undefined)))
  const timer = setInterval(() => {
    sweep().catch((error: unknown) => log.error(`sweep of the embedded log: ${messageOf(error)}`))
  }, SWEEP_EVERY_MS).unref()
  let closing: Promise<void> | undefined
  async function close(): Promise<void> {
    clearInterval(timer)
    await groups.stopAll(CLOSE_DRAIN_MS)
    await sweeping?.catch(() => undefined)
    await commits.flush()
    await disk.close()
    store.close()
  }
  return {
    kind: 'embedded',
    ensureTopics: (specs, { dryRun = false } = {}) => ensureTopics(parts, specs, dryRun),
    publish: (records, { timeoutMs = PUBLISH_TIMEOUT_MS } = {}) => publish(parts, records, timeoutMs),
    subscribe: async (subscription) => groups.subscribe(subscription),
    read: (readOptions) => read(parts, readOptions),
    partitions: async (topic) =>
      topicOf(store, topic).partitions.map(({ partition, earliest, flushed }) => ({
        partition,
        earliest: BigInt(earliest),
        latest: BigInt(flushed),
      })),
    offsetsAt: async (topic, time) => new Map(topicOf(store, topic).partitions.map((p) => [p.partition, BigInt(store.offsetAt(p, time))])),
    members: async (group) => groups.members(group),
    committed: async (group, topic) => {
      const offsets = topicOf(store, topic).partitions.map((p) => [p.partition, store.committed(group, p)] as const)
      return new Map(offsets.flatMap(([partition, offset]) => (offset === undefined ? [] : [[partition, BigInt(offset)] as const])))
    },
    reset: (group, topic, offsets) => reset(parts, group, topic, offsets),
    async ping() {
      commits.check()
      store.check()
      checkPlace()
    },
    sweep,
    close: () => (closing ??= close()),
  }
}
