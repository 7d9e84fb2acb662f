import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { pino } from 'pino'
import { filesystemBlobs } from '../../kernel/blobs/filesystem.ts'
import type { Broker } from '../../kernel/broker/broker.ts'
import { openEmbeddedBroker } from '../../kernel/broker/embedded/embedded.ts'
import { connectKafkaBroker } from '../../kernel/broker/kafka/kafka.ts'
import { prefixedBroker } from '../../kernel/broker/prefixed.ts'
import { readTopics } from '../../kernel/broker/topics.ts'
import { tracedBroker } from '../../kernel/broker/traced.ts'
import { configSchemaOf, parseConfig } from '../../kernel/config/config.ts'
import { testConnections } from '../../kernel/connections/connections.fixture.ts'
import type { Consumer } from '../../kernel/consume/define-consumer.ts'
import { databaseDeliveries } from '../../kernel/consume/dispatch/deliveries.ts'
import { publishDrafts } from '../../kernel/consume/publish.ts'
import { runConsumer } from '../../kernel/consume/run-consumer.ts'
import { hashingEmbedder } from '../../kernel/embed/hashing.ts'
import { extractiveLlm } from '../../kernel/llm/extractive/extractive.ts'
import { kernelMigrations } from '../../kernel/migrations.ts'
import { runOutbox } from '../../kernel/outbox/run-outbox.ts'
import { storedPlans } from '../../kernel/plans/stored.ts'
import type { Ports } from '../../kernel/ports.ts'
import { systemClock } from '../../kernel/runtime/clock.ts'
import { parseEnv } from '../../kernel/runtime/env.ts'
import { defaultIndexSpec } from '../../kernel/search/default-index.ts'
import { openEmbeddedSearch } from '../../kernel/search/embedded/open-embedded-search.ts'
import type { Service } from '../../kernel/service.ts'
import { connectPostgres } from '../../kernel/store/postgres.ts'
import { openSqliteDatabase } from '../../kernel/store/sqlite.ts'
import { createTemplates } from '../../kernel/templates/jinja.ts'
import { runProjector, waitProjected } from '../../kernel/views/run-projector.ts'
import { chunk } from '../../services/documents/chunk/service.ts'
import { embed } from '../../services/documents/embed/service.ts'
import { index } from '../../services/documents/index/service.ts'
import { knowledge } from '../../services/documents/knowledge/service.ts'
import { closeParserPool } from '../../services/documents/parse/consumer.ts'
import { parse } from '../../services/documents/parse/service.ts'
import { searchAdmin } from '../../services/documents/search-admin/service.ts'
import { uploads } from '../../services/documents/uploads/service.ts'
import { createEdge } from '../../services/edge/create-edge.ts'
import { createGates, type Gates } from './gates.ts'
import { untilQuiet } from './idle-consumers.ts'

const log = pino({ level: 'silent' })
const services = [uploads, parse, chunk, embed, index, knowledge, searchAdmin]
const consumers = services.flatMap((s) => s.consumers ?? [])
const views = services.flatMap((s) => s.views ?? [])

/** A config.yaml that sets little: one model, one index, small chunks and files. */
export const smallConfig = (services: readonly Service[], more: Readonly<Record<string, unknown>> = {}) =>
  parseConfig(
    {
      llms: { defaults: { params: {} }, models: { default: { model: 'm' } } },
      indexes: { default: 'default', aliases: { default: 'documents' } },
      chunking: { max_tokens: 50, overlap_tokens: 0 },
      retrieval: { top_k: 5, mode: 'auto', weights: { text: 1, vector: 0.5 } },
      parsing: { timeout_ms: 50_000, memory_mb: 900, max_inflated_mb: 100, max_compression_ratio: 100, max_archive_entries: 1000 },
      upload: { max_file_size_mb: 1 },
      ...more,
    },
    configSchemaOf(services.flatMap((s) => s.config ?? [])),
  )
// What has ended goes at once, so that what is left behind shows.
const config = smallConfig(services, { retention: { generations: 0 } })

/** The real services that a stack runs on instead of the embedded parts. */
export interface External {
  readonly kafkaBrokers: string
  readonly databaseUrl: string
}

/** Changes the ports that the consumers get, to make them fail or to count their calls. */
export type WrapPorts = (ports: Ports) => Ports

export interface PipelineStack {
  readonly url: string
  readonly ports: Ports
  readonly gates: Gates
  /** How often a consumer did something for a document: gave events, or failed. */
  runs(consumer: string, documentId: string): number
  /** Resolves when no consumer and no view has anything left to do. */
  quiet(): Promise<void>
  /** Ends all that runs without letting it finish, and starts it again on the same data. */
  crash(): Promise<void>
  dispose(): Promise<void>
}

async function openBroker(dir: string, prefix: string, external: External | undefined): Promise<Broker> {
  if (!external) return openEmbeddedBroker({ dir, log })
  return prefixedBroker(await connectKafkaBroker({ brokers: external.kafkaBrokers.split(','), clientId: 'races', log }), prefix)
}

async function openPorts(dir: string, prefix: string, external: External | undefined): Promise<Ports> {
  const embedder = hashingEmbedder()
  const kept = {
    blobs: await filesystemBlobs({ dir, container: 'documents' }),
    database: external ? await connectPostgres({ url: external.databaseUrl, log }) : await openSqliteDatabase({ dir }),
  }
  const ports: Ports = {
    ...kept,
    broker: tracedBroker(await openBroker(dir, prefix, external)),
    connections: testConnections(kept, log),
    search: await openEmbeddedSearch({ dir, log }),
    embedder,
    llm: extractiveLlm(),
    templates: createTemplates(),
    plans: storedPlans({ database: kept.database, clock: systemClock }),
    config,
    clock: systemClock,
  }
  const used = new Set([...consumers.flatMap((c) => [...c.on, ...c.emits]), ...views.flatMap((v) => v.on)].map((e) => e.name))
  await ports.broker.ensureTopics(readTopics().filter((t) => used.has(t.name) || t.name === 'dead.letter'))
  await ports.database.migrate([...kernelMigrations, ...services.flatMap((s) => s.migrations ?? [])])
  if (!(await ports.search.getIndex('documents'))) await ports.search.createIndex(defaultIndexSpec('documents', embedder.dimensions))
  return ports
}

/** Fewer and shorter waits than in production; otherwise the very same consumer. */
function observed(consumer: Consumer, runs: Map<string, number>): Consumer {
  const count = (payload: unknown) => {
    const key = `${consumer.name}/${(payload as { document_id: string }).document_id}`
    runs.set(key, (runs.get(key) ?? 0) + 1)
  }
  return {
    ...consumer,
    retry: { attempts: 2, baseMs: 1, capMs: 2 },
    async handle(ctx, event) {
      try {
        const drafts = await consumer.handle(ctx, event)
        if (drafts.length > 0) count(event.payload)
        return drafts
      } catch (error) {
        count(event.payload)
        throw error
      }
    },
  }
}

/** Everything between POST /upload and the index in this process, on the embedded parts or on real services, with gates at every boundary. */
export async function pipelineStack(external?: External, wrap: WrapPorts = (ports) => ports): Promise<PipelineStack> {
  const dir = await mkdtemp(join(tmpdir(), 'millrace-races-'))
  const prefix = `races-${process.pid}-${Date.now()}.`
  const gates = createGates()
  const runs = new Map<string, number>()
  const env = parseEnv({ RATE_LIMIT_PER_MINUTE: '0', PORT: '0', DATA_DIR: dir })

  async function begin() {
    const ports = await openPorts(dir, prefix, external)
    const { broker, database, clock } = ports
    const projector = await runProjector({ broker, database, views, log })
    const deliveries = databaseDeliveries(database)
    const running = await Promise.all(
      consumers.map((consumer) =>
        runConsumer({
          consumer: observed(consumer, runs),
          ports: wrap(ports),
          log,
          deliveries,
          onBoundary: gates.hookOf(consumer.name),
        }),
      ),
    )
    const outbox = runOutbox({ database, broker, log })
    const app = await createEdge({
      env,
      ports,
      log,
      services,
      publish: (drafts, cause) => publishDrafts(broker, clock, 'edge', drafts, cause),
      projected: (positions, timeoutMs = 10_000) => waitProjected(database, positions, timeoutMs),
    })
    const url = await app.listen({ host: '127.0.0.1', port: 0 })
    return { ports, running, projector, outbox, app, url }
  }

  let now = await begin()
  async function end() {
    await now.app.close()
    const stopped = Promise.all([...now.running.map((r) => r.stop(0)), now.projector.stop(), now.outbox.stop()])
    gates.killHeld()
    await stopped
    const { broker, database, search, templates } = now.ports
    await Promise.all([broker.close(), database.close(), search.close(), templates.close()])
  }
  return {
    get url() {
      return now.url
    },
    get ports() {
      return now.ports
    },
    gates,
    runs: (consumer, documentId) => runs.get(`${consumer}/${documentId}`) ?? 0,
    quiet: () => untilQuiet(now.ports, consumers, views),
    async crash() {
      await end()
      now = await begin()
    },
    async dispose() {
      await end()
      await closeParserPool()
      await rm(dir, { recursive: true, force: true })
    },
  }
}
