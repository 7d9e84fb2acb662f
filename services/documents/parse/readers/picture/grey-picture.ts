import type { PageImage } from '../pdf/pdfium/render.ts'

/** Four bytes a pixel: red, green, blue, opacity. */
export interface ColourPicture {
  readonly width: number
  readonly height: number
  readonly rgba: Uint8Array
}

/**
 * How a camera held it (EXIF 2.3, 4.6.4.A, tag 274): for each orientation, whether columns and rows change places, and which of the two
 * then run backwards in the picture as it is kept.
 */
const ORIENTATIONS: Readonly<Record<number, { swap: boolean; backX: boolean; backY: boolean }>> = {
  1: { swap: false, backX: false, backY: false },
  2: { swap: false, backX: true, backY: false },
  3: { swap: false, backX: true, backY: true },
  4: { swap: false, backX: false, backY: true },
  5: { swap: true, backX: false, backY: false },
  6: { swap: true, backX: false, backY: true },
  7: { swap: true, backX: true, backY: true },
  8: { swap: true, backX: true, backY: false },
}
const OPAQUE = 255

/** A picture in grey on white, upright, its longer side at most `longestSide`: each point is the mean of a square of whole points. */
export function greyPicture({ width, height, rgba }: ColourPicture, orientation: number, longestSide: number): PageImage {
  const { swap, backX, backY } = ORIENTATIONS[orientation] ?? ORIENTATIONS[1]!
  const step = Math.max(1, Math.ceil(Math.max(width, height) / longestSide))
  const [columns, rows] = [Math.max(1, Math.floor(width / step)), Math.max(1, Math.floor(height / step))]
  const [wide, high] = swap ? [rows, columns] : [columns, rows]
  const pixels = new Uint8Array(wide * high)
  for (let y = 0; y < rows; y++)
    for (let x = 0; x < columns; x++) {
      const [column, row] = [backX ? columns - 1 - x : x, backY ? rows - 1 - y : y]
      const at = swap ? column * wide + row : row * wide + column
      pixels[at] = meanOf(rgba, width, height, x * step, y * step, step)
    }
  return { width: wide, height: high, pixels }
}

/** Luma by ITU-R BT.601, over white where it is not opaque. */
function meanOf(rgba: Uint8Array, width: number, height: number, left: number, top: number, step: number): number {
  let sum = 0
  let count = 0
  for (let y = top; y < Math.min(height, top + step); y++)
    for (let x = left; x < Math.min(width, left + step); x++) {
      const at = (y * width + x) * 4
      const luma = 0.299 * rgba[at]! + 0.587 * rgba[at + 1]! + 0.114 * rgba[at + 2]!
      const opacity = rgba[at + 3]! / OPAQUE
      sum += luma * opacity + OPAQUE * (1 - opacity)
      count++
    }
  return Math.round(sum / count)
}
