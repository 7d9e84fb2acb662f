import type { DraftBlock } from '../../blocks/draft-block.ts'
import { tableBlocks } from '../../blocks/markdown-table.ts'

const DELIMITERS = ['|', '\t', ';', ',', ':'] as const
/** Fewer lines may have as many colons or commas by chance. */
const FEWEST_LINES = 8
const LONGEST_NAME = 60
/** What is no value of a table but part of a sentence, or of a time. */
const PROSE: Readonly<Partial<Record<string, RegExp>>> = { ',': /, /, ':': /: |\d:\d\d/, ';': /; /, '|': /^\s*\|/ }

/** The delimiter of a text that is a table as programs write it, a line a row, whatever its name: the first line names the columns, and all have as many. */
export function delimiterIn(first: readonly string[]): string | undefined {
  const lines = first.filter((line) => line.trim())
  return lines.length < FEWEST_LINES ? undefined : DELIMITERS.find((delimiter) => isTable(lines, delimiter))
}

function isTable(lines: readonly string[], delimiter: string): boolean {
  const [header = [], ...rows] = lines.map((line) => line.split(delimiter))
  const fewest = delimiter === '\t' || delimiter === '|' ? 2 : 3
  if (header.length < fewest || rows.some(({ length }) => length !== header.length)) return false
  const names = header.map((name) => name.replace(/^[#"\s]+|["\s]+$/g, ''))
  // behind the last column a delimiter may stand, too
  const named = names.at(-1) === '' ? names.slice(0, -1) : names
  if (named.some((name) => !/\p{L}/u.test(name) || name.length > LONGEST_NAME) || new Set(named).size < named.length) return false
  const prose = PROSE[delimiter]
  return !prose || lines.filter((line) => prose.test(line)).length * 2 < lines.length
}

/** The lines of such a text as a table, `#` before the first left out. */
export function* delimitedBlocks(lines: Iterable<string>, delimiter: string): Iterable<DraftBlock> {
  function* rows() {
    let first = true
    for (const line of lines) {
      if (!line.trim()) continue
      yield (first ? line.replace(/^[#\s]+/, '') : line).split(delimiter).map((cell) => cell.replace(/^\s*"(.*)"\s*$/, '$1'))
      first = false
    }
  }
  yield* tableBlocks(rows(), 2)
}
