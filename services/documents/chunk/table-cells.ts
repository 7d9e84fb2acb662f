import { countTokens, endWithin } from '../../../kernel/llm/count-tokens.ts'
import type { Piece } from './pieces.ts'

/** Cells of one row that stand next to each other, and the names of their columns as a header of their own. */
export interface RowPart {
  readonly from: number
  readonly to: number
  readonly header: string
}

/** Share of `max_tokens` that the name of one column may take, and that the row's first cell may, which says in each part whose cells they are. */
const NAME_SHARE = 1 / 8

interface Cell {
  readonly text: string
  /** Where it begins and where the next one does, as offsets in the line. */
  readonly from: number
  readonly to: number
}

/** The cells of a row of a Markdown table; none of another line. */
function cellsOf(line: string): Cell[] {
  if (!line.startsWith('|')) return []
  const bars = [...line.matchAll(/(?<!\\)\|/g)].map(({ index }) => index)
  return bars.slice(0, -1).map((bar, i) => {
    const end = bars[i + 1]!
    return { text: line.slice(bar + 1, end).trim(), from: i === 0 ? 0 : bar + 1, to: end + 1 }
  })
}

const clipped = (text: string, room: number): string =>
  text
    .slice(0, endWithin(text, 0, room))
    .toWellFormed()
    .trim()

const headerLine = (names: readonly string[]): string => `| ${names.join(' | ')} |\n|${' --- |'.repeat(names.length)}\n`

/**
 * A row that no passage can hold, cut between its cells so that each part has the names of its own columns above it and costs at most
 * `most` tokens, unless one cell alone costs more. Undefined for a line that is no row of a Markdown table.
 */
export function partsOf(row: Piece, header: string, most: number): RowPart[] | undefined {
  const line = row.at.block.text.slice(row.from, row.to)
  const cells = cellsOf(line)
  if (cells.length === 0) return undefined
  const room = Math.ceil(most * NAME_SHARE)
  const names = cellsOf(header.slice(0, header.indexOf('\n'))).map(({ text }) => clipped(text, room))
  const key = cells[0]!.text
  const keyed = key !== '' && countTokens(key) <= room
  const nameOf = (c: number) => names[c] ?? ''
  const costOf = ({ text }: Cell, c: number) => countTokens(`${nameOf(c)} | --- | ${text} |`)
  const fixed = keyed ? costOf(cells[0]!, 0) : 0
  const parts: { first: number; last: number; tokens: number }[] = []
  for (const [c, cell] of cells.entries()) {
    const tokens = costOf(cell, c)
    const open = parts.at(-1)
    if (open && open.tokens + tokens <= most) Object.assign(open, { last: c, tokens: open.tokens + tokens })
    else parts.push({ first: c, last: c, tokens: 8 + tokens + (c > 0 ? fixed : 0) })
  }
  return parts.map(({ first, last }) => {
    const own = cells.slice(first, last + 1).map((_, i) => nameOf(first + i))
    const repeated = first > 0 && keyed
    return {
      from: row.from + cells[first]!.from,
      to: row.from + cells[last]!.to,
      header: `${headerLine(repeated ? [nameOf(0), ...own] : own)}${first === 0 ? '' : repeated ? `| ${key} | ` : '| '}`,
    }
  })
}
