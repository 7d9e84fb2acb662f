import type { GlyphPage } from '../pdfium/pdfium.ts'
import { partsScripts } from './arabic.ts'
import type { LatticeCell } from './lattice.ts'

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
  /** Font size in points of most of its characters. */
  readonly size: number
  readonly bold: boolean
  /** The cell of a ruled grid in which it stands. */
  readonly cell?: LatticeCell
  /** Not in the page's content: a field's value, or what else an annotation shows. */
  readonly added?: boolean
}

/** One line of a column; `cells` are its parts between wide gaps. */
export interface Line extends Box {
  readonly cells: readonly Run[]
  /** Font size in points of most of its characters. */
  readonly size: number
  readonly bold: boolean
  readonly rtl: boolean
  /** A whole ruled table, that stands among the lines in the place of its text. */
  readonly table?: readonly (readonly string[])[]
}

/** Parts of a line that are further apart than this many times the font's size are cells, not words. */
const CELL_GAP = 1.1
/** A gap of this many times the font's size between two runs without a space is a space. */
const WORD_GAP = 0.12
/** Least gap between the texts of two ruled cells: wider than a space. */
const PADDING = 0.4
const RTL = /[\u0590-\u08ff\ufb1d-\ufdff\ufe70-\ufefc]/g
const ANY_RTL = new RegExp(RTL.source)
/** PDFium's sign for a hyphen that ends a line inside a word. */
const LINE_HYPHEN = 2
/** Characters that are made a string at once; a function takes so many arguments. */
const PIECE = 4096

/** Runs in the order of the content stream; one never goes from one cell of a ruled grid into another. */
export function runsOf(page: GlyphPage, cellAt?: (x: number, y: number) => LatticeCell | undefined): Run[] {
  const { count, own, codes, boxes, sizes } = page
  const runs: Run[] = []
  const text = createText()
  let run = openRun()
  const close = () => {
    const { left, right, bottom, top, size, inked, cell, added } = run
    const whole = text.take()
    if (whole) {
      const bold = run.bold > inked * 0.9
      runs.push({ text: whole, left, right, bottom, top, size, bold, ...(cell && { cell }), ...(added && { added }) })
    }
    run = openRun()
  }
  for (let i = 0; i < count; i++) {
    const code = codes[i]!
    if (code === LINE_HYPHEN) text.add(0xad)
    if (code < 32) {
      if (code === 13 || code === 10 || code === LINE_HYPHEN) close()
      continue
    }
    const bottom = boxes[i * 4 + 2]!
    const top = boxes[i * 4 + 3]!
    if (code === 32 || code === 0xa0 || top <= bottom) {
      text.add(code === 0xa0 ? 32 : code)
      continue
    }
    const left = boxes[i * 4]!
    const right = boxes[i * 4 + 1]!
    const cell = cellAt?.((left + right) / 2, (bottom + top) / 2)
    const size = sizes[i]!
    if (run.inked > 0) {
      const apart = Math.max(left - run.right, run.left - right)
      const level = Math.min(top, run.top) - Math.max(bottom, run.bottom)
      const height = Math.min(top - bottom, run.top - run.bottom)
      // A rule may pass through words, which are then not parted: they are a title above several columns.
      if (!(level >= 0.3 * height) || (cell !== run.cell && apart > PADDING * size) || isFar(run, code, size, apart)) close()
    }
    if (run.inked === 0) {
      run.left = left
      run.right = right
      run.bottom = bottom
      run.top = top
      run.cell = cell
      run.added = i >= own
    } else {
      if (left < run.left) run.left = left
      if (right > run.right) run.right = right
      if (bottom < run.bottom) run.bottom = bottom
      if (top > run.top) run.top = top
    }
    if (partsScripts(text.last(), code)) text.add(32)
    text.add(code)
    run.last = code
    run.inked++
    run.bold += page.bold[i]!
    voteSize(run, size)
  }
  close()
  return runs
}

const openRun = () => ({
  last: 0,
  size: 0,
  votes: 0,
  bold: 0,
  inked: 0,
  left: 0,
  right: 0,
  bottom: 0,
  top: 0,
  cell: undefined as LatticeCell | undefined,
  added: false,
})

/** Whether a character stands too far from a run to belong to it. Where the direction changes, the next word lies beyond the whole of this one. */
function isFar(run: ReturnType<typeof openRun>, code: number, size: number, apart: number): boolean {
  return apart > CELL_GAP * Math.max(size, run.size) && isRtlCode(code) === isRtlCode(run.last)
}

/** Collects characters by their codes: as one array, since a string that grows by each of them is one more object each time. */
function createText() {
  let units = new Uint16Array(256)
  let length = 0
  const put = (unit: number) => {
    if (length === units.length) {
      const more = new Uint16Array(length * 2)
      more.set(units)
      units = more
    }
    units[length++] = unit
  }
  return {
    add(code: number): void {
      if (code <= 0 || code > 0x10ffff) put(0xfffd)
      else if (code <= 0xffff) put(code)
      else {
        put(0xd800 + ((code - 0x10000) >> 10))
        put(0xdc00 + ((code - 0x10000) & 0x3ff))
      }
    },
    /** Its last UTF-16 unit, or NaN. */
    last: (): number => (length > 0 ? units[length - 1]! : Number.NaN),
    /** All of it without outer white space; it is empty afterwards. */
    take(): string {
      let text = ''
      for (let from = 0; from < length; from += PIECE)
        text += String.fromCharCode.apply(null, units.subarray(from, Math.min(length, from + PIECE)) as unknown as number[])
      length = 0
      return text.trim()
    },
  }
}

/** Majority vote (Boyer and Moore 1981): the size of most characters without a table of counts. */
function voteSize(run: { size: number; votes: number }, size: number): void {
  if (run.votes === 0) run.size = size
  run.votes += Math.abs(run.size - size) < 0.3 ? 1 : -1
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
    } else if (Math.max(run.left - last.right, last.left - run.right) > CELL_GAP * last.size) cells.push(run)
    else cells[cells.length - 1] = joinRuns(last, run)
  }
  close()
  return lines
}

/** The texts of a line's parts. */
export const textOf = (line: Line): string => line.cells.map((c) => c.text).join(' ')

export const heightOf = (box: Box): number => box.top - box.bottom

function sameLine(a: Run, b: Run): boolean {
  const shared = Math.min(a.top, b.top) - Math.max(a.bottom, b.bottom)
  if (shared < 0.5 * Math.min(heightOf(a), heightOf(b))) return false
  const slack = 0.4 * Math.max(heightOf(a), heightOf(b))
  return isRtl(b.text) && isRtl(a.text) ? b.right <= a.left + slack : b.left >= a.right - slack
}

function joinRuns(a: Run, b: Run): Run {
  const apart = Math.max(b.left - a.right, a.left - b.right)
  const space = apart > WORD_GAP * a.size && !/^[,.;:!?)]/.test(b.text) ? ' ' : ''
  const wide = a.text.length >= b.text.length ? a : b
  return { ...unite([a, b]), bottom: wide.bottom, top: wide.top, text: a.text + space + b.text, size: wide.size, bold: wide.bold }
}

export function unite(boxes: readonly Box[]): Box {
  let [left, right, bottom, top] = [Infinity, -Infinity, Infinity, -Infinity]
  for (const b of boxes) {
    left = Math.min(left, b.left)
    right = Math.max(right, b.right)
    bottom = Math.min(bottom, b.bottom)
    top = Math.max(top, b.top)
  }
  return { left, right, bottom, top }
}

/** A sign or number before a list's item stands apart from it, but is no cell. */
const MARKER = /^(?:[^\p{L}\p{N}\s]{1,2}|o|\(?(?:\d{1,3}|[a-zA-Z]|[ivx]{1,4})[.)])$/u

function lineOf(runs: readonly Run[]): Line {
  const [first, second] = runs
  if (first && !second) {
    const { left, right, bottom, top, size, bold, text } = first
    return { left, right, bottom, top, cells: runs, size, bold, rtl: isRtl(text) }
  }
  const marked = first && second && MARKER.test(first.text) && !first.text.includes('|')
  const cells = marked ? [{ ...second, ...unite([first, second]), text: `${first.text} ${second.text}` }, ...runs.slice(2)] : runs
  const longest = cells.reduce((a, b) => (b.text.length > a.text.length ? b : a))
  return {
    ...unite(cells),
    bottom: longest.bottom,
    top: longest.top,
    cells,
    size: longest.size,
    bold: cells.every((c) => c.bold),
    rtl: isRtl(cells.map((c) => c.text).join(' ')),
  }
}

const isRtlCode = (code: number): boolean => code >= 0x590 && isRtl(characterOf(code))
const isRtl = (text: string): boolean => ANY_RTL.test(text) && (text.match(RTL)?.length ?? 0) > text.length * 0.3
