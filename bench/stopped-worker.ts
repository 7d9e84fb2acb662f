// A worker is stopped past its session and goes on, on real Kafka and PostgreSQL: npm run bench bench/stopped-worker.ts [-- --seconds 95 --documents 60]
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { parseArgs } from 'node:util'
import { pino } from 'pino'
import type { Broker } from '../kernel/broker/broker.ts'
import { openBroker } from '../kernel/broker/open-broker.ts'
import { parseEnv } from '../kernel/runtime/env.ts'
import { startKafka } from '../scripts/kafka/broker.ts'
import { services } from '../services/catalog.ts'
import { sendText, settled } from '../tests/support/http-client.ts'
import { untilQuiet } from '../tests/support/idle-consumers.ts'
import { countRedeliveries, stageRuns } from '../tests/support/load/count-redeliveries.ts'
import { ownInstallation } from '../tests/support/own-database.ts'
import { startProcess } from '../tests/support/server-process.ts'
import { startPostgres } from '../tests/support/services/postgres.ts'
import { needlessRepeats } from './measure/needless-repeats.ts'

const { values } = parseArgs({ options: { seconds: { type: 'string', default: '95' }, documents: { type: 'string', default: '60' } } })
const [seconds, documents] = [Number(values.seconds), Number(values.documents)]
const STAGES = ['parse', 'chunk', 'embed', 'index']
const PUBLIC = ['document.processed', 'document.removed']
const log = pino({ level: 'silent' })
const text = (name: string) =>
  Array.from({ length: 20 }, (_, i) => `Paragraph ${i} of ${name}. ${'The wheel turns. '.repeat(40)}`).join('\n\n')

/** Public events that were told again in other words, and how many were told again at all. */
async function repeats(broker: Broker): Promise<{ again: number; differ: string[] }> {
  const told = new Map<string, string[]>()
  for (const topic of PUBLIC)
    for (const { partition } of await broker.partitions(topic))
      for await (const { headers, value } of broker.read({ topic, partition, from: 'beginning' })) {
        const id = headers.ce_id ?? ''
        told.set(id, [...(told.get(id) ?? []), Buffer.from(value).toString('hex')])
      }
  const all = [...told]
  return {
    again: all.reduce((sum, [, bodies]) => sum + bodies.length - 1, 0),
    differ: all.filter(([, bodies]) => new Set(bodies).size > 1).map(([id]) => id),
  }
}

const dir = await mkdtemp(join(tmpdir(), 'millrace-stopped-'))
const [kafka, postgres] = await Promise.all([startKafka(), startPostgres()])
const env = { DATA_DIR: dir, ...(await ownInstallation(kafka.brokers, postgres.url)) }
const running = [await startProcess(env, ['edge', 'projector']), await startProcess(env, STAGES), await startProcess(env, STAGES)]
const broker = await openBroker(parseEnv(env), 'bench', log)
try {
  const [edge, , worker] = running
  if (!edge || !worker) throw new Error('not all started')
  const ids: string[] = []
  const send = async (count: number, each = 0) => {
    for (let i = 0; i < count; i++) {
      const name = `stopped-${ids.length}.txt`
      const { id, code } = await sendText(edge.url, name, text(name))
      if (code !== 202) throw new Error(`an upload was answered ${code}`)
      ids.push(id)
      await delay(each)
    }
  }
  // Under way in the middle of the first third, so that every stage has something in hand.
  const third = Math.ceil(documents / 3)
  const first = send(third)
  await delay(1000)
  process.kill(worker.pid, 'SIGSTOP')
  const stoppedAt = Date.now()
  const since = performance.now()
  await first
  await send(third, 500)
  await delay(Math.max(0, seconds * 1000 - (performance.now() - since)))
  const resumedAt = Date.now()
  process.kill(worker.pid, 'SIGCONT')
  await send(third)
  const ends = await Promise.all(ids.map((id) => settled(edge.url, id, 240_000)))
  const bad = ends.filter(({ status }) => status !== 'complete')
  const consumers = services.flatMap((service) => service.consumers ?? [])
  await untilQuiet(
    { broker },
    consumers,
    services.flatMap((service) => service.views ?? []),
    120_000,
  )
  const sent = new Set(ids)
  const needless = needlessRepeats(await stageRuns(broker, sent), { stoppedAt, resumedAt })
  const { redeliveries, deadLetters } = await countRedeliveries(broker, sent)
  const { again, differ } = await repeats(broker)
  const alive = running.every((each) => each.alive())
  console.log(
    `${ids.length} documents, a worker stopped for ${seconds} s: ${bad.length} not complete, ${redeliveries} pieces of work done again, ${needless.reduce((sum, { times }) => sum + times, 0)} of them without need, ` +
      `${deadLetters} dead letters, no lag left, ${again} public events told again and ${differ.length} of them in other bytes; all processes ${alive ? 'live' : 'do not live'}`,
  )
  if (bad.length + deadLetters + differ.length + needless.length > 0 || !alive) {
    const when = (times: readonly number[]) => times.map((at) => `${((at - resumedAt) / 1000).toFixed(1)}`).join(', ')
    for (const { key, due, begun, done } of needless)
      console.error(
        `${key}: due ${when([due])}, begun ${when(begun)}, done ${when(done)} s after it went on (it was stopped at ${when([stoppedAt])})`,
      )
    for (const each of running) console.error(each.output().slice(-3000))
    process.exitCode = 1
  }
} finally {
  await broker.close()
  for (const each of running) {
    if (each.alive()) process.kill(each.pid, 'SIGCONT')
    await each.kill()
  }
  await Promise.all([kafka.stop(), postgres.stop()])
  await rm(dir, { recursive: true, force: true, maxRetries: 5 })
}
