// Durable events a second of the embedded log, beside a file to which as many are appended before each fdatasync:
// npm run bench bench/speed/log.ts [-- --publishers 64 --seconds 3 --rounds 5]
import { closeSync, fdatasyncSync, mkdtempSync, openSync, rmSync, writeSync } from 'node:fs'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { pino } from 'pino'
import { openEmbeddedBroker } from '../../kernel/broker/embedded/embedded.ts'
import { type Figures, middle, printTables, sideBySide } from './side-by-side.ts'

const { values } = parseArgs({
  options: {
    publishers: { type: 'string', default: '64' },
    seconds: { type: 'string', default: '3' },
    rounds: { type: 'string', default: '5' },
    /** A folder on the disk that is measured: /tmp may be memory. */
    dir: { type: 'string', default: '.' },
  },
})
const PUBLISHERS = Number(values.publishers)
const MS = Number(values.seconds) * 1000
const RECORD_BYTES = 1024
const value = Buffer.alloc(RECORD_BYTES, 97)
const dir = mkdtempSync(join(values.dir, '.bench-log-'))
const broker = await openEmbeddedBroker({ dir, log: pino({ level: 'silent' }) })
await broker.ensureTopics([{ name: 'events', partitions: 6, cleanup: 'delete', retention_ms: -1 }])

const figures = (count: number, from: number, cpu: NodeJS.CpuUsage): Figures => {
  const { user, system } = process.cpuUsage(cpu)
  return { 'events/s': (count * 1000) / (performance.now() - from), 'CPU µs an event': (user + system) / count }
}

async function log(): Promise<Figures> {
  let count = 0
  const [from, cpu] = [performance.now(), process.cpuUsage()]
  const publisher = async (key: string) => {
    while (performance.now() - from < MS) {
      await broker.publish([{ topic: 'events', key, value, headers: { ce_type: 'bench' } }])
      count++
    }
  }
  await Promise.all(Array.from({ length: PUBLISHERS }, (_, i) => publisher(`k${i}`)))
  return figures(count, from, cpu)
}

async function file(): Promise<Figures> {
  const fd = openSync(join(dir, 'bare'), 'w')
  let count = 0
  const [from, cpu] = [performance.now(), process.cpuUsage()]
  for (; performance.now() - from < MS; count += PUBLISHERS) {
    writeSync(fd, Buffer.concat(Array.from({ length: PUBLISHERS }, () => value)))
    fdatasyncSync(fd)
  }
  closeSync(fd)
  return figures(count, from, cpu)
}

try {
  await log()
  const rounds = await sideBySide(Number(values.rounds), { 'embedded log': log, 'append and fdatasync': file })
  const measured = middle(rounds['embedded log'], 'events/s') / middle(rounds['append and fdatasync'], 'events/s')
  printTables(rounds, [{ claim: 'durable events a second beside grouped fdatasync', measured, bar: 0.8, atLeast: true }])
} finally {
  await broker.close()
  rmSync(dir, { recursive: true, force: true })
}
