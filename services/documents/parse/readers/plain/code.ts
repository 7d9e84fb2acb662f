import { readFile } from 'node:fs/promises'
import { WorkError } from '../../../../../kernel/runtime/errors.ts'
import type { DraftBlock, Reading } from '../../draft-block.ts'
import { decode, detectEncoding } from '../../encoding.ts'
import { linesOf } from './txt.ts'

/** A block is closed at the first blank line beyond this many characters, or at any line's end beyond twice as many. */
const BLOCK_CHARACTERS = 1500

/** Source code, settings and logs: lines as they stand, parted where a blank line parts them. */
export async function* readCode(reading: Reading): AsyncIterable<DraftBlock> {
  const bytes = await readFile(reading.path)
  const encoding = detectEncoding(bytes)
  if (!encoding) throw new WorkError('corrupt', `The file is named .${reading.fileType}, but it holds binary data. Upload the right file.`)
  reading.setReader(`text (${encoding})`)
  let done = 0
  yield* codeBlocks(
    linesOf(decode(bytes, encoding), (slice) => {
      done += slice.length
      reading.progress(Math.min(done, bytes.length), bytes.length, 'bytes')
    }),
  )
}

/** Lines to blocks: pure. */
export function* codeBlocks(lines: Iterable<string>): Iterable<DraftBlock> {
  let text = ''
  for (const line of lines) {
    const blank = line.trim() === ''
    if (text && ((blank && text.length > BLOCK_CHARACTERS) || text.length > 2 * BLOCK_CHARACTERS)) {
      yield { type: 'paragraph', text }
      text = ''
    }
    if (text || !blank) text += text ? `\n${line}` : line
  }
  if (text.trim()) yield { type: 'paragraph', text }
}
