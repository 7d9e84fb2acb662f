import { countTokens, endWithin } from '../../../kernel/llm/count-tokens.ts'
import { sentenceEnds } from '../../../kernel/text/sentences.ts'
import type { Block } from '../../../schemas/artifacts.ts'

/** A block with its place in the document. */
export interface PlacedBlock {
  readonly index: number
  readonly block: Block
  /** Headings above the block, the block itself included when it is one. */
  readonly section: readonly string[]
}

/** How finely a piece was cut: a whole block, a line (row, list item), a sentence, a word between white space, a word of the language. */
const LEVELS = ['block', 'line', 'sentence', 'word', 'inner word'] as const
export const FINEST = LEVELS.length - 1
export const LINE = 1
const SENTENCE = 2

/** A slice of one block without outer white space; `from` and `to` are offsets in the block's text. */
export interface Piece {
  readonly at: PlacedBlock
  readonly from: number
  readonly to: number
  /** At most `MOST_COUNTED` and 1. */
  readonly tokens: number
  readonly level: number
  /** Must not be the last of a chunk: a heading, or the header of a table. */
  readonly sticky: boolean
}

/** Whether a piece begins and ends with a sentence, so that it may be repeated as overlap. */
export const isWhole = (piece: Piece): boolean => piece.level <= SENTENCE

const WINDOW = 20_000
/** Text in which no segmenter finds an end: base64, digests. */
const UNBROKEN = /^[A-Za-z0-9+/=]*$/
const words = new Intl.Segmenter('en', { granularity: 'word' })
/** Where sentences and words of a text end; its own end may be among them. */
const endsBy = {
  sentence: sentenceEnds,
  *word(text: string): Generator<number> {
    for (const { index } of words.segment(text)) if (index > 0) yield index
  },
}

/** More tokens than a passage may have (`chunking.max_tokens`): how many more a text has, nobody asks. */
export const MOST_COUNTED = 5000
/** A character is rarely more than a token: shorter texts are counted to their end in one pass. */
const SHORT = 4 * MOST_COUNTED

const tokensUpTo = (text: string): number =>
  text.length > SHORT && endWithin(text, 0, MOST_COUNTED) < text.length ? MOST_COUNTED + 1 : countTokens(text)

/** The piece between two offsets, or undefined when there is only white space. */
export function pieceOf(at: PlacedBlock, from: number, to: number, level: number, sticky = false): Piece | undefined {
  const raw = at.block.text.slice(from, to)
  const text = raw.trim()
  if (!text) return undefined
  const begin = from + (raw.length - raw.trimStart().length)
  return { at, from: begin, to: begin + text.length, tokens: Math.max(1, tokensUpTo(text)), level, sticky }
}

/** End of the header lines of a table, as an offset in its text; 0 when it has none. */
export function headerEnd(block: Block): number {
  let end = 0
  for (let line = 0; line < (block.headerLines ?? 0); line++) {
    const next = block.text.indexOf('\n', end)
    if (next < 0) return 0
    end = next + 1
  }
  return end
}

function* lineEnds(text: string, from: number, to: number): Generator<number> {
  for (let end = text.indexOf('\n', from); end >= 0 && end < to; end = text.indexOf('\n', end + 1)) yield end + 1
  yield to
}

function* wordEnds(text: string, from: number, to: number): Generator<number> {
  const space = /\s+/g
  space.lastIndex = from
  for (let match = space.exec(text); match && match.index < to; match = space.exec(text)) yield match.index
  yield to
}

/** Ends of sentences or words. Works in windows, so that the time grows with the length even for texts without any end. */
function* segmentEnds(text: string, from: number, to: number, granularity: keyof typeof endsBy): Generator<number> {
  for (let begin = from; begin < to; ) {
    const last = begin + WINDOW >= to
    const window = text.slice(begin, last ? to : begin + WINDOW)
    let held = 0
    for (const end of UNBROKEN.test(window) ? [] : endsBy[granularity](window)) {
      if (end < window.length) yield begin + (held = end)
    }
    // The last segment may go on behind the window: it is looked at again with what follows, unless it is the window.
    begin = last ? to : begin + (held || cutBetweenWords(window))
    if (last || held === 0) yield begin
  }
}

const cutBetweenWords = (window: string): number => {
  const space = window.search(/\s\S*$/)
  if (space > 0) return space
  return /[\ud800-\udbff]$/.test(window) ? window.length - 1 : window.length
}

function endsOf(piece: Piece): Generator<number> {
  const { text, type } = piece.at.block
  const { from, to } = piece
  if (piece.level === 0 && (type === 'table' || type === 'list')) return lineEnds(text, from, to)
  if (piece.level < SENTENCE) return segmentEnds(text, from, to, 'sentence')
  return piece.level === SENTENCE ? wordEnds(text, from, to) : segmentEnds(text, from, to, 'word')
}

/** The piece cut one step finer, in order. Header lines of a table that are repeated (`stickyUpTo`) stay with the row below them. */
export function* refine(piece: Piece, stickyUpTo = 0): Generator<Piece> {
  const { type } = piece.at.block
  const lines = piece.level === 0 && (type === 'table' || type === 'list')
  const level = lines ? 1 : piece.level < SENTENCE ? SENTENCE : piece.level + 1
  let from = piece.from
  for (const end of endsOf(piece)) {
    const finer = pieceOf(piece.at, from, end, level, lines && end <= stickyUpTo)
    from = end
    if (finer) yield finer
  }
}

/** The longest beginning of a piece that costs at most `room` tokens; at least one character, and no half of a surrogate pair. */
export function beginningOf(piece: Piece, room: number): Piece {
  const { text } = piece.at.block
  const end = Math.min(piece.to, Math.max(piece.from + 1, endWithin(text, piece.from, room)))
  const cutsPair = /^[\ud800-\udbff][\udc00-\udfff]$/.test(text.slice(end - 1, end + 1))
  const to = !cutsPair ? end : end - 1 > piece.from ? end - 1 : end + 1
  return { ...piece, to, tokens: Math.max(1, countTokens(text.slice(piece.from, to))) }
}
