import { setTimeout as delay } from 'node:timers/promises'
import type { Kafka, Message, Producer, RecordMetadata } from 'kafkajs'
import { messageOf } from '../../runtime/errors.ts'
import type { Logger } from '../../runtime/log.ts'
import type { LogRecord, OutgoingRecord } from '../broker.ts'
import { partitionOf } from '../partition-of.ts'
import { recordBytes } from '../record-limit.ts'
import { asUnavailable, atMost, PATIENT, silent, unavailable, undecided } from './kafka-client.ts'

/** Records of one request to a partition have to stay under the broker's message.max.bytes, 1,048,588 by default. */
const BYTES_AT_ONCE = 900_000
const RECORDS_AT_ONCE = 1000
/** A request that has not settled by then is left to itself: its producer is replaced. */
const GIVE_UP_MS = 150_000
const CLOSE_MS = 5000
/** Longest rest after a request that several shared, which is as long as that took: under load more go together. One alone never waits. */
const MOST_REST_MS = 10

interface Request {
  readonly records: readonly OutgoingRecord[]
  readonly bytes: number
  readonly resolve: (records: LogRecord[]) => void
  readonly reject: (error: unknown) => void
  settled: boolean
  /** It was handed to the client: from then on nobody can call it back. */
  sent: boolean
}

export interface KafkaPublisher {
  /** Gives the records as they are on the log; `timestamp` is -1 where the broker does not tell it. */
  publish(records: readonly OutgoingRecord[], timeoutMs: number): Promise<LogRecord[]>
  close(): Promise<void>
}

/** Remembers the partition that each message was given, since the answer tells only the first offset of each partition. */
const chosen = new WeakMap<Message, number>()

const createPartitioner =
  () =>
  ({ message, partitionMetadata }: { message: Message; partitionMetadata: readonly unknown[] }) => {
    const partition = partitionOf(message.key?.toString() ?? '', partitionMetadata.length)
    chosen.set(message, partition)
    return partition
  }

/** The messages on the log, which were sent in this order. */
function placed(sent: readonly { record: OutgoingRecord; message: Message }[], answer: readonly RecordMetadata[]): LogRecord[] {
  const next = new Map(
    answer.map((a) => [
      `${a.topicName}/${a.partition}`,
      { offset: BigInt(a.baseOffset ?? a.offset ?? '-1'), timestamp: Number(a.logAppendTime ?? -1) },
    ]),
  )
  return sent.map(({ record, message }) => {
    const partition = chosen.get(message)
    const place = next.get(`${record.topic}/${partition}`)
    if (partition === undefined || !place) throw new Error(`Kafka did not say where a record of ${record.topic} is`)
    const { offset, timestamp } = place
    place.offset = offset + 1n
    return { ...record, partition, offset, timestamp }
  })
}

async function send(producer: Producer, records: readonly OutgoingRecord[]): Promise<LogRecord[]> {
  const byTopic = new Map<string, Message[]>()
  const sent = records.map((record) => {
    const { topic, key, value, headers } = record
    const message: Message = { key: Buffer.from(key), value: Buffer.from(value), headers: { ...headers } }
    const messages = byTopic.get(topic)
    if (messages) messages.push(message)
    else byTopic.set(topic, [message])
    return { record, message }
  })
  const answer = await producer.sendBatch({ acks: -1, topicMessages: [...byTopic].map(([topic, messages]) => ({ topic, messages })) })
  return placed(sent, answer)
}

function* chunks(records: readonly OutgoingRecord[]): Generator<{ records: OutgoingRecord[]; bytes: number }> {
  let some: OutgoingRecord[] = []
  let bytes = 0
  for (const record of records) {
    const size = recordBytes(record) + 100
    if (some.length > 0 && (bytes + size > BYTES_AT_ONCE || some.length >= RECORDS_AT_ONCE)) {
      yield { records: some, bytes }
      some = []
      bytes = 0
    }
    some.push(record)
    bytes += size
  }
  if (some.length > 0) yield { records: some, bytes }
}

/**
 * An idempotent producer that has one request under way and gathers what arrives meanwhile into the next. A publish that rejects after
 * its time may still land when it was already on its way, which its error says (`mayHaveHappened`); one that had to wait in line never does.
 */
export function createKafkaPublisher(kafka: Kafka, log: Logger): KafkaPublisher {
  let queue: Request[] = []
  let pumping: Promise<void> | undefined
  let producer: Promise<Producer> | undefined

  async function connect(): Promise<Producer> {
    const made = kafka.producer({
      idempotent: true,
      maxInFlightRequests: 1,
      allowAutoTopicCreation: false,
      retry: PATIENT,
      createPartitioner,
    })
    await made.connect()
    return made
  }

  /** After a failure the sequence numbers of an idempotent producer may no longer be those that the broker expects. */
  function replaceProducer(): void {
    const old = producer
    producer = undefined
    old?.then((p) => p.disconnect()).catch((error: unknown) => log.debug(`old Kafka producer: ${messageOf(error)}`))
  }

  function take(): Request[] {
    queue = queue.filter(({ settled }) => !settled)
    let bytes = 0
    let records = 0
    let count = 0
    for (const request of queue) {
      if (count > 0 && (bytes + request.bytes > BYTES_AT_ONCE || records + request.records.length > RECORDS_AT_ONCE)) break
      bytes += request.bytes
      records += request.records.length
      count++
    }
    return queue.splice(0, count)
  }

  async function sendNext(requests: readonly Request[]): Promise<void> {
    let timer: NodeJS.Timeout | undefined
    const abandoned = new Promise<never>((_, reject) => {
      timer = setTimeout(() => reject(new Error(`no answer within ${GIVE_UP_MS} ms`)), GIVE_UP_MS)
    })
    try {
      producer ??= connect()
      const records = requests.flatMap((request) => request.records)
      const sending = producer.then((connected) => {
        for (const request of requests) request.sent = true
        return send(connected, records)
      })
      const sent = await Promise.race([sending, abandoned])
      let at = 0
      for (const request of requests) request.resolve(sent.slice(at, (at += request.records.length)))
    } catch (error) {
      log.warn({ records: requests.length }, `publish to Kafka failed: ${messageOf(error)}`)
      for (const request of requests) request.reject(request.sent ? undecided(...silent(error)) : asUnavailable(error))
      replaceProducer()
    } finally {
      clearTimeout(timer)
    }
  }

  async function pump(): Promise<void> {
    // What is published in this turn of the event loop goes together.
    await new Promise(setImmediate)
    for (let requests = take(); requests.length > 0; requests = take()) {
      const began = performance.now()
      await sendNext(requests)
      if (requests.length > 1) await delay(Math.min(performance.now() - began, MOST_REST_MS))
    }
    pumping = undefined
  }

  function enqueue(chunk: Pick<Request, 'records' | 'bytes'>, timeoutMs: number): Promise<LogRecord[]> {
    return new Promise((resolve, reject) => {
      const settle = <T>(act: (value: T) => void) => {
        return (value: T) => {
          clearTimeout(timer)
          request.settled = true
          act(value)
        }
      }
      const request: Request = { ...chunk, resolve: settle(resolve), reject: settle(reject), settled: false, sent: false }
      const timer = setTimeout(() => {
        const late = request.sent ? undecided : unavailable
        request.reject(late(`Kafka did not acknowledge within ${timeoutMs} ms`))
      }, timeoutMs)
      queue.push(request)
      pumping ??= pump()
    })
  }

  return {
    async publish(records, timeoutMs) {
      const parts = await Promise.all([...chunks(records)].map((chunk) => enqueue(chunk, timeoutMs)))
      return parts.flat()
    },
    async close() {
      await atMost(CLOSE_MS, pumping ?? Promise.resolve())
      for (const request of queue) request.reject(unavailable('the broker client was closed'))
      const disconnected = producer
        ?.then((last) => last.disconnect())
        .catch((error: unknown) => log.debug(`Kafka producer: ${messageOf(error)}`))
      if (disconnected) await atMost(CLOSE_MS, disconnected)
    },
  }
}
