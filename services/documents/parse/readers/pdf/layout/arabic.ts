import type { GlyphPage } from '../pdfium/pdfium.ts'

const ALEFS: ReadonlySet<number> = new Set([0x622, 0x623, 0x625, 0x627])
const LAM = 0x644
const isLetter = (code: number): boolean => (code >= 0x620 && code <= 0x64a) || (code >= 0x671 && code <= 0x6d3)
const isMark = (code: number): boolean => (code >= 0x64b && code <= 0x652) || code === 0x670
const isLatin = (code: number): boolean => (code | 32) >= 97 && (code | 32) <= 122

/** Whether any of these is put into another order. */
function mayMend(codes: Int32Array): boolean {
  for (const code of codes) if (code === LAM || isMark(code)) return true
  return false
}

/**
 * Puts into logical order what PDFium leaves in the order of the eye: the two letters of the ligature lam-alef, which stand in one
 * box (a ligature of alef and lam does not exist, so that the other order is certain), and marks in front of their letter, from
 * which a made space parts them. Changes `codes` in place; a character that falls out becomes 0.
 */
export function mendArabic({ count, codes, boxes }: GlyphPage): void {
  if (!mayMend(codes)) return
  const left = (i: number) => boxes[i * 4]!
  const right = (i: number) => boxes[i * 4 + 1]!
  for (let i = 0; i + 1 < count; i++) {
    const [code, next] = [codes[i]!, codes[i + 1]!]
    if (next === LAM && ALEFS.has(code) && left(i) === left(i + 1) && right(i) === right(i + 1) && right(i) > left(i)) {
      codes[i] = LAM
      codes[i + 1] = code
      i++
    } else if (isMark(code) && isLetter(next) && left(i) === right(i) && left(i) >= left(i + 1) && left(i) <= right(i + 1)) {
      codes[i] = next
      codes[i + 1] = code
      for (let side = 0; side < 4; side++)
        [boxes[i * 4 + side], boxes[(i + 1) * 4 + side]] = [boxes[(i + 1) * 4 + side]!, boxes[i * 4 + side]!]
      if (i > 0 && codes[i - 1] === 32 && left(i - 1) === right(i - 1)) codes[i - 1] = 0
      i++
    }
  }
}

/** Whether a space belongs between two characters: an Arabic word never goes on with the end of a Latin one. */
export const partsScripts = (last: number, next: number): boolean => isLetter(next) && isLatin(last)
