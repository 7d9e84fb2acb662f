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

interface Drawn extends PageWords {
  readonly pages: number
  readonly png: Uint8Array
}

/** Draws one page of a PDF or of a picture beside `job.output` and writes where its words stand to it. WorkError of a document error code. */
export async function drawPage(job: Job, page: number): Promise<ReadResult> {
  await assertContent(job.input, job.fileType)
  const { pages, png, words } = job.fileType === 'pdf' ? await pdfPage(job, page) : await picturePage(job, page)
  const path = `${job.output}.png`
  await writeFile(path, png)
  await writeFile(job.output, JSON.stringify({ words } satisfies PageWords))
  const header = { format: 'millrace.parsed.v1' as const, reader: job.fileType, pages, characters: 0, warnings: [] }
  return { header, pictures: [{ page, path }], attached: [] }
}

async function pdfPage({ input, limits }: Job, page: number): Promise<Drawn> {
  const bytes = await readFile(input)
  const document = await openPdfium(bytes)
  try {
    assertPages(document.pageCount, bytes.length, limits)
    if (page > document.pageCount) throw new WorkError('empty', `The document has ${document.pageCount} pages.`)
    const png = encodePng(document.render(page - 1, RESOLUTION), 3)
    return { pages: document.pageCount, png, words: document.words(page - 1) }
  } finally {
    document.close()
  }
}

/** What is recognised on a picture has no places. */
async function picturePage({ input }: Job, page: number): Promise<Drawn> {
  const { drawPicture } = await import('./readers/picture/picture.ts')
  return { ...(await drawPicture(input, page, RESOLUTION.longestSide)), words: [] }
}
