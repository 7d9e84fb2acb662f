import type { DraftBlock, Reading } from '../../blocks/draft-block.ts'
import { readTextFile, slicesOf } from '../../read-text-file.ts'
import { linesOf } from './txt.ts'

/** A block is closed at the first blank line beyond this many characters, or at any line's end beyond twice as many. */
const BLOCK_CHARACTERS = 1500

/** Source code, settings and logs: lines as they stand, parted where a blank line parts them. */
export async function* readCode(reading: Reading): AsyncIterable<DraftBlock> {
  const file = await readTextFile(reading)
  reading.setReader(`text (${file.encoding})`)
  yield* codeBlocks(linesOf(slicesOf(file, reading)))
}

/** Lines to blocks: pure. */
function* codeBlocks(lines: Iterable<string>): Iterable<DraftBlock> {
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
