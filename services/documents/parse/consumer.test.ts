import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { availableParallelism, tmpdir } from 'node:os'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import { pino } from 'pino'
import { afterAll, beforeAll, describe, expect, it, test, vi } from 'vitest'
import type { Blobs } from '../../../kernel/blobs/blobs.ts'
import { createParserPool, type ParserPool } from '../../../kernel/cell/pool.ts'
import type { Config } from '../../../kernel/config/config.ts'
import { ApiError, WorkError } from '../../../kernel/runtime/errors.ts'
import type { SearchIndex } from '../../../kernel/search/search.ts'
import { blockSchema, parsedHeaderSchema } from '../../../schemas/artifacts.ts'
import { documentReceived, documentStored } from '../../../schemas/document.ts'
import { eventOf, file, handlerContext, subject } from '../../../tests/support/handler-context.ts'
import { parseConsumer, poolSize } from './consumer.ts'
import { documentReader } from './document-reader.ts'
import type { ParsingSection } from './parsing-section.ts'
import { makePdf } from './testing/make-pdf.ts'

const parsing: ParsingSection = {
  timeout_ms: 20_000,
  memory_mb: 500,
  max_inflated_mb: 50,
  max_compression_ratio: 100,
  max_archive_entries: 1000,
  attachments: { max_files: 50, max_depth: 3 },
  ocr: { languages: ['eng'], model: '', max_pages: 50, max_seconds: 60, concurrency: 2, timeout_ms: 5000 },
}
let folder: string
let pool: ParserPool
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'parse-consumer-'))
  pool = createParserPool({ entry: documentReader, limits: parsing, size: 1, log: pino({ level: 'silent' }) })
})
afterAll(async () => {
  await pool.close()
  await rm(folder, { recursive: true })
})

/** What the consumer uses of the blob port, over a folder; written blobs are kept as text. */
function blobsWith(content: string | Buffer | undefined) {
  const written = new Map<string, string>()
  let disposed = 0
  const port: Pick<Blobs, 'localFile' | 'read' | 'write'> = {
    async read(path) {
      if (content === undefined) throw new ApiError('not_found', `no blob ${path}`)
      return Readable.from([Buffer.from(content)])
    },
    async localFile(path) {
      if (content === undefined) throw new ApiError('not_found', `no blob ${path}`)
      const local = join(folder, 'local')
      await writeFile(local, content)
      return {
        path: local,
        async dispose() {
          disposed++
        },
      }
    },
    async write(path, body) {
      const parts: Uint8Array[] = []
      for await (const part of body) parts.push(Buffer.from(part))
      written.set(path, Buffer.concat(parts).toString())
      return { path, bytes: Buffer.concat(parts).length }
    },
  }
  return { port: port as Blobs, written, disposed: () => disposed }
}

const received = (fileType: string, process = true) => ({
  ...subject,
  file: { ...file, file_type: fileType },
  process,
  process_mode: 'async',
  trigger: 'http',
  message: '',
})
const consumer = () => parseConsumer(() => pool)
const contextOf = (blobs: Blobs, signal?: AbortSignal) =>
  handlerContext(
    { blobs, config: { parsing } as unknown as Config, search: { admits: async () => true } as unknown as SearchIndex },
    signal,
  )

test('reads as many files at a time as are asked for, and never fewer than two where nothing is', () => {
  expect(poolSize(1)).toEqual({ size: 1, steady: 1 })
  expect(poolSize(6)).toEqual({ size: 6, steady: 5 })
  expect(poolSize(undefined).size).toBe(Math.max(2, Math.min(availableParallelism(), 4)))
})

describe('the consumer parse', () => {
  it('writes header and blocks as the artifact and tells of its progress', async () => {
    const pages = Array.from({ length: 60 }, (_, i) => [{ x: 72, y: 700, text: `Page number ${i + 1} says that the wheel turns.` }])
    const blobs = blobsWith(makePdf(pages))
    const ctx = contextOf(blobs.port)
    const [event, ...more] = await consumer().handle(ctx, eventOf(documentReceived.name, received('pdf')))
    expect(more).toEqual([])
    const path = `artifacts/${subject.document_id}/${subject.generation}/parsed.ndjson`
    const artifact = blobs.written.get(path) ?? ''
    const [head = '', ...lines] = artifact.trimEnd().split('\n')
    const header = parsedHeaderSchema.parse(JSON.parse(head))
    const blocks = lines.map((l) => blockSchema.parse(JSON.parse(l)))
    const text = blocks.map((b) => b.text).join('\n\n')
    expect(blocks.map((b) => b.page)).toEqual(pages.map((_, i) => i + 1))
    for (const block of blocks) expect(text.slice(block.start, block.start + block.text.length)).toBe(block.text)
    expect(event).toMatchObject({
      type: 'document.parsed',
      payload: { ...subject, parsed: { path, bytes: Buffer.byteLength(artifact) }, pages: 60, characters: text.length, warnings: [] },
    })
    expect(header).toMatchObject({ reader: 'pdfium', pages: 60, characters: text.length })
    expect(ctx.told.length).toBeLessThanOrEqual(22)
    expect(ctx.told.at(-1)).toMatchObject({ payload: { total: 60, unit: 'pages' } })
    expect(ctx.told[0]).toMatchObject({ type: 'document.progressed', payload: { stage: 'parsing', done: 0, total: file.size_bytes } })
    expect(blobs.disposed()).toBe(1)
  })

  it('has not begun while the file stands in line for a child, and that time is not counted', async () => {
    const turn = Promise.withResolvers<void>()
    const busy: ParserPool = {
      ...pool,
      async parse(request) {
        await request.inLine?.(turn.promise)
        return pool.parse(request)
      },
    }
    const waits: unknown[] = []
    const ctx = contextOf(blobsWith('Grain goes in. '.repeat(2000)).port)
    const counted: typeof ctx.uncounted = (wait) => {
      waits.push(wait)
      return wait
    }
    const handled = parseConsumer(() => busy).handle({ ...ctx, uncounted: counted }, eventOf(documentReceived.name, received('txt')))
    await vi.waitFor(() => expect(waits).toEqual([turn.promise]))
    expect(ctx.told).toEqual([])
    turn.resolve()
    expect(await handled).toMatchObject([{ type: 'document.parsed' }])
    expect(ctx.told[0]).toMatchObject({ payload: { stage: 'parsing', done: 0 } })
  })

  it('does nothing with a file that is only stored', async () => {
    const ctx = contextOf(blobsWith(undefined).port)
    expect(await consumer().handle(ctx, eventOf(documentReceived.name, received('mp4', false)))).toEqual([])
    expect(ctx.told).toEqual([])
  })

  it('waits for the notification where that starts the pipeline', async () => {
    const payload = { ...received('txt'), trigger: 'event' }
    const ctx = () => contextOf(blobsWith('Grain goes in.').port)
    expect(await consumer().handle(ctx(), eventOf(documentReceived.name, payload))).toEqual([])
    expect(await consumer().handle(ctx(), eventOf(documentStored.name, payload))).toMatchObject([{ type: 'document.parsed' }])
  })

  it('throws what the reader found, and leaves no artifact', async () => {
    const blobs = blobsWith('no PDF at all')
    await expect(consumer().handle(contextOf(blobs.port), eventOf(documentReceived.name, received('pdf')))).rejects.toMatchObject({
      code: 'corrupt',
      retryable: false,
    })
    expect(blobs.written.size).toBe(0)
    expect(blobs.disposed()).toBe(1)
  })

  it('tries again when storage fails, but not when the file is gone', async () => {
    const gone = blobsWith(undefined).port
    await expect(consumer().handle(contextOf(gone), eventOf(documentReceived.name, received('txt')))).rejects.toMatchObject({
      code: 'storage_failed',
      retryable: false,
    })
    const full = { ...blobsWith('Grain goes in.').port, write: () => Promise.reject(new ApiError('storage_full', 'the disk is full')) }
    await expect(consumer().handle(contextOf(full), eventOf(documentReceived.name, received('txt')))).rejects.toMatchObject({
      code: 'storage_failed',
      retryable: true,
    })
  })

  it('stops with the signal', async () => {
    const controller = new AbortController()
    controller.abort(new Error('partition lost'))
    const handled = consumer().handle(contextOf(blobsWith('x').port, controller.signal), eventOf(documentReceived.name, received('txt')))
    await expect(handled).rejects.toThrow('partition lost')
  })

  it('tells why it gave up', () => {
    const failure = {
      error: new WorkError('encrypted', 'Remove the password.'),
      attempts: 1,
      kind: 'terminal' as const,
      at: '2026-01-01T00:00:00.000Z',
    }
    const [event] = consumer().onGiveUp?.(eventOf(documentReceived.name, received('pdf')), failure) ?? []
    expect(event).toMatchObject({
      type: 'document.failed',
      payload: {
        ...subject,
        error: { code: 'encrypted', message: 'Remove the password.', stage: 'parsing', retryable: false, attempt: 1 },
      },
    })
  })
})
