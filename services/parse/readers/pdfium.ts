import { PDFiumLibrary } from '@hyzyla/pdfium'
import { WorkError } from '../../../kernel/errors.ts'

/** The characters of one page, in the order of its content stream. Coordinates in points, y grows upwards. */
export interface GlyphPage {
  readonly count: number
  /** Unicode scalar values; line ends and some spaces are made by PDFium. */
  readonly codes: Int32Array
  /** Four numbers a character: left, right, bottom, top of the box from descent to ascent. All 0 for made characters. */
  readonly boxes: Float32Array
  /** 1 where the font is bold by its name or weight. */
  readonly bold: Uint8Array
  readonly width: number
  readonly height: number
}

export interface PdfiumDocument {
  readonly pageCount: number
  /** Throws Error when the page is damaged. */
  page(index: number): GlyphPage
  close(): void
}

/** PDFium's C functions (public/fpdf_text.h) that the wrapper has no methods for. */
interface TextFunctions {
  _FPDF_LoadPage(document: number, index: number): number
  _FPDF_ClosePage(page: number): void
  _FPDF_GetPageWidth(page: number): number
  _FPDF_GetPageHeight(page: number): number
  _FPDFText_LoadPage(page: number): number
  _FPDFText_ClosePage(text: number): void
  _FPDFText_CountChars(text: number): number
  _FPDFText_GetUnicode(text: number, index: number): number
  _FPDFText_GetLooseCharBox(text: number, index: number, rect: number): number
  _FPDFText_GetFontInfo(text: number, index: number, buffer: number, length: number, flags: number): number
  wasmExports: { malloc(size: number): number; free(pointer: number): void }
  HEAPU8: Uint8Array
}

let library: Promise<PDFiumLibrary> | undefined

/** Starts PDFium once per process. */
export function loadPdfium(): Promise<PDFiumLibrary> {
  library ??= PDFiumLibrary.init()
  return library
}

/** Opens a PDF without a password. Throws WorkError `encrypted` or `corrupt`. */
export async function openPdfium(bytes: Uint8Array): Promise<PdfiumDocument> {
  const pdfium = await loadPdfium()
  const document = await pdfium.loadDocument(bytes).catch((cause: unknown) => {
    const message = cause instanceof Error ? cause.message : ''
    // The wrapper has messages only, one for each code of FPDF_GetLastError.
    if (/password/i.test(message))
      throw new WorkError('encrypted', 'The PDF is protected by a password. Remove the password and upload it again.', { cause })
    if (/security/i.test(message))
      throw new WorkError(
        'encrypted',
        'The PDF is protected in a way that cannot be read. Save it without protection and upload it again.',
        { cause },
      )
    throw new WorkError('corrupt', 'The PDF is damaged and cannot be opened. Export it again and upload that file.', { cause })
  })
  const { native, handle } = internalsOf(document)
  return {
    pageCount: document.getPageCount(),
    page: (at) => readGlyphs(native, handle, at),
    close: () => document.destroy(),
  }
}

/** The wrapper keeps these two to itself; there is no other way to the functions of the text interface. */
function internalsOf(document: object): { native: TextFunctions; handle: number } {
  const native: unknown = Reflect.get(document, 'module')
  const handle: unknown = Reflect.get(document, 'documentIdx')
  if (typeof handle !== 'number' || !hasTextFunctions(native)) throw new Error('this release of @hyzyla/pdfium is built in another way')
  return { native, handle }
}

const hasTextFunctions = (value: unknown): value is TextFunctions =>
  typeof value === 'object' && value !== null && '_FPDFText_GetLooseCharBox' in value && '_FPDFText_GetFontInfo' in value

const NAME_BYTES = 128

function readGlyphs(native: TextFunctions, document: number, index: number): GlyphPage {
  const page = native._FPDF_LoadPage(document, index)
  if (!page) throw new Error(`page ${index + 1} cannot be loaded`)
  const text = native._FPDFText_LoadPage(page)
  const scratch = native.wasmExports.malloc(16 + 4 + NAME_BYTES)
  try {
    if (!text) throw new Error(`the text of page ${index + 1} cannot be loaded`)
    const count = Math.max(0, native._FPDFText_CountChars(text))
    const codes = new Int32Array(count)
    const boxes = new Float32Array(count * 4)
    const bold = new Uint8Array(count)
    for (let i = 0; i < count; i++) {
      codes[i] = native._FPDFText_GetUnicode(text, i)
      if (!native._FPDFText_GetLooseCharBox(text, i, scratch)) continue
      // FS_RECTF is left, top, right, bottom. The heap's views change when the memory grows, so take it anew.
      const [left = 0, top = 0, right = 0, bottom = 0] = new Float32Array(native.HEAPU8.buffer, scratch, 4)
      boxes.set([left, right, bottom, top], i * 4)
    }
    markBold(native, text, codes, bold, scratch + 16)
    return { count, codes, boxes, bold, width: native._FPDF_GetPageWidth(page), height: native._FPDF_GetPageHeight(page) }
  } finally {
    native.wasmExports.free(scratch)
    if (text) native._FPDFText_ClosePage(text)
    native._FPDF_ClosePage(page)
  }
}

/** Asks for the font at the first character of each word, which is enough to know of headings. */
function markBold(native: TextFunctions, text: number, codes: Int32Array, bold: Uint8Array, scratch: number): void {
  let current = 0
  for (let i = 0; i < codes.length; i++) {
    if (i === 0 || codes[i - 1]! <= 32) {
      const bytes = native._FPDFText_GetFontInfo(text, i, scratch + 4, NAME_BYTES, scratch)
      const name = bytes > 0 ? Buffer.from(native.HEAPU8.buffer, scratch + 4, Math.min(bytes, NAME_BYTES) - 1).toString('latin1') : ''
      current = /bold|black|heavy|semib|\bBd\b|CMBX|-B(?:$|[^a-z])/i.test(name) ? 1 : 0
    }
    bold[i] = current
  }
}
