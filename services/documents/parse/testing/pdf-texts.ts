import type { PdfText } from './make-pdf.ts'

/** Lines one below the other. */
export const lines = (texts: readonly string[], { x = 72, y = 700, size = 10 } = {}): PdfText[] =>
  texts.map((text, i) => ({ x, y: y - i * size * 1.2, text, size }))

/** Prose of two columns that stand side by side. */
export const left = [
  'the left column begins here and goes',
  'on for a while in lower case letters',
  'without any end to its long sentence',
  'so that it is prose and nothing else',
  'down to the last line of this column',
  'where it finally comes to an end.',
]
export const right = left.map((l) => l.replace('left', 'right').replace('this', 'that'))

/** Operators that show a text in the first font. */
export const show = (x: number, y: number, text: string) => `BT /F1 10 Tf ${x} ${y} Td (${text}) Tj ET`
