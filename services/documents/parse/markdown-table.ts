import type { DraftBlock } from './draft-block.ts'

/** A table block is closed at this many characters and the next one repeats the header, so that no block grows without bound. */
const BLOCK_CHARACTERS = 32_000
const HEADER_LINES = 2
/** A first row beyond this is no header: repeated, it would outweigh the rows. */
const LONGEST_HEADER = 2000

/** A row of a Markdown table. Pipes are escaped; line ends inside a cell become spaces. */
const rowLine = (cells: readonly string[], columns: number): string =>
  `| ${Array.from({ length: Math.max(columns, cells.length) }, (_, i) => cellText(cells[i] ?? '')).join(' | ')} |`

const cellText = (text: string): string =>
  text
    .replace(/\s+/g, (space) => (/[\r\n]/.test(space) ? ' ' : space))
    .replaceAll('|', '\\|')
    .trim()

/** Whether a cell holds a value, not a name. */
export const isNumber = (text: string): boolean => /^[\d\s.,()%€$£+-]+$/.test(text)

/** Lines above the header that say what the table is about. */
const MOST_TITLES = 10

const filled = (row: readonly string[]): number => row.filter((text) => text.trim()).length

/** Whether a row below titles names the columns: (nearly) all of them, none by a number. */
const namesColumns = (row: readonly string[], columns: number): boolean =>
  filled(row) * 3 >= columns * 2 && !row.some((text) => text.trim() && isNumber(text))

/**
 * Rows to table blocks, all with at least as many columns as `columns` says. The first row is the header; of three columns or more,
 * rows of one text above one that names the columns are titles. Rows are read as they come.
 */
export async function* tableBlocks(
  rows: AsyncIterable<readonly string[]> | Iterable<readonly string[]>,
  columns: number,
  place: Pick<DraftBlock, 'page' | 'part'> = {},
): AsyncIterable<DraftBlock> {
  let header = ''
  let lines: string[] = []
  let size = 0
  let given = false
  const block = (): DraftBlock => {
    const long = header.length > LONGEST_HEADER
    const text = (long && given ? lines : [header, ...lines]).join('\n')
    lines = []
    size = 0
    given = true
    return { type: 'table', text, headerLines: long ? 0 : HEADER_LINES, ...place }
  }
  const add = (row: readonly string[]): void => {
    const line = rowLine(row, columns)
    if (!header) {
      header = `${line}\n|${' --- |'.repeat(columns)}`
      return
    }
    lines.push(line)
    size += line.length
  }
  const titles: (readonly string[])[] = []
  for await (const row of rows) {
    if (!header && columns > 2 && filled(row) < 2 && titles.length < MOST_TITLES) {
      titles.push(row)
      continue
    }
    if (!header && titles.length && namesColumns(row, columns))
      for (const title of titles.splice(0)) yield { type: 'paragraph', text: title.join('').trim(), ...place }
    for (const held of [...titles.splice(0), row]) add(held)
    if (size >= BLOCK_CHARACTERS) yield block()
  }
  for (const title of titles) add(title)
  if (lines.length || (header && !given)) yield block()
}
