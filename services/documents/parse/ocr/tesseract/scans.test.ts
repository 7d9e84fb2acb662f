import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { pino } from 'pino'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { createParserPool, type ParserPool } from '../../../../../kernel/cell/pool.ts'
import { documentReader } from '../../document-reader.ts'
import type { PageImage } from '../../readers/pdf/pdfium/render.ts'
import { makePdf, type PdfText } from '../../testing/make-pdf.ts'
import { scanOf } from '../../testing/make-scan.ts'
import { readAsPipeline } from '../../testing/read-as-pipeline.fixture.ts'

const limits = { timeout_ms: 60_000, memory_mb: 900, max_inflated_mb: 50, max_compression_ratio: 100, max_archive_entries: 1000 }
const PATIENT = 300_000

let pool: ParserPool
let folder: string
beforeAll(() => {
  pool = createParserPool({ entry: documentReader, limits, size: 2, log: pino({ level: 'silent' }) })
})
afterAll(() => pool.close())
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'scans-'))
})
afterEach(() => rm(folder, { recursive: true }))

const lines = (texts: readonly string[], size = 12): PdfText[] => texts.map((text, i) => ({ x: 72, y: 700 - i * size * 1.3, text, size }))
const mill = lines([
  'The river never stops, and so the wheel turns by day and',
  'by night, whatever the miller may say about it. It was',
  'built in 1742 and holds three pairs of stones.',
])
const reader = (pdf: Buffer, ocr: Record<string, unknown> = {}) => readAsPipeline(pdf, ocr, { pool, folder, limits })

/** Every other point white, the rest grey: what is left of a page that was copied too often. */
const spoiled = ({ width, height, pixels }: PageImage): PageImage => ({
  width,
  height,
  pixels: pixels.map((p, i) => ((i * 2_654_435_761) % 97 < 58 ? 255 : Math.min(255, p + 60))),
})

describe('scans', { timeout: PATIENT }, () => {
  it('are read without a model and without configuration, with a confidence, between the pages that have a text', async () => {
    const title = { x: 72, y: 740, text: 'The Upper Mill', size: 28 }
    const scan = await scanOf(makePdf([[title, ...mill]]))
    const { blocks, warnings, last } = await (await reader(scan))()
    expect(blocks.map(({ type, text, page, recognised }) => ({ type, text, page, recognised }))).toEqual([
      { type: 'heading', text: 'The Upper Mill', page: 1, recognised: true },
      {
        type: 'paragraph',
        text: 'The river never stops, and so the wheel turns by day and by night, whatever the miller may say about it. It was built in 1742 and holds three pairs of stones.',
        page: 1,
        recognised: true,
      },
    ])
    for (const { confidence } of blocks) expect(confidence).toBeGreaterThan(0.85)
    expect(warnings).toEqual([])
    expect(last).toMatchObject({ done: 1, total: 1, unit: 'pages' })
  })

  it('tell the pages of which they are not sure', async () => {
    const pdf = await scanOf(makePdf([mill, mill]), (picture, page) => (page === 2 ? spoiled(picture) : picture))
    const { blocks, warnings } = await (await reader(pdf))()
    expect(blocks.filter((b) => b.page === 1).every((b) => b.confidence! > 0.85)).toBe(true)
    expect(warnings).toEqual([expect.stringMatching(/^Page 2 was recognised with little confidence \(\d+ %\)/)])
  })

  it('go on where their time was used up, and pay for no page twice', async () => {
    const pages = Array.from({ length: 3 }, () => mill)
    const read = await reader(await scanOf(makePdf(pages)), { max_seconds: 1, concurrency: 1 })
    let found = await read()
    // A fast machine may read all of them within the second.
    if (found.blocks.length < 3) expect(found.warnings).toEqual([expect.stringContaining('parsing.ocr.max_seconds')])
    for (let tries = 0; tries < 3 && found.blocks.length < 3; tries++) found = await read()
    expect(found.blocks.map((b) => b.page)).toEqual([1, 2, 3])
    expect(found.warnings).toEqual([])
  })

  it('leave a page that takes too long, and say so', async () => {
    const dense = Array.from(
      { length: 70 },
      (_, i): PdfText => ({
        x: 20,
        y: 780 - i * 11,
        size: 8,
        text: `${i} the wheel turns by day and by night and so it goes on `.repeat(3).slice(0, 140),
      }),
    )
    const read = await reader(await scanOf(makePdf([dense, [{ x: 72, y: 700, text: 'Short.', size: 20 }]])), { timeout_ms: 1000 })
    const outcome = await read().catch((error: unknown) => error)
    const told = outcome instanceof Error ? outcome.message : (outcome as { warnings: string[] }).warnings.join('\n')
    expect(told).toMatch(/Page 1 could not be recognised and was left out: .*parsing\.ocr\.timeout_ms/)
  })

  it('end within the moment that nobody wants them any more', async () => {
    const read = await reader(await scanOf(makePdf(Array.from({ length: 20 }, () => mill))))
    const leave = new AbortController()
    const reading = read(leave.signal)
    await expect.poll(() => pool.pids().length, { timeout: 30_000 }).toBeGreaterThan(0)
    leave.abort(new Error('cancelled'))
    await expect(reading).rejects.toThrow('cancelled')
    expect(pool.waiting()).toBe(0)
  })

  it('name the languages that are missing and the command that brings them', async () => {
    const pdf = await scanOf(makePdf([mill]))
    const { blocks, warnings } = await (await reader(pdf, { languages: ['eng', 'xyz'] }))()
    expect(blocks).toHaveLength(1)
    expect(warnings).toEqual([expect.stringContaining('npm install --ignore-scripts @tesseract.js-data/xyz')])
    await expect((await reader(pdf, { languages: ['xyz'] }))()).rejects.toMatchObject({
      code: 'empty',
      message: expect.stringContaining('@tesseract.js-data/xyz'),
    })
    await expect(reader(pdf, { languages: ['../eng'] })).rejects.toThrow('parsing.ocr.languages')
  })

  it('without a word on them leave the document empty', async () => {
    await expect((await reader(await scanOf(makePdf([Buffer.from('0.5 g 100 600 200 80 re f')]))))()).rejects.toMatchObject({
      code: 'empty',
    })
  })
})

describe('a text that is no language', { timeout: PATIENT }, () => {
  const alphabet = 'The river never stops and so the wheel turns by day and by night whatever the miller may say about it'
  const apart = lines(
    Array.from({ length: 4 }, () => [...alphabet.replaceAll(' ', '')].join(' ').slice(0, 95)),
    10,
  )
  /** As where a font tells the numbers of its letters for the letters. */
  const shifted = lines(
    Array.from({ length: 6 }, () => alphabet.replace(/[a-z]/gi, (c) => String.fromCharCode(c.toLowerCase().charCodeAt(0) - 29))),
    10,
  )

  const long = lines(
    Array.from({ length: 20 }, (_, i) => `${alphabet.slice(0, 90)} ${i}.`),
    9,
  )

  it.each([
    ['letters apart', apart],
    ['other letters', shifted],
  ])('is recognised instead (%s)', async (_, page) => {
    const { blocks } = await (await reader(makePdf([page])))()
    expect(blocks.every((b) => b.recognised)).toBe(true)
  })

  it.each([
    ['letters apart', apart],
    ['other letters', shifted],
  ])('is unreadable where nothing recognises it (%s)', async (_, page) => {
    await expect((await reader(makePdf([page]), { engine: 'off' }))()).rejects.toMatchObject({ code: 'unreadable', retryable: false })
    const { warnings, blocks } = await (await reader(makePdf([long, long, long, page]), { engine: 'off' }))()
    expect(blocks.length).toBeGreaterThan(0)
    expect(warnings).toEqual([expect.stringMatching(/^Page 4 holds text that is no language/)])
  })
})
