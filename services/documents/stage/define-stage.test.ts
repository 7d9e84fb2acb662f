import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { pino } from 'pino'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { artifactPath, writeLines } from '../../../kernel/blobs/artifacts.ts'
import type { Blobs } from '../../../kernel/blobs/blobs.ts'
import { filesystemBlobs } from '../../../kernel/blobs/filesystem.ts'
import { defaultIndexSpec } from '../../../kernel/search/default-index.ts'
import { openEmbeddedSearch } from '../../../kernel/search/embedded/open-embedded-search.ts'
import type { SearchIndex } from '../../../kernel/search/search.ts'
import { documentChunked, documentParsed, documentRetry, epochOf, lastEpochOf } from '../../../schemas/document.ts'
import { eventOf, file, handlerContext, subject } from '../../../tests/support/handler-context.ts'
import { defineStage } from './define-stage.ts'

let dir: string
let search: SearchIndex
let blobs: Blobs
/** What happens to the document while the handler is at work. */
let meanwhile: () => Promise<unknown>
let handled: number[]
beforeEach(async () => {
  dir = await mkdtemp(join(tmpdir(), 'millrace-stage-'))
  search = await openEmbeddedSearch({ dir, log: pino({ level: 'silent' }) })
  blobs = await filesystemBlobs({ dir, container: 'documents' })
  await search.createIndex(defaultIndexSpec('documents', 2))
  meanwhile = async () => undefined
  handled = []
})
afterEach(async () => {
  await search.close()
  await rm(dir, { recursive: true, force: true })
})

const path = artifactPath({ ...subject, stage: 'chunks' })
const stage = defineStage({
  name: 'chunk',
  stage: 'chunking',
  on: [documentParsed],
  emits: documentChunked,
  needs: [],
  retry: { attempts: 1, baseMs: 1, capMs: 1 },
  timeoutMs: 1000,
  async handle(ctx, parsed) {
    handled.push(parsed.attempt)
    await meanwhile()
    const chunks = await writeLines(ctx.ports.blobs, path, [{ text: 'secret' }])
    const { upload_id, document_id, generation, attempt } = parsed
    return [documentChunked.make({ upload_id, document_id, generation, attempt, file, chunks, count: 1, characters: 6 })]
  },
})
const parsed = documentParsed.make({ ...subject, file, parsed: { path: 'p', bytes: 1 }, pages: 1, characters: 6, warnings: [] }).payload
const retryOf = (from: 'chunking' | 'embedding') =>
  documentRetry.make({ ...subject, attempt: 2, file, from, input: { ...parsed }, actor: 'a', at: file.received_at }).payload
const run = (payload: unknown = parsed, type = 'document.parsed') => stage.handle(handlerContext({ search, blobs }), eventOf(type, payload))
const fence = (epoch: number) => search.fenceDocument('documents', { document_id: subject.document_id, epoch })
const remove = (epoch: number) => search.deleteDocument('documents', { document_id: subject.document_id, epoch })

test('a pass that nothing stands against is handled and keeps what it wrote', async () => {
  expect(await run()).toMatchObject([{ type: 'document.chunked' }])
  expect(await blobs.stat(path)).toBeDefined()
})

test('a withdrawn pass is not handled, and everyone tells of it by the same id', async () => {
  await fence(epochOf(subject))
  const [first] = await run()
  const [second] = await run()
  expect(first).toMatchObject({ type: 'document.failed', payload: { error: { code: 'cancelled', stage: 'chunking' } } })
  expect(first?.id).toBe(second?.id)
  expect(handled).toEqual([])
})

test('what is written after its upload was deleted does not stay', async () => {
  meanwhile = () => remove(lastEpochOf(subject))
  await run()
  expect(handled).toEqual([1])
  expect(await blobs.stat(path)).toBeUndefined()
})

test('what is written after a newer upload took the place does not stay either', async () => {
  meanwhile = () => fence(epochOf({ generation: subject.generation + 1, attempt: 1 }))
  await run()
  expect(await blobs.stat(path)).toBeUndefined()
})

test('what a pass wrote that was cancelled meanwhile stays for a retry', async () => {
  meanwhile = () => fence(epochOf(subject))
  await run()
  expect(await blobs.stat(path)).toBeDefined()
})

test('a retry is taken up by the stage that it names, with the input of the pass before', async () => {
  await fence(epochOf(subject))
  expect(await run(retryOf('embedding'), 'document.retry')).toEqual([])
  expect(await run(retryOf('chunking'), 'document.retry')).toMatchObject([{ type: 'document.chunked', payload: { attempt: 2 } }])
  expect(handled).toEqual([2])
})

test('tells of a pass that was withdrawn while it failed, by the id that everyone uses', async () => {
  const ask = (payload: unknown) => stage.withdrawn?.(handlerContext({ search, blobs }), eventOf('document.parsed', payload))
  expect(await ask(parsed)).toBeUndefined()
  await fence(epochOf(subject))
  expect(await ask(parsed)).toEqual(await run())
  expect(await ask(retryOf('chunking'))).toBeUndefined()
})
