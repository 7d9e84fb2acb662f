// A process of the gate of joins: workers of all stages that join their groups, stay a little and leave, until its parent says that it is over.
// Tells its parent how often.
import { setTimeout as delay } from 'node:timers/promises'
import { pino } from 'pino'
import { databaseDeliveries } from '../../kernel/consume/dispatch/deliveries.ts'
import { runConsumer } from '../../kernel/consume/run-consumer.ts'
import { parseEnv } from '../../kernel/runtime/env.ts'
import { createLifecycle } from '../../kernel/runtime/lifecycle.ts'
import { createMetrics } from '../../kernel/runtime/metrics.ts'
import { services } from '../../services/catalog.ts'
import { openPorts } from '../../services/open-ports.ts'

const STAGES = ['parse', 'chunk', 'embed', 'index']
const STAY_MS = 300
const DRAIN_MS = 6000

const log = pino({ level: 'silent' })
const ports = await openPorts(parseEnv(process.env), log, createLifecycle(log), createMetrics())
const stages = services.filter(({ name }) => STAGES.includes(name))
const deliveries = databaseDeliveries(ports.database)
let over = false
process.once('message', () => (over = true))
process.send?.({ ready: true })
let [joined, left] = [0, 0]
while (!over) {
  const members = await Promise.all(
    stages.flatMap(({ consumers = [] }) => consumers).map((consumer) => runConsumer({ consumer, ports, log, deliveries })),
  )
  joined++
  await delay(STAY_MS)
  await Promise.all(members.map((member) => member.stop(DRAIN_MS)))
  left++
}
for (const { stop } of stages) await stop?.()
process.send?.({ joined, left }, () => process.exit(0))
