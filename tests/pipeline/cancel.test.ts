import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { pino } from 'pino'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { filesystemBlobs } from '../../kernel/blobs/filesystem.ts'
import type { Broker } from '../../kernel/broker/broker.ts'
import { decodeRecord } from '../../kernel/broker/codec.ts'
import { openEmbeddedBroker } from '../../kernel/broker/embedded/embedded.ts'
import { readTopics } from '../../kernel/broker/topics.ts'
import { createParserPool, type ParserPool } from '../../kernel/cell/pool.ts'
import type { Config } from '../../kernel/config/config.ts'
import { publishDrafts } from '../../kernel/consume/publish.ts'
import { type RunningConsumer, runConsumer } from '../../kernel/consume/run-consumer.ts'
import { kernelMigrations } from '../../kernel/migrations.ts'
import type { Ports } from '../../kernel/ports.ts'
import { systemClock } from '../../kernel/runtime/clock.ts'
import { isAlive } from '../../kernel/runtime/is-alive.ts'
import { defaultIndexSpec } from '../../kernel/search/default-index.ts'
import { openEmbeddedSearch } from '../../kernel/search/embedded/open-embedded-search.ts'
import type { SearchIndex } from '../../kernel/search/search.ts'
import { documentReceived } from '../../schemas/document.ts'
import type { EventDraft } from '../../schemas/event.ts'
import { withdrawDocument } from '../../services/documents/index/withdraw.ts'
import { parseConsumer } from '../../services/documents/parse/consumer.ts'
import { uploadEventsOf } from '../../services/documents/status/upload-events.fixture.ts'
import { databaseKinds, type TestDatabase } from '../support/databases.ts'

const log = pino({ level: 'silent' })
const parsing = { timeout_ms: 60_000, memory_mb: 300, max_inflated_mb: 1, max_compression_ratio: 100, max_archive_entries: 10 }
const config = { parsing: { ...parsing, ocr: { engine: 'off' }, attachments: { max_files: 0, max_depth: 1 } } } as unknown as Config

describe.each(databaseKinds)('a cancellation, with the store on $kind', ({ kind, create }) => {
  let dir: string
  let broker: Broker
  let store: TestDatabase
  let search: SearchIndex
  let pool: ParserPool
  let running: RunningConsumer[]
  beforeEach(async () => {
    dir = await mkdtemp(join(tmpdir(), 'millrace-cancel-'))
    broker = await openEmbeddedBroker({ dir, log })
    await broker.ensureTopics(readTopics())
    store = await create()
    search = await openEmbeddedSearch({ dir, log })
    await search.createIndex(defaultIndexSpec('documents', 2))
    const entry = new URL('../../kernel/cell/testing/misbehaving-child.ts', import.meta.url)
    pool = createParserPool({ limits: parsing, size: 1, log, entry })
    const blobs = await filesystemBlobs({ dir, container: 'documents' })
    const database = await store.open()
    await database.migrate(kernelMigrations)
    const ports = { broker, blobs, search, config, database, llm: {}, clock: systemClock } as unknown as Ports
    // As in another process: it hears of the cancellation through the store alone.
    const elsewhere = { ...ports, database: kind === 'PostgreSQL' ? await store.open() : database }
    running = [
      await runConsumer({ consumer: parseConsumer(() => pool), ports: elsewhere, log }),
      await runConsumer({ consumer: withdrawDocument, ports, log }),
    ]
  })
  afterEach(async () => {
    await Promise.all(running.map((one) => one.stop(1000)))
    await pool.close()
    await Promise.all([broker.close(), search.close(), store.dispose()])
    await rm(dir, { recursive: true, force: true })
  })
  const publish = (draft: EventDraft) => publishDrafts(broker, systemClock, 'test', [draft], { requestId: 'r' })
  const failures = async () => {
    const codes: string[] = []
    for (const { partition } of await broker.partitions('document.failed'))
      for await (const record of broker.read({ topic: 'document.failed', partition, from: 'beginning' }))
        codes.push((decodeRecord(record).payload as { error: { code: string } }).error.code)
    return codes
  }
  test('ends the child process that reads the file within a second, and nothing else is said of the pass', async () => {
    const upload = uploadEventsOf('loop.txt')
    const blobs = await filesystemBlobs({ dir, container: 'documents' })
    await blobs.write(upload.file.blob, Buffer.from('x'))
    const { payload } = upload.received()
    await publish(documentReceived.make({ ...payload, file: { ...payload.file, file_type: 'loop' } }))
    await vi.waitFor(() => expect(pool.pids()).toHaveLength(1), { timeout: 20_000 })
    const [pid = 0] = pool.pids()
    await publish(upload.cancelled())
    await vi.waitFor(async () => expect(await failures()).toContain('cancelled'), { timeout: 10_000, interval: 10 })
    const since = performance.now()
    await vi.waitFor(() => expect(isAlive(pid)).toBe(false), { timeout: 5000, interval: 10 })
    expect(performance.now() - since).toBeLessThan(1000)
    await vi.waitFor(() => expect(running[0]?.held().some(({ busy }) => busy)).toBe(false), { timeout: 10_000 })
    expect(new Set(await failures())).toEqual(new Set(['cancelled']))
  }, 60_000)
})
