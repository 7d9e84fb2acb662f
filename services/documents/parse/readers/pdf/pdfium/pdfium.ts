import { PDFiumLibrary } from '@hyzyla/pdfium'
import { WorkError } from '../../../../../../kernel/runtime/errors.ts'
import { mendArabic } from '../layout/arabic.ts'
import type { Box } from '../layout/lines.ts'
import { type AnnotationFunctions, flatten, type Remark, readAnnotations } from './annotations.ts'
import { type CompiledModule, instantiate, type Started } from './code.ts'
import { type PageImage, type RenderFunctions, type Resolution, renderPage } from './render.ts'
import { type Drawing, type DrawingFunctions, type Rule, readDrawing } from './rules.ts'
import { type PlacedWord, readWords, type WordFunctions } from './words.ts'

/** The characters of one page, in the order of its content stream, and its rules. Coordinates in points, y grows upwards. */
export interface GlyphPage extends Drawing {
  readonly count: number
  /** How many of the characters are the page's own; the others its annotations show. */
  readonly own: number
  readonly remarks: readonly Remark[]
  /** Unicode scalar values; line ends and some spaces are made by PDFium. */
  readonly codes: Int32Array
  /** Four numbers a character: left, right, bottom, top of the box from descent to ascent. All 0 for made characters. */
  readonly boxes: Float32Array
  /** The direction in which each is written, in whole degrees counterclockwise; 0 for made characters, and where it goes to the right. */
  readonly angles: Int16Array
  /** Size of the font in points, and 1 where it is bold by its name: those of the word's first character. */
  readonly sizes: Float32Array
  readonly bold: Uint8Array
}

export interface PdfiumDocument {
  readonly pageCount: number
  /** Throws Error when the page is damaged. */
  page(index: number): GlyphPage
  /** The page as a picture. Throws Error when the page is damaged. */
  render(index: number, resolution: Resolution): PageImage
  /** Where the page's words stand in its picture. Throws Error when the page is damaged. */
  words(index: number): PlacedWord[]
  close(): void
}

/** PDFium's C functions (public/fpdf_text.h) that the wrapper has no methods for. */
interface TextFunctions extends DrawingFunctions, RenderFunctions, AnnotationFunctions, WordFunctions {
  _FPDF_GetPageBoundingBox(page: number, rect: number): number
  _FPDFText_LoadPage(page: number): number
  _FPDFText_ClosePage(text: number): void
  _FPDFText_CountChars(text: number): number
  _FPDFText_GetUnicode(text: number, index: number): number
  _FPDFText_GetLooseCharBox(text: number, index: number, rect: number): number
  _FPDFText_GetTextObject(text: number, index: number): number
  _FPDFText_GetCharAngle(text: number, index: number): number
  _FPDFText_GetFontSize(text: number, index: number): number
  _FPDFText_GetMatrix(text: number, index: number, matrix: number): number
  _FPDFText_GetFontInfo(text: number, index: number, buffer: number, length: number, flags: number): number
}

let library: Promise<PDFiumLibrary> | undefined

/** Starts PDFium once per process, from its module where that is there already. */
export function loadPdfium(module?: CompiledModule): Promise<PDFiumLibrary> {
  library ??= PDFiumLibrary.init(module && { instantiateWasm: (imports: object, done: Started) => instantiate(module, imports, done) })
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
    render: (at, resolution) => renderPage(native, handle, at, resolution),
    words: (at) => readWords(native, handle, at),
    close: () => document.destroy(),
  }
}

/** The wrapper keeps these two to itself; there is no other way to the functions of the text interface. */
function internalsOf(document: object): { native: TextFunctions; handle: number } {
  const native: unknown = Reflect.get(document, 'module')
  const handle: unknown = Reflect.get(document, 'documentIdx')
  if (typeof handle !== 'number' || !hasTextFunctions(native)) throw new Error('this release of @hyzyla/pdfium is built in another way')
  return { native: unwrapped(native), handle }
}

let bare: TextFunctions | undefined

/** The same functions without what checks each call of them, which takes longer than most calls. */
function unwrapped(native: TextFunctions): TextFunctions {
  if (bare) return bare
  const exported = Object.entries(native.wasmExports).filter(([name, value]) => name.startsWith('FPDF') && typeof value === 'function')
  // The memory is asked of the module each time: it is another one when it has grown.
  return (bare = Object.assign(Object.create(native), Object.fromEntries(exported.map(([name, value]) => [`_${name}`, value]))))
}

const hasTextFunctions = (value: unknown): value is TextFunctions =>
  typeof value === 'object' &&
  value !== null &&
  [
    '_FPDFText_GetLooseCharBox',
    '_FPDFText_GetTextObject',
    '_FPDFText_GetCharAngle',
    '_FPDFText_GetFontInfo',
    '_FPDFPath_GetPathSegment',
    '_FPDF_RenderPageBitmap',
    '_FPDF_PageToDevice',
    '_FPDFPage_Flatten',
  ].every((f) => f in value)

const NAME_BYTES = 128
/** Room for the name, one box or matrix, and a number. */
const SCRATCH_BYTES = 32 + NAME_BYTES

/** Loads a page with what its annotations show as part of its content: values of form fields, stamps, texts typed on the page. */
function loadPage(native: TextFunctions, document: number, index: number) {
  const page = native._FPDF_LoadPage(document, index)
  if (!page) throw new Error(`page ${index + 1} cannot be loaded`)
  const { shown, remarks } = readAnnotations(native, page)
  if (!shown) return { page, remarks }
  const own = countOf(native, page)
  if (!flatten(native, page)) return { page, remarks }
  native._FPDF_ClosePage(page)
  const whole = native._FPDF_LoadPage(document, index)
  if (!whole) throw new Error(`page ${index + 1} cannot be loaded`)
  return { page: whole, remarks, own }
}

function countOf(native: TextFunctions, page: number): number {
  const text = native._FPDFText_LoadPage(page)
  if (!text) return 0
  const count = Math.max(0, native._FPDFText_CountChars(text))
  native._FPDFText_ClosePage(text)
  return count
}

function readGlyphs(native: TextFunctions, document: number, index: number): GlyphPage {
  const { page, remarks, own } = loadPage(native, document, index)
  const text = native._FPDFText_LoadPage(page)
  const scratch = native.wasmExports.malloc(SCRATCH_BYTES)
  try {
    if (!text) throw new Error(`the text of page ${index + 1} cannot be loaded`)
    const count = Math.max(0, native._FPDFText_CountChars(text))
    const shown = pageBox(native, page, scratch)
    const drawing = readDrawing(native, page, scratch)
    const glyphs = {
      count,
      own: own ?? count,
      remarks,
      codes: new Int32Array(count),
      boxes: new Float32Array(count * 4),
      angles: new Int16Array(count),
      sizes: new Float32Array(count),
      bold: new Uint8Array(count),
      ...drawing,
      rules: drawing.rules.filter((rule) => !liesBeyond(shown, rule)),
    }
    fillGlyphs(native, text, glyphs, scratch, shown)
    return glyphs
  } finally {
    native.wasmExports.free(scratch)
    if (text) native._FPDFText_ClosePage(text)
    native._FPDF_ClosePage(page)
  }
}

/** A view of the module's memory at this place; taken anew when the memory has grown. */
function floatsAt(native: TextFunctions, pointer: number, count: number): () => Float32Array {
  let view = new Float32Array(native.HEAPU8.buffer, pointer, count)
  return () => {
    if (view.buffer !== native.HEAPU8.buffer) view = new Float32Array(native.HEAPU8.buffer, pointer, count)
    return view
  }
}

const LINE_END = 13
/** Points by which a character may stand over the page's edge. */
const OVER_THE_EDGE = 2
const EVERYTHING: Box = { left: -Infinity, right: Infinity, bottom: -Infinity, top: Infinity }

/** What is shown of the page: its crop box within its media box. */
function pageBox(native: TextFunctions, page: number, scratch: number): Box {
  if (!native._FPDF_GetPageBoundingBox(page, scratch)) return EVERYTHING
  const [left = 0, top = 0, right = 0, bottom = 0] = floatsAt(native, scratch, 4)()
  return right > left && top > bottom ? { left, right, bottom, top } : EVERYTHING
}

const isBeyond = ({ left, right, bottom, top }: Box, x: number, y: number): boolean =>
  x < left - OVER_THE_EDGE || x > right + OVER_THE_EDGE || y < bottom - OVER_THE_EDGE || y > top + OVER_THE_EDGE

const liesBeyond = (page: Box, { upright, at, from, to }: Rule): boolean =>
  upright ? isBeyond(page, at, Math.min(Math.max(from, page.bottom), to)) : isBeyond(page, Math.min(Math.max(from, page.left), to), at)

const DEGREES = 180 / Math.PI

/** A character in front of a word is not above this one. */
const SPACE = 32

/**
 * Asks for each character's code and box. What holds for all characters of one text object is asked of the first of them: its direction,
 * and where a word begins its font, which is enough to know of headings.
 */
function fillGlyphs(native: TextFunctions, text: number, glyphs: GlyphPage, scratch: number, page: Box): void {
  const { count, codes, boxes, angles } = glyphs
  const rect = floatsAt(native, scratch, 4)
  const { _FPDFText_GetUnicode: codeAt, _FPDFText_GetLooseCharBox: boxAt, _FPDFText_GetTextObject: objectAt } = native
  const objects = new Int32Array(count)
  let last = 0
  let angle = 0
  for (let i = 0; i < count; i++) {
    codes[i] = codeAt(text, i)
    if (!boxAt(text, i, scratch)) continue
    // FS_RECTF is left, top, right, bottom.
    const box = rect()
    // Of a page cut out of a larger sheet nobody sees what lies beside it.
    if (isBeyond(page, (box[0]! + box[2]!) / 2, (box[1]! + box[3]!) / 2)) {
      codes[i] = LINE_END
      continue
    }
    boxes[i * 4] = box[0]!
    boxes[i * 4 + 1] = box[2]!
    boxes[i * 4 + 2] = box[3]!
    boxes[i * 4 + 3] = box[1]!
    const object = objectAt(text, i)
    objects[i] = object
    if (object !== last || object === 0) angle = angleOf(native, text, i)
    last = object
    angles[i] = angle
  }
  mendArabic(glyphs)
  fillFonts(native, text, glyphs, objects, scratch)
}

function angleOf(native: TextFunctions, text: number, index: number): number {
  // PDFium counts clockwise, and tells -1 of what it does not know.
  const turned = native._FPDFText_GetCharAngle(text, index)
  return turned > 0 ? (360 - Math.round(turned * DEGREES)) % 360 : 0
}

function fillFonts(native: TextFunctions, text: number, glyphs: GlyphPage, objects: Int32Array, scratch: number): void {
  const { count, codes, sizes, bold } = glyphs
  const matrix = floatsAt(native, scratch, 6)
  const isBold = boldReader(native, text, scratch)
  let last = 0
  let [size, heavy] = [0, 0]
  for (let i = 0; i < count; i++) {
    const begins = i === 0 || codes[i - 1]! <= SPACE
    if (begins && (objects[i] !== last || last === 0)) {
      last = objects[i]!
      heavy = isBold(i) ? 1 : 0
      const scale = native._FPDFText_GetMatrix(text, i, scratch) ? Math.hypot(matrix()[2]!, matrix()[3]!) : 1
      size = native._FPDFText_GetFontSize(text, i) * scale
    }
    bold[i] = heavy
    sizes[i] = size
  }
}

const BOLD_NAME = /bold|black|heavy|\bBd\b|CMBX|-Demi|Medi\b/i

/** Tells whether a character's font is bold by its name. Most words have the font of the word before them, whose name is not read again. */
function boldReader(native: TextFunctions, text: number, scratch: number): (index: number) => boolean {
  const at = scratch + 32
  let [last, isBold] = [Buffer.alloc(0), false]
  return (index) => {
    const bytes = native._FPDFText_GetFontInfo(text, index, at, NAME_BYTES, scratch)
    const length = bytes <= 1 || bytes > NAME_BYTES ? 0 : bytes - 1
    if (!holds(native.HEAPU8, at, last, length)) {
      last = Buffer.from(native.HEAPU8.subarray(at, at + length))
      isBold = BOLD_NAME.test(last.toString('latin1'))
    }
    return isBold
  }
}

function holds(memory: Uint8Array, at: number, name: Uint8Array, length: number): boolean {
  if (name.length !== length) return false
  for (let i = 0; i < length; i++) if (memory[at + i] !== name[i]) return false
  return true
}
