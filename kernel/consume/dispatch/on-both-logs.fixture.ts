import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { pino } from 'pino'
import { afterEach, beforeEach, describe, inject } from 'vitest'
import { ownDatabase } from '../../../tests/support/own-database.ts'
import type { Broker, OutgoingRecord } from '../../broker/broker.ts'
import { encodeRecord } from '../../broker/codec.ts'
import { openEmbeddedBroker } from '../../broker/embedded/embedded.ts'
import { connectKafkaBroker } from '../../broker/kafka/kafka.ts'
import { claimsMigration } from '../../claims/claims.ts'
import type { Ports } from '../../ports.ts'
import { systemClock } from '../../runtime/clock.ts'
import { newId } from '../../runtime/ids.ts'
import type { Database } from '../../store/database.ts'
import { connectPostgres } from '../../store/postgres.ts'
import { openSqliteDatabase } from '../../store/sqlite.ts'
import { type ConsumerDefinition, defineConsumer } from '../define-consumer.ts'
import { type RunningConsumer, type RunOptions, runConsumer } from '../run-consumer.ts'
import { eventNamed } from './named-event.fixture.ts'

type Named = ReturnType<typeof eventNamed>
type Definition = ConsumerDefinition<readonly [Named], readonly [Named], never>

/** `log`: instead of the one under test. */
type More = Pick<RunOptions, 'holder' | 'onBoundary'> & { readonly log?: Broker }

/** What a test of consumers has: `asked` and `answered` on a log of its own, with a store; all of it is fresh for each test. */
export interface LogUnderTest {
  readonly kind: string
  broker: Broker
  database: Database
  asked: Named
  answered: Named
  /** Where they are, on Kafka with PostgreSQL. */
  addresses?: { readonly kafkaBrokers: string; readonly databaseUrl: string }
  /** Runs a consumer of `asked`; what it leaves out is one try and five minutes. Stopped after the test. */
  run(definition: Pick<Definition, 'handle'> & Partial<Definition>, more?: More): Promise<RunningConsumer>
  /** Asks; the names are the keys. */
  send(...names: string[]): Promise<unknown>
  recordOf(name: string): OutgoingRecord
  /** The names that were answered, a partition after the other. */
  answers(): Promise<string[]>
}

const log = pino({ level: 'silent' })
const kafkaBrokers = inject('kafkaBrokers')
const databaseUrl = inject('databaseUrl')
const external = kafkaBrokers && databaseUrl ? { kafkaBrokers, databaseUrl } : undefined

/** The same tests on the embedded log with SQLite and, where they run, on Kafka with PostgreSQL. */
export function describeOnBothLogs(title: string, partitions: number, tests: (here: LogUnderTest) => void): void {
  if (!external) console.log(`skipped: ${title} on Kafka and PostgreSQL (${inject('skipped')})`)
  const embedded = { kind: 'the embedded log', open: openEmbedded }
  const places = external ? [embedded, { kind: 'Kafka', open: () => openExternal(external) }] : [embedded]
  describe.each(places)(`${title} on $kind`, ({ kind, open }) => {
    let dir: string
    let running: RunningConsumer[]
    const here = { kind, send, recordOf, run, answers } as LogUnderTest
    beforeEach(async () => {
      dir = mkdtempSync(join(tmpdir(), 'millrace-consumers-'))
      running = []
      Object.assign(here, await open(dir), { asked: eventNamed(`test.asked-${newId()}`), answered: eventNamed(`test.answered-${newId()}`) })
      await here.database.migrate([claimsMigration])
      const names = [here.asked.name, here.answered.name, 'dead.letter']
      await here.broker.ensureTopics(names.map((name) => ({ name, partitions, cleanup: 'delete' as const, retention_ms: -1 })))
    })
    afterEach(async () => {
      await Promise.all(running.map((r) => r.stop(0)))
      await Promise.all([here.broker.close(), here.database.close()])
      rmSync(dir, { recursive: true, force: true })
    })
    tests(here)

    async function run(
      definition: Pick<Definition, 'handle'> & Partial<Definition>,
      { log: own, ...more }: More = {},
    ): Promise<RunningConsumer> {
      const { asked, answered, broker, database } = here
      const consumer = defineConsumer({
        name: asked.name,
        runs: 'worker',
        on: [asked],
        emits: [answered],
        needs: [],
        retry: { attempts: 1, baseMs: 1, capMs: 1 },
        timeoutMs: 300_000,
        ...definition,
      })
      const ports = { broker: own ?? broker, database, clock: systemClock } as unknown as Ports
      const started = await runConsumer({ consumer, ports, log, parkLeaseMs: 2000, ...more })
      running.push(started)
      return started
    }
    function recordOf(name: string): OutgoingRecord {
      return encodeRecord(here.asked.make({ name }), { id: newId(), source: '/test', requestId: 'r', time: Date.now() })
    }
    function send(...names: string[]): Promise<unknown> {
      return here.broker.publish(names.map(recordOf))
    }
    async function answers(): Promise<string[]> {
      const all: string[] = []
      for (let partition = 0; partition < partitions; partition++)
        for await (const { value } of here.broker.read({ topic: here.answered.name, partition, from: 'beginning' }))
          all.push(here.answered.schema.parse(JSON.parse(Buffer.from(value).toString())).name)
      return all
    }
  })
}

const openEmbedded = async (dir: string) => ({
  broker: await openEmbeddedBroker({ dir, log }),
  database: await openSqliteDatabase({ dir }),
})

const openExternal = async ({ kafkaBrokers, databaseUrl }: { kafkaBrokers: string; databaseUrl: string }) => {
  const addresses = { kafkaBrokers, databaseUrl: await ownDatabase(databaseUrl) }
  const broker = await connectKafkaBroker({ brokers: kafkaBrokers.split(','), clientId: 'consumers', log })
  return { broker, database: await connectPostgres({ url: addresses.databaseUrl, log }), addresses }
}
