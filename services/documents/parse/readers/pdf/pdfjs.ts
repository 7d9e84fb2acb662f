import { WorkError } from '../../../../../kernel/runtime/errors.ts'
import type { DraftBlock, Reading } from '../../blocks/draft-block.ts'
import { assertPages } from './pdf.ts'

/**
 * pdf.js names these classes of browsers while it loads, for drawing. Its canvas package for Node is native code, which the
 * child may not load; text needs neither.
 */
async function loadPdfParse() {
  const browser = globalThis as Record<string, unknown>
  for (const name of ['DOMMatrix', 'ImageData', 'Path2D']) browser[name] ??= class {}
  return import('pdf-parse')
}

/** Reads a PDF page by page with pdf.js. `problem` is what the first reader met; thrown when this one fails as well. */
export async function* readWithPdfjs(bytes: Uint8Array, reading: Reading, problem: unknown): AsyncIterable<DraftBlock> {
  const { PDFParse, VerbosityLevel } = await loadPdfParse()
  // pdf.js takes the buffer over, so it gets its own.
  const parser = new PDFParse({
    data: new Uint8Array(bytes),
    isEvalSupported: false,
    useSystemFonts: false,
    disableFontFace: true,
    enableXfa: false,
    verbosity: VerbosityLevel.ERRORS,
  })
  try {
    const { total } = await parser.getInfo()
    assertPages(total, bytes.length, reading.limits)
    reading.setPages(total)
    for (let page = 1; page <= total; page++) {
      const { text } = await parser.getText({ partial: [page], pageJoiner: '' })
      for (const part of text.split(/\n[ \t]*\n/)) {
        if (!part.trim()) continue
        reading.setReader('pdf.js')
        yield { type: 'paragraph', text: part, page }
      }
      reading.progress(page, total, 'pages')
    }
  } catch (cause) {
    if (cause instanceof RangeError || (cause instanceof WorkError && cause.code === 'too_large')) throw cause
    if (cause instanceof Error && /password/i.test(`${cause.name} ${cause.message}`))
      throw new WorkError('encrypted', 'The PDF is protected by a password. Remove the password and upload it again.', { cause })
    throw problem instanceof WorkError
      ? problem
      : new WorkError('corrupt', 'The PDF is damaged and cannot be read. Export it again and upload that file.', {
          cause: problem ?? cause,
        })
  } finally {
    await parser.destroy()
  }
}
