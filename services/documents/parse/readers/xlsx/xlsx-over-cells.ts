import type { Archive } from '../../../../../kernel/cell/archive.ts'
import type { DraftBlock } from '../../blocks/draft-block.ts'
import { commentBlocks } from './xlsx-comments.ts'
import { drawingBlocks } from './xlsx-drawings.ts'

/** What a sheet says beside its cells: charts, text boxes, comments. */
export async function* blocksOverCells(archive: Archive, part: string, place: { page: number; part: string }): AsyncIterable<DraftBlock> {
  yield* drawingBlocks(archive, part, place)
  yield* commentBlocks(archive, part, place)
}
