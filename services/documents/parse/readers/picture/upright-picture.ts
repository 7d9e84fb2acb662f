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

/**
 * A picture on white, in grey or in three colours, upright, its longer side at most `longestSide`: each point is the mean of a square of
 * whole points.
 */
export function uprightPicture(picture: ColourPicture, orientation: number, longestSide: number, channels: 1 | 3 = 1): PageImage {
  const { width, height } = picture
  const { swap, backX, backY } = ORIENTATIONS[orientation] ?? ORIENTATIONS[1]!
  const step = Math.max(1, Math.ceil(Math.max(width, height) / longestSide))
  const [columns, rows] = [Math.max(1, Math.floor(width / step)), Math.max(1, Math.floor(height / step))]
  const [wide, high] = swap ? [rows, columns] : [columns, rows]
  const pixels = new Uint8Array(wide * high * channels)
  for (let y = 0; y < rows; y++)
    for (let x = 0; x < columns; x++) {
      const [column, row] = [backX ? columns - 1 - x : x, backY ? rows - 1 - y : y]
      const at = swap ? column * wide + row : row * wide + column
      const [red, green, blue] = meanOf(picture, x * step, y * step, step)
      if (channels === 3) pixels.set([Math.round(red), Math.round(green), Math.round(blue)], at * 3)
      else pixels[at] = Math.round(0.299 * red + 0.587 * green + 0.114 * blue) // luma by ITU-R BT.601
    }
  return { width: wide, height: high, pixels }
}

/** Red, green and blue over white where it is not opaque. */
function meanOf({ width, height, rgba }: ColourPicture, left: number, top: number, step: number): readonly [number, number, number] {
  let [red, green, blue, count] = [0, 0, 0, 0]
  for (let y = top; y < Math.min(height, top + step); y++)
    for (let x = left; x < Math.min(width, left + step); x++) {
      const at = (y * width + x) * 4
      const opacity = rgba[at + 3]! / OPAQUE
      const white = OPAQUE * (1 - opacity)
      red += rgba[at]! * opacity + white
      green += rgba[at + 1]! * opacity + white
      blue += rgba[at + 2]! * opacity + white
      count++
    }
  return [red / count, green / count, blue / count]
}
