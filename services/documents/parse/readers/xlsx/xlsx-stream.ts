import { StringDecoder } from 'node:string_decoder'
import { SaxesParser } from 'saxes'
import type { Archive } from '../../../../../kernel/cell/archive.ts'
import { WorkError } from '../../../../../kernel/runtime/errors.ts'
import type { DraftBlock, Reading } from '../../blocks/draft-block.ts'
import { gridBlocks, headerFor } from '../../blocks/table-grid.ts'
import { UnreadXml } from '../../xml/cursor.ts'
import { tablesOf } from './sheet-tables.ts'
import { type Book, readBook } from './xlsx-book.ts'
import { columnOf, MOST_COLUMNS, type Row, shown } from './xlsx-cells.ts'
import { createMergeFill, mergesOf } from './xlsx-merges.ts'
import { blocksOverCells } from './xlsx-over-cells.ts'
import { unescaped } from './xlsx-unescaped.ts'

/** Rows that are held at a time; the next table repeats the first row of its region. */
const ROWS_HELD = 500

/** A large workbook (SpreadsheetML), row by row in bounded memory: shown values and merged cells as the other reader gives them. */
export async function* streamWorkbook(archive: Archive, reading: Reading): AsyncIterable<DraftBlock> {
  const book = await readBook(archive, (part) => sharedStrings(archive, part)).catch(refuseUnread)
  reading.setPages(book.sheets.length)
  for (const [i, { name, hidden, part }] of book.sheets.entries()) {
    const place = { page: i + 1, part: name }
    let first = true
    for await (const block of part === undefined ? [] : sheetBlocks(archive, part, book, place)) {
      if (first) yield { type: 'heading', level: 1, text: hidden ? `${name} (hidden sheet)` : name, ...place }
      first = false
      yield block
    }
    reading.progress(i + 1, book.sheets.length, 'pages')
  }
}

async function* sheetBlocks(archive: Archive, part: string, book: Book, place: { page: number; part: string }): AsyncIterable<DraftBlock> {
  yield* regionBlocks(sheetRows(archive, part, book), place)
  yield* blocksOverCells(archive, part, place)
}

interface Handlers {
  open(name: string, attributes: Readonly<Record<string, string>>): void
  text(text: string): void
  close(name: string): void
}

function refuse(cause?: unknown): never {
  throw new WorkError('corrupt', 'The .xlsx file is damaged (a part of it is not well-formed). Save it again and upload that copy.', {
    cause,
  })
}

function refuseUnread(error: unknown): never {
  throw error instanceof UnreadXml ? refuse(error) : error
}

/** Feeds a part through the parser; resumes after each piece, so that what was found can be given on. */
async function* feed(archive: Archive, part: string, handlers: Handlers): AsyncIterable<void> {
  const stream = await archive.stream(part)
  if (!stream) return
  const parser = new SaxesParser({ xmlns: false, position: false })
  const local = (name: string) => name.slice(name.indexOf(':') + 1)
  parser.on('error', refuse)
  parser.on('doctype', () => refuse())
  parser.on('opentag', (tag) => handlers.open(local(tag.name), tag.attributes as Record<string, string>))
  parser.on('text', handlers.text)
  parser.on('cdata', handlers.text)
  parser.on('closetag', (tag) => handlers.close(local(tag.name)))
  const decoder = new StringDecoder('utf8')
  for await (const piece of stream as AsyncIterable<Buffer>) {
    parser.write(decoder.write(piece))
    yield
  }
  parser.close()
  yield
}

async function sharedStrings(archive: Archive, part: string): Promise<string[]> {
  const strings: string[] = []
  let current = ''
  let phonetic = 0
  let inText = false
  const handlers: Handlers = {
    open(name) {
      if (name === 'si') current = ''
      else if (name === 'rPh') phonetic++
      else if (name === 't') inText = phonetic === 0
    },
    text(text) {
      if (inText) current += text
    },
    close(name) {
      if (name === 'si') strings.push(unescaped(current))
      else if (name === 'rPh') phonetic--
      else if (name === 't') inText = false
    },
  }
  for await (const _ of feed(archive, part, handlers));
  return strings
}

async function* sheetRows(archive: Archive, part: string, book: Book): AsyncIterable<Row> {
  const found: Row[] = []
  const fill = createMergeFill(await mergesOf(archive, part))
  let [row, column, value] = [0, -1, '']
  let cell: Readonly<Record<string, string>> = {}
  let cells: string[] = []
  let inValue = false
  const handlers: Handlers = {
    open(name, attributes) {
      if (name === 'row') [row, column, cells] = [Number(attributes.r) || row + 1, -1, []]
      else if (name === 'c') [column, cell, value] = [columnOf(attributes.r) ?? column + 1, attributes, '']
      else if (name === 'v' || name === 't') inValue = true
    },
    text(text) {
      if (inValue) value += text
    },
    close(name) {
      if (name === 'v' || name === 't') inValue = false
      else if (name === 'c') {
        const text = shown(value, cell.t, cell.s, book).trim()
        if (text && column < MOST_COLUMNS) cells[column] = text
      } else if (name === 'row' && cells.length) {
        fill(row - 1, cells)
        found.push([row, Array.from(cells, (c) => c ?? '')])
      }
    },
  }
  for await (const _ of feed(archive, part, handlers)) yield* found.splice(0)
}

async function* regionBlocks(rows: AsyncIterable<Row> | Iterable<Row>, place: { page: number; part: string }): AsyncIterable<DraftBlock> {
  let region: string[][] = []
  let last = -1
  let goesOn = false
  // Tables beside each other are told apart where the region begins; a later piece of it is one table.
  async function* blocks() {
    for (const table of goesOn ? [region] : tablesOf(region)) yield* gridBlocks(table, place)
  }
  for await (const [index, cells] of rows) {
    if (region.length && (index !== last + 1 || region.length >= ROWS_HELD)) {
      yield* blocks()
      goesOn = index === last + 1
      region = goesOn ? headerFor(region) : []
    }
    region.push(cells)
    last = index
  }
  yield* blocks()
}
