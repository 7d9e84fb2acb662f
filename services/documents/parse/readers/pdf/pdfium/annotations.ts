/** What somebody has remarked on a page without writing on it: sticky notes, and notes at marked words. */
export interface Remark {
  readonly author: string
  readonly text: string
}

/** PDFium's C functions (public/fpdf_annot.h, public/fpdf_flatten.h) for annotations. */
export interface AnnotationFunctions {
  _FPDFPage_GetAnnotCount(page: number): number
  _FPDFPage_GetAnnot(page: number, index: number): number
  _FPDFPage_CloseAnnot(annotation: number): void
  _FPDFAnnot_GetSubtype(annotation: number): number
  _FPDFAnnot_GetStringValue(annotation: number, key: number, buffer: number, length: number): number
  _FPDFPage_Flatten(page: number, usage: number): number
  HEAPU8: Uint8Array
  wasmExports: { malloc(size: number): number; free(pointer: number): void }
}

/** FPDF_ANNOT_FREETEXT, _STAMP, _WIDGET: their text is seen on the page. */
const SHOWN = new Set([3, 13, 20])
/** FPDF_ANNOT_LINK, _POPUP: the words of a link are the page's, those of a pop-up its note's. */
const WITHOUT_WORDS = new Set([2, 16])
/** FLAT_NORMALDISPLAY and FLATTEN_SUCCESS. */
const [AS_SHOWN, FLATTENED] = [0, 1]
const MOST_ANNOTATIONS = 2000
const MOST_BYTES = 40_000
const KEY_BYTES = 16

/** The remarks of a loaded page, and whether other annotations show text on it. */
export function readAnnotations(native: AnnotationFunctions, page: number): { shown: boolean; remarks: Remark[] } {
  const remarks: Remark[] = []
  let shown = false
  const count = Math.min(native._FPDFPage_GetAnnotCount(page), MOST_ANNOTATIONS)
  for (let i = 0; i < count; i++) {
    const annotation = native._FPDFPage_GetAnnot(page, i)
    if (!annotation) continue
    const subtype = native._FPDFAnnot_GetSubtype(annotation)
    if (SHOWN.has(subtype)) shown = true
    else if (!WITHOUT_WORDS.has(subtype)) {
      const text = stringOf(native, annotation, 'Contents')
      if (text) remarks.push({ text, author: stringOf(native, annotation, 'T') })
    }
    native._FPDFPage_CloseAnnot(annotation)
  }
  return { shown, remarks }
}

/** Makes what annotations show a part of the page's content; the page has to be loaded anew then. False where nothing was changed. */
export const flatten = (native: AnnotationFunctions, page: number): boolean => native._FPDFPage_Flatten(page, AS_SHOWN) === FLATTENED

/** A text of an annotation's dictionary, without outer white space; '' when it is absent or too long. */
function stringOf(native: AnnotationFunctions, annotation: number, key: string): string {
  const memory = native.wasmExports.malloc(KEY_BYTES + MOST_BYTES)
  try {
    native.HEAPU8.set(Buffer.from(`${key}\0`, 'latin1'), memory)
    const text = memory + KEY_BYTES
    const bytes = native._FPDFAnnot_GetStringValue(annotation, memory, text, MOST_BYTES)
    // UTF-16 with a zero at the end.
    return bytes > 2 && bytes <= MOST_BYTES
      ? Buffer.from(native.HEAPU8.slice(text, text + bytes - 2))
          .toString('utf16le')
          .trim()
      : ''
  } finally {
    native.wasmExports.free(memory)
  }
}
