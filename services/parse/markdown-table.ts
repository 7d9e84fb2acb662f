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
    .replace(/\s*[\r\n]+\s*/g, ' ')
    .replaceAll('|', '\\|')
    .trim()

/** Rows to table blocks; the first row is the header, and all have at least as many columns as `columns` says. Rows are read as they come. */
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
  for await (const row of rows) {
    const line = rowLine(row, columns)
    if (!header) {
      header = `${line}\n|${' --- |'.repeat(columns)}`
      continue
    }
    lines.push(line)
    size += line.length
    if (size >= BLOCK_CHARACTERS) yield block()
  }
  if (lines.length || (header && !given)) yield block()
}
