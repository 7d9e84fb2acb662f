import { StringDecoder } from 'node:string_decoder'
import { SaxesParser } from 'saxes'
import type { Archive } from '../../../../../kernel/cell/archive.ts'
import { WorkError } from '../../../../../kernel/runtime/errors.ts'
import type { DraftBlock, Reading } from '../../draft-block.ts'
import { type Relation, readPart, relationsOf } from '../../package-parts.ts'
import { gridBlocks, joinHeaderLevels } from '../../table-grid.ts'
import { childElements, descendants, type XmlElement } from '../../xml.ts'
import { sideTables } from '../side-tables.ts'
import { commentBlocks } from './xlsx-comments.ts'
import { drawingBlocks } from './xlsx-drawings.ts'
import { columnNumber, createMergeFill, mergesOf } from './xlsx-merges.ts'
import { shownNumber } from './xlsx-number.ts'
import { unescaped } from './xlsx-unescaped.ts'

/** Rows that are held at a time; the next table repeats the first row of its region. */
const ROWS_HELD = 500
const MOST_COLUMNS = 16_384

interface Book {
  readonly sheets: readonly { name: string; hidden: boolean; part: string | undefined }[]
  readonly strings: readonly string[]
  /** Number format of each cell style: a code, or the number of a built-in one. */
  readonly formats: readonly (string | number)[]
  readonly date1904: boolean
}

/** A large workbook (SpreadsheetML), row by row in bounded memory: shown values and merged cells as the other reader gives them. */
export async function* streamWorkbook(archive: Archive, reading: Reading): AsyncIterable<DraftBlock> {
  const book = await readBook(archive)
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

/** What a sheet says beside its cells: charts, text boxes, comments. */
export async function* blocksOverCells(archive: Archive, part: string, place: { page: number; part: string }): AsyncIterable<DraftBlock> {
  yield* drawingBlocks(archive, part, place)
  yield* commentBlocks(archive, part, place)
}

/** The sheets of a workbook in their order, with the paths of their parts. Throws WorkError `corrupt`. */
export async function sheetParts(archive: Archive): Promise<Book['sheets']> {
  const { workbook, relations } = await readRoot(archive)
  const parts = new Map(relations.map((r) => [r.id, r.target]))
  return [...descendants(workbook, 'sheet')].map(({ attributes }) => ({
    name: attributes.name ?? '',
    hidden: (attributes.state ?? 'visible') !== 'visible',
    part: parts.get(attributes['r:id'] ?? ''),
  }))
}

async function readRoot(archive: Archive): Promise<{ workbook: XmlElement; relations: Relation[] }> {
  const root = (await relationsOf(archive, '')).find((r) => r.type.endsWith('/officeDocument'))?.target ?? 'xl/workbook.xml'
  const workbook = await readPart(archive, root)
  if (!workbook) throw new WorkError('corrupt', 'The .xlsx file is damaged (it has no workbook part). Save it again and upload that copy.')
  return { workbook, relations: await relationsOf(archive, root) }
}

async function readBook(archive: Archive): Promise<Book> {
  const { workbook, relations } = await readRoot(archive)
  const target = (type: string) => relations.find((r) => r.type.endsWith(`/${type}`))?.target ?? ''
  const styles = await readPart(archive, target('styles'))
  return {
    sheets: await sheetParts(archive),
    strings: await sharedStrings(archive, target('sharedStrings')),
    formats: styles ? formatsOf(styles) : [],
    date1904: [...descendants(workbook, 'workbookPr')].some((p) => /^(1|true)$/.test(p.attributes.date1904 ?? '')),
  }
}

function formatsOf(styles: XmlElement): (string | number)[] {
  const codes = new Map([...descendants(styles, 'numFmt')].map((f) => [f.attributes.numFmtId, f.attributes.formatCode ?? 'General']))
  const cells = childElements(styles).find((e) => e.name === 'cellXfs')
  return cells ? childElements(cells).map((x) => codes.get(x.attributes.numFmtId) ?? (Number(x.attributes.numFmtId ?? 0) || 0)) : []
}

interface Handlers {
  open(name: string, attributes: Readonly<Record<string, string>>): void
  text(text: string): void
  close(name: string): void
}

/** Feeds a part through the parser; resumes after each piece, so that what was found can be given on. */
async function* feed(archive: Archive, part: string, handlers: Handlers): AsyncIterable<void> {
  const stream = await archive.stream(part)
  if (!stream) return
  const parser = new SaxesParser({ xmlns: false, position: false })
  const local = (name: string) => name.slice(name.indexOf(':') + 1)
  const refuse = (cause?: unknown): never => {
    throw new WorkError('corrupt', 'The .xlsx file is damaged (a part of it is not well-formed). Save it again and upload that copy.', {
      cause,
    })
  }
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

type Row = readonly [index: number, cells: string[]]

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
        const text = shown(value, cell, book).trim()
        if (text && column < MOST_COLUMNS) cells[column] = text
      } else if (name === 'row' && cells.length) {
        fill(row - 1, cells)
        found.push([row, Array.from(cells, (c) => c ?? '')])
      }
    },
  }
  for await (const _ of feed(archive, part, handlers)) yield* found.splice(0)
}

/** Number of a column, from 0, by a reference such as "AB12". */
function columnOf(reference: string | undefined): number | undefined {
  const letters = /^[A-Z]{1,3}/.exec(reference ?? '')?.[0]
  return letters === undefined ? undefined : columnNumber(letters)
}

function shown(value: string, { t, s }: Readonly<Record<string, string>>, book: Book): string {
  if (t === 's') return book.strings[Number(value)] ?? ''
  if (t === 'b') return value === '1' ? 'TRUE' : 'FALSE'
  if (value === '' || (t && t !== 'n')) return unescaped(value)
  const number = Number(value)
  const format = book.formats[Number(s ?? -1)] ?? 0
  if (!Number.isFinite(number)) return value
  return shownNumber(number, format, book)
}

async function* regionBlocks(rows: AsyncIterable<Row> | Iterable<Row>, place: { page: number; part: string }): AsyncIterable<DraftBlock> {
  let region: string[][] = []
  let last = -1
  let goesOn = false
  // Tables beside each other are told apart where the region begins; a later piece of it is one table.
  async function* blocks() {
    for (const table of goesOn ? [region] : sideTables(region)) yield* gridBlocks(table, place)
  }
  for await (const [index, cells] of rows) {
    if (region.length && (index !== last + 1 || region.length >= ROWS_HELD)) {
      yield* blocks()
      goesOn = index === last + 1
      region = goesOn ? [[...joinHeaderLevels(region)[0]!]] : []
    }
    region.push(cells)
    last = index
  }
  yield* blocks()
}
