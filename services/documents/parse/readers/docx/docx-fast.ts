import type { Archive } from '../../../../../kernel/cell/archive.ts'
import { CLOSE, OPEN, UnreadXml, XmlCursor } from '../../xml/cursor.ts'
import { parseXml, xmlText } from '../../xml/xml.ts'
import { type Markup, markup } from './docx-blocks.ts'
import { type Note, readContent, type Walk } from './docx-body.ts'
import { createListPlaces } from './docx-lists.ts'
import { createNumbering } from './docx-numbering.ts'
import { type DocxParts, textOfPart } from './docx-parts.ts'
import { WORD_PREFIXES } from './docx-prefixes.ts'
import { readStyles } from './docx-styles.ts'

export interface WordText {
  /** In the words of HTML, the notes in a list at the end. */
  readonly content: (Markup | string)[]
  /** Lines of text boxes that stand in no paragraph. */
  readonly boxes: readonly string[]
}

/**
 * The text of a Word document as mammoth would convert it, read in one pass without a tree of its XML. Undefined for what this reader does
 * not know, and for what is damaged.
 */
export async function readWord(archive: Archive, parts: DocxParts): Promise<WordText | undefined> {
  const text = (kind: string) => textOfPart(archive, parts, kind)
  const source = { main: await archive.read(parts.main), numbering: await text('numbering'), styles: await text('styles') }
  const notes = { footnote: await text('footnotes'), endnote: await text('endnotes') }
  if (!source.main) return undefined
  try {
    const styles = readStyles(source.styles)
    const numbering = source.numbering === undefined ? undefined : parseXml(source.numbering)
    const shared = { styles, placeOf: createListPlaces(numbering, styles), notes: [], boxes: [], older: 0, carried: undefined }
    const walk: Walk = {
      ...shared,
      cursor: new XmlCursor(xmlText(source.main), WORD_PREFIXES),
      numbering: numbering && createNumbering(numbering, styles),
    }
    const content = readBody(walk)
    const found = noteList(walk, notes)
    return { content: found ? [...content, found] : content, boxes: walk.boxes }
  } catch (error) {
    if (error instanceof UnreadXml) return undefined
    throw error
  }
}

function readBody(walk: Walk): (Markup | string)[] {
  const { cursor } = walk
  if (cursor.next() !== OPEN || !cursor.knows('w')) throw new UnreadXml('no document of this kind')
  let content: (Markup | string)[] | undefined
  for (let step = cursor.next(); step !== CLOSE; step = cursor.next()) {
    if (step !== OPEN) continue
    if (cursor.name === 'w:body' && !content) content = readContent(walk)
    else cursor.skip()
  }
  cursor.next()
  if (!content) throw new UnreadXml('no body')
  return content
}

/** The notes that the text refers to, in that order. */
function noteList(walk: Walk, sources: Readonly<Record<Note['kind'], string | undefined>>): Markup | undefined {
  // What notes refer to themselves is not looked for.
  const wanted = [...walk.notes]
  if (wanted.length === 0) return undefined
  const kinds = ['footnote', 'endnote'] as const
  const bodies = Object.fromEntries(kinds.map((kind) => [kind, readNotes(walk, kind, sources[kind])]))
  const items = wanted.map(({ kind, id }) => markup('li', bodies[kind]!.get(id) ?? [], { id: `${kind}-${id}` }))
  return markup('ol', items)
}

function readNotes(walk: Walk, kind: Note['kind'], source: string | undefined): Map<string, (Markup | string)[]> {
  const bodies = new Map<string, (Markup | string)[]>()
  if (source === undefined) return bodies
  const cursor = new XmlCursor(source, WORD_PREFIXES)
  cursor.next()
  const own: Walk = { ...walk, cursor, numbering: undefined, boxes: [] }
  for (let step = cursor.next(); step !== CLOSE; step = cursor.next()) {
    if (step !== OPEN) continue
    const separates = /^(?:continuationS|s)eparator$/.test(cursor.attribute('w:type') ?? '')
    const id = cursor.attribute('w:id') ?? ''
    if (cursor.name === `w:${kind}` && !separates) bodies.set(id, readContent(own))
    else cursor.skip()
  }
  return bodies
}
