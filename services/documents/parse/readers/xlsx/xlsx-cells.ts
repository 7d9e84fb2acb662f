import type { Book } from './xlsx-book.ts'
import { shownNumber, shownText } from './xlsx-number.ts'
import { unescaped } from './xlsx-unescaped.ts'

export const MOST_COLUMNS = 16_384

/** A row that holds something, by its number from 1, with the texts of its cells. */
export type Row = readonly [index: number, cells: string[]]

/** Number of a column, from 0, by a reference such as "AB12". */
export function columnOf(reference: string | undefined): number | undefined {
  let [column, i] = [0, 0]
  for (; reference !== undefined && i < 3; i++) {
    const letter = reference.charCodeAt(i) - 64
    if (!(letter >= 1 && letter <= 26)) break
    column = column * 26 + letter
  }
  return i === 0 ? undefined : column - 1
}

/** A cell's value as it is shown, by its type and its style. */
export function shown(value: string, type: string | undefined, style: string | undefined, book: Book): string {
  if (type === 'b') return value === '1' ? 'TRUE' : 'FALSE'
  const format = book.formats[Number(style ?? -1)] ?? 0
  if (type === 's') return shownText(book.strings[Number(value)] ?? '', format)
  if (value === '' || (type && type !== 'n')) return type === 'e' ? value : shownText(unescaped(value), format)
  const number = Number(value)
  return Number.isFinite(number) ? shownNumber(number, format, book) : value
}
