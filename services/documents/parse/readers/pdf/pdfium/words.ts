/** PDFium's C functions (public/fpdfview.h, public/fpdf_text.h) that tell where words stand in a page's picture. */
export interface WordFunctions {
  _FPDF_LoadPage(document: number, index: number): number
  _FPDF_ClosePage(page: number): void
  _FPDFText_LoadPage(page: number): number
  _FPDFText_ClosePage(text: number): void
  _FPDFText_CountChars(text: number): number
  _FPDFText_GetUnicode(text: number, index: number): number
  _FPDFText_GetLooseCharBox(text: number, index: number, rect: number): number
  _FPDF_PageToDevice(
    page: number,
    startX: number,
    startY: number,
    sizeX: number,
    sizeY: number,
    rotate: number,
    pageX: number,
    pageY: number,
    deviceX: number,
    deviceY: number,
  ): number
  wasmExports: { malloc(bytes: number): number; free(pointer: number): void }
  HEAPU8: Uint8Array
}

/** A word and its box in the picture: left, top, right, bottom in parts of its width and height. */
export interface PlacedWord {
  readonly text: string
  readonly box: [number, number, number, number]
}

/** No page of print has more; what a hostile one has beyond is not told. */
const MOST_WORDS = 20_000
const MOST_LETTERS = 200
/** The picture's width and height while places are asked for: they come as whole numbers. */
const FINE = 100_000

/** The words of a page in the order of its content. Throws Error when the page is damaged. */
export function readWords(native: WordFunctions, document: number, index: number): PlacedWord[] {
  const page = native._FPDF_LoadPage(document, index)
  if (!page) throw new Error(`page ${index + 1} cannot be loaded`)
  const text = native._FPDFText_LoadPage(page)
  const scratch = native.wasmExports.malloc(24)
  const words: PlacedWord[] = []
  let letters = ''
  let box: PlacedWord['box'] | undefined
  const end = () => {
    if (letters && box) words.push({ text: letters, box })
    letters = ''
    box = undefined
  }
  try {
    const count = text ? native._FPDFText_CountChars(text) : 0
    for (let i = 0; i < count && words.length < MOST_WORDS; i++) {
      const code = native._FPDFText_GetUnicode(text, i)
      if (code <= 32 || code === 0xa0 || code > 0x10ffff || letters.length >= MOST_LETTERS) end()
      if (code <= 32 || code === 0xa0 || code > 0x10ffff) continue
      if (!native._FPDFText_GetLooseCharBox(text, i, scratch)) continue
      letters += String.fromCodePoint(code)
      box = around(box, placeOf(native, page, scratch))
    }
    end()
    return words
  } finally {
    native.wasmExports.free(scratch)
    if (text) native._FPDFText_ClosePage(text)
    native._FPDF_ClosePage(page)
  }
}

/** The box at `scratch` (left, top, right, bottom in points) in parts of the picture, whichever way the page is turned or cropped. */
function placeOf(native: WordFunctions, page: number, scratch: number): PlacedWord['box'] {
  const [left, top, right, bottom] = new Float32Array(native.HEAPU8.slice(scratch, scratch + 16).buffer) as unknown as PlacedWord['box']
  const [a, b] = [deviceOf(native, page, scratch, left, top), deviceOf(native, page, scratch, right, bottom)]
  return [Math.min(a[0], b[0]), Math.min(a[1], b[1]), Math.max(a[0], b[0]), Math.max(a[1], b[1])]
}

function deviceOf(native: WordFunctions, page: number, scratch: number, x: number, y: number): [number, number] {
  native._FPDF_PageToDevice(page, 0, 0, FINE, FINE, 0, x, y, scratch + 16, scratch + 20)
  const [left, top] = new Int32Array(native.HEAPU8.slice(scratch + 16, scratch + 24).buffer) as unknown as [number, number]
  return [part(left), part(top)]
}

const part = (place: number): number => Math.min(1, Math.max(0, place / FINE))

const around = (box: PlacedWord['box'] | undefined, next: PlacedWord['box']): PlacedWord['box'] =>
  box ? [Math.min(box[0], next[0]), Math.min(box[1], next[1]), Math.max(box[2], next[2]), Math.max(box[3], next[3])] : next
