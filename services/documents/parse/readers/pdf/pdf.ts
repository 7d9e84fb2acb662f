import { createHash } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import { WorkError } from '../../../../../kernel/runtime/errors.ts'
import type { ArchiveLimits } from '../../cell/protocol.ts'
import type { DraftBlock, Reading } from '../../draft-block.ts'
import { encodePng } from '../../ocr/png.ts'
import { blocksOf, type PagePassage } from './pdf-document.ts'
import { pagePassages } from './pdf-page.ts'
import type { Passage } from './pdf-paragraphs.ts'
import { type GlyphPage, openPdfium, type PdfiumDocument } from './pdfium.ts'
import type { Remark } from './pdfium-annotations.ts'

/** Share of characters without a meaning from which a text is not believed. */
const GARBAGE = 0.2
/** Passages are given on when they reach this many characters, so that memory stays bounded. */
const HELD = 8_000_000

/** Pixels along the longer side of a page's picture: small print stays legible, and models scale larger ones down. */
const LONGEST_SIDE = 2000
/** A page with a picture and fewer characters than this, such as its number, is a scanned one. */
const FEWEST_CHARACTERS = 16
const PAGES_NAMED = 20
const MOST_REMARKS = 5000
/** A page of its own takes more bytes of a file than this, its object and its place packed as they can be; only long files are held to it. */
const LEAST_BYTES_A_PAGE = 24
const FEW_PAGES = 1000
const MOST_PAGES = 20_000
/** So often a page may say the same; what repeats it beyond is left out. */
const MOST_ALIKE = 100

/** PDF: PDFium first; pdf.js as the second opinion where PDFium cannot open the file or finds no sound text. */
export async function* readPdf(reading: Reading): AsyncIterable<DraftBlock> {
  const bytes = await readFile(reading.path)
  let problem: unknown
  let found = false
  const scanned: Scanned = { drawn: 0, left: [] }
  try {
    for await (const block of readWithPdfium(bytes, reading, scanned)) {
      found = true
      yield block
    }
  } catch (error) {
    if (found || (error instanceof WorkError && ['encrypted', 'too_large'].includes(error.code))) throw error
    problem = error
  }
  if (found || scanned.drawn > 0) return
  const { readWithPdfjs } = await import('./pdfjs.ts')
  for await (const block of readWithPdfjs(bytes, reading, problem)) {
    found = true
    yield block
  }
  if (found) return
  throw new WorkError(
    'empty',
    'The PDF holds no text, only images or empty pages. If it was scanned, run text recognition (OCR) on it and upload the result, or have parsing.ocr.model set to a model that reads images.',
  )
}

/** Refuses more pages than are read, and those that are one and the same object: a small file may name it 200,000 times. */
export function assertPages(pages: number, bytes: number, { max_pages = MOST_PAGES }: ArchiveLimits): void {
  if (pages > max_pages)
    throw new WorkError('too_large', `The PDF has ${pages} pages; at most ${max_pages} are read. Split it into smaller files.`)
  if (pages > FEW_PAGES && bytes / pages < LEAST_BYTES_A_PAGE)
    throw new WorkError(
      'too_large',
      `The PDF names ${pages} pages in ${bytes} bytes: one page again and again. Upload a file that holds it once.`,
    )
}

/** Tells whether a page says what more than `MOST_ALIKE` before it said, place by place. */
function createRepeats(): (page: GlyphPage) => boolean {
  const seen = new Map<string, number>()
  return ({ count, codes, boxes }) => {
    if (count === 0) return false
    const sign = createHash('sha256').update(codes).update(boxes).digest('base64')
    const times = (seen.get(sign) ?? 0) + 1
    seen.set(sign, times)
    return times > MOST_ALIKE
  }
}

const remarkBlock = ({ author, text }: Remark, page: number): DraftBlock => ({
  type: 'note',
  text: `[Comment${author && ` by ${author}`}] ${text}`,
  page,
  part: 'comments',
})

interface Scanned {
  /** Pages that hold a picture of their text and were drawn. */
  drawn: number
  /** Numbers of those beyond what may be drawn. */
  readonly left: number[]
}

async function* readWithPdfium(bytes: Uint8Array, reading: Reading, scanned: Scanned): AsyncIterable<DraftBlock> {
  const document = await openPdfium(bytes)
  try {
    reading.setReader('pdfium')
    assertPages(document.pageCount, bytes.length, reading.limits)
    reading.setPages(document.pageCount)
    const repeats = createRepeats()
    let passages: PagePassage[] = []
    let held = 0
    let any = false
    const remarks: DraftBlock[] = []
    for (let i = 0; i < document.pageCount; i++) {
      const { page, found } = passagesAt(document.page, i, reading, repeats)
      for (const passage of found) {
        passages.push({ ...passage, page: i + 1 })
        held += passage.text.length
        any = true
      }
      if (page && remarks.length < MOST_REMARKS) remarks.push(...page.remarks.map((remark) => remarkBlock(remark, i + 1)))
      if (page && isScanned(page, found)) await keepScanned(document, i, reading, scanned)
      reading.progress(i + 1, document.pageCount, 'pages')
      if (held < HELD) continue
      yield* blocksOf(passages)
      passages = []
      held = 0
    }
    if (any || scanned.drawn > 0) warnOfScanned(scanned, reading)
    if (!isGarbage(passages)) yield* blocksOf(passages)
    yield* remarks
  } finally {
    document.close()
  }
}

function passagesAt(
  read: (index: number) => GlyphPage,
  index: number,
  reading: Reading,
  repeats: (page: GlyphPage) => boolean,
): { page?: GlyphPage; found: Passage[] } {
  try {
    const page = read(index)
    if (repeats(page)) {
      reading.warn(`Pages that repeat another one more than ${MOST_ALIKE} times were left out.`)
      return { found: [] }
    }
    return { page, found: pagePassages(page) }
  } catch (error) {
    mayGoOn(error)
    reading.warn(`Page ${index + 1} is damaged and was left out.`)
    return { found: [] }
  }
}

/** A page that is damaged does not take the others with it; running out of memory does. */
function mayGoOn(error: unknown): void {
  if (error instanceof RangeError || (error instanceof Error && error.name === 'RuntimeError')) throw error
}

const isScanned = ({ drawn, pictured }: GlyphPage, found: readonly Passage[]): boolean => {
  const characters = found.reduce((sum, p) => sum + p.text.length, 0)
  return drawn && (characters === 0 || (pictured && characters < FEWEST_CHARACTERS))
}

async function keepScanned(document: PdfiumDocument, index: number, reading: Reading, scanned: Scanned): Promise<void> {
  if (scanned.drawn >= reading.pictures) {
    scanned.left.push(index + 1)
    return
  }
  try {
    await reading.keepPicture(index + 1, encodePng(document.render(index, LONGEST_SIDE)))
    scanned.drawn++
  } catch (error) {
    mayGoOn(error)
    reading.warn(`Page ${index + 1} is damaged and was left out.`)
  }
}

function warnOfScanned({ left }: Scanned, { pictures, warn }: Reading): void {
  if (left.length === 0) return
  const named = left.slice(0, PAGES_NAMED).join(', ') + (left.length > PAGES_NAMED ? ', …' : '')
  const many = left.length === 1 ? `Page ${named} holds` : `${left.length} pages hold`
  const list = left.length === 1 ? '' : ` (${named})`
  if (pictures === 0) warn(`${many} no text, only pictures${list}; they are read where parsing.ocr.model names a model that reads images.`)
  else warn(`${many} no text, only pictures${list}; parsing.ocr.max_pages lets ${pictures} of a document be read.`)
}

function isGarbage(passages: readonly PagePassage[]): boolean {
  let all = 0
  let strange = 0
  for (const { text } of passages) {
    all += text.length
    strange += text.match(/[\ufffd\ue000-\uf8ff\u0000-\u0008]|\p{Cn}/gu)?.length ?? 0
  }
  return strange > all * GARBAGE
}
