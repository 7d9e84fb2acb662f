import { CLOSE, END, OPEN, TEXT, XmlCursor } from '../../xml/cursor.ts'
import { xmlText } from '../../xml/xml.ts'
import type { Book } from './xlsx-book.ts'
import { columnOf, MOST_COLUMNS, type Row, shown } from './xlsx-cells.ts'
import { createMergeFill, type Merge, MOST_MERGES, mergeOf } from './xlsx-merges.ts'
import { unescaped } from './xlsx-unescaped.ts'

/** The strings that cells share, of a part that is held. Throws UnreadXml. */
export function readStrings(bytes: Buffer | undefined): string[] {
  const strings: string[] = []
  if (!bytes) return strings
  const cursor = new XmlCursor(xmlText(bytes))
  for (let step = cursor.next(); step !== END; step = cursor.next())
    if (step === OPEN && cursor.local === 'si') strings.push(unescaped(readText(cursor)))
  return strings
}

/** The text in an element, to its end; how it is pronounced is none. */
function readText(cursor: XmlCursor): string {
  const outside = cursor.depth - 1
  let text = ''
  let inText = false
  while (cursor.depth > outside) {
    const step = cursor.next()
    if (step === TEXT) text += inText ? cursor.text() : ''
    else if (step === OPEN && cursor.local === 'rPh') cursor.skip()
    else inText = step === OPEN && cursor.local === 't'
  }
  return text
}

/** The rows of a sheet that hold something, merged cells filled in, of a part that is held. Throws UnreadXml. */
export function readRows(bytes: Buffer, book: Book): Row[] {
  const rows = new Map<number, string[]>()
  const merges: Merge[] = []
  const cursor = new XmlCursor(xmlText(bytes))
  let row = 0
  for (let step = cursor.next(); step !== END; step = cursor.next()) {
    if (step !== OPEN) continue
    if (cursor.local === 'row') {
      row = Number(cursor.attributeOf('r')) || row + 1
      const cells = rows.get(row) ?? []
      readCells(cursor, book, cells)
      if (cells.length > 0) rows.set(row, cells)
    } else if (cursor.local === 'mergeCell' && merges.length < MOST_MERGES) {
      const merge = mergeOf(cursor.attributeOf('ref') ?? '')
      if (merge) merges.push(merge)
    }
  }
  const ordered = [...rows].sort(([a], [b]) => a - b)
  const fill = createMergeFill(merges)
  for (const [index, cells] of ordered) fill(index - 1, cells)
  return ordered.map(([index, cells]) => [index, Array.from(cells, (text) => text ?? '')])
}

function readCells(cursor: XmlCursor, book: Book, cells: string[]): void {
  let column = -1
  for (let step = cursor.next(); step !== CLOSE; step = cursor.next()) {
    if (step !== OPEN) continue
    if (cursor.local !== 'c') {
      cursor.skip()
      continue
    }
    column = columnOf(cursor.attributeOf('r')) ?? column + 1
    const [type, style] = [cursor.attributeOf('t'), cursor.attributeOf('s')]
    const text = shown(readValue(cursor), type, style, book).trim()
    if (text && column < MOST_COLUMNS) cells[column] = text
  }
}

function readValue(cursor: XmlCursor): string {
  let value = ''
  for (let step = cursor.next(); step !== CLOSE; step = cursor.next()) {
    if (step !== OPEN) continue
    if (cursor.local === 'is') value += readText(cursor)
    else if (cursor.local === 'v') {
      for (let inner = cursor.next(); inner !== CLOSE; inner = cursor.next())
        if (inner === TEXT) value += cursor.text()
        else cursor.skip()
    } else cursor.skip()
  }
  return value
}
