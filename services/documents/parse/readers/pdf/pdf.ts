import { createHash } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import type { ArchiveLimits } from '../../../../../kernel/cell/protocol.ts'
import { WorkError } from '../../../../../kernel/runtime/errors.ts'
import type { DraftBlock, Reading } from '../../blocks/draft-block.ts'
import { blocksOf, type PagePassage } from './document.ts'
import type { Passage } from './layout/paragraphs.ts'
import { pagePassages } from './page.ts'
import type { Remark } from './pdfium/annotations.ts'
import { type GlyphPage, openPdfium } from './pdfium/pdfium.ts'
import { assertLanguage, assertReadable, keepScanned, mayGoOn, openScanned, type Scanned, warnOfScanned } from './scanned.ts'

/** Passages are given on when they reach this many characters, so that memory stays bounded. */
const HELD = 8_000_000

const MOST_REMARKS = 5000
/** A page of its own takes more bytes of a file than this, its object and its place packed as they can be; only long files are held to it. */
const LEAST_BYTES_A_PAGE = 24
const FEW_PAGES = 1000
const MOST_PAGES = 20_000
/** So often a page may say the same; what repeats it beyond is left out. */
const MOST_ALIKE = 100

/** Characters from which it can be told whether they are a language. */
const ENOUGH = 20_000

/** PDF: PDFium first; pdf.js as the second opinion where PDFium cannot open the file or finds no sound text. */
export async function* readPdf(reading: Reading): AsyncIterable<DraftBlock> {
  const bytes = await readFile(reading.path)
  let problem: unknown
  let found = false
  const scanned = openScanned()
  try {
    for await (const block of readWithPdfium(bytes, reading, scanned)) {
      found = true
      yield block
    }
  } catch (error) {
    if (found || (error instanceof WorkError && ['encrypted', 'too_large'].includes(error.code))) throw error
    problem = error
  }
  if (found || scanned.drawn.length > 0) return
  const { readWithPdfjs } = await import('./pdfjs.ts')
  const first: DraftBlock[] = []
  let length = 0
  for await (const block of readWithPdfjs(bytes, reading, problem)) {
    if (found) {
      yield block
      continue
    }
    first.push(block)
    length += block.text.length
    if (length < ENOUGH) continue
    assertLanguage(first, reading)
    found = true
    yield* first
  }
  if (!found) assertLanguage(first, reading)
  if (!found) yield* first
  if (first.length > 0) return
  if (problem === undefined && scanned.left.length === 0)
    throw new WorkError('empty', 'The pages of the PDF are empty: no text and no picture stands on them. Check that it is the right file.')
  throw new WorkError(
    'empty',
    `The PDF holds no text, only images or empty pages. If it was scanned, run text recognition (OCR) on it and upload the result. ${reading.unread}`,
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

async function* readWithPdfium(bytes: Uint8Array, reading: Reading, scanned: Scanned): AsyncIterable<DraftBlock> {
  const document = await openPdfium(bytes)
  try {
    reading.setReader('pdfium')
    assertPages(document.pageCount, bytes.length, reading.limits)
    reading.setPages(document.pageCount)
    // So few pages can't repeat one so often.
    const repeats = document.pageCount > MOST_ALIKE ? createRepeats() : () => false
    let passages: PagePassage[] = []
    let held = 0
    let any = false
    let given = false
    const remarks: DraftBlock[] = []
    for (let i = 0; i < document.pageCount; i++) {
      const { page, found } = passagesAt(document.page, i, reading, repeats)
      const kept = page ? await keepScanned(document, i, { page, found }, reading, scanned) : found
      for (const passage of kept) {
        passages.push({ ...passage, page: i + 1 })
        held += passage.text.length
        any = true
      }
      if (page && remarks.length < MOST_REMARKS) remarks.push(...page.remarks.map((remark) => remarkBlock(remark, i + 1)))
      // A page that was drawn is done when its text is known.
      reading.progress(i + 1 - scanned.drawn.length, document.pageCount, 'pages')
      if (held < HELD) continue
      yield* blocksOf(passages)
      given = true
      passages = []
      held = 0
    }
    if (!given) assertReadable(scanned, reading)
    if (any || scanned.drawn.length > 0) warnOfScanned(scanned, reading)
    yield* blocksOf(passages)
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
