// For tests: node worker-that-waits.fixture.ts BROKERS DATABASE ASKED ANSWERED PARK_AFTER_MS. Begins records of a consumer and finishes them once
// a line comes in; prints what it begins and how many partitions it holds. Stops at the end of its input.
import { once } from 'node:events'
import { writeSync } from 'node:fs'
import { pino } from 'pino'
import { connectKafkaBroker } from '../../broker/kafka/kafka.ts'
import type { Ports } from '../../ports.ts'
import { systemClock } from '../../runtime/clock.ts'
import { connectPostgres } from '../../store/postgres.ts'
import { defineConsumer } from '../define-consumer.ts'
import { runConsumer } from '../run-consumer.ts'
import { eventNamed } from './named-event.fixture.ts'

const [brokers = '', url = '', ask = '', answer = '', parkAfterMs = ''] = process.argv.slice(2)
const log = pino({ level: 'silent' })
const [asked, answered] = [eventNamed(ask), eventNamed(answer)]
const [broker, database] = [
  await connectKafkaBroker({ brokers: brokers.split(','), clientId: 'waits', log }),
  await connectPostgres({ url, log }),
]
const told = once(process.stdin, 'data')
const consumer = defineConsumer({
  name: ask,
  runs: 'worker',
  on: [asked],
  emits: [answered],
  needs: [],
  retry: { attempts: 1, baseMs: 1, capMs: 1 },
  timeoutMs: 300_000,
  parkAfterMs: Number(parkAfterMs),
  async handle(_ctx, { payload: { name } }) {
    // Written through at once: what stands in a buffer would be told late.
    writeSync(1, `begins ${name}\n`)
    await told
    return [answered.make({ name })]
  },
})
const running = await runConsumer({ consumer, ports: { broker, database, clock: systemClock } as unknown as Ports, log, parkLeaseMs: 2000 })
const telling = setInterval(() => writeSync(1, `holds ${running.held().length}\n`), 100)
await once(process.stdin, 'end')
clearInterval(telling)
await running.stop(0)
await Promise.all([broker.close(), database.close()])
