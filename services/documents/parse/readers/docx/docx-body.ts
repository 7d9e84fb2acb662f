import { CLOSE, OPEN, TEXT, UnreadXml, type XmlCursor } from '../../xml/cursor.ts'
import { NUMBER_END, NUMBER_START } from '../markup/number-marks.ts'
import { addItem, elementOfStyle, type Markup, markup } from './docx-blocks.ts'
import type { ListPlace } from './docx-lists.ts'
import type { Numbering } from './docx-numbering.ts'
import { createTable } from './docx-rows.ts'
import { type NumberingMark, readMark, type Styles } from './docx-styles.ts'
import { readDrawing, readLooseBoxes } from './docx-text-boxes.ts'

export interface Note {
  readonly kind: 'footnote' | 'endnote'
  readonly id: string
}

/** What a part is read with. */
export interface Walk {
  readonly cursor: XmlCursor
  readonly styles: Styles
  readonly placeOf: (style: string | undefined, mark: NumberingMark | undefined) => ListPlace | undefined
  /** Where paragraphs show their numbers. */
  readonly numbering: Numbering | undefined
  /** Notes in the order in which the text refers to them; shared by all parts of a document. */
  readonly notes: Note[]
  /** Lines of text boxes that have no older rendering. */
  readonly boxes: string[]
  /** Text boxes that were read in their older rendering. */
  older: number
  /** What stood in paragraphs whose ends are deleted: it goes on in the next one. */
  carried: Line | undefined
}

/** The text of a paragraph, as far as it is read. */
interface Line {
  text: string
  /** Whether there is something that is no text. */
  picture: boolean
  /** Pieces of the text boxes that hang on the paragraph. */
  readonly hanging: Item[]
}

type Item = Markup | { readonly place: ListPlace; readonly text: string }
type Add = (item: Item) => void

const createLine = (): Line => ({ text: '', picture: false, hanging: [] })

/** Pieces of markup as they come, items in their lists. */
function createPieces(): { readonly pieces: (Markup | string)[]; readonly add: Add } {
  const pieces: (Markup | string)[] = []
  return { pieces, add: (item) => void ('place' in item ? addItem(pieces, item.place, item.text) : pieces.push(item)) }
}

/** What stands in the element that was just opened, to its end. Throws UnreadXml for what only few documents have. */
export function readContent(walk: Walk): (Markup | string)[] {
  const { pieces, add } = createPieces()
  readBlocks(walk, add)
  // The last paragraph has an end, whatever is said of it.
  if (walk.carried) addParagraph(walk, walk.carried, undefined, add)
  walk.carried = undefined
  return pieces
}

/** Elements around paragraphs or around runs that say something of them. */
const AROUND = new Set([
  ...['sdt', 'sdtContent', 'ins', 'moveTo', 'customXml', 'smartTag', 'fldSimple', 'dir', 'bdo', 'ruby', 'rubyBase'].map(
    (name) => `w:${name}`,
  ),
])
/** What belongs into a paragraph, or has text in a way of its own: where it stands elsewhere another reader is asked. */
const INLINE = new Set(
  ['r', 't', 'hyperlink', 'tab', 'br', 'footnoteReference', 'endnoteReference', 'pict', 'object'].map((name) => `w:${name}`),
)
const OF_TABLES = new Set(['w:tr', 'w:tc'])
const SHAPES = new Set(['w:object', 'v:shape', 'v:rect', 'v:roundrect', 'v:group', 'v:textbox'])
/** Paragraphs within paragraphs, and characters that stand for others in their font. */
const IN_NO_LINE = new Set(['w:p', 'w:tbl', 'w:txbxContent', 'w:sym'])

function readBlocks(walk: Walk, add: Add): void {
  const { cursor } = walk
  for (let step = cursor.next(); step !== CLOSE; step = cursor.next()) if (step === OPEN) readBlock(walk, add)
}

function readBlock(walk: Walk, add: Add): void {
  const { cursor } = walk
  const { name } = cursor
  if (name === 'w:p') readParagraph(walk, add)
  else if (name === 'w:tbl') add(readTable(walk))
  else if (AROUND.has(name)) readBlocks(walk, add)
  else if (name === 'mc:AlternateContent') readAlternate(walk, () => readBlocks(walk, add))
  else if (INLINE.has(name) || OF_TABLES.has(name)) throw new UnreadXml(`${name} where paragraphs are`)
  else cursor.skip()
}

function readParagraph(walk: Walk, add: Add): void {
  const { cursor } = walk
  const line = walk.carried ?? createLine()
  walk.carried = undefined
  let properties: Properties | undefined
  for (let step = cursor.next(); step !== CLOSE; step = cursor.next()) {
    if (step !== OPEN) continue
    if (cursor.name === 'w:pPr' && !properties) properties = readProperties(cursor)
    else readInline(walk, line)
  }
  if (properties?.deleted) {
    walk.carried = line
    return
  }
  addParagraph(walk, line, properties, add)
}

function addParagraph({ numbering, placeOf, styles }: Walk, line: Line, properties: Properties | undefined, add: Add): void {
  const shown = properties && line.text.trim() ? numbering?.next(properties.style, properties.mark) : undefined
  const text = shown === undefined ? line.text : `${NUMBER_START}${shown}${NUMBER_END}${line.text}`
  if (text || line.picture) {
    const element = elementOfStyle(styles, properties?.style)
    const place = element ? undefined : properties && placeOf(properties.style, properties.mark)
    add(place ? { place, text } : markup(element ?? 'p', text ? [text] : []))
  }
  line.hanging.forEach(add)
}

interface Properties {
  style: string | undefined
  mark: NumberingMark | undefined
  deleted: boolean
}

function readProperties(cursor: XmlCursor): Properties {
  const properties: Properties = { style: undefined, mark: undefined, deleted: false }
  for (let step = cursor.next(); step !== CLOSE; step = cursor.next()) {
    if (step !== OPEN) continue
    if (cursor.name === 'w:numPr' && !properties.mark) properties.mark = readMark(cursor)
    else if (cursor.name === 'w:rPr') properties.deleted ||= hasChild(cursor, 'w:del')
    else {
      if (cursor.name === 'w:pStyle') properties.style ??= cursor.attribute('w:val') || undefined
      cursor.skip()
    }
  }
  return properties
}

function hasChild(cursor: XmlCursor, name: string): boolean {
  let found = false
  for (let step = cursor.next(); step !== CLOSE; step = cursor.next()) {
    if (step !== OPEN) continue
    found ||= cursor.name === name
    cursor.skip()
  }
  return found
}

function readRuns(walk: Walk, line: Line): void {
  const { cursor } = walk
  for (let step = cursor.next(); step !== CLOSE; step = cursor.next()) if (step === OPEN) readInline(walk, line)
}

/** One element in a paragraph or a run. */
function readInline(walk: Walk, line: Line): void {
  const { cursor } = walk
  const { name } = cursor
  if (name === 'w:rPr') cursor.skip()
  else if (name === 'w:t') line.text += readText(cursor)
  else if (name === 'w:r' || name === 'w:hyperlink' || AROUND.has(name) || SHAPES.has(name)) readRuns(walk, line)
  else if (name === 'w:drawing') line.picture = readDrawing(cursor, walk.boxes) || line.picture
  else if (name === 'w:pict') readShapes(walk, line)
  else if (name === 'mc:AlternateContent') readAlternate(walk, () => readRuns(walk, line))
  else if (IN_NO_LINE.has(name)) throw new UnreadXml(`${name} in a line`)
  else {
    line.text += SIGNS[name] ?? ''
    if (name === 'w:br' && BREAKS_LINE.test(cursor.attribute('w:type') ?? '')) line.text += '\n'
    else if (name === 'v:imagedata') line.picture ||= cursor.attribute('r:id') !== undefined
    else if (name === 'w:footnoteReference' || name === 'w:endnoteReference') {
      walk.notes.push({ kind: name === 'w:footnoteReference' ? 'footnote' : 'endnote', id: cursor.attribute('w:id') ?? '' })
      line.text += `[${walk.notes.length}]`
    }
    cursor.skip()
  }
}

/** Those of a page or a column end no line. */
const BREAKS_LINE = /^(?:textWrapping)?$/
const SIGNS: Readonly<Record<string, string>> = Object.assign(Object.create(null), {
  'w:tab': '\t',
  'w:ptab': '\t',
  'w:cr': '\n',
  'w:noBreakHyphen': '\u2011',
  'w:softHyphen': '\u00ad',
})

function readText(cursor: XmlCursor): string {
  let text = ''
  for (let step = cursor.next(); step !== CLOSE; step = cursor.next())
    if (step === TEXT) text += cursor.text()
    else cursor.skip()
  return text
}

/** The shapes of older programs: their text boxes hang on the paragraph in which they stand. */
function readShapes(walk: Walk, line: Line): void {
  const { cursor, notes } = walk
  for (let step = cursor.next(); step !== CLOSE; step = cursor.next()) {
    if (step !== OPEN) continue
    if (cursor.name === 'w:txbxContent') {
      const before = notes.length
      walk.older++
      readBlocks(walk, (item) => void line.hanging.push(item))
      // Their numbers would stand before those of the paragraph.
      if (notes.length > before) throw new UnreadXml('a note in a text box')
    } else if (SHAPES.has(cursor.name)) readShapes(walk, line)
    else if (cursor.name === 'mc:AlternateContent') readAlternate(walk, () => readShapes(walk, line))
    else cursor.skip()
  }
}

/** Of several renderings the oldest is read, which all programs know; text boxes that it lacks are read from the first. */
function readAlternate(walk: Walk, readOldest: () => void): void {
  const { cursor, older } = walk
  const boxes: string[] = []
  let first = true
  for (let step = cursor.next(); step !== CLOSE; step = cursor.next()) {
    if (step !== OPEN) continue
    if (cursor.name === 'mc:Fallback') readOldest()
    else if (cursor.name === 'mc:Choice' && first) {
      first = false
      readLooseBoxes(cursor, boxes)
    } else cursor.skip()
  }
  if (walk.older === older) for (const line of boxes) walk.boxes.push(line)
}

function readTable(walk: Walk): Markup {
  const table = createTable()
  readRows(walk, table)
  return markup('table', table.rows())
}

type Table = ReturnType<typeof createTable>

function readRows(walk: Walk, table: Table): void {
  const { cursor } = walk
  for (let step = cursor.next(); step !== CLOSE; step = cursor.next()) {
    if (step !== OPEN) continue
    if (cursor.name === 'w:tr') {
      table.beginRow()
      readCells(walk, table)
    } else if (AROUND.has(cursor.name)) readRows(walk, table)
    else if (/^w:(?:p|tbl|tc|r)$|^mc:/.test(cursor.name)) throw new UnreadXml(`${cursor.name} where rows are`)
    else cursor.skip()
  }
}

function readCells(walk: Walk, table: Table): void {
  const { cursor } = walk
  let deleted = false
  for (let step = cursor.next(); step !== CLOSE; step = cursor.next()) {
    if (step !== OPEN) continue
    if (cursor.name === 'w:trPr') deleted = table.setRow(cursor).deleted
    else if (deleted) cursor.skip()
    else if (cursor.name === 'w:tc') readCell(walk, table)
    else if (AROUND.has(cursor.name)) readCells(walk, table)
    else if (/^w:(?:p|tbl|tr|r)$|^mc:/.test(cursor.name)) throw new UnreadXml(`${cursor.name} where cells are`)
    else cursor.skip()
  }
}

function readCell(walk: Walk, table: Table): void {
  const { cursor, notes } = walk
  const { pieces, add } = createPieces()
  const before = notes.length
  const cell = table.addCell(pieces)
  for (let step = cursor.next(); step !== CLOSE; step = cursor.next()) {
    if (step !== OPEN) continue
    if (cursor.name === 'w:tcPr') table.setCell(cell, cursor)
    else readBlock(walk, add)
  }
  if (notes.length > before && cell.goesOn) throw new UnreadXml('a note in a cell that is not shown')
}
