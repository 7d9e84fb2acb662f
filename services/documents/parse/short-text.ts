import { isUtf8 } from 'node:buffer'
import type { Blobs } from '../../../kernel/blobs/blobs.ts'
import type { Block, ParsedHeader } from '../../../schemas/artifacts.ts'
import type { DocumentFile } from '../../../schemas/document.ts'
import { behind, blockAt } from './blocks/write-blocks.ts'
import { contentKindOf } from './content-kind.ts'
import { joinPartedWords } from './join-parted-words.ts'
import { areCues, CUE_LINES } from './readers/plain/cues.ts'
import { delimiterIn } from './readers/plain/delimited.ts'
import { blocksOf, linesOf } from './readers/plain/txt.ts'

/** So little that even work in its square is some milliseconds. */
const MOST_BYTES = 16 * 1024
const SHORT = new Set(['txt', 'text'])
const BYTE_ORDER_MARK = 0xef

/** The text that a short file is, and undefined for one that is more than UTF-8: its encoding, or its format, is found in a child process. */
export function shortTextOf(bytes: Buffer): string | undefined {
  const isUtf8Alone = bytes.length <= MOST_BYTES && bytes[0] !== BYTE_ORDER_MARK && !bytes.includes(0) && isUtf8(bytes)
  return isUtf8Alone && contentKindOf(bytes).kind === 'text' ? bytes.toString('utf8') : undefined
}

/** A text as its reader in the child process gives it; undefined for subtitles, tables, and where there is nothing to read. */
export function parseShortText(text: string): { header: ParsedHeader; blocks: readonly Block[] } | undefined {
  const lines = [...linesOf([joinPartedWords(text)])]
  const first = lines.slice(0, CUE_LINES)
  if (areCues(first) || delimiterIn(first)) return undefined
  const blocks: Block[] = []
  for (const draft of blocksOf(lines)) {
    const before = blocks.at(-1)
    const block = blockAt(draft, before ? behind(before) : 0)
    if (block) blocks.push(block)
  }
  const last = blocks.at(-1)
  if (!last) return undefined
  const characters = last.start + last.text.length
  return { header: { format: 'millrace.parsed.v1', reader: 'text (utf-8)', pages: 0, characters, warnings: [] }, blocks }
}

/**
 * A short plain text is read where it is: there is no format to be hostile in, and to hand it to a child process costs more than everything
 * else that becomes of it. Undefined for all other files; rejects as the store does.
 */
export async function readShortText(blobs: Blobs, file: Pick<DocumentFile, 'blob' | 'file_type' | 'size_bytes'>) {
  if (!SHORT.has(file.file_type) || file.size_bytes > MOST_BYTES) return undefined
  const pieces: Buffer[] = []
  for await (const piece of await blobs.read(file.blob)) {
    pieces.push(piece)
    if (pieces.reduce((sum, { length }) => sum + length, 0) > MOST_BYTES) return undefined
  }
  const text = shortTextOf(Buffer.concat(pieces))
  return text === undefined ? undefined : parseShortText(text)
}
