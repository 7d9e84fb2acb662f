import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { pino } from 'pino'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { artifactPath, writeArtifact, writeLines } from '../../../kernel/blobs/artifacts.ts'
import type { Blobs } from '../../../kernel/blobs/blobs.ts'
import { filesystemBlobs } from '../../../kernel/blobs/filesystem.ts'
import { encodeVectors } from '../../../kernel/blobs/vectors.ts'
import type { Embedder } from '../../../kernel/embed/embedder.ts'
import { hashingEmbedder } from '../../../kernel/embed/hashing.ts'
import { nameId } from '../../../kernel/runtime/ids.ts'
import { defaultIndexSpec } from '../../../kernel/search/default-index.ts'
import { openEmbeddedSearch } from '../../../kernel/search/embedded/open-embedded-search.ts'
import type { SearchIndex } from '../../../kernel/search/search.ts'
import type { Chunk } from '../../../schemas/artifacts.ts'
import type { documentEmbedded } from '../../../schemas/document.ts'
import type { PayloadOf } from '../../../schemas/event.ts'
import { eventOf, file, handlerContext, subject } from '../../../tests/support/handler-context.ts'
import { indexDocument } from './consumer.ts'

const DIMENSIONS = 4
let dir: string
let blobs: Blobs
let search: SearchIndex

beforeEach(async () => {
  dir = await mkdtemp(join(tmpdir(), 'millrace-index-'))
  blobs = await filesystemBlobs({ dir, container: 'documents' })
  search = await openEmbeddedSearch({ dir, log: pino({ level: 'silent' }) })
  await search.createIndex(defaultIndexSpec('documents', DIMENSIONS))
})
afterEach(async () => {
  await search.close()
  await rm(dir, { recursive: true, force: true })
})

const chunkAt = (generation: number, i: number): Chunk => ({
  id: nameId('chunk', subject.document_id, generation, i),
  chunk_index: i,
  text: `Generation ${generation}: the wheel number ${i} turns.`,
  prefix: '',
  char_start: i * 50,
  char_end: i * 50 + 45,
  page_number: 2,
  section: 'Mill > Wheels',
  part: null,
  block_id: `b${i}`,
  speaker: null,
  timestamp: null,
  tokens: 9,
})

type Embedded = PayloadOf<typeof documentEmbedded>

async function embeddedEvent(count: number, over: Partial<Embedded> & { vectorCount?: number } = {}): Promise<Embedded> {
  const { vectorCount = count, ...rest } = over
  const generation = rest.generation ?? subject.generation
  const key = { document_id: subject.document_id, generation }
  const lines = Array.from({ length: count }, (_, i) => chunkAt(generation, i))
  const chunks = await writeLines(blobs, artifactPath({ ...key, stage: 'chunks' }), lines)
  const bytes = encodeVectors(
    Array.from({ length: vectorCount }, (_, i) => Float32Array.from({ length: DIMENSIONS }, (_, d) => (d === i % 4 ? 1 : 0))),
  )
  const vectors = await writeArtifact(
    blobs,
    artifactPath({ ...key, stage: 'vectors' }),
    (async function* () {
      yield bytes
    })(),
  )
  return { ...subject, file, chunks, vectors, count, characters: 50 * count, model: 'test', dimensions: DIMENSIONS, cached: 0, ...rest }
}

/** One whose vectors all point into one direction. */
const embedderOf = (model: string, direction: number): Embedder => ({
  ...hashingEmbedder(),
  embedCounted: undefined,
  model,
  dimensions: DIMENSIONS,
  embed: async (texts) => texts.map(() => Float32Array.from({ length: DIMENSIONS }, (_, d) => (d === direction ? 1 : 0))),
})
const handle = (event: Embedded, ctx = handlerContext({ blobs, search, embedder: embedderOf('test', 0) })) =>
  indexDocument.handle(ctx, eventOf('document.embedded', event))
const stored = () => search.chunksOf('documents', subject.document_id, { skip: 0, top: 1000 })

test('the chunks become searchable with their fields', async () => {
  const ctx = handlerContext({ blobs, search, embedder: embedderOf('test', 0) })
  const [draft] = await handle(await embeddedEvent(250), ctx)
  expect(draft).toMatchObject({
    type: 'document.indexed',
    payload: { ...subject, file, chunks: 250, removed: 0, characters: 12_500, tokens: 2250, at: '2026-03-04T05:06:08.000Z' },
  })
  const { hits, total } = await stored()
  expect(total).toBe(250)
  expect(hits[1]!.fields).toMatchObject({
    id: chunkAt(3, 1).id,
    document_id: subject.document_id,
    upload_id: subject.upload_id,
    source_file: 'mill.txt',
    filename: 'mill.txt',
    file_type: 'txt',
    title: 'The mill',
    doc_type: 'manual',
    tags: ['water', 'wheel'],
    confidentiality: null,
    effective_date: '2024-02-29T00:00:00Z',
    expiry_date: null,
    chunk_index: 1,
    page_number: 2,
    char_start: 50,
    char_end: 95,
    section: 'Mill > Wheels',
    speaker: null,
    tokens: 9,
    text: 'Generation 3: the wheel number 1 turns.',
    ingested_at: '2026-03-04T05:06:07.000Z',
  })
  const { hits: nearest } = await search.search('documents', { vector: Float32Array.from([0, 1, 0, 0]), top: 3 })
  expect(nearest.every((hit) => Number(hit.fields.chunk_index) % 4 === 1)).toBe(true)
  expect(ctx.told[0]).toMatchObject({ payload: { stage: 'indexing', done: 0, total: 250 } })
  expect(ctx.told.at(-1)).toMatchObject({ payload: { done: 250 } })
})

test('a redelivery changes nothing', async () => {
  const event = await embeddedEvent(5)
  const first = await handle(event)
  const before = await stored()
  expect(await handle(event)).toEqual(first)
  expect(await stored()).toEqual(before)
})

test('a newer generation replaces, an older one ends as cancelled and leaves it alone', async () => {
  await handle(await embeddedEvent(5))
  expect(await handle(await embeddedEvent(2, { generation: 4 }))).toMatchObject([{ payload: { chunks: 2, removed: 5 } }])
  expect(await handle(await embeddedEvent(5))).toMatchObject([{ type: 'document.failed', payload: { error: { code: 'cancelled' } } }])
  const { hits } = await stored()
  expect(hits.map((hit) => hit.fields.text)).toEqual([chunkAt(4, 0).text, chunkAt(4, 1).text])
})

test('artifacts that do not match fail for good and leave the old chunks', async () => {
  await handle(await embeddedEvent(3))
  const next = await embeddedEvent(120, { generation: 4, vectorCount: 119 })
  await expect(handle(next)).rejects.toMatchObject({ code: 'storage_failed', retryable: false })
  await expect(handle(await embeddedEvent(3, { generation: 4, vectorCount: 4 }))).rejects.toMatchObject({ code: 'storage_failed' })
  expect((await stored()).total).toBe(3)
})

test('an index that is gone is indexing_failed', async () => {
  const event = await embeddedEvent(1, { file: { ...file, index: 'gone' } })
  await expect(handle(event)).rejects.toMatchObject({ code: 'indexing_failed', retryable: false })
  const busy = { ...search, replaceDocument: () => Promise.reject(new Error('database is locked')) }
  await expect(
    handle(await embeddedEvent(1), handlerContext({ blobs, embedder: embedderOf('test', 0), search: busy })),
  ).rejects.toMatchObject({
    code: 'indexing_failed',
    retryable: true,
  })
})

test('an index of one’s own takes the fields that it defines', async () => {
  const fields = [
    { name: 'key', type: 'Edm.String', key: true },
    { name: 'text', type: 'Edm.String', searchable: true, retrievable: true },
    { name: 'title', type: 'Edm.String', retrievable: true },
    { name: 'page_number', type: 'Edm.String', retrievable: true },
  ]
  await search.createIndex({ name: 'own', fields })
  await handle(await embeddedEvent(1, { file: { ...file, index: 'own' } }))
  const { hits } = await search.search('own', { text: 'wheel', top: 5 })
  expect(hits).toHaveLength(1)
  expect(hits[0]!.fields).toMatchObject({ text: chunkAt(3, 0).text, title: 'The mill' })
  expect(hits[0]!.fields.page_number ?? null).toBeNull()
})

test('vectors of another length than the index has are left out, and the document is found by its words', async () => {
  const short = { ...embedderOf('test', 0), dimensions: 2 }
  const [draft] = await handle(
    await embeddedEvent(6, { dimensions: 2, vectorCount: 3 }),
    handlerContext({ blobs, search, embedder: short }),
  )
  expect(draft).toMatchObject({ type: 'document.indexed', payload: { chunks: 6 } })
  const { hits } = await search.search('documents', { text: 'wheel', top: 10, skip: 0 })
  expect(hits).toHaveLength(6)
  // a search by meaning still works on what fits
  const near = await search.search('documents', { vector: Float32Array.of(1, 0, 0, 0), top: 10, skip: 0 })
  expect(near.hits).toEqual([])
})

const nearTo = async (direction: number) => {
  const vector = Float32Array.from({ length: DIMENSIONS }, (_, d) => (d === direction ? 1 : 0))
  const { hits } = await search.search('documents', { vector, top: 10 })
  return hits.filter(({ score }) => score > 0.99).length
}

test('what was embedded before another model was connected gets that one’s vectors', async () => {
  await handle(await embeddedEvent(6), handlerContext({ blobs, search, embedder: embedderOf('newer', 3) }))
  expect(await nearTo(3)).toBe(6)
  // A model for which the index is not made yet changes nothing.
  await handle(await embeddedEvent(6, { generation: 4 }), handlerContext({ blobs, search, embedder: hashingEmbedder() }))
  expect(await nearTo(3)).toBe(1)
})

test('a model that is connected while a document is written is met by the next try', async () => {
  let connected = embedderOf('test', 0)
  const embedder: Embedder = { ...connected, current: () => connected }
  const watched: SearchIndex = {
    ...search,
    replaceDocument: async (...args) => {
      const outcome = await search.replaceDocument(...args)
      connected = embedderOf('newer', 3)
      return outcome
    },
  }
  const event = await embeddedEvent(6)
  const ctx = handlerContext({ blobs, search: watched, embedder })
  await expect(handle(event, ctx)).rejects.toMatchObject({ code: 'indexing_failed', retryable: true })
  expect(await handle(event, ctx)).toMatchObject([{ type: 'document.indexed', payload: { chunks: 6 } }])
  expect(await nearTo(3)).toBe(6)
})
