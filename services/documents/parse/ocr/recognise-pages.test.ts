import { once } from 'node:events'
import { mkdtemp, rm } from 'node:fs/promises'
import { createServer, type Server } from 'node:http'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import { inflateSync } from 'node:zlib'
import { pino } from 'pino'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { z } from 'zod'
import { createParserPool, type ParserPool } from '../../../../kernel/cell/pool.ts'
import { documentReader } from '../document-reader.ts'
import { makePdf, type PdfText } from '../testing/make-pdf.ts'
import { readAsPipeline } from '../testing/read-as-pipeline.fixture.ts'

const limits = { timeout_ms: 20_000, memory_mb: 500, max_inflated_mb: 50, max_compression_ratio: 100, max_archive_entries: 1000 }
const log = pino({ level: 'silent' })
/** A page that shows something without a text of its own. */
const scan = Buffer.from('0.5 g 100 600 200 80 re f')
const typed = (line: string): PdfText[] => [{ x: 72, y: 700, text: line }]

const askedSchema = z.object({
  model: z.string(),
  messages: z.array(
    z.object({
      content: z.union([
        z.string(),
        z.array(z.looseObject({ text: z.string().optional(), image_url: z.object({ url: z.string() }).optional() })),
      ]),
    }),
  ),
})

interface Asked {
  readonly page: number
  readonly model: string
  readonly png: Buffer
}
type Answer = { status?: number; headers?: Record<string, string>; content?: string; hang?: true }

let pool: ParserPool
let folder: string
let model: Server
let asked: Asked[]
let answer: (asked: Asked) => Answer
let [under, most] = [0, 0]

beforeAll(async () => {
  pool = createParserPool({ entry: documentReader, limits, size: 1, log })
  model = createServer(async (request, response) => {
    most = Math.max(most, ++under)
    const { model: name, messages } = askedSchema.parse(JSON.parse(await text(request)))
    const parts = messages.flatMap(({ content }) => (typeof content === 'string' ? [] : content))
    const page = Number(/\d+/.exec(parts.map((p) => p.text ?? '').join(''))?.[0])
    const url = parts.flatMap((p) => p.image_url?.url ?? []).join('')
    const question = { page, model: name, png: Buffer.from(url.replace('data:image/png;base64,', ''), 'base64') }
    asked.push(question)
    const { status = 200, headers = {}, content = '', hang } = answer(question)
    under--
    if (hang) return
    response.writeHead(status, { 'content-type': 'application/json', ...headers })
    response.end(JSON.stringify(status === 200 ? { choices: [{ message: { content }, finish_reason: 'stop' }] } : { error: {} }))
  })
  model.listen(0, '127.0.0.1')
  await once(model, 'listening')
})
afterAll(async () => {
  model.closeAllConnections()
  model.close()
  await pool.close()
})
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'recognise-'))
  asked = []
  most = 0
})
afterEach(() => rm(folder, { recursive: true }))

const endpoint = () => {
  const address = model.address()
  if (typeof address !== 'object' || address === null) throw new Error('the model does not listen')
  return `http://127.0.0.1:${address.port}/v1`
}

const reader = (pdf: Buffer, ocr: Record<string, unknown>, { baseUrl = endpoint(), embedded = false } = {}) =>
  readAsPipeline(pdf, ocr, { pool, folder, limits, baseUrl: embedded ? undefined : baseUrl })

describe('scanned pages', () => {
  it('are read by the model and stand between the others, marked', async () => {
    answer = ({ page }) => ({
      content: page === 2 ? '# Grain\n\nRye and oat.\n\n| field | tons |\n| --- | --- |\n| hill | 3 |' : '```\nThe end.\n```',
    })
    const read = await reader(makePdf([typed('The first page is typed.'), scan, typed('So is the third one.'), scan]), { model: 'eyes' })
    const { blocks, warnings, last } = await read()
    expect(blocks.map(({ start, ...b }) => b)).toEqual([
      { type: 'paragraph', text: 'The first page is typed.', page: 1 },
      { type: 'heading', level: 1, text: 'Grain', page: 2, recognised: true },
      { type: 'paragraph', text: 'Rye and oat.', page: 2, recognised: true },
      { type: 'table', text: '| field | tons |\n| --- | --- |\n| hill | 3 |', headerLines: 2, page: 2, recognised: true },
      { type: 'paragraph', text: 'So is the third one.', page: 3 },
      { type: 'paragraph', text: 'The end.', page: 4, recognised: true },
    ])
    expect(warnings).toEqual([])
    expect(last).toMatchObject({ done: 4, total: 4, unit: 'pages' })
    expect(asked.map((a) => a.model)).toEqual(['sees-1', 'sees-1'])
    const [first] = asked
    expect(first?.png.subarray(1, 4).toString()).toBe('PNG')
    // Of 612 by 792 points, the longer side at its limit.
    expect([first?.png.readUInt32BE(16), first?.png.readUInt32BE(20)]).toEqual([1545, 2000])
    const data = first?.png.subarray(first.png.indexOf('IDAT') + 4) ?? Buffer.alloc(0)
    expect(new Set(inflateSync(data)).size).toBeGreaterThan(1)
  })

  it('are counted against a cap, and never more at once than is configured', async () => {
    answer = ({ page }) => ({ content: `Text of page ${page}.` })
    const read = await reader(makePdf(Array.from({ length: 7 }, () => scan)), { model: 'eyes', max_pages: 5, concurrency: 2 })
    const { blocks, warnings } = await read()
    expect(blocks.map((b) => b.page)).toEqual([1, 2, 3, 4, 5])
    expect(warnings).toEqual(['2 pages hold no text, only pictures (6, 7); parsing.ocr.max_pages lets 5 of a document be read.'])
    expect(most).toBeLessThanOrEqual(2)
  })

  it('are asked for again after a busy model, not before it says, and those that were read are not', async () => {
    answer = ({ page }) => (page === 2 ? { status: 429, headers: { 'retry-after': '30' } } : { content: 'Page one.' })
    const read = await reader(makePdf([scan, scan]), { model: 'eyes', concurrency: 1 })
    await expect(read()).rejects.toMatchObject({
      code: 'internal',
      retryable: true,
      retryAfterMs: 30_000,
      message: expect.stringContaining('Page 2'),
    })
    asked = []
    answer = () => ({ content: 'Page two.' })
    expect((await read()).blocks.map((b) => b.text)).toEqual(['Page one.', 'Page two.'])
    expect(asked.map((a) => a.page)).toEqual([2])
  })

  it('end the pass for good when the model refuses them', async () => {
    answer = () => ({ status: 401 })
    const read = await reader(makePdf([scan]), { model: 'eyes' })
    await expect(read()).rejects.toMatchObject({
      code: 'internal',
      retryable: false,
      message: expect.stringContaining('parsing.ocr.model'),
    })
  })

  it('are waited for no longer than is configured, and no endpoint at all is worth another try', async () => {
    answer = () => ({ hang: true })
    const slow = await reader(makePdf([scan]), { model: 'eyes', timeout_ms: 1000 })
    await expect(slow()).rejects.toMatchObject({ code: 'timed_out', retryable: true })
    const away = await reader(makePdf([scan]), { model: 'eyes' }, { baseUrl: 'http://127.0.0.1:9/v1' })
    await expect(away()).rejects.toMatchObject({ code: 'internal', retryable: true })
  })

  it('leave a document empty when the model finds no text on them', async () => {
    answer = () => ({ content: 'NO TEXT' })
    await expect((await reader(makePdf([scan]), { model: 'eyes' }))()).rejects.toMatchObject({ code: 'empty', retryable: false })
  })

  it('are left out, and said to be, where recognition is off or no model answers', async () => {
    const pages = [typed('A typed page.'), scan]
    const off = await reader(makePdf(pages), { model: 'eyes', engine: 'off' })
    expect((await off()).warnings).toEqual([expect.stringMatching(/^Page 2 holds no text.*parsing\.ocr\.engine/)])
    const unserved = await reader(makePdf(pages), { model: 'eyes' }, { embedded: true })
    expect((await unserved()).warnings).toEqual([expect.stringMatching(/^Page 2 holds no text.*parsing\.ocr\.model/)])
    expect(asked).toEqual([])
    await expect((await reader(makePdf([scan]), { engine: 'off' }))()).rejects.toMatchObject({
      code: 'empty',
      message: expect.stringContaining('parsing.ocr.engine'),
    })
  })

  it('need an alias that reads images', async () => {
    await expect(reader(makePdf([scan]), { model: 'default' })).rejects.toThrow('parsing.ocr.model')
    await expect(reader(makePdf([scan]), { engine: 'model' })).rejects.toThrow('parsing.ocr.model')
  })
})
