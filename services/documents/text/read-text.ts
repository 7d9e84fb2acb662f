import { artifactPath, readLines } from '../../../kernel/blobs/artifacts.ts'
import type { Blobs } from '../../../kernel/blobs/blobs.ts'
import { type Block, blockSchema, type Chunk, chunkSchema, type ParsedHeader, parsedHeaderSchema } from '../../../schemas/artifacts.ts'

/** A stretch of a document's text, in UTF-16 code units. */
export interface TextRange {
  readonly from: number
  readonly length: number
}

type Subject = { readonly document_id: string; readonly generation: number }

const SEPARATOR = '\n\n'

type BlockPlace = Omit<Block, 'text' | 'headerLines' | 'speaker' | 'timestamp'> & { end: number }
type ChunkPlace = Pick<Chunk, 'id' | 'chunk_index' | 'char_start' | 'char_end' | 'page_number' | 'section'>

export interface DocumentText {
  readonly characters: number
  readonly pages: number
  readonly text: string
  /** Blocks that reach into the range, with their whole extent. */
  readonly blocks: readonly BlockPlace[]
}

/** Whether the text of this generation is there, and its chunks. */
export async function findText(blobs: Blobs, subject: Subject): Promise<{ parsed: boolean; chunked: boolean }> {
  const [parsed, chunks] = await Promise.all([
    blobs.stat(artifactPath({ ...subject, stage: 'parsed' })),
    blobs.stat(artifactPath({ ...subject, stage: 'chunks' })),
  ])
  return { parsed: parsed !== undefined, chunked: chunks !== undefined }
}

/** Reads the artifact as far as the range goes, a block at a time. Throws as `readLines`. */
export async function readText(blobs: Blobs, subject: Subject, { from, length }: TextRange): Promise<DocumentText> {
  const path = artifactPath({ ...subject, stage: 'parsed' })
  const to = from + length
  const blocks: BlockPlace[] = []
  let header: ParsedHeader | undefined
  let text = ''
  for await (const line of readLines<ParsedHeader | Block>(blobs, path, (n) => (n === 0 ? parsedHeaderSchema : blockSchema))) {
    if (!('start' in line)) {
      header = line
      if (from >= line.characters) break
      continue
    }
    if (line.start >= to) break
    const { type, level, page, pageStarts, part, start, recognised, confidence } = line
    const end = start + line.text.length
    if (end + SEPARATOR.length <= from) continue
    const stretch = end < (header?.characters ?? end) ? line.text + SEPARATOR : line.text
    text += stretch.slice(Math.max(0, from - start), to - start)
    if (end > from) blocks.push({ type, level, start, end, page, pageStarts, part, recognised, confidence })
  }
  return { characters: header?.characters ?? 0, pages: header?.pages ?? 0, text, blocks }
}

/** The places of the chunks that reach into the range, in order. Throws as `readLines`. */
export async function readChunkPlaces(blobs: Blobs, subject: Subject, { from, length }: TextRange): Promise<ChunkPlace[]> {
  const places: ChunkPlace[] = []
  for await (const chunk of readLines(blobs, artifactPath({ ...subject, stage: 'chunks' }), chunkSchema)) {
    const { id, chunk_index, char_start, char_end, page_number, section } = chunk
    if (char_start >= from + length) break
    if (char_end > from) places.push({ id, chunk_index, char_start, char_end, page_number, section })
  }
  return places
}

/** Where a chunk begins; undefined when there are not so many. Throws as `readLines`. */
export async function startOfChunk(blobs: Blobs, subject: Subject, index: number): Promise<number | undefined> {
  for await (const chunk of readLines(blobs, artifactPath({ ...subject, stage: 'chunks' }), chunkSchema))
    if (chunk.chunk_index === index) return chunk.char_start
  return undefined
}
