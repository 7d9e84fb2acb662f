import { alignedTable } from './columns.ts'
import { joinAll } from './join.ts'
import type { Line } from './lines.ts'

/** Lines that belong together, before it is known which sizes are headings. */
export interface Passage {
  /** `rows`: lines whose parts stand apart, though they are no table; their ends are kept. */
  readonly kind: 'text' | 'list' | 'rows' | 'table'
  /** Line ends inside a word are marked by HYPHEN. */
  readonly text: string
  /** Of tables; `text` is theirs, too. */
  readonly table?: readonly (readonly string[])[]
  /** Of tables: where they begin on the left, in points. */
  readonly left?: number
  readonly lines: number
  readonly size: number
  readonly bold: boolean
  /** Written in another direction than the page: a stamp, the name of an axis. No heading, and no part of the running text. */
  readonly aside?: boolean
}

/** Lines of a passage at most. */
const LONGEST_PASSAGE = 300
const BULLET = /^(?:[•‣◦▪●○■□☐☑☒–—*·o]\s|[-]\s|\(?(?:\d{1,3}|[a-zA-Z]|[ivx]{1,4})[.)]\s)/
const SIGN = /^[•‣◦▪●○■□☐☑☒*·]/
const SENTENCE_END = /[.!?:;。！？؟]["'”’)\]]*$/

/** Whether a text ends with a sentence. */
export const endsSentence = (text: string): boolean => SENTENCE_END.test(text)

/** Groups lines in reading order to passages. */
export function passagesOf(lines: readonly Line[]): Passage[] {
  const typical = typicalGap(lines)
  const passages: Passage[] = []
  let group: Line[] = []
  const close = () => {
    if (group.length) passages.push(passageOf(group))
    group = []
  }
  const tables = tablesOf(lines)
  for (let i = 0; i < lines.length; ) {
    const found = tables.get(i)
    if (found) {
      close()
      passages.push(found.passage)
      i += found.lines
      continue
    }
    const line = lines[i++]!
    if (group.length >= LONGEST_PASSAGE || (group.length && startsPassage(group, line, typical))) close()
    group.push(line)
  }
  close()
  return passages
}

interface Tabular {
  readonly passage: Passage
  readonly lines: number
}

/** By the index of their first line: what is no running text, with the names of columns that stand in front of it. */
function tablesOf(lines: readonly Line[]): Map<number, Tabular> {
  const tables = new Map<number, Tabular>()
  for (let [i, end] = [0, 0]; i < lines.length; ) {
    const found = tableAt(lines, i)
    if (!found) {
      i++
      continue
    }
    const above = found.above <= i - end ? found.above : 0
    tables.set(i - above, { passage: found.passage, lines: found.lines + above })
    i += found.lines
    end = i
  }
  return tables
}

/** What begins at this line and is no running text: a ruled table, an aligned one, or lines of parts that stand apart. */
function tableAt(lines: readonly Line[], from: number): (Tabular & { readonly above: number }) | undefined {
  const first = lines[from]!
  if (first.table) return { passage: tableOf(first.table, [first]), lines: 1, above: 0 }
  const stretch = partedLines(lines, from)
  if (stretch < 3) return undefined
  const found = alignedTable(lines, from)
  if (found) return { ...found, passage: tableOf(found.rows, lines.slice(from, from + found.lines)) }
  // a running line above them is no row of theirs
  const near = nearLines(lines, from, stretch)
  return near < 3 ? undefined : { passage: rowsOf(lines.slice(from, from + near)), lines: near, above: 0 }
}

/** How many lines from `from` on have two parts or more, one below the other. */
function partedLines(lines: readonly Line[], from: number): number {
  let end = from
  while (end < lines.length && lines[end]!.cells.length > 1 && (end === from || lines[end]!.top < lines[end - 1]!.top)) end++
  return end - from
}

/** How many of these lines follow each other without a gap of another line or more. */
function nearLines(lines: readonly Line[], from: number, count: number): number {
  let end = from + 1
  while (end < from + count && lines[end - 1]!.bottom - lines[end]!.top < FAR * lines[end]!.size) end++
  return end - from
}
const FAR = 1.2

const hyphenated = (text: string): string => text.replaceAll('\u00ad', '-')

function tableOf(table: readonly (readonly string[])[], lines: readonly Line[]): Passage {
  const rows = table.map((row) => row.map(hyphenated))
  const text = rows.map((row) => row.join(' ')).join('\n')
  return {
    kind: 'table',
    text,
    table: rows,
    left: Math.min(...lines.map((l) => l.left)),
    lines: lines.length,
    size: lines[0]!.size,
    bold: false,
  }
}

const rowsOf = (lines: readonly Line[]): Passage => ({
  kind: 'rows',
  lines: lines.length,
  size: lines[0]!.size,
  bold: false,
  text: hyphenated(lines.map(textOf).join('\n')),
})

/** Start and end of a line along its direction, so that indents of both directions compare. */
const startOf = (l: Line): number => (l.rtl ? -l.right : l.left)
const endOf = (l: Line): number => (l.rtl ? -l.left : l.right)
const textOf = (l: Line): string => (l.cells.length === 1 ? l.cells[0]!.text : l.cells.map((c) => c.text).join(' '))

/** Distance of neighbouring lines inside paragraphs, in points: low among all distances, since those between paragraphs are larger. */
function typicalGap(lines: readonly Line[]): number {
  const gaps: number[] = []
  for (let i = 1; i < lines.length; i++) {
    const gap = lines[i - 1]!.bottom - lines[i]!.top
    if (Math.abs(gap) < 1.2 * lines[i]!.size) gaps.push(gap)
  }
  return gaps.sort((a, b) => a - b)[Math.floor(gaps.length * 0.35)] ?? 0
}

function startsPassage(group: readonly Line[], next: Line, typical: number): boolean {
  const last = group.at(-1)!
  const text = textOf(last)
  const ratio = next.size / last.size
  if (ratio > 1.12 || ratio < 0.89 || (next.bold !== last.bold && !SIGN.test(textOf(group[0]!))) || next.rtl !== last.rtl) return true
  if (BULLET.test(textOf(next))) return true
  const ended = endsSentence(text)
  const gap = last.bottom - next.top
  const columnChange = next.bottom > last.top || gap > 4 * last.size
  if (columnChange) return ended || !/^[\p{Ll}(]/u.test(textOf(next))
  if (gap > Math.max(typical, 0) + 0.4 * last.size) return true
  const first = group[0]!
  const step = startOf(next) - startOf(last)
  if (step > 0.8 * next.size && group.length > 1 && ended) return true
  if (step < -0.8 * next.size && group.length > 1 && Math.abs(startOf(next) - startOf(first)) < 0.5 * next.size) return true
  if (!ended) return false
  const end = Math.max(...group.map(endOf), endOf(next))
  return endOf(last) < end - 0.25 * (end - Math.min(startOf(first), startOf(next)))
}

function passageOf(group: readonly Line[]): Passage {
  const text = hyphenated(joinAll(group.map(textOf)))
  const first = group[0]!
  return { kind: BULLET.test(text) ? 'list' : 'text', text, lines: group.length, size: first.size, bold: group.every((l) => l.bold) }
}
