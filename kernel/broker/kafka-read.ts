import { randomUUID } from 'node:crypto'
import type { Consumer, Kafka } from 'kafkajs'
import type { LogRecord } from './broker.ts'
import { singleAssigner } from './kafka-assigner.ts'
import { unavailable } from './kafka-client.ts'
import { toLogRecord } from './kafka-record.ts'

/** Without a record for this long a read ends with unavailable. */
const SILENCE_MS = 30_000

interface Page {
  readonly records: readonly LogRecord[]
  /** Lets the consumer fetch on. */
  readonly taken: () => void
}

async function nextPage(pages: { current: PromiseWithResolvers<Page> }): Promise<Page> {
  let timer: NodeJS.Timeout | undefined
  const silence = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(unavailable(`Kafka sent nothing for ${SILENCE_MS} ms`)), SILENCE_MS)
  })
  return Promise.race([pages.current.promise, silence]).finally(() => clearTimeout(timer))
}

async function run(consumer: Consumer, range: Range, pages: { current: PromiseWithResolvers<Page> }): Promise<void> {
  const { topic, partition } = range
  consumer.on(consumer.events.CRASH, ({ payload: { error } }) => pages.current.reject(unavailable('the Kafka consumer failed', error)))
  await consumer.connect()
  await consumer.subscribe({ topics: [topic], fromBeginning: true })
  const joined = Promise.withResolvers<void>()
  consumer.on(consumer.events.GROUP_JOIN, () => {
    consumer.seek({ topic, partition, offset: String(range.from) })
    joined.resolve()
  })
  await consumer.run({
    autoCommit: false,
    async eachBatch({ batch, heartbeat }) {
      const taken = Promise.withResolvers<void>()
      const records = batch.messages.map((message) => toLogRecord(topic, partition, message))
      pages.current.resolve({ records, taken: taken.resolve })
      const beat = setInterval(() => {
        heartbeat().catch((error: unknown) => pages.current.reject(error))
      }, 3000)
      await taken.promise
      clearInterval(beat)
    },
  })
  await joined.promise
}

interface Range {
  readonly topic: string
  readonly partition: number
  readonly from: bigint
  /** Exclusive, and at most the end of the partition. */
  readonly to: bigint
}

/** Reads [from, to) of a partition through a consumer in a group of its own, which commits nothing and leaves nothing behind. */
export async function* readKafka(kafka: Kafka, range: Range): AsyncGenerator<LogRecord> {
  if (range.from >= range.to) return
  const consumer = kafka.consumer({
    groupId: `read-${randomUUID()}`,
    partitionAssigners: [singleAssigner(range)],
    maxWaitTimeInMs: 100,
    allowAutoTopicCreation: false,
  })
  const pages = { current: Promise.withResolvers<Page>() }
  let open: (() => void) | undefined
  try {
    await run(consumer, range, pages)
    for (;;) {
      const { records, taken } = await nextPage(pages)
      open = taken
      for (const record of records) {
        if (record.offset >= range.to) return
        if (record.offset >= range.from) yield record
        if (record.offset + 1n >= range.to) return
      }
      pages.current = Promise.withResolvers<Page>()
      taken()
    }
  } finally {
    open?.()
    await consumer.disconnect()
  }
}
