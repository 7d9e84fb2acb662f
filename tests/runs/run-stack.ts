import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { pino } from 'pino'
import { platformLimits } from '../../kernel/access/limits.ts'
import { filesystemBlobs } from '../../kernel/blobs/filesystem.ts'
import type { Broker } from '../../kernel/broker/broker.ts'
import { openEmbeddedBroker } from '../../kernel/broker/embedded/embedded.ts'
import { connectKafkaBroker } from '../../kernel/broker/kafka/kafka.ts'
import { prefixedBroker } from '../../kernel/broker/prefixed.ts'
import { readTopics } from '../../kernel/broker/topics.ts'
import { type RunningConsumer, runConsumer } from '../../kernel/consume/run-consumer.ts'
import { kernelMigrations } from '../../kernel/migrations.ts'
import { runOutbox } from '../../kernel/outbox/run-outbox.ts'
import type { Ports } from '../../kernel/ports.ts'
import type { Run } from '../../kernel/runs/define-run.ts'
import { runCallsMigration, runsMigration } from '../../kernel/runs/tables.ts'
import { runsDue } from '../../kernel/runs/workers/due.ts'
import { consumerOf, type StepOptions } from '../../kernel/runs/workers/work.ts'
import { systemClock } from '../../kernel/runtime/clock.ts'
import { connectPostgres } from '../../kernel/store/postgres.ts'
import { openSqliteDatabase } from '../../kernel/store/sqlite.ts'
import { runTimers } from '../../kernel/timers/run-timers.ts'
import { stepTopic } from '../../schemas/run.ts'

const log = pino({ level: process.env.RUNS_LOG ?? 'silent' })

/** The real services that runs go on instead of the embedded parts. */
export interface RunServices {
  readonly kafkaBrokers: string
  readonly databaseUrl: string
  /** Of the topics and groups of this installation. */
  readonly prefix: string
}

/** The ports that runs need, with tables and topics made; in a folder of the caller's. */
export async function openRunPorts(
  dir: string,
  kinds: readonly string[],
  services?: RunServices,
  more: Partial<Ports> = {},
): Promise<Ports> {
  const broker: Broker = services
    ? prefixedBroker(await connectKafkaBroker({ brokers: services.kafkaBrokers.split(','), clientId: 'runs', log }), services.prefix)
    : await openEmbeddedBroker({ dir, log })
  const database = services ? await connectPostgres({ url: services.databaseUrl, log }) : await openSqliteDatabase({ dir })
  const used = new Set(['run.due', 'run.ended', 'dead.letter'])
  await broker.ensureTopics([...readTopics().filter(({ name }) => used.has(name)), ...kinds.map(stepTopic)])
  await database.migrate([...kernelMigrations, runsMigration, runCallsMigration])
  const blobs = await filesystemBlobs({ dir, container: 'documents' })
  // Runs of tests use no other port, unless it is given.
  return { broker, database, blobs, clock: systemClock, search: {}, ...more } as unknown as Ports
}

export interface WorkerOptions extends StepOptions {
  readonly parkLeaseMs?: number
  /** Points in the handling of every record, the job layer's own included. */
  readonly onRecord?: (boundary: string) => Promise<void>
  readonly onPublished?: () => Promise<void>
}

/** Everything that works on runs, in this process. */
export async function startRunWorkers(ports: Ports, kinds: readonly Run[], options: WorkerOptions = {}) {
  const { broker, database, clock } = ports
  const { onBoundary, onPublished, onRecord, ...rest } = options
  const outbox = runOutbox({ database, broker, log, ...(onPublished ? { onPublished } : {}) })
  const timers = runTimers({ database, clock, log })
  const consumers = [runsDue, ...kinds.map((kind) => consumerOf(kind, onBoundary ? { onBoundary } : {}))]
  const hooks = onRecord ? { onBoundary: (boundary: string) => onRecord(boundary) } : {}
  const running: RunningConsumer[] = await Promise.all(
    consumers.map((consumer) => runConsumer({ consumer, ports, log, ...rest, ...hooks })),
  )
  return {
    async stop(drainMs = 0) {
      await Promise.all(running.map((r) => r.stop(drainMs)))
      await Promise.all([outbox.stop(), timers.stop()])
    },
  }
}

/** Runs of these kinds on the embedded parts, or on real services, in a folder of their own. */
export async function runStack(kinds: readonly Run[], services?: RunServices, more?: Partial<Ports>) {
  const dir = mkdtempSync(join(tmpdir(), 'millrace-runs-'))
  const ports = await openRunPorts(
    dir,
    kinds.map(({ kind }) => kind),
    services,
    more,
  )
  const workers = await startRunWorkers(ports, kinds)
  return {
    ports,
    async dispose() {
      await workers.stop()
      await Promise.all([ports.broker.close(), ports.database.close()])
      rmSync(dir, { recursive: true, force: true })
    },
  }
}

export const starter = { subject: 'sub:ada', actor: 'ada', limits: platformLimits }
