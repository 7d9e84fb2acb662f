import { readFile, writeFile } from 'node:fs/promises'
import type { Job, ReadResult } from '../../../kernel/cell/protocol.ts'
import { WorkError } from '../../../kernel/runtime/errors.ts'
import { assertContent } from './content-kind.ts'
import { encodePng } from './ocr/png.ts'
import type { PageWords } from './page-words.ts'
import { assertPages } from './readers/pdf/pdf.ts'
import { openPdfium } from './readers/pdf/pdfium/pdfium.ts'

/** Pixels of a picture's longer side at most: a page of A4 on a screen of fine dots. */
const RESOLUTION = { dots: 200, longestSide: 1600, inColour: true }

/** Draws one page of a PDF beside `job.output` and writes where its words stand to it. WorkError of a document error code. */
export async function drawPage(job: Job, page: number): Promise<ReadResult> {
  await assertContent(job.input, job.fileType)
  const bytes = await readFile(job.input)
  const document = await openPdfium(bytes)
  try {
    assertPages(document.pageCount, bytes.length, job.limits)
    if (page > document.pageCount) throw new WorkError('empty', `The document has ${document.pageCount} pages.`)
    const path = `${job.output}.png`
    await writeFile(path, encodePng(document.render(page - 1, RESOLUTION), 3))
    const words: PageWords = { words: document.words(page - 1) }
    await writeFile(job.output, JSON.stringify(words))
    const header = { format: 'millrace.parsed.v1' as const, reader: 'pdf', pages: document.pageCount, characters: 0, warnings: [] }
    return { header, pictures: [{ page, path }], attached: [] }
  } finally {
    document.close()
  }
}
