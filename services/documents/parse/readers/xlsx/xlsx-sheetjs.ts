import { readFile } from 'node:fs/promises'
import { type CellObject, read, type WorkBook, type WorkSheet } from 'xlsx'
import { messageOf, WorkError } from '../../../../../kernel/runtime/errors.ts'
import type { Row } from './xlsx-cells.ts'
import { createMergeFill } from './xlsx-merges.ts'
import { shownNumber } from './xlsx-number.ts'

/** The sheets of a workbook by SheetJS, whatever is in it. Throws WorkError `corrupt` with what is wrong, and `encrypted`. */
export async function sheetsBySheetJs(path: string): Promise<{ name: string; hidden: boolean; rows: () => Row[] }[]> {
  const book = parseWorkbook(await readFile(path))
  const date1904 = book.Workbook?.WBProps?.date1904 === true
  return book.SheetNames.map((name, i) => ({
    name,
    hidden: (book.Workbook?.Sheets?.[i]?.Hidden ?? 0) !== 0,
    rows() {
      const sheet = book.Sheets[name]
      delete book.Sheets[name]
      return sheet ? rowsOf(sheet, date1904) : []
    },
  }))
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

/** Rows that hold something, by number; merged cells show their text in each place. */
function rowsOf(sheet: WorkSheet, date1904: boolean): Row[] {
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
  return [...rows].map(([r, texts]) => [r + 1, Array.from(texts, (t) => t ?? '')])
}

function shown(cell: CellObject | undefined, date1904: boolean): string {
  if (cell?.v === undefined) return ''
  // Without its text is a number whose format the library cannot read.
  const text = cell.w ?? (typeof cell.v === 'number' && cell.z !== undefined ? shownNumber(cell.v, cell.z, { date1904 }) : String(cell.v))
  return text.trim()
}
