import { setTimeout as delay } from 'node:timers/promises'
import { sameDifferences } from '../kernel/broker/topic-differences.ts'
import { readTopics } from '../kernel/broker/topics.ts'
import { configReader, type FollowedConfig, followConfigFile } from '../kernel/config/config-file.ts'
import { followSettings } from '../kernel/config/live-config.ts'
import type { Consumer } from '../kernel/consume/define-consumer.ts'
import { databaseDeliveries } from '../kernel/consume/dispatch/deliveries.ts'
import { publishDrafts } from '../kernel/consume/publish.ts'
import { observeConsumers, runConsumer } from '../kernel/consume/run-consumer.ts'
import { type LagWatch, type Watched, watchLag } from '../kernel/consume/watch-lag.ts'
import { groupsOf } from '../kernel/consumer-groups.ts'
import { runSweep } from '../kernel/conversations/sweep.ts'
import { dependenciesOf, dependenciesOfServices, machineClock, workerDependencies } from '../kernel/dependencies.ts'
import { listenOn } from '../kernel/http/server/listen-on.ts'
import { openMetricsPort } from '../kernel/http/server/metrics-port.ts'
import { establishInstallation, type Installation, stampedBroker } from '../kernel/installation/establish.ts'
import { watchInstallation } from '../kernel/installation/watch.ts'
import { NO_MODEL } from '../kernel/llm/no-model.ts'
import { kernelMigrations } from '../kernel/migrations.ts'
import { runOutbox } from '../kernel/outbox/run-outbox.ts'
import type { Ports } from '../kernel/ports.ts'
import { consumerOf } from '../kernel/runs/workers/work.ts'
import type { Env } from '../kernel/runtime/env.ts'
import { messageOf } from '../kernel/runtime/errors.ts'
import { createHealth, type Dependency } from '../kernel/runtime/health.ts'
import { createLifecycle, handleSignals, type Lifecycle } from '../kernel/runtime/lifecycle.ts'
import { createLogger, type Logger } from '../kernel/runtime/log.ts'
import { createMetrics, type Metrics } from '../kernel/runtime/metrics.ts'
import { startTraceExport } from '../kernel/runtime/trace-export.ts'
import { VERSION } from '../kernel/runtime/version.ts'
import { ensureIndexes } from '../kernel/search/ensure-indexes.ts'
import type { Service } from '../kernel/service.ts'
import { migrationsOfNewer } from '../kernel/store/migrate.ts'
import { runTimers } from '../kernel/timers/run-timers.ts'
import { projectedTopics } from '../kernel/views/project.ts'
import { type RunningProjector, runProjector, waitCurrent, waitProjected } from '../kernel/views/run-projector.ts'
import { services } from './catalog.ts'
import { configSchema } from './config-schema.ts'
import { createEdge } from './edge/create-edge.ts'
import { openPorts } from './open-ports.ts'

/** Services of the process that have no folder of their own in the catalog. */
const ROLES = ['edge', 'projector'] as const
/** What a handler may still need to finish once the process was asked to stop. */
const DRAIN_MS = 6_000
/** An edge waits this long for the projector before it answers all the same. */
const READ_YOUR_WRITE_MS = 5_000
/** A start waits this long for the views to come up with the log; after that, what depends on them says so itself. */
const CATCH_UP_MS = 10_000

interface Parts {
  readonly env: Env
  readonly ports: Ports
  readonly log: Logger
  readonly metrics: Metrics
  readonly lifecycle: Lifecycle
  /** Whether store and log are still those of the start, and the machine's clock is right. */
  readonly installation: readonly Dependency[]
}

/** Starts the named services in this process and keeps them until a signal. Rejects when a part cannot start. */
export async function start(env: Env): Promise<void> {
  const log = createLogger(env.LOG_LEVEL, env.LOG_FORMAT)
  const lifecycle = createLifecycle(log)
  const chosen = choose(env.SERVICES)
  const stopTraces = await startTraceExport(env, VERSION)
  if (stopTraces) lifecycle.onStop('traces', stopTraces)
  const metrics = createMetrics()
  const ports = await openPorts(env, log, lifecycle, metrics)
  handleSignals(lifecycle, log)
  const installation = await establish(ports, log)
  const configFile = await prepare(env, ports, log, lifecycle)
  const owned = { ...ports, broker: stampedBroker(ports.broker, installation.id) }
  const watched = watchInstallation(owned, installation, log)
  lifecycle.watch('installation', watched.lost)
  lifecycle.onStop('installation', watched.stop)
  const watches = [...watched.dependencies, ...machineClock(ports.clock)]
  const parts: Parts = { env, ports: owned, log, metrics, lifecycle, installation: watches }
  startDelivery(parts)
  const projector = chosen.projector ? [await startProjector(parts)] : []
  const lag = await startConsumers(chosen.working, projector, parts)
  await startMetricsPort(parts, lag, chosen.edge)
  if (chosen.edge) await startEdge(parts, lag, configFile)
  else process.stdout.write(`Millrace runs ${env.SERVICES.join(', ')}\n`)
  log.info({ services: env.SERVICES, broker: ports.broker.kind, database: ports.database.kind, search: ports.search.kind }, 'ready')
}

interface Chosen {
  readonly edge: boolean
  readonly projector: boolean
  /** Services of which something runs here, and the consumers of each that do. */
  readonly working: readonly { readonly service: Service; readonly consumers: readonly Consumer[] }[]
}

/** Which roles and services SERVICES names. An unknown name stops the start. */
export function choose(names: readonly string[]): Chosen {
  const known = new Set<string>(['all', ...ROLES, ...services.map((s) => s.name)])
  const unknown = names.filter((n) => !known.has(n))
  if (unknown.length) throw new Error(`SERVICES: there is no service named ${unknown.join(', ')}; known are ${[...known].join(', ')}`)
  const wanted = (name: string) => names.includes('all') || names.includes(name)
  const working = services.map((service) => {
    const all = [...(service.consumers ?? []), ...(service.runs ?? []).map((run) => consumerOf(run))]
    return { service, consumers: all.filter(({ runs }) => wanted(service.name) || (runs === 'edge' && wanted('edge'))) }
  })
  return { edge: wanted('edge'), projector: wanted('projector'), working: working.filter(({ consumers }) => consumers.length > 0) }
}

/** Topics and tables, made where they are missing, and whose they are; state that is kept on the log alone comes back from there. */
async function establish(ports: Ports, log: Logger): Promise<Installation> {
  for (const difference of sameDifferences(await ports.broker.ensureTopics(readTopics())))
    log.warn(difference, 'topics differ from topics.yaml; see npm run topics')
  const known = [...kernelMigrations, ...services.flatMap((s) => s.migrations ?? [])]
  const migrations = await ports.database.migrate(known)
  if (migrations.length) log.info({ migrations }, 'the database was brought to this version')
  const newer = await migrationsOfNewer(ports.database.tables(), known)
  if (newer.length)
    log.warn({ migrations: newer }, 'the database was brought further by a newer version: this one leaves what it added alone')
  const installation = await establishInstallation(ports, log)
  for (const { restore } of services) await restore?.(ports, log)
  return installation
}

/** Indexes, made where they are missing; the settings and config.yaml in force, and followed. Safe in several processes at once. */
async function prepare(env: Env, ports: Ports, log: Logger, lifecycle: Lifecycle): Promise<FollowedConfig> {
  const live = { database: ports.database, config: ports.config, schema: configSchema, log }
  const settings = await followSettings(live)
  lifecycle.onStop('settings', settings.stop)
  const connections = await ports.connections.follow()
  lifecycle.onStop('connections to models', connections.stop)
  await ensureIndexes(ports, ports.config.indexes.aliases)
  const { config } = ports
  const changed = () => ensureIndexes(ports, config.indexes.aliases)
  const file = followConfigFile({ ...live, read: configReader(env, ports.blobs), model: env.LLM_MODEL, changed })
  lifecycle.onStop('configuration file', file.stop)
  return file
}

/** What transactions and timers leave to be published, and what has expired, by every process for all of them. */
function startDelivery({ ports: { database, broker, clock }, log, lifecycle }: Parts): void {
  const outbox = runOutbox({ database, broker, log })
  lifecycle.onStop('outbox', outbox.stop)
  const timers = runTimers({ database, clock, log })
  lifecycle.onStop('timers', timers.stop)
  const sweep = runSweep({ database, clock, log })
  lifecycle.onStop('conversations', sweep.stop)
}

async function startProjector({ ports, log, lifecycle }: Parts): Promise<RunningProjector> {
  const views = services.flatMap((s) => s.views ?? [])
  const projector = await runProjector({ broker: ports.broker, database: ports.database, views, log })
  lifecycle.onStop('projector', () => projector.stop())
  lifecycle.watch('projector', projector.crashed)
  // A failure of the process, or of power, takes the embedded store back behind what was answered.
  if (ports.database.kind === 'sqlite' && !(await waitCurrent(ports.broker, ports.database, projectedTopics(views), CATCH_UP_MS)))
    log.warn('the views are still behind the log; uploads wait for them')
  return projector
}

async function startConsumers(working: Chosen['working'], projector: readonly Watched[], parts: Parts): Promise<LagWatch> {
  const { ports, log, metrics, lifecycle } = parts
  for (const { service } of working) if (service.stop) lifecycle.onStop(service.name, service.stop)
  for (const [queue, depth] of working.flatMap(({ service }) => Object.entries(service.queues ?? {}))) metrics.watchQueue(queue, depth)
  const consumers = working.flatMap((one) => one.consumers)
  const observer = observeConsumers(metrics)
  const deliveries = databaseDeliveries(ports.database)
  const running = await Promise.all(consumers.map((consumer) => runConsumer({ consumer, ports, log, observer, deliveries })))
  for (const { name, crashed } of running) lifecycle.watch(name, crashed)
  const lag = watchLag({ broker: ports.broker, consumers: [...running, ...projector], metrics, log })
  lifecycle.watch('lag', lag.hopeless)
  lifecycle.onStop('consumers', async () => {
    lag.stop()
    await Promise.all(running.map((r) => r.stop(DRAIN_MS)))
  })
  return lag
}

/** Readiness of the consumers: a stalled one keeps the process from being ready. */
const moving = (lag: LagWatch): Dependency => ({
  name: 'consumers',
  required: true,
  async check() {
    if (lag.stalled().length > 0) throw new Error(`not moving: ${lag.stalled().join(', ')}`)
  },
})

/** Before the edge, so that it is the last to stop answering. */
async function startMetricsPort({ env, ports, log, metrics, lifecycle, installation }: Parts, lag: LagWatch, edge: boolean): Promise<void> {
  if (env.METRICS_PORT === undefined) return
  const dependencies = [
    ...(edge ? [...dependenciesOf(ports), ...dependenciesOfServices(services, ports, env, groupsOf(services))] : workerDependencies(ports)),
    moving(lag),
    ...installation,
  ]
  const health = createHealth(dependencies, { clock: ports.clock, log })
  const { stopping } = lifecycle
  const port = await openMetricsPort({ host: env.METRICS_HOST, port: env.METRICS_PORT, metrics, health, stopping, log })
  lifecycle.onStop('metrics port', port.close)
  process.stdout.write(`Millrace tells its metrics at ${port.address}\n`)
}

async function startEdge(
  { env, ports, log, metrics, lifecycle, installation }: Parts,
  lag: LagWatch,
  { dependency: configuration }: FollowedConfig,
): Promise<void> {
  const app = await createEdge({
    env,
    ports,
    log,
    services,
    metrics,
    dependencies: [moving(lag), configuration, ...installation],
    probes: [{ ...configuration, details: { source: env.CONFIG_SOURCE } }],
    publish: (drafts, cause) => publishDrafts(ports.broker, ports.clock, 'edge', drafts, cause),
    projected: (positions, timeoutMs = READ_YOUR_WRITE_MS) => waitProjected(ports.database, positions, timeoutMs),
  })
  const address = await listenOn(app, { host: env.HOST, port: env.PORT }).catch((error) => {
    throw new Error(
      `HOST, PORT: ${env.HOST}:${env.PORT} cannot be listened on (${messageOf(error)}); give another PORT, or 0 for one that is free`,
      {
        cause: error,
      },
    )
  })
  lifecycle.onStop('edge', async () => {
    app.setDraining()
    // Whoever asks whether it is ready sees that it is not, while it still answers.
    await delay(env.DRAIN_SECONDS * 1000)
    await app.close()
  })
  process.stdout.write(`Millrace listens on ${address}\n`)
  if (ports.llm.provider === 'embedded') process.stdout.write(`${NO_MODEL}\n`)
}
