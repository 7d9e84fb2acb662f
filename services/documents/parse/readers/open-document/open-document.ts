import { type Archive, openArchive } from '../../../../../kernel/cell/archive.ts'
import { WorkError } from '../../../../../kernel/runtime/errors.ts'
import { assertFamily } from '../../archive-family.ts'
import type { DraftBlock, Reading } from '../../blocks/draft-block.ts'
import { readTypedPart } from '../../xml/package-parts.ts'
import { child, childElements, descendants, type XmlElement, xmlText } from '../../xml/xml.ts'
import { markupBlocks } from '../markup/markup-blocks.ts'
import { notesIn, openDocumentMarkup } from './open-document-markup.ts'

/** OpenDocument text, sheets and slides: headings, lists, tables and notes; of sheets and slides with their number. */
export async function* readOpenDocument(reading: Reading): AsyncIterable<DraftBlock> {
  const archive = await openArchive(reading.path, reading.fileType, reading.limits)
  try {
    assertFamily(archive, reading.fileType)
    await refuseEncrypted(archive, reading.fileType)
    const content = await readTypedPart(archive, 'content.xml')
    const body = childElements(child(content, 'body') ?? { name: 'body', attributes: {}, children: [] })[0]
    if (!body)
      throw new WorkError('corrupt', `The .${reading.fileType} file is damaged (it has no body). Save it again and upload that copy.`)
    reading.setReader('opendocument')
    const parts = PARTS[body.name] && childElements(body).filter(({ name }) => name === PARTS[body.name])
    if (!parts) return yield* partBlocks(body, {})
    reading.setPages(parts.length)
    for (const [i, part] of parts.entries()) {
      const name = part.attributes['table:name']
      yield* partBlocks(part, { page: i + 1, ...(name ? { part: name } : {}) })
      reading.progress(i + 1, parts.length, 'pages')
    }
  } finally {
    archive.close()
  }
}

/** What is numbered in a document of this kind. */
const PARTS: Readonly<Record<string, string>> = { spreadsheet: 'table', presentation: 'page' }

async function* partBlocks(part: XmlElement, place: Pick<DraftBlock, 'page' | 'part'>): AsyncIterable<DraftBlock> {
  const markup = openDocumentMarkup(part)
  for await (const block of markupBlocks(part.name === 'table' ? [markup] : markup.children)) yield { ...block, ...place }
  for (const text of notesIn(part)) yield { type: 'note', text, ...place }
  for (const notes of descendants(part, 'notes')) {
    for await (const block of markupBlocks(openDocumentMarkup(notes).children)) yield { ...block, ...place, part: 'notes' }
  }
}

/** A protected document is an archive whose parts are cipher text (ISO/IEC 26300-2, 3.4). */
async function refuseEncrypted(archive: Archive, fileType: string): Promise<void> {
  const manifest = await archive.read('META-INF/manifest.xml')
  if (manifest && xmlText(manifest).includes('encryption-data'))
    throw new WorkError('encrypted', `The .${fileType} file is protected by a password. Remove the password and upload it again.`)
}
