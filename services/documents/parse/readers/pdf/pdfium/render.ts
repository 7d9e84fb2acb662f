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

/** A picture row by row: of one byte a pixel, from black (0) to white (255), or of three, red, green and blue. */
export interface PageImage {
  readonly width: number
  readonly height: number
  readonly pixels: Uint8Array
}

/** How finely a page is drawn, and whether in colour: three bytes a pixel. */
export interface Resolution {
  readonly dots: number
  readonly longestSide: number
  readonly inColour?: boolean
}

/** FPDFBitmap_Gray with FPDF_ANNOT and FPDF_GRAYSCALE; FPDFBitmap_BGRx with FPDF_ANNOT and FPDF_REVERSE_BYTE_ORDER. */
const GRAY = { format: 1, flags: 0x01 | 0x08, bytes: 1, channels: 1 }
const COLOUR = { format: 3, flags: 0x01 | 0x10, bytes: 4, channels: 3 }
const WHITE = 0xffffffff
const POINTS_AN_INCH = 72

/**
 * Draws a page on white, in grey or colour, at so many dots an inch; its longer side has at most so many pixels. Throws Error when the page
 * is damaged.
 */
export function renderPage(native: RenderFunctions, document: number, index: number, resolution: Resolution): PageImage {
  const { dots, longestSide, inColour = false } = resolution
  const kind = inColour ? COLOUR : GRAY
  const page = native._FPDF_LoadPage(document, index)
  if (!page) throw new Error(`page ${index + 1} cannot be loaded`)
  try {
    const [wide, high] = [native._FPDF_GetPageWidthF(page), native._FPDF_GetPageHeightF(page)]
    if (!(wide > 0 && high > 0)) throw new Error(`page ${index + 1} has no size`)
    const scale = Math.min(dots / POINTS_AN_INCH, longestSide / Math.max(wide, high))
    const [width, height] = [Math.max(1, Math.round(wide * scale)), Math.max(1, Math.round(high * scale))]
    const bitmap = native._FPDFBitmap_CreateEx(width, height, kind.format, 0, 0)
    if (!bitmap) throw new Error(`page ${index + 1} cannot be drawn`)
    try {
      native._FPDFBitmap_FillRect(bitmap, 0, 0, width, height, WHITE)
      native._FPDF_RenderPageBitmap(bitmap, page, 0, 0, width, height, 0, kind.flags)
      return { width, height, pixels: pixelsOf(native, bitmap, width, height, kind) }
    } finally {
      native._FPDFBitmap_Destroy(bitmap)
    }
  } finally {
    native._FPDF_ClosePage(page)
  }
}

/** A copy without the padding at the end of the rows, and without the byte of a pixel that says nothing. */
function pixelsOf(native: RenderFunctions, bitmap: number, width: number, height: number, { bytes, channels }: typeof GRAY): Uint8Array {
  const [from, stride] = [native._FPDFBitmap_GetBuffer(bitmap), native._FPDFBitmap_GetStride(bitmap)]
  const pixels = new Uint8Array(width * height * channels)
  for (let row = 0, to = 0; row < height; row++) {
    const line = native.HEAPU8.subarray(from + row * stride, from + row * stride + width * bytes)
    if (bytes === channels) pixels.set(line, to)
    else for (let x = 0; x < width; x++) for (let c = 0; c < channels; c++) pixels[to + x * channels + c] = line[x * bytes + c]!
    to += width * channels
  }
  return pixels
}
