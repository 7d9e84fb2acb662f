import type { DraftBlock } from '../../blocks/draft-block.ts'
import { gridBlocks } from '../../blocks/table-grid.ts'
import { joinPages } from './joined.ts'
import { HYPHEN, PAGE } from './layout/join.ts'
import type { Passage } from './layout/paragraphs.ts'
import { withoutRunningLines } from './running.ts'

export interface PagePassage extends Passage {
  readonly page: number
  /** Further pages that it runs over; each begins at a mark PAGE of the text. */
  readonly morePages?: readonly number[]
}

const WORD = /\p{L}[\p{L}\p{M}]*(?:-\p{L}+)*/gu
const HEADING_RATIO = 1.12
/** Sizes that differ by less than this factor are one level. */
const ALIKE = 0.93
const LONGEST_HEADING = 200
const HEADING_LEVELS = 6
const LONGEST_LIST = 2000

/** Passages of a whole document to blocks: headings by size against the body's, words that a line end parted made whole. */
export async function* blocksOf(all: readonly PagePassage[]): AsyncIterable<DraftBlock> {
  const passages = joinPages(withoutRunningLines(all))
  let known: ReadonlySet<string> | undefined
  const words = () => (known ??= vocabulary(passages))
  const body = bodySize(passages)
  const levels = headingLevels(passages, body)
  let list: DraftBlock | undefined
  for (const passage of passages) {
    if (passage.table) {
      if (list) yield list
      list = undefined
      yield* tableBlocks(passage.table, passage.page, words)
      continue
    }
    const { text, pageStarts } = withPageStarts(mendLineEnds(passage.text, words), passage.morePages)
    const level = isHeading(passage, body) ? (levels.get(roundSize(passage.size)) ?? HEADING_LEVELS) : undefined
    const block: DraftBlock =
      level === undefined
        ? { type: passage.kind === 'list' ? 'list' : 'paragraph', text, page: passage.page, ...pageStarts }
        : { type: 'heading', level, text, page: passage.page }
    if (list && block.type === 'list' && list.page === block.page && !list.pageStarts && list.text.length < LONGEST_LIST) {
      const starts = block.pageStarts?.map(({ start, page }) => ({ start: start + list!.text.length + 1, page }))
      list = { ...list, text: `${list.text}\n${block.text}`, ...(starts && { pageStarts: starts }) }
      continue
    }
    if (list) yield list
    list = block.type === 'list' ? block : undefined
    if (!list) yield block
  }
  if (list) yield list
}

/** The text without the marks of pages, and where these begin. */
function withPageStarts(marked: string, pages: readonly number[] = []): { text: string; pageStarts: Pick<DraftBlock, 'pageStarts'> } {
  if (pages.length === 0) return { text: marked, pageStarts: {} }
  const parts = marked.split(PAGE)
  let start = 0
  const starts = pages.map((page, i) => ({ start: (start += parts[i]?.length ?? 0), page }))
  return { text: parts.join(''), pageStarts: { pageStarts: starts } }
}

/** A text of this length in a row of its own at the end of a table is no row of it. */
const LONGEST_LAST_ROW = 80

/** Titles across the whole table stand in front of it, and notes behind it: the header is the first row with two filled cells. */
async function* tableBlocks(table: readonly (readonly string[])[], page: number, words: Words): AsyncIterable<DraftBlock> {
  const rows = table.map((row) => row.map((text) => mendLineEnds(text, words))).filter((row) => row.some(Boolean))
  // A text that stands in each place that its cell covers is one.
  const filled = (row: readonly string[]) => new Set(row.filter(Boolean)).size
  const first = Math.max(
    0,
    rows.findIndex((row) => filled(row) > 1),
  )
  const end = rows.findLastIndex((row) => filled(row) > 1 || row.join('').length < LONGEST_LAST_ROW) + 1
  const paragraph = (row: readonly string[]): DraftBlock => ({ type: 'paragraph', text: [...new Set(row.filter(Boolean))].join(' '), page })
  yield* rows.slice(0, first).map(paragraph)
  yield* gridBlocks(rows.slice(first, Math.max(first, end)), { page })
  yield* rows.slice(Math.max(first, end)).map(paragraph)
}

/** Longest part of a word that is looked at beside a line end, so that hostile texts cost no more than others. */
const LONGEST_PART = 64
const LAST_PART = /[\p{L}\p{M}-]+$/u
const FIRST_PART = /^[\p{L}\p{M}]+/u

type Words = () => ReadonlySet<string>

/** Every word of the document that no line end parts, in lower case. */
function vocabulary(passages: readonly PagePassage[]): ReadonlySet<string> {
  const words = new Set<string>()
  for (const { text } of passages) {
    const pieces = text.split(HYPHEN)
    pieces.forEach((piece, i) => {
      const from = i > 0 ? (FIRST_PART.exec(piece)?.[0].length ?? 0) : 0
      const cut = i < pieces.length - 1 ? (LAST_PART.exec(piece.slice(-LONGEST_PART))?.[0].length ?? 0) : 0
      const whole = piece.slice(from, piece.length - cut)
      if (addPlainWords(whole, words)) return
      for (const [word] of whole.matchAll(WORD)) addWord(word.toLowerCase(), words)
    })
  }
  return words
}

function addWord(word: string, words: Set<string>): void {
  words.add(word)
  if (word.includes('-')) for (const part of word.split('-')) words.add(part)
}

const HYPHEN_SIGN = 45
/** Signs without a letter among them, of which most texts have some. */
const [FIRST_SIGN, LAST_SIGN] = [0x2010, 0x203a]

/** The words of a text of the letters A to Z without a pattern, which is much quicker; false, with some of them added, where it holds others. */
function addPlainWords(text: string, words: Set<string>): boolean {
  const lower = text.toLowerCase()
  let begin = -1
  for (let i = 0; i < text.length; i++) {
    const code = text.charCodeAt(i)
    if (code > 127 && (code < FIRST_SIGN || code > LAST_SIGN)) return false
    if (isPlainLetter(code)) {
      if (begin < 0) begin = i
    } else if (begin >= 0 && !(code === HYPHEN_SIGN && isPlainLetter(text.charCodeAt(i + 1)))) {
      addWord(lower.slice(begin, i), words)
      begin = -1
    }
  }
  if (begin >= 0) addWord(lower.slice(begin), words)
  return true
}

const isPlainLetter = (code: number): boolean => (code | 32) >= 97 && (code | 32) <= 122

/** Joins what line ends parted, with the hyphen or without. */
function mendLineEnds(text: string, words: Words): string {
  const [first = '', ...pieces] = text.split(HYPHEN)
  return pieces.reduce((whole, piece) => {
    const before = LAST_PART.exec(whole.slice(-LONGEST_PART))?.[0] ?? ''
    const after = FIRST_PART.exec(piece.slice(0, LONGEST_PART))?.[0] ?? ''
    return `${whole}${isCompound(before, after, words) ? '-' : ''}${piece}`
  }, first)
}

/** The hyphen falls only where the document itself, or the parts, say that it is not a compound's. */
function isCompound(before: string, after: string, words: Words): boolean {
  const left = before.slice(before.lastIndexOf('-') + 1).toLowerCase()
  const right = after.toLowerCase()
  const known = words()
  if (known.has(`${left}-${right}`)) return true
  if (known.has(left + right)) return false
  return (known.has(left) && known.has(right)) || !/^\p{Ll}/u.test(after) || before.includes('-')
}

const roundSize = (size: number): number => Math.round(size * 2) / 2

/** The size in which most of the text is set. */
function bodySize(passages: readonly PagePassage[]): number {
  const weights = new Map<number, number>()
  for (const p of passages)
    if (p.kind !== 'table' && p.kind !== 'rows') weights.set(roundSize(p.size), (weights.get(roundSize(p.size)) ?? 0) + p.text.length)
  let body = 0
  for (const [size, weight] of weights) if (weight > (weights.get(body) ?? 0)) body = size
  return body
}

function isHeading(p: PagePassage, body: number): boolean {
  if (p.aside || p.kind === 'table' || p.kind === 'rows' || p.text.length > LONGEST_HEADING || p.lines > 4 || !/\p{L}{2}/u.test(p.text))
    return false
  if (p.size >= body * HEADING_RATIO) return p.kind === 'text' || !/[.;,]$/.test(p.text)
  return p.bold && p.size >= body * 0.95 && p.lines <= 2 && p.text.length <= 100 && !/[.,;:]$/.test(p.text)
}

/** The largest size is level 1; bold text of the body's size is the lowest. */
function headingLevels(passages: readonly PagePassage[], body: number): ReadonlyMap<number, number> {
  const sizes = new Set(passages.filter((p) => isHeading(p, body)).map((p) => roundSize(p.size)))
  const levels = new Map<number, number>()
  let [level, last] = [0, Number.POSITIVE_INFINITY]
  for (const size of [...sizes].sort((a, b) => b - a)) {
    if (size < last * ALIKE) [level, last] = [level + 1, size]
    levels.set(size, Math.min(level, HEADING_LEVELS))
  }
  return levels
}
