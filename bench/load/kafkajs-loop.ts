import kafkajs from 'kafkajs'
import pg from 'pg'

const PARTITIONS = 6
/** As many of a partition as our own consumers have under way. */
const AT_ONCE = 16
const TOPIC = `bare-${Date.now()}`

/**
 * What anybody would write with kafkajs and pg: records of one topic, handled 16 at a time, a row committed for each, offsets behind it.
 * No redelivery is told from a first delivery, nothing is joined, cancelled or tried again. Gives the items a second.
 */
export async function kafkajsLoop(
  brokers: string,
  databaseUrl: string,
  items: number,
  work: (item: number) => Promise<unknown>,
): Promise<number> {
  const kafka = new kafkajs.Kafka({ clientId: 'bare', brokers: brokers.split(','), logLevel: kafkajs.logLevel.NOTHING })
  const pool = new pg.Pool({ connectionString: databaseUrl, max: 10 })
  await pool.query('create table bare_items (item integer primary key, value text not null)')
  const admin = kafka.admin()
  await admin.connect()
  await admin.createTopics({ topics: [{ topic: TOPIC, numPartitions: PARTITIONS }], waitForLeaders: true })
  const producer = kafka.producer()
  const consumer = kafka.consumer({ groupId: TOPIC })
  await Promise.all([producer.connect(), consumer.connect()])
  try {
    const done = Promise.withResolvers<void>()
    let left = items
    const handle = async (value: Buffer | null) => {
      const { item } = JSON.parse(value?.toString() ?? '') as { item: number }
      await pool.query('insert into bare_items values ($1, $2) on conflict do nothing', [item, JSON.stringify(await work(item))])
      if (--left === 0) done.resolve()
    }
    await consumer.subscribe({ topic: TOPIC, fromBeginning: true })
    const joined = new Promise((resolve) => consumer.on(consumer.events.GROUP_JOIN, resolve))
    await consumer.run({
      partitionsConsumedConcurrently: PARTITIONS,
      eachBatch: async ({ batch, resolveOffset, heartbeat }) => {
        for (let at = 0; at < batch.messages.length; at += AT_ONCE) {
          const some = batch.messages.slice(at, at + AT_ONCE)
          await Promise.all(some.map(({ value }) => handle(value)))
          resolveOffset(some.at(-1)?.offset ?? '')
          await heartbeat()
        }
      },
    })
    await joined
    const from = performance.now()
    for (let at = 0; at < items; at += 100) {
      const messages = Array.from({ length: Math.min(100, items - at) }, (_, i) => ({ key: String(at + i), value: `{"item":${at + i}}` }))
      await producer.send({ topic: TOPIC, messages, acks: -1 })
    }
    await done.promise
    return items / ((performance.now() - from) / 1000)
  } finally {
    await Promise.all([consumer.disconnect(), producer.disconnect(), admin.disconnect()])
    await pool.end()
  }
}
