export const SEPARATOR = /^\s*\|(?:\s*:?-{3,}:?\s*\|)+\s*$/

/** The cells of a Markdown table's row, without the blanks around them. */
export function cellsOf(row: string): string[] {
  const inner = row.trim().replace(/^\|/, '').replace(/\|$/, '')
  return inner.split(/(?<!\\)\|/).map((cell) => cell.replace(/\\\|/g, '|').trim())
}

/** Whether this row names the columns of a table: the line below it separates it from the rows. */
export function isHeaderRow(text: string, end: number): boolean {
  const below = /^[^\S\n]*\n([^\n]*)/.exec(text.slice(end))?.[1]
  return below !== undefined && SEPARATOR.test(below)
}

/**
 * A row of a Markdown table as words: "Item: Hoist; Price per day: 48", with the names of the columns from the nearest header
 * above it. Undefined when `row` is no row of a table, or no header stands above it.
 */
export function readTableRow(text: string, row: string): string | undefined {
  if (!/^\s*\|.*\|\s*$/.test(row) || SEPARATOR.test(row)) return undefined
  const above = text.slice(0, Math.max(0, text.indexOf(row))).split('\n')
  const separator = above.findLastIndex((line) => SEPARATOR.test(line))
  const header = separator > 0 ? above[separator - 1] : undefined
  if (header === undefined) return undefined
  const names = cellsOf(header)
  const cells = cellsOf(row)
  // a name and its value, below no names of columns
  if (cells.length === 2 && cells.every(Boolean) && !names.some(Boolean)) return `${cells[0]!.replace(/:$/, '')}: ${cells[1]}.`
  const said = cells.flatMap((cell, i) => (cell === '' ? [] : [names[i] ? `${names[i]}: ${cell}` : cell]))
  return said.length > 0 ? `${said.join('; ')}.` : undefined
}
