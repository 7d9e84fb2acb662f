// The process of the gate of a million events: its folder and their number are its arguments; sends its figures to its parent.
import { setTimeout as delay } from 'node:timers/promises'
import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'
import { pino } from 'pino'
import { openEmbeddedBroker } from '../../kernel/broker/embedded/embedded.ts'

const [dir = '', many = ''] = process.argv.slice(2)
const count = Number(many)
const TOPIC = 'bench.events'
const BATCH = 500
const KEYS = 997
const BODY = 'x'.repeat(480)
const PATIENCE_MS = 600_000

// As services/main.ts has them.
setFlagsFromString('--heap-growing-percent=40')
setFlagsFromString('--no-allocation-site-pretenuring')

const broker = await openEmbeddedBroker({ dir, log: pino({ level: 'silent' }) })
await broker.ensureTopics([{ name: TOPIC, partitions: 4, cleanup: 'delete', retention_ms: -1 }])
const last = new Map<string, number>()
let [read, outOfOrder] = [0, 0]
const subscription = await broker.subscribe({
  group: 'bench',
  topics: [TOPIC],
  from: 'beginning',
  async handle({ records }, control) {
    for (const { key, value } of records) {
      const n = Number(Buffer.from(value.subarray(0, 8)).toString())
      if (n <= (last.get(key) ?? -1)) outOfOrder++
      last.set(key, n)
      read++
    }
    await control.commit(records.at(-1)!.offset)
  },
})

setFlagsFromString('--expose-gc')
const collectGarbage = runInNewContext('gc') as () => void
/** Resident, in MB, without what waits to be collected. */
const memory = () => {
  collectGarbage()
  return process.memoryUsage().rss / 1e6
}
const megabytes: Record<string, number> = {}
const shares = [0.1, 0.5, 1]
const started = performance.now()
const event = (n: number) => ({
  topic: TOPIC,
  key: `key-${n % KEYS}`,
  value: Buffer.from(`${String(n).padStart(8, '0')}${BODY}`),
  headers: { ce_id: `e-${n}` },
})
for (let n = 0; n < count; n += BATCH) {
  await broker.publish(Array.from({ length: Math.min(BATCH, count - n) }, (_, i) => event(n + i)))
  // The reader is not left behind by more than a little: what is measured is both.
  while (n + BATCH - read > 20_000 && performance.now() - started < PATIENCE_MS) await delay(1)
  while (shares[0] !== undefined && n + BATCH >= shares[0] * count) {
    const share = shares.shift()! * 100
    megabytes[`MB at ${share} %`] = memory()
    megabytes[`heap MB at ${share} %`] = process.memoryUsage().heapUsed / 1e6
  }
}
while (read < count && performance.now() - started < PATIENCE_MS) await delay(5)
const seconds = (performance.now() - started) / 1000
const { user, system } = process.cpuUsage()
await subscription.stop(0)
await broker.close()
process.send?.(
  {
    ...{
      events: count,
      missing: count - read,
      'out of order': outOfOrder,
      'events a second': count / seconds,
      's of processor time': (user + system) / 1e6,
    },
    ...megabytes,
  },
  () => process.exit(0),
)
