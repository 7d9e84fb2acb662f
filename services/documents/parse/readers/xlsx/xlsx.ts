import { type Archive, openArchive } from '../../../../../kernel/cell/archive.ts'
import { assertFamily } from '../../archive-family.ts'
import type { DraftBlock, Reading } from '../../blocks/draft-block.ts'
import { UnreadXml } from '../../xml/cursor.ts'
import { readBook, sheetParts } from './xlsx-book.ts'
import type { Row } from './xlsx-cells.ts'
import { blocksOverCells } from './xlsx-over-cells.ts'
import { sheetBlocks } from './xlsx-regions.ts'
import { readRows, readStrings } from './xlsx-rows.ts'

/** Parts with cells, which are held as a whole; beyond this they are streamed. */
const CELL_PARTS = /^xl\/(?:worksheets\/[^/]+|sharedStrings)\.xml$/i
const HELD_BYTES = 40 * 1024 * 1024

interface Sheet {
  readonly name: string
  readonly hidden: boolean
  readonly rows: () => readonly Row[]
}

/** Excel: every sheet, hidden ones marked; the values as they are shown, then charts, text boxes and comments. `page` is the sheet's number, `part` its name. */
export async function* readXlsx(reading: Reading): AsyncIterable<DraftBlock> {
  const archive = await openArchive(reading.path, 'xlsx', reading.limits)
  try {
    assertFamily(archive, 'xlsx')
    const cells = archive.names.filter((n) => CELL_PARTS.test(n)).reduce((sum, n) => sum + archive.sizeOf(n), 0)
    if (cells > HELD_BYTES) {
      reading.setReader('xlsx stream')
      return yield* (await import('./xlsx-stream.ts')).streamWorkbook(archive, reading)
    }
    const own = await readSheets(archive)
    reading.setReader(own ? 'xlsx' : 'sheetjs')
    const sheets = own ?? (await (await import('./xlsx-sheetjs.ts')).sheetsBySheetJs(reading.path))
    yield* workbookBlocks(archive, sheets, reading)
  } finally {
    archive.close()
  }
}

/** The sheets of a workbook whose parts the cursor reads; undefined where it does not. */
async function readSheets(archive: Archive): Promise<Sheet[] | undefined> {
  try {
    const book = await readBook(archive, async (part) => readStrings(await archive.read(part)))
    const sheets: Sheet[] = []
    for (const { name, hidden, part } of book.sheets) {
      const bytes = part === undefined ? undefined : await archive.read(part)
      const rows = bytes ? readRows(bytes, book) : []
      sheets.push({ name, hidden, rows: () => rows })
    }
    return sheets
  } catch (error) {
    if (error instanceof UnreadXml) return undefined
    throw error
  }
}

async function* workbookBlocks(archive: Archive, sheets: readonly Sheet[], reading: Reading): AsyncIterable<DraftBlock> {
  reading.setPages(sheets.length)
  const parts = await sheetParts(archive)
  for (const [i, { name, hidden, rows }] of sheets.entries()) {
    const place = { page: i + 1, part: name }
    const part = parts[i]?.part
    const beside = part === undefined ? [] : await Array.fromAsync(blocksOverCells(archive, part, place))
    let first = true
    for (const block of sheetBlocks(rows(), beside, place)) {
      if (first) yield { type: 'heading', level: 1, text: hidden ? `${name} (hidden sheet)` : name, ...place }
      first = false
      yield block
    }
    reading.progress(i + 1, sheets.length, 'pages')
  }
}
