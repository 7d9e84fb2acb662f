import { randomUUID } from 'node:crypto'
import type { Consumer, Kafka } from 'kafkajs'
import { ApiError } from '../../runtime/errors.ts'
import type { LogRecord } from '../broker.ts'
import { singleAssigner } from './kafka-assigner.ts'
import { unavailable } from './kafka-client.ts'
import { toLogRecord } from './kafka-record.ts'
import { isUnsettled } from './unsettled.ts'

/** Without a record for this long a read ends with unavailable: also where the group is joined again and again. */
const SILENCE_MS = 30_000
/** Of a client that does not find its group's coordinator; each has asked for some seconds. */
const ATTEMPTS = 3

interface Page {
  readonly records: readonly LogRecord[]
  /** Lets the consumer fetch on. */
  readonly taken: () => void
}

interface Range {
  readonly topic: string
  readonly partition: number
  readonly from: bigint
  /** Exclusive, and at most the end of the partition. */
  readonly to: bigint
}

/** What is read: pages come one by one, and each join of the group begins at `next`. */
interface Reading {
  readonly range: Range
  next: bigint
  page: PromiseWithResolvers<Page>
  /** Rejects when nothing more will come. */
  readonly failed: PromiseWithResolvers<never>
}

async function nextPage({ page, failed }: Reading): Promise<Page> {
  let timer: NodeJS.Timeout | undefined
  const silence = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(unavailable(`Kafka sent nothing for ${SILENCE_MS} ms`)), SILENCE_MS)
  })
  return Promise.race([page.promise, failed.promise, silence]).finally(() => clearTimeout(timer))
}

/** Starts the consumer. What the client tries again by itself (a coordinator that is still loading) is no failure of the read. */
async function run(consumer: Consumer, reading: Reading): Promise<void> {
  const { topic, partition } = reading.range
  consumer.on(consumer.events.CRASH, ({ payload: { error, restart } }) => {
    if (!restart) reading.failed.reject(unavailable('the Kafka consumer failed', error))
  })
  consumer.on(consumer.events.GROUP_JOIN, () => consumer.seek({ topic, partition, offset: String(reading.next) }))
  await consumer.connect()
  await consumer.subscribe({ topics: [topic], fromBeginning: true })
  await consumer.run({
    autoCommit: false,
    async eachBatch({ batch, heartbeat }) {
      const taken = Promise.withResolvers<void>()
      const records = batch.messages.map((message) => toLogRecord(topic, partition, message))
      reading.page.resolve({ records, taken: taken.resolve })
      const beat = setInterval(() => {
        heartbeat().catch((error: unknown) => reading.failed.reject(unavailable('the reader was too slow for its group', error)))
      }, 3000)
      await taken.promise
      clearInterval(beat)
    },
  })
}

/** Reads [from, to) of a partition through a consumer in a group of its own, which commits nothing and leaves nothing behind. */
export async function* readKafka(kafka: Kafka, range: Range): AsyncGenerator<LogRecord> {
  let from = range.from
  for (let attempt = 1; from < range.to; attempt++) {
    try {
      for await (const record of readOnce(kafka, { ...range, from })) {
        from = record.offset + 1n
        yield record
      }
      return
    } catch (error) {
      // A cluster that has just begun does not say yet who coordinates a group, and no client asks again by itself.
      if (attempt === ATTEMPTS || !(error instanceof ApiError && isUnsettled(error.cause))) throw error
    }
  }
}

async function* readOnce(kafka: Kafka, range: Range): AsyncGenerator<LogRecord> {
  const consumer = kafka.consumer({
    groupId: `read-${randomUUID()}`,
    partitionAssigners: [singleAssigner(range)],
    maxWaitTimeInMs: 100,
    allowAutoTopicCreation: false,
  })
  const reading: Reading = { range, next: range.from, page: Promise.withResolvers(), failed: Promise.withResolvers() }
  // Whoever waits for a page gets it; it may come while nobody does.
  reading.failed.promise.catch(() => {})
  let open: (() => void) | undefined
  try {
    await Promise.race([run(consumer, reading), reading.failed.promise])
    for (;;) {
      const { records, taken } = await nextPage(reading)
      open = taken
      for (const record of records) {
        if (record.offset >= range.to) return
        if (record.offset < reading.next) continue
        reading.next = record.offset + 1n
        yield record
        if (reading.next >= range.to) return
      }
      reading.page = Promise.withResolvers<Page>()
      taken()
    }
  } finally {
    open?.()
    await consumer.disconnect()
  }
}
