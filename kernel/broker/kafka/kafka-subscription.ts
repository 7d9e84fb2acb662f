import type { Batch, Consumer, Kafka } from 'kafkajs'
import { messageOf } from '../../runtime/errors.ts'
import type { Logger } from '../../runtime/log.ts'
import type { SubscribeOptions, Subscription } from '../broker.ts'
import { createFetchRest, type FetchRest } from './fetch-rest.ts'
import type { MemberState } from './group-member.ts'
import { stickyAssigner } from './kafka-assigner.ts'
import { atMost, PATIENT } from './kafka-client.ts'
import { createHoldings, type Holdings, type StartsOf } from './kafka-holdings.ts'
import { toLogRecord } from './kafka-record.ts'
import { isUnsettled, whileUnsettled } from './unsettled.ts'

/** How long the partitions of a killed member wait for their next owner; a blocked event loop must stay well below it. */
const SESSION_MS = 10_000
/** How long a rebalance waits for members that have not come back to it. */
const REBALANCE_MS = 15_000
/** Also how late a member hears that the group is shared anew. */
const HEARTBEAT_MS = 1000
/** Longest wait of a fetch without records: bounds how long leaving takes and how late a rebalance is seen. */
const FETCH_WAIT_MS = 500
/** Partitions of one fetch that are taken at the same time, so that one with something new waits for none that rests. */
const PARTITIONS_AT_ONCE = 16
const STOP_DRAIN_MS = 10_000
/** Sessions without a word of the coordinator after which a member joins anew: longer than any share-out of the group takes. */
const SILENT_SESSIONS = 4
/** Where the broker is gone, the group learns of the leaving by the session's end; the process has to end before its supervisor kills it. */
const DISCONNECT_MS = 2500
/** Crashes without a join in between after which the subscription counts as ended. Each comes after two minutes of attempts. */
const CRASHES = 5

/** Where the fetch began that brought this batch: the client tells it, though its types do not. */
const fetchedFrom = (batch: Batch & { readonly fetchedOffset?: string }): number => Number(batch.fetchedOffset ?? batch.firstOffset())

async function run(consumer: Consumer, { topics, from }: SubscribeOptions, holdings: Holdings, rest: FetchRest): Promise<void> {
  await consumer.connect()
  await consumer.subscribe({ topics: [...topics], fromBeginning: from === 'beginning' })
  await consumer.run({
    autoCommit: false,
    eachBatchAutoResolve: false,
    partitionsConsumedConcurrently: PARTITIONS_AT_ONCE,
    async eachBatch({ batch, resolveOffset }) {
      const records = batch.messages.map((message) => toLogRecord(batch.topic, batch.partition, message))
      const { topic, partition } = batch
      const fresh = holdings.push({ topic, partition }, fetchedFrom(batch), records)
      if (fresh === undefined) return
      resolveOffset(batch.lastOffset())
      await rest.brought(fresh)
    },
  })
}

/** Follows the member's joins and crashes. `joined` settles with the first of them, `crashed` rejects when there will be no more. */
function watch(consumer: Consumer, options: SubscribeOptions, log: Logger, member: MemberState, holdings: Holdings) {
  const joined = Promise.withResolvers<void>()
  const crashed = Promise.withResolvers<never>()
  // Whoever does not watch it must not be ended by it.
  crashed.promise.catch(() => {})
  joined.promise.catch(() => {})
  followHeartbeats(consumer, (at) => {
    member.heardAt = Math.max(member.heardAt, at)
  })
  consumer.on(consumer.events.GROUP_JOIN, ({ payload: { memberId, memberAssignment } }) => {
    if (member.stopping) return
    if (member.id !== undefined && member.id !== memberId) {
      log.warn({ group: options.group }, 'the member was put out of its group and came back; it begins again after the last commits')
      holdings.evicted()
    }
    member.id = memberId
    member.heardAt = performance.now()
    member.running = true
    member.givenUp = false
    member.rejoining = false
    member.crashes = 0
    const given = Object.entries(memberAssignment).flatMap(([topic, partitions]) => partitions.map((partition) => ({ topic, partition })))
    holdings.joined(given)
    options.onAssigned?.(given)
    joined.resolve()
  })
  consumer.on(consumer.events.REBALANCING, () => {
    member.rejoining = true
  })
  consumer.on(consumer.events.CRASH, ({ payload: { error, restart } }) => {
    member.running = false
    member.crashes += 1
    log.error({ group: options.group, restart }, `consumer: ${messageOf(error)}`)
    if (restart || member.stopping) return
    joined.reject(error)
    // The client gives up at once where no broker knows the coordinator just now; who was in the group joins it anew.
    if (member.id !== undefined && isUnsettled(error)) member.givenUp = true
    else crashed.reject(error)
  })
  return { joined: joined.promise, crashed: crashed.promise }
}

export type KafkaSubscription = Subscription & Pick<Holdings, 'offer'>

/**
 * Reads topics as a member of a consumer group. kafkajs fetches the next records of a node only when every batch of the
 * last answer is done, so batches go into a buffer for each partition at once, and a loop for each partition works it off:
 * no partition waits for another, and the member's heartbeats go on however long a handler takes.
 */
export function subscribeKafka(kafka: Kafka, options: SubscribeOptions, startsOf: StartsOf, log: Logger): Promise<KafkaSubscription> {
  // A cluster that has just begun may not yet say who coordinates the group; kafkajs takes that for a failure that no restart mends.
  return whileUnsettled(log, { group: options.group }, () => becomeMember(kafka, options, startsOf, log))
}

async function becomeMember(kafka: Kafka, options: SubscribeOptions, startsOf: StartsOf, log: Logger): Promise<KafkaSubscription> {
  const member: MemberState = {
    running: false,
    givenUp: false,
    rejoining: false,
    stopping: false,
    crashes: 0,
    id: undefined,
    heardAt: performance.now(),
  }
  const consumer: Consumer = kafka.consumer({
    groupId: options.group,
    // Whoever was silent for a session claims nothing: others may have it by now.
    partitionAssigners: [stickyAssigner(() => (performance.now() - member.heardAt > SESSION_MS ? [] : holdings.list()))],
    sessionTimeout: SESSION_MS,
    rebalanceTimeout: REBALANCE_MS,
    heartbeatInterval: HEARTBEAT_MS,
    maxWaitTimeInMs: FETCH_WAIT_MS,
    allowAutoTopicCreation: false,
    retry: { ...PATIENT, restartOnFailure: async () => !member.stopping && member.crashes < CRASHES },
  })
  const holdings: Holdings = createHoldings(consumer, options, { log, member, startsOf, sessionMs: SESSION_MS })
  const rest = createFetchRest(holdings.passOver)
  consumer.on(consumer.events.FETCH, rest.fetched)
  const { joined, crashed } = watch(consumer, options, log, member, holdings)
  const kept = keepJoined(member, async () => {
    log.warn({ group: options.group }, 'the group has not heard of this member for long; it joins anew')
    // What is committed from here on waits for the join.
    member.running = false
    await consumer.stop()
    if (!member.stopping) await run(consumer, options, holdings, rest)
  })

  async function stop(drainMs: number): Promise<void> {
    member.stopping = true
    kept.end()
    rest.end()
    await holdings.releaseAll(drainMs)
    await atMost(DISCONNECT_MS, consumer.disconnect())
    member.running = false
  }
  let stopped: Promise<void> | undefined
  const subscription: KafkaSubscription = {
    crashed,
    stop: (drainMs = STOP_DRAIN_MS) => (stopped ??= stop(drainMs)),
    offer: holdings.offer,
  }
  try {
    await run(consumer, options, holdings, rest)
    await joined
    return subscription
  } catch (error) {
    await subscription.stop(0)
    throw error
  }
}

/**
 * kafkajs forgets its name in the group when it was put out, and where the join after that gets no answer it goes on without one: it fetches,
 * sends no heartbeat any more, and never finds out; or it has given up. Looks are counted, not time, so that a process that was stopped may hear first.
 */
export function keepJoined(member: MemberState, joinAnew: () => Promise<void>): { end(): void } {
  let silent = 0
  let heard = member.heardAt
  let joining = false
  let failed = false
  const look = async () => {
    silent = heard === member.heardAt && member.running ? silent + 1 : 0
    heard = member.heardAt
    if ((silent < SILENT_SESSIONS && !failed && !member.givenUp) || joining || member.stopping) return
    joining = true
    // A join that fails is a crash, after which the client begins again by itself; what fails before it (no broker answers) nobody else tries again.
    failed = await joinAnew().then(
      () => false,
      () => true,
    )
    joining = false
  }
  const timer = setInterval(look, SESSION_MS).unref()
  return { end: () => clearInterval(timer) }
}

/**
 * Tells when the coordinator last knew this member: when the heartbeat that it answered was sent, in ms of the monotonic clock. The answer
 * may lie in the socket of a process that was stopped, and is as old as the stop then.
 */
export function followHeartbeats(consumer: Pick<Consumer, 'on' | 'events'>, heard: (at: number) => void): void {
  let sentAt: number | undefined
  consumer.on(consumer.events.REQUEST, ({ payload: { apiName, duration } }) => {
    if (apiName === 'Heartbeat') sentAt = performance.now() - duration
  })
  // Comes after its request's event, and only where the coordinator agreed.
  consumer.on(consumer.events.HEARTBEAT, () => heard(sentAt ?? performance.now()))
}
