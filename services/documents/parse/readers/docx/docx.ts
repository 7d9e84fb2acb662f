import { type Archive, openArchive } from '../../../../../kernel/cell/archive.ts'
import { messageOf, WorkError } from '../../../../../kernel/runtime/errors.ts'
import { assertFamily } from '../../archive-family.ts'
import type { DraftBlock, Reading } from '../../draft-block.ts'
import { parseXml } from '../../xml.ts'
import { markupBlocks } from '../markup/markup-blocks.ts'
import { asideBlocks } from './docx-asides.ts'
import { docxSource } from './docx-source.ts'
import { mammoth } from './docx-xml.ts'

const STYLES = ["p[style-name='Title'] => h1:fresh", "p[style-name='Subtitle'] => h2:fresh", "p[style-name='Heading 7'] => h6:fresh"]

/** Word: the final text (insertions in, deletions out), headings, lists, tables and notes; then comments, headers and footers. */
export async function* readDocx(reading: Reading): AsyncIterable<DraftBlock> {
  const archive = await openArchive(reading.path, 'docx', reading.limits)
  let html: string
  let asides: DraftBlock[]
  try {
    assertFamily(archive, 'docx')
    reading.setReader('mammoth')
    html = await toHtml(archive)
    asides = await asideBlocks(archive)
  } finally {
    archive.close()
  }
  if (html.trim()) yield* markupBlocks(parseXml(`<body>${html}</body>`).children)
  yield* asides
}

/** What mammoth's own archive reader gives it, as an object (lib/unzip.js); its types do not tell of it. */
const inputOf = (file: object) => ({ file }) as object as Parameters<typeof mammoth.convertToHtml>[0]

async function toHtml(archive: Archive): Promise<string> {
  const input = inputOf(await docxSource(archive))
  try {
    const { value } = await mammoth.convertToHtml(input, {
      styleMap: STYLES,
      includeEmbeddedStyleMap: false,
      externalFileAccess: false,
      convertImage: mammoth.images.imgElement(async () => ({ src: '' })),
      ignoreEmptyParagraphs: true,
    })
    return value
  } catch (cause) {
    if (cause instanceof RangeError || cause instanceof WorkError) throw cause
    throw new WorkError('corrupt', `The .docx file is damaged (${messageOf(cause)}). Save it again and upload that copy.`, { cause })
  }
}
