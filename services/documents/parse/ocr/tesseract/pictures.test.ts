import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import jpeg from 'jpeg-js'
import { pino } from 'pino'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { createParserPool, type ParserPool } from '../../../../../kernel/cell/pool.ts'
import { documentReader } from '../../document-reader.ts'
import { openPdfium } from '../../readers/pdf/pdfium/pdfium.ts'
import type { PageImage } from '../../readers/pdf/pdfium/render.ts'
import { makePdf } from '../../testing/make-pdf.ts'
import { tiffOf } from '../../testing/make-tiff.ts'
import { readAsPipeline } from '../../testing/read-as-pipeline.fixture.ts'
import { encodePng } from '../png.ts'

const limits = { timeout_ms: 60_000, memory_mb: 900, max_inflated_mb: 50, max_compression_ratio: 100, max_archive_entries: 1000 }
const PATIENT = 120_000

let pool: ParserPool
let folder: string
beforeAll(() => {
  pool = createParserPool({ entry: documentReader, limits, size: 1, log: pino({ level: 'silent' }) })
})
afterAll(() => pool.close())
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'pictures-'))
})
afterEach(() => rm(folder, { recursive: true }))

const reader = (content: Buffer, fileType: string, ocr: Record<string, unknown> = {}) =>
  readAsPipeline(content, ocr, { pool, folder, limits, fileType })

/** A page with a line on it, as a screen or a camera would have it. */
async function drawn(text: string, dots = 150): Promise<PageImage> {
  const pdf = await openPdfium(makePdf([[{ x: 72, y: 700, text, size: 20 }]]))
  try {
    return pdf.render(0, { dots, longestSide: 4000 })
  } finally {
    pdf.close()
  }
}

function coloured({ pixels }: PageImage): Buffer {
  const rgba = Buffer.alloc(pixels.length * 4, 255)
  for (const [i, grey] of pixels.entries()) rgba.fill(grey, i * 4, i * 4 + 3)
  return rgba
}

/** With a note of how the camera was held: a TIFF file of one tag behind the end of `Exif`. */
function jpegOf(picture: PageImage, orientation = 1): Buffer {
  const note = Buffer.from('00' + '4d4d002a00000008' + '0001' + '0112000300000001' + '00000000' + '00000000', 'hex')
  note.writeUInt16BE(orientation, 19)
  const { width, height } = picture
  return jpeg.encode({ width, height, data: coloured(picture), exifBuffer: note } as Parameters<typeof jpeg.encode>[0], 90).data
}

/** Turned to the left: upright again when it is turned as orientation 6 asks. */
const turnedLeft = ({ width, height, pixels }: PageImage): PageImage => {
  const turned = new Uint8Array(pixels.length)
  for (let y = 0; y < height; y++) for (let x = 0; x < width; x++) turned[(width - 1 - x) * height + y] = pixels[y * width + x]!
  return { width: height, height: width, pixels: turned }
}

const texts = async (content: Buffer, fileType: string) => (await (await reader(content, fileType))()).blocks.map((b) => b.text).join(' ')

describe('pictures', { timeout: PATIENT }, () => {
  it('are read as scans are, whatever their format, turned as they say themselves', async () => {
    const picture = await drawn('The wheel turns by night.')
    expect(await texts(encodePng(picture), 'png')).toContain('The wheel turns by night.')
    expect(await texts(jpegOf(picture), 'jpg')).toContain('The wheel turns by night.')
    expect(await texts(jpegOf(turnedLeft(picture), 6), 'jpeg')).toContain('The wheel turns by night.')
    expect(await texts(tiffOf([picture]), 'tif')).toContain('The wheel turns by night.')
  })

  it('may have several pages, as a fax has, of which some are left where there are too many', async () => {
    const fax = tiffOf(await Promise.all(['The first page.', 'The second page.'].map((text) => drawn(text))))
    const { blocks, warnings } = await (await reader(fax, 'tiff'))()
    expect(blocks.map(({ page, text, recognised }) => ({ page, text, recognised }))).toEqual([
      { page: 1, text: 'The first page.', recognised: true },
      { page: 2, text: 'The second page.', recognised: true },
    ])
    expect(warnings).toEqual([])
    expect((await (await reader(fax, 'tiff', { max_pages: 1 }))()).warnings).toEqual([expect.stringContaining('parsing.ocr.max_pages')])
  })

  it('without text, damaged, too large or unread end with what to do', async () => {
    const white = (width: number, height: number): PageImage => ({ width, height, pixels: new Uint8Array(width * height).fill(255) })
    const empty = encodePng(white(300, 300))
    const fails = async (content: Buffer, fileType: string, ocr = {}) =>
      (await reader(content, fileType, ocr))().then(
        () => undefined,
        (error) => error,
      )
    expect(await fails(empty, 'png')).toMatchObject({ code: 'empty', retryable: false })
    expect(await fails(empty, 'png', { engine: 'off' })).toMatchObject({
      code: 'empty',
      message: expect.stringContaining('parsing.ocr.engine'),
    })
    const photograph = jpegOf(await drawn('Half of it'))
    expect(await fails(photograph.subarray(0, 300), 'jpg')).toMatchObject({ code: 'corrupt' })
    expect(await fails(tiffOf([white(300, 300)]).subarray(0, 9000), 'tif')).toMatchObject({ code: expect.stringMatching(/corrupt|empty/) })
    // A few bytes that say they are 60,000 by 60,000 points.
    const bomb = Buffer.from(empty)
    bomb.writeUInt32BE(60_000, 16)
    bomb.writeUInt32BE(60_000, 20)
    expect(await fails(bomb, 'png')).toMatchObject({ code: 'too_large' })
    const frame = photograph.indexOf(Buffer.from('ffc0', 'hex'))
    photograph.writeUInt16BE(60_000, frame + 5)
    photograph.writeUInt16BE(60_000, frame + 7)
    expect(await fails(photograph, 'jpg')).toMatchObject({ code: 'too_large' })
    expect(await fails(Buffer.from('no picture'), 'png')).toMatchObject({ code: 'corrupt' })
  })
})
