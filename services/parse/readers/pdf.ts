import { readFile } from 'node:fs/promises'
import { WorkError } from '../../../kernel/errors.ts'
import type { DraftBlock, Reading } from '../draft-block.ts'
import { blocksOf, type PagePassage, withoutRunningLines } from './pdf-document.ts'
import { linesOf, runsOf } from './pdf-lines.ts'
import { readingOrder } from './pdf-order.ts'
import { passagesOf } from './pdf-paragraphs.ts'
import { openPdfium } from './pdfium.ts'

/** Share of characters without a meaning from which a text is not believed. */
const GARBAGE = 0.2
/** Passages are given on when they reach this many characters, so that memory stays bounded. */
const HELD = 8_000_000

/** PDF: PDFium first; pdf.js as the second opinion where PDFium cannot open the file or finds no sound text. */
export async function* readPdf(reading: Reading): AsyncIterable<DraftBlock> {
  const bytes = await readFile(reading.path)
  let problem: unknown
  let found = false
  try {
    for await (const block of readWithPdfium(bytes, reading)) {
      found = true
      yield block
    }
  } catch (error) {
    if (found || (error instanceof WorkError && error.code === 'encrypted')) throw error
    problem = error
  }
  if (found) return
  const { readWithPdfjs } = await import('./pdfjs.ts')
  for await (const block of readWithPdfjs(bytes, reading, problem)) {
    found = true
    yield block
  }
  if (found) return
  throw new WorkError(
    'empty',
    'The PDF holds no text, only images or empty pages. If it was scanned, run text recognition (OCR) on it and upload the result.',
  )
}

async function* readWithPdfium(bytes: Uint8Array, reading: Reading): AsyncIterable<DraftBlock> {
  const document = await openPdfium(bytes)
  try {
    reading.setReader('pdfium')
    reading.setPages(document.pageCount)
    let passages: PagePassage[] = []
    let held = 0
    for (let i = 0; i < document.pageCount; i++) {
      for (const passage of pagePassages(document.page, i, reading)) {
        passages.push({ ...passage, page: i + 1 })
        held += passage.text.length
      }
      reading.progress(i + 1, document.pageCount, 'pages')
      if (held < HELD) continue
      yield* blocksOf(withoutRunningLines(passages))
      passages = []
      held = 0
    }
    if (!isGarbage(passages)) yield* blocksOf(withoutRunningLines(passages))
  } finally {
    document.close()
  }
}

function pagePassages(page: (index: number) => Parameters<typeof runsOf>[0], index: number, reading: Reading) {
  try {
    return passagesOf(readingOrder(linesOf(runsOf(page(index)))))
  } catch (error) {
    // A page that is damaged does not take the others with it; running out of memory does.
    if (error instanceof RangeError || (error instanceof Error && error.name === 'RuntimeError')) throw error
    reading.warn(`Page ${index + 1} is damaged and was left out.`)
    return []
  }
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
