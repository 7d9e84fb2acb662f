import { pino } from 'pino'
import { describe, inject, test } from 'vitest'
import { brokerContract } from '../contract/contract.ts'
import { startPublisher } from '../contract/contract-publisher.ts'
import { connectKafkaBroker } from './kafka.ts'

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
}
