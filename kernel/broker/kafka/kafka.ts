import type { Admin, Kafka } from 'kafkajs'
import { ApiError, messageOf } from '../../runtime/errors.ts'
import type { Logger } from '../../runtime/log.ts'
import type { Broker, LogRecord, PartitionInfo, ReadOptions, SubscribeOptions } from '../broker.ts'
import { checkRecordSizes } from '../record-limit.ts'
import { asUnavailable, BRISK, type KafkaOptions, kafkaClient, PATIENT, within } from './kafka-client.ts'
import { committedOffsets, countMembers, setOffsets } from './kafka-groups.ts'
import type { StartsOf } from './kafka-holdings.ts'
import { createKafkaPublisher } from './kafka-publisher.ts'
import { readKafka } from './kafka-read.ts'
import { type KafkaSubscription, subscribeKafka } from './kafka-subscription.ts'
import { ensureKafkaTopics } from './kafka-topics.ts'
import { askPlaces, whileUnsettled } from './unsettled.ts'

const PUBLISH_TIMEOUT_MS = 5000
const PING_TIMEOUT_MS = 3000
const CLOSE_DRAIN_MS = 5000

interface Parts {
  /** Rides out an outage of two minutes. */
  readonly kafka: Kafka
  /** For questions whose asker waits. */
  readonly brisk: Kafka
  readonly admin: Admin
  readonly log: Logger
  /** Topics that were seen once. */
  readonly known: Set<string>
}

/** Fails at once, where kafkajs would go on asking for a topic that nobody creates. */
async function checkTopics({ admin, known }: Parts, names: readonly string[]): Promise<void> {
  if (names.every((name) => known.has(name))) return
  for (const name of await admin.listTopics()) known.add(name)
  const absent = names.find((name) => !known.has(name))
  if (absent !== undefined) throw new ApiError('internal', `the topic ${absent} does not exist`)
}

/** Runs a question to the cluster; what kafkajs throws becomes ApiError unavailable. */
async function ask<T>(parts: Parts, topics: readonly string[], question: () => Promise<T>): Promise<T> {
  try {
    await checkTopics(parts, topics)
    return await question()
  } catch (error) {
    throw asUnavailable(error)
  }
}

/** As `ask`, for what a start needs: a cluster that is still settling is asked again. */
const askPatiently = <T>(parts: Parts, topics: readonly string[], question: () => Promise<T>): Promise<T> =>
  ask(parts, topics, () => whileUnsettled(parts.log, { topics }, question))

async function bounds(parts: Parts, topic: string): Promise<PartitionInfo[]> {
  const offsets = await askPlaces(parts, topic, (admin) => admin.fetchTopicOffsets(topic))
  const infos = offsets.map(({ partition, low, high }) => ({ partition, earliest: BigInt(low), latest: BigInt(high) }))
  return infos.toSorted((a, b) => a.partition - b.partition)
}

async function startOf(parts: Parts, { topic, partition, from }: ReadOptions, { earliest, latest }: PartitionInfo): Promise<bigint> {
  if (from === 'beginning') return earliest
  if ('offset' in from) return from.offset < earliest ? earliest : from.offset
  return (await offsetsAt(parts, topic, from.time)).get(partition) ?? latest
}

async function offsetsAt(parts: Parts, topic: string, time: number): Promise<Map<number, bigint>> {
  // Kafka's times are whole milliseconds; a record of the one that has begun is before the time.
  const found = await askPlaces(parts, topic, (admin) => admin.fetchTopicOffsetsByTimestamp(topic, Math.ceil(time)))
  return new Map(found.map(({ partition, offset }) => [partition, BigInt(offset)]))
}

async function* read(parts: Parts, options: ReadOptions, ends: Promise<PartitionInfo[]>): AsyncGenerator<LogRecord> {
  const { topic, partition, to } = options
  const info = (await ends).find((entry) => entry.partition === partition)
  if (!info) throw new ApiError('internal', `the topic ${topic} has no partition ${partition}`)
  const from = await ask(parts, [topic], () => startOf(parts, options, info))
  yield* readKafka(parts.brisk, { topic, partition, from, to: to !== undefined && to < info.latest ? to : info.latest })
}

/** Partitions without a commit are committed at their end before the group starts: what arrives until its first commit is not skipped. */
async function holdEnds(parts: Parts, group: string, topic: string): Promise<void> {
  const committed = await committedOffsets(parts.admin, group, topic)
  const missing = (await bounds(parts, topic)).filter(({ partition }) => !committed.has(partition))
  if (missing.length === 0) return
  try {
    await setOffsets(parts.brisk, parts.admin, group, topic, new Map(missing.map(({ partition, latest }) => [partition, latest])))
  } catch (error) {
    // A member that runs already has done it.
    if (!(error instanceof ApiError) || error.code !== 'conflict') throw error
    parts.log.debug({ group, topic }, messageOf(error))
  }
}

async function subscribe(parts: Parts, options: SubscribeOptions): Promise<KafkaSubscription> {
  if (options.from === 'end') for (const topic of options.topics) await holdEnds(parts, options.group, topic)
  return subscribeKafka(parts.kafka, options, (topic) => startsOf(parts, options, topic), parts.log)
}

async function startsOf(parts: Parts, { group, from }: SubscribeOptions, topic: string): ReturnType<StartsOf> {
  // The group first: it only ever follows the log, which ends behind it then.
  const committed = await committedOffsets(parts.admin, group, topic)
  const infos = await bounds(parts, topic)
  return new Map(
    infos.map(({ partition, earliest, latest }) => {
      const start = Number(committed.get(partition) ?? (from === 'beginning' ? earliest : latest))
      return [partition, { start, earliest: Number(earliest), end: Number(latest) }]
    }),
  )
}

/**
 * A broker on Apache Kafka through kafkajs. `publish` resolves when all in-sync replicas have the records. One that
 * rejects with `unavailable` after its time may still land later when it was already on its way: consumers know
 * records by their event id. Topics that it creates carry the broker's time, so that they can be read from a time.
 */
export async function connectKafkaBroker(options: KafkaOptions): Promise<Broker> {
  const { log } = options
  const kafka = kafkaClient(options, PATIENT)
  const brisk = kafkaClient(options, BRISK)
  const admin = brisk.admin()
  const publisher = createKafkaPublisher(kafka, log)
  const parts: Parts = { kafka, brisk, admin, log, known: new Set() }
  const subscriptions = new Set<KafkaSubscription>()
  await admin.connect().catch((error: unknown) => {
    throw asUnavailable(error)
  })

  /** What is on the log needs no fetch where this process reads it, and is one object for all groups: it is decoded once. */
  function handOver(records: readonly LogRecord[]): void {
    for (const record of records) if (record.timestamp >= 0) for (const subscription of subscriptions) subscription.offer(record)
  }

  async function close(): Promise<void> {
    await Promise.all([...subscriptions].map((subscription) => subscription.stop(CLOSE_DRAIN_MS)))
    await publisher.close()
    await admin.disconnect()
  }
  let closing: Promise<void> | undefined
  return {
    kind: 'kafka',
    async ensureTopics(specs, { dryRun = false } = {}) {
      const differences = await askPatiently(parts, [], () => ensureKafkaTopics(admin, specs, dryRun))
      // Another broker of the cluster may hear of a new topic later than the one that showed it.
      if (!dryRun) for (const { name } of specs) parts.known.add(name)
      return differences
    },
    async publish(records, { timeoutMs = PUBLISH_TIMEOUT_MS } = {}) {
      checkRecordSizes(records)
      const topics = records.map(({ topic }) => topic)
      const sending = ask(parts, topics, () => publisher.publish(records, timeoutMs))
      const sent = await within(timeoutMs + 100, 'a publish', sending)
      handOver(sent)
      return sent.map(({ topic, partition, offset }) => ({ topic, partition, offset }))
    },
    async subscribe(subscribeOptions) {
      const subscription = await askPatiently(parts, subscribeOptions.topics, () => subscribe(parts, subscribeOptions))
      subscriptions.add(subscription)
      return {
        crashed: subscription.crashed,
        stop: (drainMs) => subscription.stop(drainMs).finally(() => subscriptions.delete(subscription)),
      }
    },
    read(readOptions) {
      const ends = ask(parts, [readOptions.topic], () => bounds(parts, readOptions.topic))
      // Whoever iterates gets the error.
      ends.catch(() => {})
      return read(parts, readOptions, ends)
    },
    partitions: (topic) => ask(parts, [topic], () => bounds(parts, topic)),
    offsetsAt: (topic, time) => ask(parts, [topic], () => offsetsAt(parts, topic, time)),
    members: (group) => askPatiently(parts, [], () => countMembers(admin, group)),
    committed: (group, topic) => askPatiently(parts, [topic], () => committedOffsets(admin, group, topic)),
    reset: (group, topic, offsets) => askPatiently(parts, [topic], () => setOffsets(brisk, admin, group, topic, offsets)),
    async ping() {
      await within(
        PING_TIMEOUT_MS,
        'a ping',
        ask(parts, [], () => admin.describeCluster()),
      )
    },
    close: () => (closing ??= close()),
  }
}
