// From publish to the handler on Kafka, by our broker and by a bare loop of kafkajs: npm run bench bench/speed/kafka-hop.ts [-- --records 1000 --rounds 5]
import { setTimeout as delay } from 'node:timers/promises'
import { parseArgs } from 'node:util'
import kafkajs from 'kafkajs'
import { pino } from 'pino'
import { connectKafkaBroker } from '../../kernel/broker/kafka/kafka.ts'
import { startKafka } from '../../scripts/kafka/broker.ts'
import { quantile } from '../measure/quantile.ts'
import { type Figures, middle, printTables, sideBySide } from './side-by-side.ts'

const { values } = parseArgs({
  options: {
    records: { type: 'string', default: '1000' },
    every: { type: 'string', default: '10' },
    rounds: { type: 'string', default: '5' },
  },
})
const EVERY_MS = Number(values.every)
const PARTITIONS = 6

const started = process.env.KAFKA_BROKERS ? undefined : await startKafka()
const brokers = (process.env.KAFKA_BROKERS ?? started?.brokers ?? '').split(',')
const [ours, bare] = [`ours-${Date.now()}`, `bare-${Date.now()}`]
const broker = await connectKafkaBroker({ brokers, clientId: 'hop', log: pino({ level: 'silent' }) })
const spec = { partitions: PARTITIONS, cleanup: 'delete', retention_ms: -1 } as const
await broker.ensureTopics([ours, bare].map((name) => ({ name, ...spec })))

const arrived = new Map<string, (at: number) => void>()
const told = (key: string) => arrived.get(key)?.(performance.now())
const subscription = await broker.subscribe({
  group: ours,
  topics: [ours],
  from: 'beginning',
  async handle({ records }, { commit }) {
    for (const { key } of records) told(key)
    const last = records.at(-1)
    // Consumers and the projector wait for no commit before they take the next record.
    if (last) void commit(last.offset).catch(() => undefined)
  },
})
const kafka = new kafkajs.Kafka({ clientId: 'bare', brokers, logLevel: kafkajs.logLevel.NOTHING })
const producer = kafka.producer()
const consumer = kafka.consumer({ groupId: bare })
await Promise.all([producer.connect(), consumer.connect()])
await consumer.subscribe({ topic: bare, fromBeginning: true })
await consumer.run({
  partitionsConsumedConcurrently: PARTITIONS,
  eachMessage: async ({ message }) => void told(String(message.key)),
})

/** Sends at a steady pace, waits for none before the next, and gives the times from the call until the handler has it. */
async function hops(publish: (key: string) => Promise<unknown>): Promise<Figures> {
  const times: number[] = []
  const all: Promise<unknown>[] = []
  for (let i = 0; i < Number(values.records); i++) {
    const key = `${i}`
    const from = performance.now()
    const seen = new Promise<number>((resolve) => arrived.set(key, resolve))
    all.push(
      publish(key),
      seen.then((at) => times.push(at - from)),
    )
    await delay(EVERY_MS)
  }
  await Promise.all(all)
  arrived.clear()
  return { 'p50 ms': quantile(times, 0.5), 'p99 ms': quantile(times, 0.99) }
}
const value = Buffer.alloc(500, 97)
const byUs = () => hops((key) => broker.publish([{ topic: ours, key, value, headers: {} }]))
const byKafkajs = () => hops((key) => producer.send({ topic: bare, acks: -1, messages: [{ key, value }] }))

try {
  await byUs()
  await byKafkajs()
  const rounds = await sideBySide(Number(values.rounds), { Millrace: byUs, kafkajs: byKafkajs })
  const measured = middle(rounds.Millrace, 'p99 ms') / middle(rounds.kafkajs, 'p99 ms')
  printTables(rounds, [{ claim: 'publish to handler, p99, beside kafkajs', measured, bar: 2 }])
} finally {
  await subscription.stop()
  await Promise.all([consumer.disconnect(), producer.disconnect(), broker.close()])
  await started?.stop()
}
