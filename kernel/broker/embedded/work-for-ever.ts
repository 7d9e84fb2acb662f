// For tests: node work-for-ever.ts ADDRESS GROUP TOPIC. A member of a consumer group that may be stopped and resumed; prints the offset of each record that it begins.
import { writeSync } from 'node:fs'
import { pino } from 'pino'
import { connectKafkaBroker } from '../kafka/kafka.ts'

const [address = '', group = '', topic = ''] = process.argv.slice(2)
const log = pino({ level: 'silent' })
const broker = await connectKafkaBroker({ brokers: [address], clientId: 'worker', log })
await broker.subscribe({
  group,
  topics: [topic],
  from: 'beginning',
  async handle({ partition, records }, control) {
    for (const { offset } of records) {
      await control.heartbeat()
      // Written through at once: what stands in a buffer would be told late.
      writeSync(1, `${partition}/${offset}\n`)
      await control.commit(offset)
    }
  },
  onAssigned: (partitions) => writeSync(1, `holds ${partitions.length}\n`),
})
