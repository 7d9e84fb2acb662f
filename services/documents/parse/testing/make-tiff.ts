import type { PageImage } from '../readers/pdf/pdfium/render.ts'

/** Width, height, bits, compression (none), black is zero, where the strip is, samples, rows and bytes of it (TIFF 6.0, section 4). */
const TAGS = [256, 257, 258, 259, 262, 273, 277, 278, 279]
const LONG = 4
const ENTRY = 12

/** A TIFF file with these pages in grey. */
export function tiffOf(pages: readonly PageImage[]): Buffer {
  const parts: Buffer[] = [Buffer.from('II*\0\0\0\0\0', 'latin1')]
  let end = 8
  let pointer: { buffer: Buffer; at: number } = { buffer: parts[0]!, at: 4 }
  for (const { width, height, pixels } of pages) {
    const strip = end
    const directory = Buffer.alloc(2 + TAGS.length * ENTRY + 4)
    directory.writeUInt16LE(TAGS.length, 0)
    for (const [i, value] of [width, height, 8, 1, 1, strip, 1, height, pixels.length].entries()) {
      const at = 2 + i * ENTRY
      directory.writeUInt16LE(TAGS[i]!, at)
      directory.writeUInt16LE(LONG, at + 2)
      directory.writeUInt32LE(1, at + 4)
      directory.writeUInt32LE(value, at + 8)
    }
    pointer.buffer.writeUInt32LE(strip + pixels.length, pointer.at)
    pointer = { buffer: directory, at: directory.length - 4 }
    parts.push(Buffer.from(pixels), directory)
    end += pixels.length + directory.length
  }
  return Buffer.concat(parts)
}
