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

/** How many cells of a row hold something. */
export const filled = (row: readonly string[]): number => row.filter((text) => text.trim()).length

export const YEAR = /^(?:19|20)\d\d$/

/** Whether a row below titles names the columns: (nearly) all of them, none by a number but years beside a name. */
const namesColumns = (row: readonly string[], columns: number): boolean =>
  filled(row) * 3 >= columns * 2 &&
  !/\d/.test(row[0] ?? '') &&
  !row.some((text) => isNumber(text) && /\d/.test(text) && !YEAR.test(text.trim()))

/** One text, or two where the second begins what stands over all of many columns. */
const isTitle = (row: readonly string[], columns: number): boolean =>
  filled(row) < 2 || (filled(row) === 2 && columns >= MANY && !!row[0]?.trim() && !!row[1]?.trim())
const MANY = 6

type Place = Pick<DraftBlock, 'page' | 'part'>

/**
 * Rows to table blocks, all with at least as many columns as `columns` says. The first row is the header; of three columns or more,
 * rows of one text above one that names the columns are titles.
 */
export function* tableBlocks(rows: Iterable<readonly string[]>, columns: number, place: Place = {}): Iterable<DraftBlock> {
  const table = createTable(columns, place)
  for (const row of rows) yield* table.add(row)
  yield* table.end()
}

/** The same for rows that are read as they come. */
export async function* streamedTableBlocks(rows: AsyncIterable<readonly string[]>, columns: number): AsyncIterable<DraftBlock> {
  const table = createTable(columns, {})
  for await (const row of rows) yield* table.add(row)
  yield* table.end()
}

interface Table {
  /** Blocks that are whole with this row. */
  add(row: readonly string[]): readonly DraftBlock[]
  end(): readonly DraftBlock[]
}

function createTable(columns: number, place: Place): Table {
  let header = ''
  let lines: string[] = []
  let size = 0
  let given = false
  const titles: (readonly string[])[] = []
  const block = (): DraftBlock => {
    const long = header.length > LONGEST_HEADER
    const text = (long && given ? lines : [header, ...lines]).join('\n')
    lines = []
    size = 0
    given = true
    return { type: 'table', text, headerLines: long ? 0 : HEADER_LINES, ...place }
  }
  const addLine = (row: readonly string[]): void => {
    const line = rowLine(row, columns)
    if (!header) {
      header = `${line}\n|${' --- |'.repeat(columns)}`
      return
    }
    lines.push(line)
    size += line.length
  }
  return {
    add(row) {
      if (!header && columns > 2 && isTitle(row, columns) && titles.length < MOST_TITLES) {
        titles.push(row)
        return NONE
      }
      const named = !header && titles.length > 0 && namesColumns(row, columns)
      const blocks = named
        ? titles.splice(0).map(
            (title): DraftBlock => ({
              type: 'paragraph',
              text: title
                .filter((text) => text.trim())
                .join(' – ')
                .trim(),
              ...place,
            }),
          )
        : NONE
      for (const held of [...titles.splice(0), row]) addLine(held)
      return size >= BLOCK_CHARACTERS ? [...blocks, block()] : blocks
    },
    end() {
      for (const title of titles.splice(0)) addLine(title)
      return lines.length || (header && !given) ? [block()] : NONE
    },
  }
}

const NONE: readonly DraftBlock[] = []
