import type { Line } from './pdf-lines.ts'

/** Lines that belong together, before it is known which sizes are headings. */
export interface Passage {
  readonly kind: 'text' | 'list' | 'table'
  /** Line ends inside a word are marked by HYPHEN. */
  readonly text: string
  readonly lines: number
  readonly size: number
  readonly bold: boolean
}

/** Stands where a line ended with a hyphen and the next line continues the word or compound. */
export const HYPHEN = '\u0001'
/** Lines of a passage at most. */
const LONGEST_PASSAGE = 300
const BULLET = /^(?:[•‣◦▪●○■□☐☑☒–—*·o]\s|[-]\s|\(?(?:\d{1,3}|[a-zA-Z]|[ivx]{1,4})[.)]\s)/
const SIGN = /^[•‣◦▪●○■□☐☑☒*·]/
const SENTENCE_END = /[.!?:;。！？؟]["'”’)\]]*$/
const CJK = /[\u3040-\u30ff\u3400-\u9fff\uf900-\ufaff\uff00-\uff60]/

/** Groups lines in reading order to passages. */
export function passagesOf(lines: readonly Line[]): Passage[] {
  const typical = typicalGap(lines)
  const passages: Passage[] = []
  let group: Line[] = []
  const close = () => {
    if (group.length) passages.push(passageOf(group))
    group = []
  }
  for (let i = 0; i < lines.length; ) {
    const rows = tableRows(lines, i)
    if (rows >= 3) {
      close()
      passages.push(tableOf(lines.slice(i, i + rows)))
      i += rows
      continue
    }
    const line = lines[i++]!
    if (group.length >= LONGEST_PASSAGE || (group.length && startsPassage(group, line, typical))) close()
    group.push(line)
  }
  close()
  return passages
}

/** How many lines from `from` on are rows of a table: two or more cells each, one below the other. */
function tableRows(lines: readonly Line[], from: number): number {
  let end = from
  while (end < lines.length && lines[end]!.cells.length > 1 && (end === from || lines[end]!.top < lines[end - 1]!.top)) end++
  return end - from
}

function tableOf(rows: readonly Line[]): Passage {
  const text = rows.map((r) => r.cells.map((c) => c.text).join('\t')).join('\n')
  return { kind: 'table', text: text.replaceAll('\u00ad', '-'), lines: rows.length, size: rows[0]!.size, bold: false }
}

/** Start and end of a line along its direction, so that indents of both directions compare. */
const startOf = (l: Line): number => (l.rtl ? -l.right : l.left)
const endOf = (l: Line): number => (l.rtl ? -l.left : l.right)
const textOf = (l: Line): string => l.cells.map((c) => c.text).join(' ')

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
  const ended = SENTENCE_END.test(text)
  const gap = last.bottom - next.top
  const columnChange = next.bottom > last.top || gap > 4 * last.size
  if (columnChange) return ended || !/^[\p{Ll}(]/u.test(textOf(next))
  if (gap > Math.max(typical, 0) + 0.4 * last.size) return true
  const first = group[0]!
  const step = startOf(next) - startOf(last)
  if (step > 0.8 * next.size && group.length > 1 && ended) return true
  if (step < -0.8 * next.size && group.length > 1 && Math.abs(startOf(next) - startOf(first)) < 0.5 * next.size) return true
  const width = Math.max(...group.map(endOf), endOf(next)) - Math.min(startOf(first), startOf(next))
  return ended && endOf(last) < Math.max(endOf(next), ...group.map(endOf)) - 0.25 * width
}

function passageOf(group: readonly Line[]): Passage {
  const text = group.map(textOf).reduce(joinLines).replaceAll('\u00ad', '-')
  const first = group[0]!
  return { kind: BULLET.test(text) ? 'list' : 'text', text, lines: group.length, size: first.size, bold: group.every((l) => l.bold) }
}

function joinLines(before: string, after: string): string {
  if (/\p{L}[-\u00ad\u2010]$/u.test(before.slice(-3)) && /^\p{L}/u.test(after)) return before.slice(0, -1) + HYPHEN + after
  return CJK.test(before.at(-1) ?? '') && CJK.test(after[0] ?? '') ? before + after : `${before} ${after}`
}
