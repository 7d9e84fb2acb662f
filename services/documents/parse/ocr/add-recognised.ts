import { createReadStream } from 'node:fs'
import { createInterface } from 'node:readline'
import type { ParsedFile } from '../../../../kernel/cell/pool.ts'
import { blockSchema } from '../../../../schemas/artifacts.ts'
import type { DraftBlock } from '../blocks/draft-block.ts'
import { writeBlocks } from '../blocks/write-blocks.ts'
import type { RecognisedPage } from './recognise-pages.ts'

/** Writes the blocks anew with the texts of scanned pages in their places; they lie beside the old ones, and go with them. */
export async function addRecognised(file: ParsedFile, pages: ReadonlyMap<number, RecognisedPage>, reader: string): Promise<ParsedFile> {
  const blocks = `${file.blocks}.recognised`
  const { characters } = await writeBlocks(blocks, inPlace(file.blocks, pages))
  return { ...file, blocks, header: { ...file.header, reader: `${file.header.reader}, ${reader}`, characters } }
}

async function* inPlace(path: string, texts: ReadonlyMap<number, RecognisedPage>): AsyncIterable<DraftBlock> {
  const { blocksOf } = await import('../readers/plain/txt.ts')
  const pages = [...texts].sort(([a], [b]) => a - b)
  const before = (page: number) =>
    pages.splice(0, pages.findLastIndex(([p]) => p <= page) + 1).flatMap((one) => recognisedBlocks(blocksOf, one))
  for await (const line of createInterface({ input: createReadStream(path), crlfDelay: Number.POSITIVE_INFINITY })) {
    if (!line) continue
    const { start: _, ...block } = blockSchema.parse(JSON.parse(line))
    yield* before((block.page ?? 1) - 1)
    yield block
  }
  yield* before(Number.POSITIVE_INFINITY)
}

/** How text is cut into blocks. */
type Cut = (lines: Iterable<string>) => Iterable<DraftBlock>

const recognisedBlocks = (cut: Cut, [page, { text, confidence }]: readonly [number, RecognisedPage]): DraftBlock[] =>
  [...cut(text.split('\n'))].map((block) => ({ ...block, page, recognised: true, ...(confidence !== undefined && { confidence }) }))
