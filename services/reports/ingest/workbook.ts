/**
 * A cell as it was read: a text, a number, true or false, nothing; `p`: a number that is shown as a percentage, `d`: a date,
 * `e`: an error such as #REF!.
 */
export type Cell = string | number | boolean | null | { readonly p: number } | { readonly d: string } | { readonly e: string }

/** A row of a sheet that holds something. */
export interface SheetRow {
  /** From 1. */
  readonly row: number
  /** From column A on. */
  readonly cells: readonly Cell[]
}

export interface Sheet {
  readonly name: string
  readonly hidden: boolean
  readonly rows: readonly SheetRow[]
  /** Merged ranges within the first rows: from 0, the last row and column within. */
  readonly merges: readonly { readonly r: number; readonly c: number; readonly toR: number; readonly toC: number }[]
}

/** Columns that are read of a sheet. */
export const MOST_COLUMNS = 200
/** The longest text of a cell that is kept. */
const LONGEST_TEXT = 2000

export const shortened = (text: string): string => (text.length > LONGEST_TEXT ? text.slice(0, LONGEST_TEXT) : text)

/** What a cell shows, for people; empty where there is nothing. */
export function shownCell(cell: Cell | undefined): string {
  if (cell === null || cell === undefined) return ''
  if (typeof cell === 'string') return cell.trim()
  if (typeof cell === 'boolean') return cell ? 'TRUE' : 'FALSE'
  if (typeof cell === 'number') return String(plainNumber(cell))
  if ('p' in cell) return `${plainNumber(cell.p * 100)}%`
  return 'd' in cell ? cell.d : cell.e
}

/** Whether a cell shows anything. */
export const isShown = (cell: Cell | undefined): boolean => cell != null && (typeof cell !== 'string' || cell.trim() !== '')

/** As Excel shows them: 15 digits, so that 0.1 + 0.2 is 0.3. */
export const plainNumber = (value: number): number => Number(value.toPrecision(15))

/** `C` of 2. */
export function columnLetters(index: number): string {
  let letters = ''
  for (let n = index + 1; n > 0; n = Math.floor((n - 1) / 26)) letters = String.fromCharCode(65 + ((n - 1) % 26)) + letters
  return letters
}

/** 2 of `C`. */
export const columnIndex = (letters: string): number => [...letters].reduce((n, l) => n * 26 + l.charCodeAt(0) - 64, 0) - 1

/** Sheets as lines of JSON: one for each sheet, followed by one for each of its rows. */
export function* workbookLines(sheets: readonly Sheet[]): Generator<string> {
  for (const { rows, ...sheet } of sheets) {
    yield JSON.stringify(sheet)
    for (const { row, cells } of rows) yield JSON.stringify([row, cells])
  }
}

/** The sheets of `workbookLines`. */
export function workbookOf(text: string): Sheet[] {
  const sheets: (Omit<Sheet, 'rows'> & { rows: SheetRow[] })[] = []
  for (let at = 0; at < text.length; ) {
    const end = text.indexOf('\n', at) < 0 ? text.length : text.indexOf('\n', at)
    const line = JSON.parse(text.slice(at, end))
    if (Array.isArray(line)) sheets.at(-1)?.rows.push({ row: line[0], cells: line[1] })
    else sheets.push({ ...line, rows: [] })
    at = end + 1
  }
  return sheets
}
