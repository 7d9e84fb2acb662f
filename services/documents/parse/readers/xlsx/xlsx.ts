import { readFile } from 'node:fs/promises'
import { type CellObject, read, type WorkBook, type WorkSheet } from 'xlsx'
import { openArchive } from '../../../../../kernel/cell/archive.ts'
import { messageOf, WorkError } from '../../../../../kernel/runtime/errors.ts'
import { assertFamily } from '../../archive-family.ts'
import type { DraftBlock, Reading } from '../../draft-block.ts'
import { gridBlocks } from '../../table-grid.ts'
import { sideTables } from '../side-tables.ts'
import { createMergeFill } from './xlsx-merges.ts'
import { shownNumber } from './xlsx-number.ts'
import { blocksOverCells, sheetParts, streamWorkbook } from './xlsx-stream.ts'

/** Parts with cells, which SheetJS holds as a whole, at about nine times their inflated size; beyond this they are streamed. */
const CELL_PARTS = /^xl\/(?:worksheets\/[^/]+|sharedStrings)\.xml$/i
const HELD_BYTES = 40 * 1024 * 1024

/** Excel: every sheet, hidden ones marked; the values as they are shown, then charts, text boxes and comments. `page` is the sheet's number, `part` its name. */
export async function* readXlsx(reading: Reading): AsyncIterable<DraftBlock> {
  const archive = await openArchive(reading.path, 'xlsx', reading.limits)
  let beside: readonly (readonly DraftBlock[])[]
  try {
    assertFamily(archive, 'xlsx')
    const cells = archive.names.filter((n) => CELL_PARTS.test(n)).reduce((sum, n) => sum + archive.sizeOf(n), 0)
    if (cells > HELD_BYTES) {
      reading.setReader('xlsx stream')
      return yield* streamWorkbook(archive, reading)
    }
    const sheets = await sheetParts(archive)
    beside = await Promise.all(
      sheets.map(({ name, part }, i) =>
        Array.fromAsync(part === undefined ? [] : blocksOverCells(archive, part, { page: i + 1, part: name })),
      ),
    )
  } finally {
    archive.close()
  }
  yield* wholeWorkbook(reading, beside)
}

async function* wholeWorkbook(reading: Reading, beside: readonly (readonly DraftBlock[])[]): AsyncIterable<DraftBlock> {
  const book = parseWorkbook(await readFile(reading.path))
  reading.setReader('sheetjs')
  reading.setPages(book.SheetNames.length)
  const date1904 = book.Workbook?.WBProps?.date1904 === true
  for (const [i, name] of book.SheetNames.entries()) {
    const sheet = book.Sheets[name]
    const rows = sheet ? [...rowsOf(sheet, date1904)] : []
    const blocks = sheetBlocks(rows, beside[i] ?? [], { page: i + 1, part: name })
    const hidden = (book.Workbook?.Sheets?.[i]?.Hidden ?? 0) !== 0
    let first = true
    for await (const block of blocks) {
      if (first) yield { type: 'heading', level: 1, text: hidden ? `${name} (hidden sheet)` : name, page: i + 1, part: name }
      first = false
      yield block
    }
    delete book.Sheets[name]
    reading.progress(i + 1, book.SheetNames.length, 'pages')
  }
}

function parseWorkbook(bytes: Buffer): WorkBook {
  try {
    return read(bytes, {
      type: 'buffer',
      dense: true,
      cellFormula: false,
      cellHTML: false,
      cellNF: true,
      cellStyles: false,
      bookVBA: false,
    })
  } catch (cause) {
    if (cause instanceof RangeError) throw cause
    if (/password|encrypt/i.test(messageOf(cause)))
      throw new WorkError('encrypted', 'The workbook is protected by a password. Remove the password and upload it again.', { cause })
    throw new WorkError('corrupt', `The .xlsx file is damaged (${messageOf(cause)}). Save it again and upload that copy.`, { cause })
  }
}

type Row = readonly [index: number, cells: string[]]

/** Regions of rows, each a table, or a paragraph when it is one cell. */
async function* sheetBlocks(
  rows: readonly Row[],
  beside: readonly DraftBlock[],
  place: { page: number; part: string },
): AsyncIterable<DraftBlock> {
  for (const region of regionsOf(rows)) for (const table of sideTables(region)) yield* gridBlocks(table, place)
  yield* beside
}

/** Rows between empty rows; a single empty row does not part what has the same first and last column. */
function* regionsOf(rows: readonly Row[]): Iterable<string[][]> {
  const stretches: Row[][] = []
  for (const row of rows) {
    const last = stretches.at(-1)
    if (last && row[0] === last.at(-1)![0] + 1) last.push(row)
    else stretches.push([row])
  }
  let region: Row[] = []
  for (const stretch of stretches) {
    if (region.length && (stretch[0]![0] > region.at(-1)![0] + 2 || extentOf(region) !== extentOf(stretch))) {
      yield region.map((r) => r[1])
      region = []
    }
    region = region.concat(stretch)
  }
  if (region.length) yield region.map((r) => r[1])
}

function extentOf(rows: readonly Row[]): string {
  let [first, last] = [Number.POSITIVE_INFINITY, -1]
  for (const [, cells] of rows) {
    const from = cells.findIndex(Boolean)
    if (from >= 0) [first, last] = [Math.min(first, from), Math.max(last, cells.length - 1)]
  }
  // One column of notes or titles is no part of a table below it.
  return first === last ? '' : `${first}:${last}`
}

/** Rows that hold something, by number; merged cells show their text in each place. */
function rowsOf(sheet: WorkSheet, date1904: boolean): Map<number, string[]> {
  const rows = new Map<number, string[]>()
  const data: readonly ((CellObject | undefined)[] | undefined)[] = sheet['!data'] ?? []
  // forEach skips the holes of sparse arrays: a sheet may claim a million rows and have three.
  data.forEach((cells, r) => {
    const texts: string[] = []
    cells?.forEach((cell, c) => {
      const text = shown(cell, date1904)
      if (text) texts[c] = text
    })
    if (texts.length) rows.set(r, texts)
  })
  const fill = createMergeFill(sheet['!merges'] ?? [])
  for (const [r, texts] of rows) fill(r, texts)
  return new Map([...rows].map(([r, texts]) => [r, Array.from(texts, (t) => t ?? '')]))
}

function shown(cell: CellObject | undefined, date1904: boolean): string {
  if (cell?.v === undefined) return ''
  // Without its text is a number whose format the library cannot read.
  const text = cell.w ?? (typeof cell.v === 'number' && cell.z !== undefined ? shownNumber(cell.v, cell.z, { date1904 }) : String(cell.v))
  return text.trim()
}
