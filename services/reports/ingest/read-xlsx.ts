import { readFile } from 'node:fs/promises'
import { type CellObject, read, SSF, type WorkBook, type WorkSheet } from 'xlsx'
import { openArchive } from '../../../kernel/cell/archive.ts'
import type { ArchiveLimits } from '../../../kernel/cell/protocol.ts'
import { messageOf, WorkError } from '../../../kernel/runtime/errors.ts'
import { type Cell, MOST_COLUMNS, type Sheet, type SheetRow, shortened } from './workbook.ts'

/** Parts with cells: what SheetJS makes of them takes about nine times their size. */
const CELL_PARTS = /^xl\/(?:worksheets\/[^/]+|sharedStrings)\.xml$/i
const MOST_CELL_BYTES = 80 * 1024 * 1024
const MOST_SHEETS = 100
/** Merges count for headers alone. */
const MERGES_WITHIN = 60

/**
 * The sheets of an Excel workbook. WorkError of a document error code: `encrypted`, `corrupt`, `too_large`; `too_large` also beyond
 * `maxRows` rows that hold something.
 */
export async function readXlsx(path: string, limits: ArchiveLimits, maxRows: number): Promise<Sheet[]> {
  const archive = await openArchive(path, 'xlsx', limits)
  try {
    if (!archive.names.some((name) => name.startsWith('xl/')))
      throw new WorkError('corrupt', 'The file is named .xlsx, but it is no Excel workbook. Save it as .xlsx and upload that copy.')
    const bytes = archive.names.filter((name) => CELL_PARTS.test(name)).reduce((sum, name) => sum + archive.sizeOf(name), 0)
    if (bytes > MOST_CELL_BYTES) throw tooLarge(`${Math.round(bytes / 1048576)} MB of cells, more than ${MOST_CELL_BYTES / 1048576} MB`)
  } finally {
    archive.close()
  }
  const book = parse(await readFile(path))
  const date1904 = book.Workbook?.WBProps?.date1904 === true
  let left = maxRows
  return book.SheetNames.slice(0, MOST_SHEETS).map((name, i) => {
    const sheet = book.Sheets[name]
    const rows = sheet ? rowsOf(sheet, date1904, left) : []
    left -= rows.length
    if (left < 0) throw tooLarge(`more than ${maxRows} rows, the limit of sdac.max_rows`)
    delete book.Sheets[name]
    const hidden = (book.Workbook?.Sheets?.[i]?.Hidden ?? 0) !== 0
    const merges = (sheet?.['!merges'] ?? []).filter(({ e, s }) => e.r < MERGES_WITHIN && e.c - s.c < MOST_COLUMNS)
    return { name, hidden, rows, merges: merges.map(({ s, e }) => ({ r: s.r, c: s.c, toR: e.r, toC: e.c })) }
  })
}

const tooLarge = (what: string) =>
  new WorkError('too_large', `The workbook has ${what}. Leave out what is no cost report, or upload a quarter at a time.`)

function parse(bytes: Buffer): WorkBook {
  try {
    return read(bytes, { type: 'buffer', dense: true, cellFormula: false, cellHTML: false, cellText: false, cellNF: true, bookVBA: false })
  } catch (cause) {
    if (cause instanceof RangeError) throw cause
    if (/password|encrypt/i.test(messageOf(cause)))
      throw new WorkError('encrypted', 'The workbook is protected by a password. Remove the password and upload it again.', { cause })
    throw new WorkError('corrupt', `The .xlsx file is damaged (${messageOf(cause)}). Save it again and upload that copy.`, { cause })
  }
}

function rowsOf(sheet: WorkSheet, date1904: boolean, most: number): SheetRow[] {
  const rows: SheetRow[] = []
  const data: readonly ((CellObject | undefined)[] | undefined)[] = sheet['!data'] ?? []
  // forEach skips the holes of sparse arrays: a sheet may claim a million rows and have three.
  data.forEach((given, r) => {
    if (rows.length > most) return
    const cells: Cell[] = []
    given?.forEach((cell, c) => {
      const value = c < MOST_COLUMNS ? cellValue(cell, date1904) : null
      if (value !== null) cells[c] = value
    })
    if (cells.length > 0) rows.push({ row: r + 1, cells: Array.from(cells, (cell) => cell ?? null) })
  })
  return rows
}

const formats = new Map<string, 'date' | 'percent' | 'plain'>()

function kindOfFormat(format: string | number | undefined): 'date' | 'percent' | 'plain' {
  if (format === undefined || format === 'General') return 'plain'
  const code = String(format)
  let kind = formats.get(code)
  if (!kind) {
    kind = SSF.is_date(code) ? 'date' : /%/.test(code.replace(/"[^"]*"|\\./g, '')) ? 'percent' : 'plain'
    if (formats.size < 1000) formats.set(code, kind)
  }
  return kind
}

function cellValue(cell: CellObject | undefined, date1904: boolean): Cell {
  const v = cell?.v
  if (cell === undefined || v === undefined || v === '') return null
  if (cell.t === 'e') return { e: errorTexts[Number(v)] ?? '#ERROR!' }
  if (typeof v === 'string') return v.trim() === '' ? null : shortened(v)
  if (typeof v === 'boolean') return v
  if (typeof v !== 'number') return { d: new Date(v).toISOString().slice(0, 10) }
  const kind = kindOfFormat(cell.z)
  if (kind === 'percent') return { p: v }
  return kind === 'date' ? { d: dateText(v, date1904) } : v
}

/** By ECMA-376 part 1, 18.17.3, as SheetJS numbers them. */
const errorTexts: Readonly<Record<number, string>> = {
  0: '#NULL!',
  7: '#DIV/0!',
  15: '#VALUE!',
  23: '#REF!',
  29: '#NAME?',
  36: '#NUM!',
  42: '#N/A',
  43: '#GETTING_DATA',
}

function dateText(value: number, date1904: boolean): string {
  const date = SSF.parse_date_code(value, { date1904 })
  const two = (n: number) => String(n).padStart(2, '0')
  return date ? `${date.y}-${two(date.m)}-${two(date.d)}` : String(value)
}
