import { isArtifact } from '../kernel/blobs/artifacts.ts'
import type { Blobs } from '../kernel/blobs/blobs.ts'
import { isUpload } from '../kernel/blobs/raw-path.ts'
import type { Broker } from '../kernel/broker/broker.ts'
import { openBroker } from '../kernel/broker/open-broker.ts'
import { tracedBroker } from '../kernel/broker/traced.ts'
import { budgetedEmbedder, budgetedLlm } from '../kernel/budgets/budgeted.ts'
import { openPlaces } from '../kernel/budgets/places.ts'
import { configReader, readConfigText } from '../kernel/config/config-file.ts'
import { type Around, connectedEmbedder } from '../kernel/connections/connected-embedder.ts'
import { connectedReranker } from '../kernel/connections/connected-reranker.ts'
import { openConnections } from '../kernel/connections/connections.ts'
import { installationKey } from '../kernel/connections/installation-key.ts'
import { cachedEmbedder } from '../kernel/embed/cached.ts'
import type { Embedder } from '../kernel/embed/embedder.ts'
import { prefixedEmbedder } from '../kernel/embed/prefixed.ts'
import { sparedEmbedder } from '../kernel/embed/spared.ts'
import { measuredLlm } from '../kernel/llm/measured.ts'
import { routedLlm } from '../kernel/llm/routed.ts'
import { databaseTroubles } from '../kernel/llm/shared-troubles.ts'
import { createTroubles } from '../kernel/llm/troubles.ts'
import type { Plans } from '../kernel/plans/plans.ts'
import type { Ports } from '../kernel/ports.ts'
import type { Reranker } from '../kernel/rerank/reranker.ts'
import { type Clock, systemClock } from '../kernel/runtime/clock.ts'
import { lockDataDir, openDataDir } from '../kernel/runtime/data-dir.ts'
import type { Env } from '../kernel/runtime/env.ts'
import { inFull } from '../kernel/runtime/errors.ts'
import type { Lifecycle } from '../kernel/runtime/lifecycle.ts'
import type { Logger } from '../kernel/runtime/log.ts'
import type { Metrics } from '../kernel/runtime/metrics.ts'
import type { SearchIndex } from '../kernel/search/search.ts'
import type { Database } from '../kernel/store/database.ts'
import { createTemplates } from '../kernel/templates/jinja.ts'
import { catalog } from '../schemas/catalog.ts'
import { configSchema } from './config-schema.ts'

/** Builds every port once, from the environment; what is opened is closed by the lifecycle. Adapters that are not configured are not even loaded. */
export async function openPorts(env: Env, log: Logger, lifecycle: Lifecycle, metrics?: Metrics): Promise<Ports> {
  await openDataDir(env.DATA_DIR)
  // Nobody else may hold the embedded log, nor the embedded views, whose changes only this process hears of.
  if (isAlone(env)) {
    const lock = lockDataDir(env.DATA_DIR)
    lifecycle.onStop('data directory', lock.release)
  }
  const blobs = await openBlobs(env, log, lifecycle)
  const config = await configReader(env, blobs)()
    .then((content) => readConfigText(content, configSchema, env.LLM_MODEL))
    .catch(blame('CONFIG_PATH'))
  const opened = openDatabase(env, log)
  const [broker, database, search] = await Promise.all([
    openCheckedBroker(env, log).then(tracedBroker),
    opened,
    opened.then((database) => openSearch(env, log, database)),
  ])
  lifecycle.onStop('database', () => database.close())
  const clock = await openClock(database, log, lifecycle)
  const places = openPlaces({ database, clock, log, metrics })
  lifecycle.onStop('model budgets', () => places.close())
  metrics?.watchQueue('model', places.waiting)
  const connections = openConnections({ database, key: installationKey({ blobs, secret: env.SECRETS_KEY }), secretOf: env.secretOf, log })
  const around = aroundEmbedder(env, (inner) => budgetedEmbedder(inner, config, places, metrics))
  const embedder = connectedEmbedder(await openEmbedder(env, around), {
    connections,
    around,
    settingsOf: async (index) => (await search.builds?.of(index))?.live.settings ?? null,
  })
  const reranker = connectedReranker(await openReranker(env), connections)
  const shared = database.kind === 'postgres' ? databaseTroubles({ database, clock, log }) : undefined
  const routed = routedLlm(config, env, connections.chat, createTroubles(undefined, shared))
  const templates = createTemplates()
  lifecycle.onStop('broker', () => broker.close())
  lifecycle.onStop('search', () => search.close())
  lifecycle.onStop('templates', () => templates.close())
  return {
    broker,
    blobs,
    database,
    search,
    builds: search.builds,
    embedder,
    reranker,
    connections,
    templates,
    plans: await openPlans(env, database, clock),
    config,
    llm: budgetedLlm(metrics ? measuredLlm(routed, metrics) : routed, config, places),
    clock,
    workers: env.MAX_WORKERS,
  }
}

/** The embedded store goes by this machine's clock. */
async function openClock(database: Database, log: Logger, lifecycle: Lifecycle): Promise<Clock> {
  if (database.kind === 'sqlite') return systemClock
  const { followSharedClock } = await import('../kernel/store/shared-clock.ts')
  const clock = await followSharedClock(database, log, systemClock)
  lifecycle.onStop('clock', clock.stop)
  return clock
}

/** Whether its data directory is this process's alone. */
const isAlone = (env: Env): boolean => !env.KAFKA_BROKERS || !env.DATABASE_URL

/** A start that fails names the variable to look at. */
const blame =
  (variable: string) =>
  (cause: unknown): never => {
    throw new Error(`${variable}: ${inFull(cause)}`, { cause })
  }

async function openBlobs(env: Env, log: Logger, lifecycle: Lifecycle): Promise<Blobs> {
  const place = { dir: env.DATA_DIR, container: env.BLOB_CONTAINER }
  if (env.S3_ENDPOINT) {
    const { s3Blobs } = await import('../kernel/blobs/s3/s3.ts')
    const key = env.S3_ACCESS_KEY_ID && env.S3_SECRET_ACCESS_KEY
    const credentials = key ? { accessKeyId: env.S3_ACCESS_KEY_ID!, secretAccessKey: key } : undefined
    return s3Blobs({ ...place, endpoint: env.S3_ENDPOINT, region: env.S3_REGION, bucket: place.container, credentials, log })
  }
  if (!env.AZURE_STORAGE_CONNECTION_STRING) {
    const { filesystemBlobs } = await import('../kernel/blobs/filesystem.ts')
    const files = await filesystemBlobs(place)
    if (!isAlone(env)) return files
    const { withSmallBlobs } = await import('../kernel/blobs/small-blobs.ts')
    const blobs = await withSmallBlobs(files, { ...place, isKept: (path) => isArtifact(path) || isUpload(path) })
    lifecycle.onStop('small blobs', () => blobs.close())
    return blobs
  }
  const { azureBlobs } = await import('../kernel/blobs/azure/azure.ts')
  return azureBlobs({ ...place, connectionString: env.AZURE_STORAGE_CONNECTION_STRING, log })
}

async function openPlans(env: Env, database: Database, clock: Clock): Promise<Plans> {
  if (!env.EOP_API_URL) {
    const { storedPlans } = await import('../kernel/plans/stored.ts')
    return storedPlans({ database, clock })
  }
  const { backEndPlans } = await import('../kernel/plans/back-end.ts')
  return backEndPlans({ url: env.EOP_API_URL, apiKey: env.EOP_API_KEY, timeoutMs: env.EOP_API_TIMEOUT_MS })
}

/** What is published under a schema registry is checked and written as it says. */
async function openCheckedBroker(env: Env, log: Logger): Promise<Broker> {
  const broker = await openBroker(env, 'millrace', log).catch(env.KAFKA_BROKERS ? blame('KAFKA_BROKERS') : undefined)
  if (!env.KAFKA_BROKERS || !env.SCHEMA_REGISTRY_URL) return broker
  const { withSchemaRegistry } = await import('../kernel/broker/schema-registry.ts')
  return withSchemaRegistry(broker, env.SCHEMA_REGISTRY_URL, catalog, env.KAFKA_PREFIX)
}

async function openDatabase(env: Env, log: Logger): Promise<Database> {
  if (!env.DATABASE_URL) {
    const { openSqliteDatabase } = await import('../kernel/store/sqlite.ts')
    return openSqliteDatabase({ dir: env.DATA_DIR })
  }
  const { connectPostgres } = await import('../kernel/store/postgres.ts')
  const database = await connectPostgres({ url: env.DATABASE_URL, log, pool: env.DATABASE_POOL })
  await database.ping().catch(blame('DATABASE_URL'))
  return database
}

async function openSearch(env: Env, log: Logger, database: Database): Promise<SearchIndex> {
  if (env.SEARCH_DATABASE_URL) {
    const { openPostgresSearch } = await import('../kernel/search/postgres/open-postgres-search.ts')
    return openPostgresSearch({ url: env.SEARCH_DATABASE_URL, log, pool: env.DATABASE_POOL }).catch(blame('SEARCH_DATABASE_URL'))
  }
  if (!env.SEARCH_ENDPOINT) {
    const { openEmbeddedSearch } = await import('../kernel/search/embedded/open-embedded-search.ts')
    return openEmbeddedSearch({ dir: env.DATA_DIR, log })
  }
  const { openAzureSearch } = await import('../kernel/search/azure/open-azure-search.ts')
  return openAzureSearch({ endpoint: env.SEARCH_ENDPOINT, apiKey: env.SEARCH_API_KEY ?? '', database, log })
}

async function openReranker(env: Env): Promise<Reranker | undefined> {
  if (!env.RERANK_BASE_URL) return undefined
  const { endpointReranker } = await import('../kernel/rerank/endpoint.ts')
  const where = 'the setting is RERANK_BASE_URL'
  return endpointReranker({ baseUrl: env.RERANK_BASE_URL, apiKey: env.RERANK_API_KEY, model: env.RERANK_MODEL, where })
}

/** Budget, pauses, cache and prefixes of an endpoint's embedder. */
function aroundEmbedder(env: Env, budgeted: Around): Around {
  const prefixes = { query: env.EMBEDDINGS_QUERY_PREFIX, passage: env.EMBEDDINGS_PASSAGE_PREFIX }
  return (embedder) => prefixedEmbedder(cachedEmbedder(sparedEmbedder(budgeted(embedder)), { dir: env.DATA_DIR }), prefixes)
}

async function openEmbedder(env: Env, around: Around): Promise<Embedder> {
  if (!env.EMBEDDINGS_BASE_URL) {
    const { hashingEmbedder } = await import('../kernel/embed/hashing.ts')
    return hashingEmbedder()
  }
  const { openaiEmbedder } = await import('../kernel/embed/openai.ts')
  const model = env.EMBEDDINGS_MODEL ?? 'text-embedding-3-small'
  const where = `model ${model}; the setting is EMBEDDINGS_BASE_URL`
  return around(await openaiEmbedder({ baseUrl: env.EMBEDDINGS_BASE_URL, apiKey: env.EMBEDDINGS_API_KEY, model, where }))
}
