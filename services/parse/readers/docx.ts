import { readFile } from 'node:fs/promises'
import mammoth from 'mammoth'
import { messageOf, WorkError } from '../../../kernel/errors.ts'
import { assertFamily, openArchive } from '../archive.ts'
import type { DraftBlock, Reading } from '../draft-block.ts'
import { htmlBlocks } from './docx-html.ts'

const STYLES = ["p[style-name='Title'] => h1:fresh", "p[style-name='Subtitle'] => h2:fresh", "p[style-name='Heading 7'] => h6:fresh"]

/** Word: the final text (insertions in, deletions out), headings, lists, tables and notes; comments and images are left out. */
export async function* readDocx(reading: Reading): AsyncIterable<DraftBlock> {
  const archive = await openArchive(reading.path, 'docx', reading.limits)
  try {
    assertFamily(archive, 'docx')
  } finally {
    archive.close()
  }
  reading.setReader('mammoth')
  const buffer = await readFile(reading.path)
  const { value } = await mammoth
    .convertToHtml(
      { buffer },
      {
        styleMap: STYLES,
        includeEmbeddedStyleMap: false,
        externalFileAccess: false,
        convertImage: mammoth.images.imgElement(async () => ({ src: '' })),
        ignoreEmptyParagraphs: true,
      },
    )
    .catch((cause: unknown) => {
      if (cause instanceof RangeError) throw cause
      throw new WorkError('corrupt', `The .docx file is damaged (${messageOf(cause)}). Save it again and upload that copy.`, { cause })
    })
  yield* htmlBlocks(value)
}
