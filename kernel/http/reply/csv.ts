/** A value of a table's cell. */
export type Cell = string | number | null

/**
 * What a spreadsheet would run as a formula: a text that begins with one of these, in half or full width (OWASP, "CSV Injection").
 */
const FORMULA = /^[=+\-@\t\r\n＝＋－＠]/
const NEEDS_QUOTES = /[",\r\n;\t]|^\s|\s$/

function cellText(value: Cell): string {
  if (value === null) return ''
  if (typeof value === 'number') return String(value)
  const safe = FORMULA.test(value) ? `'${value}` : value
  return NEEDS_QUOTES.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe
}

/** One record in the form of RFC 4180, line end included. A text that begins like a formula gets an apostrophe before it; numbers stay as they are. */
export const csvLine = (cells: readonly Cell[]): string => `${cells.map(cellText).join(',')}\r\n`
