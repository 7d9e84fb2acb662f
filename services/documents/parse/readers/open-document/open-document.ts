import { type Archive, openArchive } from '../../../../../kernel/cell/archive.ts'
import { WorkError } from '../../../../../kernel/runtime/errors.ts'
import { assertFamily } from '../../archive-family.ts'
import type { DraftBlock, Reading } from '../../blocks/draft-block.ts'
import { readTypedPart } from '../../xml/package-parts.ts'
import { child, childElements, descendants, directText, type XmlElement, xmlText } from '../../xml/xml.ts'
import { markupBlocks } from '../markup/markup-blocks.ts'
import { notesIn, objectsIn, openDocumentMarkup } from './open-document-markup.ts'
import { type OpenDocumentStyles, openDocumentStyles } from './open-document-styles.ts'

/** OpenDocument text, sheets and slides: headings, lists, tables, charts and notes; of sheets and slides with their number. */
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
    // Of the named styles only those of lists matter.
    const named = hasLists(body) ? await readTypedPart(archive, 'styles.xml') : undefined
    const source = { archive, styles: openDocumentStyles([named, content]) }
    const parts = PARTS[body.name] && childElements(body).filter(({ name }) => name === PARTS[body.name])
    if (!parts) return yield* partBlocks(body, {}, source)
    reading.setPages(parts.length)
    for (const [i, part] of parts.entries()) {
      const name = part.attributes['table:name']
      yield* partBlocks(part, { page: i + 1, ...(name ? { part: name } : {}) }, source)
      reading.progress(i + 1, parts.length, 'pages')
    }
  } finally {
    archive.close()
  }
}

/** What is numbered in a document of this kind. */
const PARTS: Readonly<Record<string, string>> = { spreadsheet: 'table', presentation: 'page' }

const hasLists = (body: XmlElement): boolean => Iterator.from(descendants(body, 'list')).next().done !== true

/** Of a document, sheet or slide. */
const MOST_OBJECTS = 200

interface Source {
  readonly archive: Archive
  readonly styles: OpenDocumentStyles
}

type Place = Pick<DraftBlock, 'page' | 'part'>

async function* partBlocks(part: XmlElement, place: Place, { archive, styles }: Source): AsyncIterable<DraftBlock> {
  const blocksOf = (element: XmlElement) => markupBlocks(openDocumentMarkup(element, styles).children)
  const isSheet = part.name === 'table'
  for (const block of isSheet ? markupBlocks([openDocumentMarkup(part, styles)]) : blocksOf(part)) yield { ...block, ...place }
  const over = isSheet && child(part, 'shapes')
  if (over) for (const block of blocksOf(over)) yield { ...block, ...place }
  for (const folder of objectsIn(part).slice(0, MOST_OBJECTS)) {
    const object = await readTypedPart(archive, `${folder}/content.xml`)
    for (const block of object ? objectBlocks(object, isSheet, styles) : []) yield { ...block, ...place }
  }
  for (const text of notesIn(part)) yield { type: 'note', text, ...place }
  for (const notes of descendants(part, 'notes')) for (const block of blocksOf(notes)) yield { ...block, ...place, part: 'notes' }
}

/** A chart's titles and, where they stand in no sheet, its numbers; a formula as it was typed; a document within the document. */
function* objectBlocks(object: XmlElement, inSheet: boolean, styles: OpenDocumentStyles): Iterable<DraftBlock> {
  const body = child(object, 'body')
  if (!body) {
    const formula = [...descendants(object, 'annotation')].map(directText).join(' ').trim()
    if (formula) yield { type: 'paragraph', text: formula }
    return
  }
  const isChart = childElements(body).some(({ name }) => name === 'chart')
  for (const block of markupBlocks(openDocumentMarkup(body, styles).children))
    if (!(isChart && inSheet && block.type === 'table')) yield block
}

/** A protected document is an archive whose parts are cipher text (ISO/IEC 26300-2, 3.4). */
async function refuseEncrypted(archive: Archive, fileType: string): Promise<void> {
  const manifest = await archive.read('META-INF/manifest.xml')
  if (manifest && xmlText(manifest).includes('encryption-data'))
    throw new WorkError('encrypted', `The .${fileType} file is protected by a password. Remove the password and upload it again.`)
}
