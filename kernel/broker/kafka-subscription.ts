import type { Consumer, Kafka } from 'kafkajs'
import { messageOf } from '../errors.ts'
import type { Logger } from '../log.ts'
import { partitionKey, type TopicPartition } from './assign-partitions.ts'
import type { SubscribeOptions, Subscription } from './broker.ts'
import { createFetchBuffer, type FetchBuffer } from './fetch-buffer.ts'
import { stickyAssigner } from './kafka-assigner.ts'
import { atMost, PATIENT } from './kafka-client.ts'
import { toLogRecord } from './kafka-record.ts'
import { type PartitionLoop, type PartitionSource, startPartitionLoop } from './partition-loop.ts'
import { pause } from './redelivery.ts'

const SESSION_MS = 30_000
/** Also how late a member hears that the group is shared anew. */
const HEARTBEAT_MS = 1000
/** Longest wait of a fetch without records: bounds how long leaving takes and how late a rebalance is seen. */
const FETCH_WAIT_MS = 500
const REBALANCE_DRAIN_MS = 30_000
const STOP_DRAIN_MS = 10_000
/** Where the broker is gone, the group learns by the session's end that this member left. */
const DISCONNECT_MS = 5000
/** Crashes without a join in between after which the subscription counts as ended. Each comes after two minutes of attempts. */
const CRASHES = 5
const COMMIT_RETRY_MS = 200

/** A partition that this member holds. */
interface Holding extends TopicPartition {
  readonly buffer: FetchBuffer
  lost: boolean
  loop: PartitionLoop | undefined
  /** Resolves when the loop was started, or never will be. */
  started: Promise<void>
}

/** Offsets are only taken while the consumer runs: kafkajs drops them without a word otherwise. */
async function commit(consumer: Consumer, running: () => boolean, holding: Holding, next: number): Promise<void> {
  const offsets = [{ topic: holding.topic, partition: holding.partition, offset: String(next) }]
  for (;;) {
    try {
      if (!running()) throw new Error('the consumer is not in its group')
      await consumer.commitOffsets(offsets)
      if (running()) return
    } catch (error) {
      // A partition that stays here through a rebalance is committed under the new generation.
      if (holding.lost) throw new Error(`${partitionKey(holding)} was lost: ${messageOf(error)}`, { cause: error })
    }
    await pause(COMMIT_RETRY_MS, new AbortController().signal)
  }
}

/**
 * Reads topics as a member of a consumer group. kafkajs fetches the next records of a node only when every batch of the
 * last answer is done, so batches go into a buffer for each partition at once, and a loop for each partition works it off:
 * no partition waits for another, and the member's heartbeats go on however long a handler takes.
 */
export async function subscribeKafka(kafka: Kafka, options: SubscribeOptions, log: Logger): Promise<Subscription> {
  const { group, topics } = options
  const held = new Map<string, Holding>()
  const retired = new Map<string, Promise<void>>()
  const crashed = Promise.withResolvers<never>()
  // Whoever does not watch it must not be ended by it.
  crashed.promise.catch(() => {})
  let running = false
  let crashes = 0
  const consumer = kafka.consumer({
    groupId: group,
    partitionAssigners: [stickyAssigner(() => [...held.values()])],
    sessionTimeout: SESSION_MS,
    heartbeatInterval: HEARTBEAT_MS,
    maxWaitTimeInMs: FETCH_WAIT_MS,
    allowAutoTopicCreation: false,
    retry: { ...PATIENT, restartOnFailure: async () => !stopping && crashes < CRASHES },
  })

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
      commit: (next) => commit(consumer, () => running, holding, next),
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
    if (stopping) fetching(holding, false)
    else if (holding.buffer.full()) fetching(holding, true)
    const gone = holding.started.then(async () => {
      const released = holding.loop?.release(drainMs)
      // A handler may still commit what it has done while a stop waits for it; after a rebalance another member has the partition.
      if (!stopping) holding.lost = true
      await released
      holding.lost = true
    })
    retired.set(key, gone)
    return gone
  }

  function joined(assignment: Readonly<Record<string, number[]>>): void {
    crashes = 0
    running = true
    const given = Object.entries(assignment).flatMap(([topic, partitions]) => partitions.map((partition) => ({ topic, partition })))
    const keys = new Set(given.map(partitionKey))
    for (const [key, holding] of held) if (!keys.has(key)) void lose(holding, REBALANCE_DRAIN_MS)
    for (const one of given) {
      const holding = held.get(partitionKey(one))
      const next = holding?.buffer.next()
      if (!holding) gain(one)
      if (next !== undefined) consumer.seek({ ...one, offset: String(next) })
      if (holding?.buffer.full()) fetching(one, false)
    }
    options.onAssigned?.(given)
  }

  const first = Promise.withResolvers<void>()
  consumer.on(consumer.events.GROUP_JOIN, ({ payload }) => {
    if (stopping) return
    joined(payload.memberAssignment)
    first.resolve()
  })
  consumer.on(consumer.events.CRASH, ({ payload: { error, restart } }) => {
    running = false
    crashes += 1
    log.error({ group, restart }, `consumer: ${messageOf(error)}`)
    if (restart || stopping) return
    crashed.reject(error)
    first.reject(error)
  })

  let stopping: Promise<void> | undefined
  async function stop(drainMs: number): Promise<void> {
    await Promise.all([...held.values()].map((holding) => lose(holding, drainMs)))
    await atMost(DISCONNECT_MS, consumer.disconnect())
    running = false
  }
  const subscription: Subscription = {
    stop: (drainMs = STOP_DRAIN_MS) => {
      stopping ??= Promise.resolve().then(() => stop(drainMs))
      return stopping
    },
    crashed: crashed.promise,
  }

  await consumer.connect()
  await consumer.subscribe({ topics: [...topics], fromBeginning: options.from === 'beginning' })
  await consumer.run({
    autoCommit: false,
    eachBatchAutoResolve: false,
    partitionsConsumedConcurrently: 1,
    async eachBatch({ batch, resolveOffset }) {
      const holding = held.get(partitionKey(batch))
      if (!holding) return
      holding.buffer.push(batch.messages.map((message) => toLogRecord(batch.topic, batch.partition, message)))
      resolveOffset(batch.lastOffset())
    },
  })
  await first.promise
  return subscription
}
