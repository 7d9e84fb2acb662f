import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { artifactPath, readLines, writeLines } from '../../../kernel/blobs/artifacts.ts'
import type { Blobs } from '../../../kernel/blobs/blobs.ts'
import { filesystemBlobs } from '../../../kernel/blobs/filesystem.ts'
import type { Config } from '../../../kernel/config/config.ts'
import { WorkError } from '../../../kernel/runtime/errors.ts'
import { type Block, chunkSchema } from '../../../schemas/artifacts.ts'
import { eventOf, file, handlerContext, subject } from '../../../tests/support/handler-context.ts'
import { chunkDocument } from './consumer.ts'

let dir: string
let blobs: Blobs
const config = { chunking: { max_tokens: 60, overlap_tokens: 10 } } as unknown as Config
const path = artifactPath({ ...subject, stage: 'parsed' })
const chunksPath = artifactPath({ ...subject, stage: 'chunks' })

beforeEach(async () => {
  dir = await mkdtemp(join(tmpdir(), 'millrace-chunk-'))
  blobs = await filesystemBlobs({ dir, container: 'documents' })
})
afterEach(() => rm(dir, { recursive: true, force: true }))

async function parsedEvent(texts: readonly string[]) {
  let start = 0
  const blocks = texts.map((text): Block => {
    const block: Block = { type: 'paragraph', text, start, page: 1 }
    start += text.length + 2
    return block
  })
  const characters = Math.max(0, start - 2)
  const header = { format: 'millrace.parsed.v1', reader: 'text', pages: 1, characters, warnings: [] }
  const parsed = await writeLines(blobs, path, [header, ...blocks])
  return { ...subject, file, parsed, pages: 1, characters, warnings: [] }
}

test('writes the chunks and tells of them', async () => {
  const text = Array.from({ length: 40 }, (_, i) => `Sentence ${i} is about the mill.`).join(' ')
  const event = await parsedEvent([text, 'The end.'])
  const ctx = handlerContext({ blobs, config })
  const drafts = await chunkDocument.handle(ctx, eventOf('document.parsed', event))
  const chunks = await Array.fromAsync(readLines(blobs, chunksPath, chunkSchema))
  expect(chunks.length).toBeGreaterThan(3)
  expect(chunks.at(-1)!.char_end).toBe(event.characters)
  const { bytes } = (await blobs.stat(chunksPath))!
  expect(drafts).toEqual([
    expect.objectContaining({
      type: 'document.chunked',
      key: subject.document_id,
      payload: { ...subject, file, chunks: { path: chunksPath, bytes }, count: chunks.length, characters: event.characters },
    }),
  ])
  expect(ctx.told[0]).toMatchObject({ type: 'document.progressed', payload: { stage: 'chunking', done: 0, total: event.characters } })
  expect(ctx.told.at(-1)).toMatchObject({ payload: { done: event.characters } })
})

test('lets other work of the process run in between, and counts none of that against its deadline', async () => {
  const event = await parsedEvent(['The mill turns, and the wheel of the mill turns with it. '.repeat(20_000)])
  let turns = 0
  const uncounted = <T>(wait: Promise<T>) => {
    turns++
    return wait
  }
  await chunkDocument.handle({ ...handlerContext({ blobs, config }), uncounted }, eventOf('document.parsed', event))
  expect(turns).toBeGreaterThan(1)
})

test('a redelivery writes the same bytes', async () => {
  const event = await parsedEvent(['One paragraph.', 'Another one.'])
  const [first] = await chunkDocument.handle(handlerContext({ blobs, config }), eventOf('document.parsed', event))
  const bytes = await Array.fromAsync(await blobs.read(chunksPath))
  const [second] = await chunkDocument.handle(handlerContext({ blobs, config }), eventOf('document.parsed', event))
  expect(second).toEqual(first)
  expect(await Array.fromAsync(await blobs.read(chunksPath))).toEqual(bytes)
})

test('a document without text is empty for good and leaves no artifact', async () => {
  const event = await parsedEvent([])
  await expect(chunkDocument.handle(handlerContext({ blobs, config }), eventOf('document.parsed', event))).rejects.toMatchObject({
    code: 'empty',
    retryable: false,
  })
  expect(await blobs.stat(chunksPath)).toBeUndefined()
})

test('an artifact that is gone fails for good', async () => {
  const event = await parsedEvent(['x'])
  await blobs.remove(path)
  await expect(chunkDocument.handle(handlerContext({ blobs, config }), eventOf('document.parsed', event))).rejects.toMatchObject({
    code: 'storage_failed',
    retryable: false,
  })
})

test('other work of the process goes on beside a large document, and an abort ends it', async () => {
  const event = await parsedEvent([Array.from({ length: 100_000 }, (_, i) => `Sentence ${i} is about the mill.`).join(' ')])
  const aborted = new AbortController()
  let turns = 0
  const ticking = setInterval(() => ++turns === 5 && aborted.abort(new Error('stopped')), 1)
  const handling = chunkDocument.handle(handlerContext({ blobs, config }, aborted.signal), eventOf('document.parsed', event))
  await expect(handling.finally(() => clearInterval(ticking))).rejects.toThrow('stopped')
  expect(turns).toBeGreaterThanOrEqual(5)
  expect(await blobs.stat(chunksPath)).toBeUndefined()
})

test('giving up says why, without an internal fault’s own words', async () => {
  const event = await parsedEvent(['x'])
  const giveUp = (error: WorkError) =>
    chunkDocument.onGiveUp?.(eventOf('document.parsed', event), { error, attempts: 6, kind: 'exhausted', at: '2026-03-04T05:06:08.000Z' })
  expect(giveUp(new WorkError('empty', 'The document has no text.'))?.[0]).toMatchObject({
    type: 'document.failed',
    payload: {
      ...subject,
      error: { code: 'empty', message: 'The document has no text.', stage: 'chunking', retryable: false, attempt: 6 },
    },
  })
  expect(giveUp(new WorkError('storage_full', 'the disk is full'))?.[0]).toMatchObject({ payload: { error: { code: 'storage_failed' } } })
  const secret = giveUp(new WorkError('internal', 'ENOENT /secret/place', { retryable: true }))?.[0]
  expect(secret).toMatchObject({ payload: { error: { code: 'internal', retryable: true } } })
  expect(JSON.stringify(secret)).not.toContain('secret')
})
