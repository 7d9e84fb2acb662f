import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { artifactPath, writeLines } from '../../../kernel/blobs/artifacts.ts'
import type { Blobs } from '../../../kernel/blobs/blobs.ts'
import { filesystemBlobs } from '../../../kernel/blobs/filesystem.ts'
import { readVectors } from '../../../kernel/blobs/vectors.ts'
import { cachedEmbedder } from '../../../kernel/embed/cached.ts'
import type { Embedder } from '../../../kernel/embed/embedder.ts'
import { hashingEmbedder } from '../../../kernel/embed/hashing.ts'
import { WorkError } from '../../../kernel/runtime/errors.ts'
import { nameId } from '../../../kernel/runtime/ids.ts'
import type { Chunk } from '../../../schemas/artifacts.ts'
import { eventOf, file, handlerContext, subject } from '../../../tests/support/handler-context.ts'
import { embedDocument, passageOf } from './consumer.ts'

let dir: string
let blobs: Blobs
const vectorsPath = artifactPath({ ...subject, stage: 'vectors' })
const none = { page_number: null, part: null, speaker: null, timestamp: null, prefix: '', tokens: 5 }
const chunkAt = (i: number): Chunk => {
  const text = `The wheel number ${i} turns.`
  const place = { chunk_index: i, char_start: i * 40, char_end: i * 40 + text.length, block_id: `b${i}` }
  return { ...none, ...place, id: nameId('chunk', subject.document_id, 3, i), text, section: i % 2 ? 'Mill > Wheels' : null }
}
const chunks = Array.from({ length: 150 }, (_, i) => chunkAt(i))

beforeEach(async () => {
  dir = await mkdtemp(join(tmpdir(), 'millrace-embed-'))
  blobs = await filesystemBlobs({ dir, container: 'documents' })
})
afterEach(() => rm(dir, { recursive: true, force: true }))

async function chunkedEvent(count = chunks.length) {
  const written = await writeLines(blobs, artifactPath({ ...subject, stage: 'chunks' }), chunks)
  return { ...subject, file, chunks: written, count, characters: 6000 }
}

test('writes a vector for each chunk, in order', async () => {
  const embedder = hashingEmbedder()
  const event = await chunkedEvent()
  const ctx = handlerContext({ blobs, embedder })
  const [draft] = await embedDocument.handle(ctx, eventOf('document.chunked', event))
  const { model, dimensions } = embedder
  const vectors = { path: vectorsPath, bytes: 150 * dimensions * 4 }
  expect(draft).toMatchObject({ type: 'document.embedded', payload: { ...event, vectors, model, dimensions, cached: 0 } })
  const expected = await embedder.embed(chunks.map(passageOf), 'passage')
  expect(await Array.fromAsync(readVectors(blobs, vectorsPath, dimensions))).toEqual(expected)
  expect(ctx.told[0]).toMatchObject({ payload: { stage: 'embedding', done: 0, total: 150, unit: 'chunks' } })
  expect(ctx.told.at(-1)).toMatchObject({ payload: { done: 150 } })
  expect(ctx.told.length).toBeLessThanOrEqual(21)
})

test('counts what the cache knew', async () => {
  const embedder = cachedEmbedder(hashingEmbedder(), { dir })
  try {
    const event = await chunkedEvent()
    await embedDocument.handle(handlerContext({ blobs, embedder }), eventOf('document.chunked', event))
    const [again] = await embedDocument.handle(handlerContext({ blobs, embedder }), eventOf('document.chunked', event))
    expect(again).toMatchObject({ payload: { cached: 150 } })
  } finally {
    embedder.close()
  }
})

test('a failing embedder’s error comes through, and no half artifact stays', async () => {
  let calls = 0
  const failing: Embedder = {
    ...hashingEmbedder(),
    maxBatch: 64,
    embedCounted: undefined,
    embed: async (texts, kind) => {
      if (++calls === 2) throw new WorkError('embedding_failed', 'slow down', { retryable: true, retryAfterMs: 2000 })
      return hashingEmbedder().embed(texts, kind)
    },
  }
  await expect(
    embedDocument.handle(handlerContext({ blobs, embedder: failing }), eventOf('document.chunked', await chunkedEvent())),
  ).rejects.toMatchObject({ code: 'embedding_failed', retryable: true, retryAfterMs: 2000 })
  expect(await blobs.stat(vectorsPath)).toBeUndefined()
})

test('vectors of a wrong dimension, and chunks that are not all there, are refused', async () => {
  const short: Embedder = { ...hashingEmbedder(), embedCounted: undefined, embed: async (texts) => texts.map(() => new Float32Array(3)) }
  const event = await chunkedEvent()
  await expect(embedDocument.handle(handlerContext({ blobs, embedder: short }), eventOf('document.chunked', event))).rejects.toMatchObject({
    code: 'embedding_failed',
    retryable: false,
  })
  const embedder = hashingEmbedder()
  await expect(
    embedDocument.handle(handlerContext({ blobs, embedder }), eventOf('document.chunked', { ...event, count: 151 })),
  ).rejects.toMatchObject({ code: 'storage_failed' })
})
