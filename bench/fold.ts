// npm run bench -- bench/fold.ts [--documents 400]: records a second into the views, as the projector catches up and as they are rebuilt, on Kafka and PostgreSQL.
import { parseArgs } from 'node:util'
import { pino } from 'pino'
import type { Position } from '../kernel/broker/broker.ts'
import { connectKafkaBroker } from '../kernel/broker/kafka/kafka.ts'
import { prefixedBroker } from '../kernel/broker/prefixed.ts'
import { readTopics } from '../kernel/broker/topics.ts'
import { publishDrafts } from '../kernel/consume/publish.ts'
import { kernelMigrations } from '../kernel/migrations.ts'
import { systemClock } from '../kernel/runtime/clock.ts'
import { connectPostgres } from '../kernel/store/postgres.ts'
import { rebuildViews } from '../kernel/views/rebuild-views.ts'
import { runProjector, waitProjected } from '../kernel/views/run-projector.ts'
import { startKafka } from '../scripts/kafka/broker.ts'
import { services } from '../services/catalog.ts'
import { uploadEventsOf } from '../services/documents/status/upload-events.fixture.ts'
import { startPostgres } from '../tests/support/services/postgres.ts'

const { values } = parseArgs({ options: { documents: { type: 'string', default: '400' } } })
const documents = Number(values.documents)
const log = pino({ level: 'silent' })
const kafka = await startKafka()
const postgres = await startPostgres()
const prefix = 'fold.'
const connect = async () => prefixedBroker(await connectKafkaBroker({ brokers: kafka.brokers.split(','), clientId: 'fold', log }), prefix)
const views = services.flatMap((service) => service.views ?? [])

/** The longest that somebody else who asks the database waits for a connection meanwhile. */
function watchOthers(ping: () => Promise<void>) {
  let longest = 0
  let on = true
  const done = (async () => {
    while (on) {
      const started = performance.now()
      await ping().catch(() => undefined)
      longest = Math.max(longest, performance.now() - started)
      await new Promise((resolve) => setTimeout(resolve, 20))
    }
  })()
  return async () => {
    on = false
    await done
    return Math.round(longest)
  }
}

async function measure(name: string, ping: () => Promise<void>, work: () => Promise<number>): Promise<void> {
  const others = watchOthers(ping)
  const started = performance.now()
  const records = await work()
  const seconds = (performance.now() - started) / 1000
  const longest = await others()
  console.log(
    `${name}: ${records} records in ${seconds.toFixed(1)} s, ${Math.round(records / seconds)}/s; another query waited ${longest} ms at most`,
  )
}

try {
  const broker = await connect()
  await broker.ensureTopics(readTopics())
  const positions: Position[] = []
  for (let i = 0; i < documents; i++) {
    const events = uploadEventsOf(`file ${i}.txt`)
    const drafts = [events.received(), events.parsed(), events.chunked(), events.embedded(), events.indexed()]
    positions.push(...(await publishDrafts(broker, systemClock, 'bench', drafts, { requestId: 'bench' })))
  }
  console.log(
    `${positions.length} records of ${documents} uploads in ${new Set(positions.map((p) => `${p.topic}/${p.partition}`)).size} partitions`,
  )
  for (const pool of [5, 2, 1]) {
    const database = await connectPostgres({ url: postgres.url, log, pool })
    const watching = await connectPostgres({ url: postgres.url, log, pool: 1 })
    await database.migrate([...kernelMigrations, ...services.flatMap((service) => service.migrations ?? [])])
    await database.tables<{ projected_positions: object }>().deleteFrom('projected_positions').execute()
    for (const view of views) await database.tables<Record<string, object>>().deleteFrom(view.name).execute()
    await measure(`catch-up, DATABASE_POOL=${pool}`, database.ping, async () => {
      const projector = await runProjector({ broker, database, views, log })
      if (!(await waitProjected(watching, positions, 300_000))) throw new Error('the views did not follow')
      await projector.stop()
      return positions.length
    })
    await measure(`rebuild, DATABASE_POOL=${pool}`, database.ping, () => rebuildViews({ broker, database, views, log }))
    await Promise.all([database.close(), watching.close()])
  }
  await broker.close()
} finally {
  await Promise.all([kafka.stop(), postgres.stop()])
}
