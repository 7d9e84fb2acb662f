// For tests: node publish-for-ever.ts embedded DIR TOPIC ROUND | kafka ADDRESS TOPIC ROUND. Publishes until it is killed; prints each number once acknowledged.
import { writeSync } from 'node:fs'
import { pino } from 'pino'
import type { Broker } from '../broker.ts'

const [kind, where = '', topic = '', round = ''] = process.argv.slice(2)
const log = pino({ level: 'silent' })

async function open(): Promise<Broker> {
  if (kind === 'embedded') return (await import('../embedded/embedded.ts')).openEmbeddedBroker({ dir: where, log })
  return (await import('../kafka/kafka.ts')).connectKafkaBroker({ brokers: [where], clientId: 'publisher', log })
}

const broker = await open()
for (let n = 0; ; n++) {
  await broker.publish([{ topic, key: `key-${n}`, value: Buffer.from(String(n)), headers: { round } }])
  // Written through at once: what stands in a buffer would die with the process.
  writeSync(1, `${n}\n`)
}
