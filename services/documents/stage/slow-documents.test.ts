import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { pino } from 'pino'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { artifactPath, writeLines } from '../../../kernel/blobs/artifacts.ts'
import { filesystemBlobs } from '../../../kernel/blobs/filesystem.ts'
import type { Broker } from '../../../kernel/broker/broker.ts'
import { encodeRecord } from '../../../kernel/broker/codec.ts'
import { openEmbeddedBroker } from '../../../kernel/broker/embedded/embedded.ts'
import { type RunningConsumer, runConsumer } from '../../../kernel/consume/run-consumer.ts'
import { hashingEmbedder } from '../../../kernel/embed/hashing.ts'
import { kernelMigrations } from '../../../kernel/migrations.ts'
import type { Ports } from '../../../kernel/ports.ts'
import { systemClock } from '../../../kernel/runtime/clock.ts'
import { nameId, newId } from '../../../kernel/runtime/ids.ts'
import { openSqliteDatabase } from '../../../kernel/store/sqlite.ts'
import { documentChunked, documentEmbedded } from '../../../schemas/document.ts'
import { file } from '../../../tests/support/handler-context.ts'
import { embedDocument } from '../embed/consumer.ts'

const log = pino({ level: 'silent' })
const WAIT = { timeout: 60_000, interval: 20 }
const SLOW = 'The slow one.'
let dir: string
let ports: Ports
let broker: Broker
let running: RunningConsumer[]
/** Holds the call for the slow document. */
let gate: PromiseWithResolvers<void>
let asked: AbortSignal[]

beforeEach(async () => {
  dir = await mkdtemp(join(tmpdir(), 'millrace-slow-'))
  running = []
  asked = []
  gate = Promise.withResolvers()
  broker = await openEmbeddedBroker({ dir, log })
  const names = [documentChunked.name, documentEmbedded.name, 'document.retry', 'document.failed', 'dead.letter']
  await broker.ensureTopics(names.map((name) => ({ name, partitions: 1, cleanup: 'delete', retention_ms: -1 })))
  const database = await openSqliteDatabase({ dir })
  await database.migrate(kernelMigrations)
  const inner = hashingEmbedder()
  ports = {
    ...{ broker, database, clock: systemClock, blobs: await filesystemBlobs({ dir, container: 'documents' }) },
    search: { admits: async () => true },
    embedder: {
      ...inner,
      // An endpoint serves several calls at once.
      kind: 'openai',
      embedCounted: undefined,
      async embed(texts: readonly string[], kind: 'passage', call: { signal: AbortSignal }) {
        if (texts.includes(SLOW)) {
          asked.push(call.signal)
          await Promise.race([
            gate.promise,
            new Promise((_, reject) => call.signal.addEventListener('abort', () => reject(call.signal.reason))),
          ])
        }
        return inner.embed(texts, kind)
      },
    },
  } as unknown as Ports
})
afterEach(async () => {
  gate.resolve()
  await Promise.all(running.map((r) => r.stop(0)))
  await Promise.all([broker.close(), ports.database.close()])
  await rm(dir, { recursive: true, force: true })
})

const start = async () => running.push(await runConsumer({ consumer: { ...embedDocument, parkAfterMs: 100 }, ports, log }))
async function send(name: string, text: string): Promise<string> {
  const subject = { upload_id: nameId('upload', name), document_id: nameId('document', name), generation: 1, attempt: 1 }
  const none = { page_number: null, section: null, part: null, speaker: null, timestamp: null, prefix: '', tokens: 5, block_id: 'b' }
  const chunk = { ...none, id: nameId('chunk', name), chunk_index: 0, char_start: 0, char_end: text.length, text }
  const chunks = await writeLines(ports.blobs, artifactPath({ ...subject, stage: 'chunks' }), [chunk])
  const event = documentChunked.make({ ...subject, file: { ...file, source_file: name }, chunks, count: 1, characters: text.length })
  await broker.publish([encodeRecord(event, { id: newId(), source: '/test', requestId: 'r', time: Date.now() })])
  return subject.document_id
}
const embedded = async () =>
  (await Array.fromAsync(broker.read({ topic: documentEmbedded.name, partition: 0, from: 'beginning' }))).map(({ key }) => key)
const committed = async () => (await broker.committed('embed', documentChunked.name)).get(0)

test('200 documents pass one that an endpoint holds, in its partition', async () => {
  const slow = await send('slow.txt', SLOW)
  for (let i = 0; i < 200; i++) await send(`n${i}.txt`, 'A quick one.')
  await start()
  await vi.waitFor(async () => expect(await embedded()).toHaveLength(200), WAIT)
  expect(await embedded()).not.toContain(slow)
  await vi.waitFor(async () => expect(await committed()).toBe(201n), WAIT)
  gate.resolve()
  await vi.waitFor(async () => expect((await embedded()).at(-1)).toBe(slow), WAIT)
})

test('what a stopped process had parked is embedded by the next one, once', async () => {
  const slow = await send('slow.txt', SLOW)
  await start()
  await vi.waitFor(async () => expect([asked.length, await committed()]).toEqual([1, 1n]), WAIT)
  await running.pop()?.stop(0)
  expect(asked[0]?.aborted).toBe(true)
  gate.resolve()
  await start()
  await vi.waitFor(async () => expect(await embedded()).toEqual([slow]), WAIT)
})
