/** PDFium's C functions (public/fpdfview.h) that draw a page. */
export interface RenderFunctions {
  _FPDF_LoadPage(document: number, index: number): number
  _FPDF_ClosePage(page: number): void
  _FPDF_GetPageWidthF(page: number): number
  _FPDF_GetPageHeightF(page: number): number
  _FPDFBitmap_CreateEx(width: number, height: number, format: number, buffer: number, stride: number): number
  _FPDFBitmap_FillRect(bitmap: number, left: number, top: number, width: number, height: number, colour: number): void
  _FPDFBitmap_GetBuffer(bitmap: number): number
  _FPDFBitmap_GetStride(bitmap: number): number
  _FPDFBitmap_Destroy(bitmap: number): void
  _FPDF_RenderPageBitmap(
    bitmap: number,
    page: number,
    x: number,
    y: number,
    width: number,
    height: number,
    rotate: number,
    flags: number,
  ): void
  HEAPU8: Uint8Array
}

/** A picture of one byte a pixel, from black (0) to white (255), row by row. */
export interface GrayImage {
  readonly width: number
  readonly height: number
  readonly pixels: Uint8Array
}

/** FPDFBitmap_Gray; FPDF_ANNOT and FPDF_GRAYSCALE. */
const GRAY = 1
const FLAGS = 0x01 | 0x08
const WHITE = 0xffffffff
/** Pixels a point at most: 200 dots an inch. */
const FINEST = 200 / 72

/** Draws a page in grey on white; its longer side has at most so many pixels. Throws Error when the page is damaged. */
export function renderPage(native: RenderFunctions, document: number, index: number, longestSide: number): GrayImage {
  const page = native._FPDF_LoadPage(document, index)
  if (!page) throw new Error(`page ${index + 1} cannot be loaded`)
  try {
    const [wide, high] = [native._FPDF_GetPageWidthF(page), native._FPDF_GetPageHeightF(page)]
    if (!(wide > 0 && high > 0)) throw new Error(`page ${index + 1} has no size`)
    const scale = Math.min(FINEST, longestSide / Math.max(wide, high))
    const [width, height] = [Math.max(1, Math.round(wide * scale)), Math.max(1, Math.round(high * scale))]
    const bitmap = native._FPDFBitmap_CreateEx(width, height, GRAY, 0, 0)
    if (!bitmap) throw new Error(`page ${index + 1} cannot be drawn`)
    try {
      native._FPDFBitmap_FillRect(bitmap, 0, 0, width, height, WHITE)
      native._FPDF_RenderPageBitmap(bitmap, page, 0, 0, width, height, 0, FLAGS)
      return { width, height, pixels: pixelsOf(native, bitmap, width, height) }
    } finally {
      native._FPDFBitmap_Destroy(bitmap)
    }
  } finally {
    native._FPDF_ClosePage(page)
  }
}

/** A copy without the padding at the end of the rows. */
function pixelsOf(native: RenderFunctions, bitmap: number, width: number, height: number): Uint8Array {
  const [from, stride] = [native._FPDFBitmap_GetBuffer(bitmap), native._FPDFBitmap_GetStride(bitmap)]
  const pixels = new Uint8Array(width * height)
  for (let row = 0; row < height; row++) pixels.set(native.HEAPU8.subarray(from + row * stride, from + row * stride + width), row * width)
  return pixels
}
