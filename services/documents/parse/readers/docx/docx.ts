import { openArchive } from '../../../../../kernel/cell/archive.ts'
import { assertFamily } from '../../archive-family.ts'
import type { DraftBlock, Reading } from '../../blocks/draft-block.ts'
import { markupBlocks } from '../markup/markup-blocks.ts'
import { asideBlocks } from './docx-asides.ts'
import { readWord } from './docx-fast.ts'
import { docxParts } from './docx-parts.ts'

/** Word: the final text (insertions in, deletions out), headings, lists, tables and notes; then comments, headers and footers. */
export async function* readDocx(reading: Reading): AsyncIterable<DraftBlock> {
  const archive = await openArchive(reading.path, 'docx', reading.limits)
  let content: Parameters<typeof markupBlocks>[0]
  let asides: DraftBlock[]
  try {
    assertFamily(archive, 'docx')
    const parts = await docxParts(archive)
    const word = await readWord(archive, parts)
    reading.setReader(word ? 'word' : 'mammoth')
    const text = word ?? (await (await import('./docx-mammoth.ts')).convertWord(archive, parts))
    content = text.content
    asides = await asideBlocks(archive, parts, text.boxes)
  } finally {
    archive.close()
  }
  yield* markupBlocks(content)
  yield* asides
}
