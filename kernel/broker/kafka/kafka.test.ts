import kafkajs from 'kafkajs'
import { pino } from 'pino'
import { describe, expect, inject, test } from 'vitest'
import { brokerContract } from '../contract/contract.ts'
import { startPublisher } from '../contract/contract-publisher.ts'
import { connectKafkaBroker } from './kafka.ts'
import { kafkaClient, PATIENT } from './kafka-client.ts'

const log = pino({ level: 'silent' })
const brokers = inject('kafkaBrokers')

if (brokers === undefined) {
  describe('Kafka', () => {
    test.skip(`skipped: ${inject('skipped')}`, () => {})
  })
  console.info(`kernel/broker/kafka/kafka.test.ts is skipped: ${inject('skipped')}`)
} else {
  brokerContract('Kafka', async () => {
    const connect = () => connectKafkaBroker({ brokers: brokers.split(','), clientId: 'contract', log })
    let broker = await connect()
    return {
      broker: () => broker,
      async reopen() {
        await broker.close()
        broker = await connect()
      },
      publisher: async (topic) => startPublisher('kafka', brokers, topic),
      dispose: () => broker.close(),
    }
  })

  test('what another producer compresses is held to the limit of a record by what it unfolds to', async () => {
    const options = { brokers: brokers.split(','), clientId: 'compressed', log }
    const broker = await connectKafkaBroker(options)
    const producer = kafkaClient(options, PATIENT).producer()
    const topic = `compressed-${process.pid}-${Date.now()}`
    try {
      await broker.ensureTopics([{ name: topic, partitions: 1, cleanup: 'delete', retention_ms: -1 }])
      await producer.connect()
      const send = (value: Buffer) => producer.send({ topic, compression: kafkajs.CompressionTypes.GZIP, messages: [{ value }] })
      await send(Buffer.from('short'))
      await expect(send(Buffer.alloc(2 * 1024 * 1024))).rejects.toThrow('larger than the max message size')
      const read = await Array.fromAsync(broker.read({ topic, partition: 0, from: { offset: 0n } }))
      expect(read.map(({ value }) => Buffer.from(value).toString())).toEqual(['short'])
    } finally {
      await producer.disconnect()
      await broker.close()
    }
  })
}
