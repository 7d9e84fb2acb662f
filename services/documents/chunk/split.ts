import { countTokens } from '../../../kernel/llm/count-tokens.ts'
import type { Block, Chunk } from '../../../schemas/artifacts.ts'
import { chunkOf, SEPARATOR } from './chunk-of-pieces.ts'
import { beginningOf, FINEST, headerEnd, isWhole, LINE, MOST_COUNTED, type Piece, type PlacedBlock, pieceOf, refine } from './pieces.ts'
import { partsOf } from './table-cells.ts'

/** A section below this part of `max_tokens` takes its next sibling in, so that a list of short sections is no heap of crumbs. */
const SMALL_SECTION = 1 / 8
/** A row of a table stays whole below its header up to this many times `max_tokens`. */
const WIDE = 2
/** Share of `max_tokens` that is left for rows below a wide header, so that a header is not repeated for each small row. */
const ROWS_BELOW = 1 / 2

export interface SplitOptions {
  readonly document_id: string
  readonly generation: number
  /** At least 20. */
  readonly max_tokens: number
  /** Tokens of whole sentences that a chunk repeats of the one before, inside a section. */
  readonly overlap_tokens: number
}

interface Prefix {
  readonly text: string
  readonly tokens: number
}

/** Header of the table that is being split, or of the part of a row (`isPart`), and where it ends in the table's text. */
interface Table extends Prefix {
  readonly end: number
  readonly isPart?: true
}

/** What is being packed: the pieces of the next chunk, and the blocks that its text runs over. */
interface Packing {
  readonly options: SplitOptions
  pieces: Piece[]
  tokens: number
  prefix: Prefix | undefined
  table: Table | undefined
  /** The header of the table is too long to stand above rows: each row is cut between its cells. */
  cutsRows: boolean
  blocks: PlacedBlock[]
  part: string | undefined
  speaker: string | undefined
  section: { readonly level: number; readonly title: string }[]
  nextStart: number
  nextBlock: number
  nextChunk: number
}

export interface Splitter {
  /** Takes the next block and gives the chunks that are complete now. */
  add(block: Block): Generator<Chunk>
  /** Gives what is left. */
  end(): Generator<Chunk>
}

/**
 * Cuts a document into chunks along its structure, in one pass and in time that grows with its length. A chunk's text is its
 * prefix and one slice of the document's text; every character but white space is in some chunk; no chunk crosses a part, goes from
 * one speaker to another or has more than `max_tokens`, but for a row of a table with its header, which may have twice as many.
 * The same blocks give the same chunks. Throws Error when the blocks' offsets do not join up.
 */
export function openSplitter(options: SplitOptions): Splitter {
  const packing: Packing = {
    options,
    pieces: [],
    tokens: 0,
    prefix: undefined,
    table: undefined,
    cutsRows: false,
    blocks: [],
    part: undefined,
    speaker: undefined,
    section: [],
    nextStart: 0,
    nextBlock: 0,
    nextChunk: 0,
  }
  return { add: (block) => addBlock(packing, block), end: () => flush(packing) }
}

/** All chunks of a document. */
export function* split(blocks: Iterable<Block>, options: SplitOptions): Generator<Chunk> {
  const splitter = openSplitter(options)
  for (const block of blocks) yield* splitter.add(block)
  yield* splitter.end()
}

function* addBlock(packing: Packing, block: Block): Generator<Chunk> {
  if (block.start !== packing.nextStart) throw new Error(`block ${packing.nextBlock} starts at ${block.start}, not ${packing.nextStart}`)
  packing.nextStart += block.text.length + SEPARATOR.length
  const heading = block.type === 'heading'
  const otherPart = packing.part !== block.part
  const otherSpeaker = packing.speaker !== block.speaker && packing.pieces.some((p) => !p.sticky)
  if (otherPart || otherSpeaker || (heading && !mayJoin(packing, block))) yield* flush(packing)
  if (otherPart) packing.section = []
  packing.part = block.part
  packing.speaker = block.speaker
  if (heading) enterSection(packing, block)
  const placed = { index: packing.nextBlock++, block, section: packing.section.map((s) => s.title) }
  packing.blocks.push(placed)
  const { max_tokens } = packing.options
  const header = block.type === 'table' ? headerEnd(block) : 0
  const text = block.text.slice(0, header)
  const tokens = countTokens(text)
  const repeats = header > 0 && text.trim() !== '' && tokens <= Math.min(max_tokens, mostWith(packing) - max_tokens * ROWS_BELOW)
  packing.table = repeats ? { text, tokens, end: header } : undefined
  packing.cutsRows = !repeats && text.startsWith('|')
  const whole = pieceOf(placed, 0, block.text.length, 0, heading)
  if (whole) yield* place(packing, whole)
  // What follows a split table must not stand under its repeated header.
  if (packing.prefix) yield* flush(packing)
  packing.table = undefined
}

/** Whether a heading may stay in the chunk that is being packed: right below another heading, or after a short neighbour on its page. */
function mayJoin({ pieces, tokens, section, options }: Packing, heading: Block): boolean {
  if (pieces.every((p) => p.sticky)) return true
  const page = pieces[0]?.at.block.page
  const deep = (heading.level ?? 1) >= (section.at(-1)?.level ?? 1)
  return deep && page === heading.page && tokens < options.max_tokens * SMALL_SECTION
}

function enterSection(packing: Packing, heading: Block): void {
  const level = heading.level ?? 1
  const title = heading.text.replace(/\s+/g, ' ').trim().slice(0, 200).toWellFormed()
  packing.section = [...packing.section.filter((s) => s.level < level), { level, title }]
}

/** Tokens that the white space between two pieces may cost. */
function gapTokens(before: Piece | undefined, after: Piece): number {
  if (!before) return 0
  if (before.at !== after.at) return 1
  const { text } = after.at.block
  const gap = after.from - before.to
  // Two parts of one word cost up to 3 more together than apart.
  if (gap === 0) return /^[A-Za-z\u00c0-\u024f]{2}$/.test(text.slice(after.from - 1, after.from + 1)) ? 3 : 0
  return gap === 1 && text[before.to] !== '\n' && !UNJOINED.test(text[after.from] ?? '') ? 0 : 1
}

/** Begins a word with which a blank before it is no one token: controls, and what is two UTF-16 units. */
const UNJOINED = /[\p{Cc}\ud800-\udbff]/v

/** Tokens of a row and its header at most. */
const mostWith = ({ options }: Packing): number => Math.min(WIDE * options.max_tokens, MOST_COUNTED)

/** Tokens that a chunk may have which takes this piece; `alone`: nothing stands in it but headings and headers. */
function limitOf(packing: Packing, { at, level }: Piece, alone: boolean): number {
  const { options, table } = packing
  if (!table || table.isPart || level !== LINE || at.block.type !== 'table') return options.max_tokens
  return alone ? mostWith(packing) : Math.max(options.max_tokens, table.tokens + options.max_tokens * ROWS_BELOW)
}

const roomFor = (packing: Packing, piece: Piece): number =>
  limitOf(
    packing,
    piece,
    packing.pieces.every((p) => p.sticky),
  ) -
  packing.tokens -
  gapTokens(packing.pieces.at(-1), piece)

function push(packing: Packing, piece: Piece): void {
  packing.tokens += gapTokens(packing.pieces.at(-1), piece) + piece.tokens
  packing.pieces.push(piece)
}

/** A heading waits for the beginning of what stands below it, unless the headings alone fill half of the chunk. */
const mayClose = ({ pieces, tokens, options }: Packing): boolean =>
  pieces.length > 0 && (tokens > options.max_tokens / 2 || pieces.some((p) => !p.sticky))

/** Puts a piece into the present chunk, or into the next one, or in finer pieces into several. */
function* place(packing: Packing, piece: Piece): Generator<Chunk> {
  if (packing.cutsRows && isRow(packing, piece)) return yield* placeRow(packing, piece)
  if (piece.tokens <= roomFor(packing, piece)) return push(packing, piece)
  const { table } = packing
  const nextRoom = limitOf(packing, piece, true) - (table && piece.from >= table.end ? table.tokens : 0)
  if (mayClose(packing) && piece.tokens <= nextRoom) {
    yield* close(packing, piece)
    yield* place(packing, piece)
  } else if (isRow(packing, piece)) {
    yield* placeRow(packing, piece)
  } else if (piece.level < FINEST) {
    for (const finer of refine(piece, table?.end)) yield* place(packing, finer)
  } else {
    yield* placeByCharacters(packing, piece)
  }
}

const isRow = ({ table }: Packing, { at, from, level, sticky }: Piece): boolean =>
  at.block.type === 'table' && level === LINE && !sticky && !table?.isPart && from >= headerEnd(at.block)

/** Cuts a row between its cells; each part begins a chunk of its own, below the names of its columns. */
function* placeRow(packing: Packing, row: Piece): Generator<Chunk> {
  const { options, table } = packing
  const { block } = row.at
  const parts = partsOf(row, block.text.slice(0, headerEnd(block)), options.max_tokens)
  if (!parts) packing.table = table && table.tokens <= options.max_tokens / 2 ? { ...table, isPart: true } : undefined
  if (!parts) for (const finer of refine(row)) yield* place(packing, finer)
  for (const { from, to, header } of parts ?? []) {
    yield* flush(packing)
    const piece = pieceOf(row.at, from, to, LINE)
    if (!piece) continue
    packing.table = { text: header, tokens: countTokens(header), end: row.from, isPart: true }
    packing.prefix = packing.table
    packing.tokens = packing.table.tokens
    yield* place(packing, piece)
    yield* flush(packing)
  }
  packing.table = table
}

/** Cuts a word that no chunk can hold. */
function* placeByCharacters(packing: Packing, word: Piece): Generator<Chunk> {
  let rest = word
  while (rest.tokens > roomFor(packing, rest)) {
    if (mayClose(packing)) yield* close(packing, rest)
    const beginning = beginningOf(rest, Math.max(1, roomFor(packing, rest)))
    push(packing, beginning)
    if (beginning.to === rest.to) return
    rest = { ...rest, from: beginning.to, tokens: countTokens(rest.at.block.text.slice(beginning.to, rest.to)) }
  }
  push(packing, rest)
}

/** Ends the present chunk because `next` does not fit, and begins the next one with waiting headings, a table's header or the overlap. */
function* close(packing: Packing, next: Piece): Generator<Chunk> {
  const { pieces, options, table } = packing
  const stickyFrom = pieces.findLastIndex((p) => !p.sticky) + 1
  const waiting = stickyFrom > 0 && pieces[stickyFrom]?.sticky ? pieces.slice(stickyFrom) : []
  const carried = sumTokens(waiting) + (table ? next.tokens : 0) <= (table ? mostWith(packing) : options.max_tokens / 2) ? waiting : []
  const overlap = carried.length === 0 ? overlapOf(pieces, next, options) : []
  yield* flush(packing, carried.length, overlap[0])
  const inTable = table && carried.length === 0 && next.at.block.type === 'table' && next.from >= table.end
  packing.prefix = inTable ? table : undefined
  packing.tokens = packing.prefix?.tokens ?? 0
  for (const piece of [...carried, ...overlap]) push(packing, piece)
}

function sumTokens(pieces: readonly Piece[]): number {
  return pieces.reduce((sum, piece, i) => sum + piece.tokens + gapTokens(pieces[i - 1], piece), 0)
}

/** The last whole sentences before `next`, of the same section and never a whole chunk. Rows of tables are not repeated. */
function overlapOf(pieces: readonly Piece[], next: Piece, options: SplitOptions): Piece[] {
  const budget = Math.min(options.overlap_tokens, options.max_tokens - next.tokens - 3)
  const taken: Piece[] = []
  let tokens = 0
  const take = (piece: Piece) => {
    if (tokens + piece.tokens + 1 > budget) return false
    tokens += piece.tokens + 1
    taken.unshift(piece)
    return true
  }
  for (const piece of pieces.toReversed()) {
    const fits = !piece.sticky && isWhole(piece) && piece.at.block.type !== 'table' && piece.at.section.join() === next.at.section.join()
    if (!fits || next.at.block.type === 'table') break
    if (piece !== pieces[0] && take(piece)) continue
    const sentences = piece.level < 2 ? [...refine(piece)] : []
    while (sentences.length > 1 && take(sentences.pop()!));
    break
  }
  return taken
}

/** Gives the chunk of all pieces but the last `keep`, and forgets them with the blocks before `overlap`. */
function* flush(packing: Packing, keep = 0, overlap?: Piece): Generator<Chunk> {
  const pieces = packing.pieces.slice(0, packing.pieces.length - keep)
  const { prefix, blocks } = packing
  const { document_id, generation } = packing.options
  packing.pieces = []
  packing.prefix = undefined
  packing.tokens = 0
  if (pieces.length === 0) return
  yield chunkOf({ document_id, generation, chunk_index: packing.nextChunk++ }, blocks, pieces, prefix?.text ?? '')
  const from = (overlap ?? pieces.at(-1)!).at.index
  packing.blocks = blocks.filter((b) => b.index >= from)
}
