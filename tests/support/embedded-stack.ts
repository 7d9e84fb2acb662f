import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { pino } from 'pino'
import { readAs } from '../../kernel/access/limited-search.ts'
import { filesystemBlobs } from '../../kernel/blobs/filesystem.ts'
import { openEmbeddedBroker } from '../../kernel/broker/embedded/embedded.ts'
import { readTopics } from '../../kernel/broker/topics.ts'
import { configSchemaOf, parseConfig } from '../../kernel/config/config.ts'
import { connectedEmbedder } from '../../kernel/connections/connected-embedder.ts'
import { connectedReranker } from '../../kernel/connections/connected-reranker.ts'
import { testConnections } from '../../kernel/connections/connections.fixture.ts'
import { publishDrafts } from '../../kernel/consume/publish.ts'
import { groupsOf } from '../../kernel/consumer-groups.ts'
import { hashingEmbedder } from '../../kernel/embed/hashing.ts'
import { testApp } from '../../kernel/http/app/app.fixture.ts'
import type { App } from '../../kernel/http/app/app.ts'
import { registerPages } from '../../kernel/http/reply/pages.ts'
import { routedLlm } from '../../kernel/llm/routed.ts'
import { kernelMigrations } from '../../kernel/migrations.ts'
import { runOutbox } from '../../kernel/outbox/run-outbox.ts'
import { tellBy } from '../../kernel/outbox/tell-by.ts'
import { storedPlans } from '../../kernel/plans/stored.ts'
import type { Ports } from '../../kernel/ports.ts'
import { systemClock } from '../../kernel/runtime/clock.ts'
import { parseEnv } from '../../kernel/runtime/env.ts'
import { documentIdOf, nameId } from '../../kernel/runtime/ids.ts'
import { defaultIndexSpec } from '../../kernel/search/default-index.ts'
import { openEmbeddedSearch } from '../../kernel/search/embedded/open-embedded-search.ts'
import type { EdgeContext, Service } from '../../kernel/service.ts'
import type { Database } from '../../kernel/store/database.ts'
import { openSqliteDatabase } from '../../kernel/store/sqlite.ts'
import { createTemplates } from '../../kernel/templates/jinja.ts'
import { runProjector, waitProjected } from '../../kernel/views/run-projector.ts'
import type { Chunk } from '../../schemas/artifacts.ts'
import { type DocumentFile, type DocumentMetadata, documentIndexed, documentReceived, epochOf } from '../../schemas/document.ts'
import type { EventDraft } from '../../schemas/event.ts'
import { stepTopic } from '../../schemas/run.ts'
import { chunkingSection } from '../../services/documents/chunk/chunking-section.ts'
import { chunkFields, documentFields, fieldsFor } from '../../services/documents/index/chunk-fields.ts'
import { parsingSection } from '../../services/documents/parse/parsing-section.ts'
import { uploadSection } from '../../services/documents/uploads/upload-section.ts'
import { platform } from '../../services/edge/platform.ts'
import { runsServing } from '../../services/runs/service.ts'
import { startRunWorkers } from '../runs/run-stack.ts'

const content = {
  llms: { defaults: { params: {} }, models: { default: { model: 'm' } } },
  indexes: { default: 'default', aliases: { default: 'documents', second: 'others' } },
  retrieval: { top_k: 5, mode: 'auto', weights: { text: 1, vector: 0.5 } },
  upload: { max_file_size_mb: 1 },
}

/** A document as the pipeline would leave it behind. */
export interface IngestedDocument {
  readonly name: string
  /** One chunk each. */
  readonly texts: readonly string[]
  readonly index?: string
  readonly generation?: number
  readonly uploadId?: string
  readonly metadata?: Partial<DocumentMetadata>
}

export interface EmbeddedStack {
  readonly app: App
  readonly ports: Ports
  /** What the services' routes were given. */
  readonly ctx: EdgeContext
  /** Publishes, and waits until every view shows it. */
  publish(drafts: readonly EventDraft[]): Promise<void>
  /** Puts a document into its index and tells of it, as uploads and index do. */
  ingest(document: IngestedDocument): Promise<{ uploadId: string; documentId: string }>
  dispose(): Promise<void>
}

/**
 * The routes, views, pages and runs of services on the embedded adapters in a temporary folder, with the index of the default alias. For
 * tests. Other consumers do not run.
 */
export async function embeddedStack(
  given: readonly Service[],
  variables: Record<string, string> = {},
  openViews: (dir: string) => Promise<Database> = (dir) => openSqliteDatabase({ dir }),
): Promise<EmbeddedStack> {
  const kinds = given.flatMap((s) => s.runs ?? [])
  const services = kinds.length > 0 && !given.some(({ name }) => name === 'runs') ? [...given, runsServing(() => given)] : given
  const dir = await mkdtemp(join(tmpdir(), 'millrace-stack-'))
  const log = pino({ level: 'silent' })
  const broker = await openEmbeddedBroker({ dir, log })
  const sections = new Set([parsingSection, chunkingSection, uploadSection, ...services.flatMap((s) => s.config ?? [])])
  const configSchema = configSchemaOf([...sections])
  const kept = { blobs: await filesystemBlobs({ dir, container: 'documents' }), database: await openViews(dir) }
  const connections = testConnections(kept, log)
  const search = await openEmbeddedSearch({ dir, log })
  const embedder = connectedEmbedder(hashingEmbedder(), {
    connections,
    around: (inner) => inner,
    settingsOf: async (index) => (await search.builds?.of(index))?.live.settings ?? null,
  })
  const config = parseConfig(content, configSchema)
  const ports: Ports = {
    ...kept,
    broker,
    connections,
    search,
    builds: search.builds,
    embedder,
    reranker: connectedReranker(undefined, connections),
    llm: routedLlm(config, parseEnv(variables), connections.chat),
    templates: createTemplates(),
    plans: storedPlans({ database: kept.database, clock: systemClock }),
    config,
    clock: systemClock,
  }
  const topics = readTopics()
  const others = kinds.map(({ kind }) => stepTopic(kind)).filter(({ name }) => !topics.some((t) => t.name === name))
  await broker.ensureTopics([...topics, ...others])
  await ports.database.migrate([...kernelMigrations, ...services.flatMap((s) => s.migrations ?? [])])
  await ports.search.createIndex(defaultIndexSpec('documents', embedder.dimensions))
  const views = services.flatMap((s) => s.views ?? [])
  const projector = await runProjector({ broker, database: ports.database, views, log })
  const background = kinds.length > 0 ? await startRunWorkers(ports, kinds) : runOutbox({ database: ports.database, broker, log })
  const { app, env } = await testApp({ DATA_DIR: dir, ...variables }, { config: ports.config, families: [...services, ...platform] })
  const folded = new Set(views.flatMap((v) => v.on.map((e) => e.name)))
  const projected: EdgeContext['projected'] = (positions, timeoutMs = 10_000) =>
    waitProjected(
      ports.database,
      positions.filter((p) => folded.has(p.topic)),
      timeoutMs,
    )
  const publishing: EdgeContext['publish'] = (drafts, cause) => publishDrafts(broker, systemClock, 'test', drafts, cause)
  const tell = tellBy(ports, 'test', publishing)
  const ctx: EdgeContext = {
    ports,
    env,
    configSchema,
    log,
    readAs: readAs(ports),
    publish: publishing,
    tell,
    projected,
    groups: groupsOf(services),
    views,
  }
  for (const service of services) await service.routes?.(app, ctx)
  registerPages(app)
  await app.ready()
  const publish = async (drafts: readonly EventDraft[]) => {
    if (!(await projected(await publishing(drafts, { requestId: 'test' })))) throw new Error('the views did not follow')
  }
  return {
    app,
    ports,
    ctx,
    publish,
    ingest: (document) => ingest(ports, publish, document),
    async dispose() {
      await app.close()
      await Promise.all([projector.stop(), background.stop()])
      await Promise.all([broker.close(), ports.database.close(), ports.search.close(), ports.templates.close()])
      await rm(dir, { recursive: true, force: true })
    },
  }
}

const chunkOf = (documentId: string, generation: number, text: string, i: number): Chunk => ({
  id: nameId('chunk', documentId, generation, i),
  chunk_index: i,
  text,
  prefix: '',
  char_start: i * 1000,
  char_end: i * 1000 + text.length,
  page_number: i + 1,
  section: null,
  part: null,
  block_id: `b${i}`,
  speaker: null,
  timestamp: null,
  tokens: text.split(' ').length,
})

async function ingest(
  { search, clock, embedder }: Ports,
  publish: EmbeddedStack['publish'],
  { name, texts, index = 'documents', generation = 1, uploadId = crypto.randomUUID(), metadata = {} }: IngestedDocument,
) {
  const documentId = documentIdOf(index, name)
  const now = new Date(clock.now()).toISOString()
  const subject = { upload_id: uploadId, document_id: documentId, generation, attempt: 1 }
  const file: DocumentFile = {
    index,
    source_file: name,
    file_type: name.split('.').at(-1) ?? '',
    size_bytes: texts.join('').length,
    content_type: 'text/plain',
    blob: `other/raw/${subject.upload_id}/${name}`,
    metadata: { title: `About ${name}`, doc_type: 'note', ...metadata },
    received_at: now,
  }
  const spec = await search.getIndex(index)
  const known = new Map(spec?.fields.map((field) => [field.name, field]))
  const chunks = texts.map((text, i) => chunkOf(documentId, generation, text, i))
  const vectors = await embedder.embed(texts, 'passage')
  async function* batches() {
    const shared = documentFields(subject, file, now)
    yield chunks.map((chunk, i) => ({
      id: chunk.id,
      fields: fieldsFor(known, { ...shared, ...chunkFields(chunk) }),
      vector: vectors[i],
    }))
  }
  await publish([documentReceived.make({ ...subject, file, process_mode: 'async', process: true, message: '' })])
  await search.replaceDocument(index, { document_id: documentId, epoch: epochOf(subject) }, batches())
  const tokens = chunks.reduce((sum, c) => sum + c.tokens, 0)
  const at = new Date(clock.now()).toISOString()
  await publish([documentIndexed.make({ ...subject, file, chunks: texts.length, removed: 0, characters: file.size_bytes, tokens, at })])
  return { uploadId, documentId }
}
