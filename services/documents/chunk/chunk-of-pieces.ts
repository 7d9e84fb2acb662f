import { countTokens } from '../../../kernel/llm/count-tokens.ts'
import { nameId } from '../../../kernel/runtime/ids.ts'
import type { Block, Chunk } from '../../../schemas/artifacts.ts'
import type { Piece, PlacedBlock } from './pieces.ts'

/** Between two blocks of a document's text. */
export const SEPARATOR = '\n\n'

type ChunkOf = Pick<Chunk, 'chunk_index'> & { readonly document_id: string; readonly generation: number }

/** The chunk of pieces that follow each other; `blocks` are those that its text runs over. */
export function chunkOf(of: ChunkOf, blocks: readonly PlacedBlock[], pieces: readonly Piece[], prefix: string): Chunk {
  const { document_id, generation, chunk_index } = of
  const first = pieces[0]!
  const last = pieces.at(-1)!
  const text = prefix + textBetween(blocks, first, last)
  const told = pieces.find((p) => p.at.block.type !== 'heading') ?? last
  const { block } = first.at
  const page_starts = pageStarts(blocks, first, last)
  return {
    id: nameId('chunk', document_id, generation, chunk_index),
    chunk_index,
    text,
    prefix,
    char_start: block.start + first.from,
    char_end: last.at.block.start + last.to,
    page_number: pageAt(block, first.from) ?? null,
    ...(page_starts.length ? { page_starts } : {}),
    section: told.at.section.length > 0 ? told.at.section.join(' > ') : null,
    part: block.part ?? null,
    block_id: `b${first.at.index}`,
    speaker: told.at.block.speaker ?? null,
    timestamp: told.at.block.timestamp ?? null,
    tokens: Math.max(1, countTokens(text)),
  }
}

/** The page of a place in a block. */
const pageAt = (block: Block, offset: number): number | undefined =>
  block.pageStarts?.findLast(({ start }) => start <= offset)?.page ?? block.page

/** The pages after the first that a chunk runs over, and where in the document's text each begins. */
function pageStarts(blocks: readonly PlacedBlock[], first: Piece, last: Piece): { start: number; page: number }[] {
  let page = pageAt(first.at.block, first.from)
  const end = last.at.block.start + last.to
  const begun = blocks
    .filter(({ index }) => index >= first.at.index && index <= last.at.index)
    .flatMap(({ block }) => [
      ...(block.page === undefined ? [] : [{ start: block.start, page: block.page }]),
      ...(block.pageStarts ?? []).map((begin) => ({ ...begin, start: block.start + begin.start })),
    ])
  return begun.filter((begin) => {
    if (begin.start <= first.at.block.start + first.from || begin.start >= end || begin.page === page) return false
    page = begin.page
    return true
  })
}

function textBetween(blocks: readonly PlacedBlock[], first: Piece, last: Piece): string {
  if (first.at === last.at) return first.at.block.text.slice(first.from, last.to)
  const between = blocks.filter((b) => b.index > first.at.index && b.index < last.at.index).map((b) => b.block.text)
  return [first.at.block.text.slice(first.from), ...between, last.at.block.text.slice(0, last.to)].join(SEPARATOR)
}
