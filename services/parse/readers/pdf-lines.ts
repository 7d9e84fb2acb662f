import type { GlyphPage } from './pdfium.ts'

/** A box in points, y grows upwards. */
export interface Box {
  readonly left: number
  readonly right: number
  readonly bottom: number
  readonly top: number
}

/** A stretch of characters of one line without a wide gap. */
export interface Run extends Box {
  readonly text: string
  readonly bold: boolean
}

/** One line of a column; `cells` are its parts between wide gaps. */
export interface Line extends Box {
  readonly cells: readonly Run[]
  /** Height of most of its characters, from descent to ascent. */
  readonly size: number
  readonly bold: boolean
  readonly rtl: boolean
}

/** Parts of a line that are further apart than this many line heights are cells, not words. */
const CELL_GAP = 1.1
/** A gap of this many line heights between two runs without a space is a space. */
const WORD_GAP = 0.12
const RTL = /[\u0590-\u08ff\ufb1d-\ufdff\ufe70-\ufefc]/g
const LINE_END = 13
/** PDFium's sign for a hyphen that ends a line inside a word. */
const LINE_HYPHEN = 2

/** Runs in the order of the content stream. */
export function runsOf(page: GlyphPage): Run[] {
  const runs: Run[] = []
  let text = ''
  let bold = 0
  let inked = 0
  let [left, right, bottom, top] = [0, 0, 0, 0]
  const close = () => {
    if (text.trim()) runs.push({ text: text.trim(), left, right, bottom, top, bold: bold > inked / 2 })
    text = ''
    bold = inked = 0
  }
  for (let i = 0; i < page.count; i++) {
    const code = page.codes[i]!
    if (code === LINE_END || code === 10) {
      close()
      continue
    }
    const [l, r, b, t] = [page.boxes[i * 4]!, page.boxes[i * 4 + 1]!, page.boxes[i * 4 + 2]!, page.boxes[i * 4 + 3]!]
    const blank = code === 32 || code === 0xa0 || code < 32
    if (blank || t <= b) {
      text += code === LINE_HYPHEN ? '\u00ad' : blank ? ' ' : characterOf(code)
      continue
    }
    if (text && inked > 0) {
      const apart = Math.max(l - right, left - r)
      const level = Math.min(t, top) - Math.max(b, bottom)
      if (apart > CELL_GAP * (top - bottom) || level < 0) close()
    }
    if (inked === 0) [left, right, bottom, top] = [l, r, b, t]
    else [left, right, bottom, top] = [Math.min(left, l), Math.max(right, r), Math.min(bottom, b), Math.max(top, t)]
    text += characterOf(code)
    inked++
    bold += page.bold[i]!
  }
  close()
  return runs
}

const characterOf = (code: number): string => (code > 0 && code <= 0x10ffff ? String.fromCodePoint(code) : '\ufffd')

/** Joins neighbouring runs on one height to lines; the order stays. */
export function linesOf(runs: readonly Run[]): Line[] {
  const lines: Line[] = []
  let cells: Run[] = []
  const close = () => {
    if (cells.length) lines.push(lineOf(cells))
    cells = []
  }
  for (const run of runs) {
    const last = cells.at(-1)
    if (!last) cells.push(run)
    else if (!sameLine(last, run)) {
      close()
      cells.push(run)
    } else if (Math.max(run.left - last.right, last.left - run.right) > CELL_GAP * heightOf(last)) cells.push(run)
    else cells[cells.length - 1] = joinRuns(last, run)
  }
  close()
  return lines
}

export const heightOf = (box: Box): number => box.top - box.bottom

function sameLine(a: Run, b: Run): boolean {
  const shared = Math.min(a.top, b.top) - Math.max(a.bottom, b.bottom)
  if (shared < 0.5 * Math.min(heightOf(a), heightOf(b))) return false
  const slack = 0.4 * Math.max(heightOf(a), heightOf(b))
  return isRtl(b.text) && isRtl(a.text) ? b.right <= a.left + slack : b.left >= a.right - slack
}

function joinRuns(a: Run, b: Run): Run {
  const apart = Math.max(b.left - a.right, a.left - b.right)
  const space = apart > WORD_GAP * heightOf(a) && !/^[,.;:!?)]/.test(b.text) ? ' ' : ''
  const wide = a.text.length >= b.text.length ? a : b
  return { ...unite([a, b]), bottom: wide.bottom, top: wide.top, text: a.text + space + b.text, bold: wide.bold }
}

export const unite = (boxes: readonly Box[]): Box => ({
  left: Math.min(...boxes.map((b) => b.left)),
  right: Math.max(...boxes.map((b) => b.right)),
  bottom: Math.min(...boxes.map((b) => b.bottom)),
  top: Math.max(...boxes.map((b) => b.top)),
})

function lineOf(cells: readonly Run[]): Line {
  const longest = cells.reduce((a, b) => (b.text.length > a.text.length ? b : a))
  return {
    ...unite(cells),
    bottom: longest.bottom,
    top: longest.top,
    cells,
    size: heightOf(longest),
    bold: cells.every((c) => c.bold),
    rtl: isRtl(cells.map((c) => c.text).join(' ')),
  }
}

export const isRtl = (text: string): boolean => (text.match(RTL)?.length ?? 0) > text.length * 0.3
