import { isNumber } from '../../blocks/markdown-table.ts'
import { joinHeaderLevels } from '../../blocks/table-grid.ts'
import type { PagePassage } from './document.ts'
import { HYPHEN, joinLines, PAGE } from './layout/join.ts'
import { endsSentence } from './layout/paragraphs.ts'
import { numbersLines, signOf } from './running.ts'

/** How many passages at the bottom and at the top of a page may be its number, its running lines and its notes. */
const MOST_SKIPPED = 4
const PAGE_NUMBER = /^\W*(?:\p{L}{1,9}\.? )?(?:\d{1,4}|[ivxl]{1,6})(?: ?(?:of|von|de|\/) ?\d{1,4})?\W*$/iu
/** Sizes that differ by more are of two texts. */
const ALIKE = 0.05
/** A shorter text at the end of a page is a caption or a name, unless it ends within a word. */
const SHORTEST_TAIL = 40
const LONGEST_NAME = 40

/** Makes sentences whole that a page's end cuts, and gives the later pages of a table the names of its columns. */
export function joinPages(passages: readonly PagePassage[]): readonly PagePassage[] {
  const pages = [...Map.groupBy(passages, (p) => p.page)]
  let [open, last] = [pages[0]?.[1] ?? [], pages[0]?.[0] ?? 0]
  for (const [number, page] of pages.slice(1)) {
    const adjacent = number === last + 1
    last = number
    const [tail, head] = [textAt(open.toReversed(), page), textAt(page, open)]
    if (adjacent && tail && head && goesOn(tail, head)) {
      page.splice(page.indexOf(head), 1)
      open[open.indexOf(tail)] = joined(tail, head)
      // What goes over a page as a whole goes on from where it began.
      if (page.every((p) => p.aside || isMargin(p, open))) continue
    } else if (adjacent && tail?.table && head?.table) {
      const table = continued(tail, head)
      if (table) page[page.indexOf(head)] = { ...head, table }
    }
    open = page
  }
  return pages.flatMap(([, page]) => page)
}

const isMargin = (p: PagePassage, neighbour: readonly PagePassage[]): boolean =>
  PAGE_NUMBER.test(p.text) ||
  numbersLines(p) ||
  !/[\p{L}\p{N}]/u.test(p.text) ||
  neighbour.some((other) => other !== p && p.lines <= 2 && signOf(other) === signOf(p))

/** The first passage that is running text or a table: page numbers, what the neighbour has too, and smaller notes stand in front of it. */
function textAt(page: readonly PagePassage[], neighbour: readonly PagePassage[]): PagePassage | undefined {
  const own = page.filter((p) => !p.aside)
  const found = own.findIndex((p) => !isMargin(p, neighbour))
  if (found < 0 || found > MOST_SKIPPED) return undefined
  const first = own[found]!
  const largest = Math.max(...own.filter((p) => p.lines > 2).map((p) => p.size))
  // Notes at the foot of a page are set smaller.
  const text =
    first.size < largest * (1 - 2 * ALIKE) && first.kind !== 'table'
      ? own.find((p, i) => i > found && i <= found + MOST_SKIPPED && p.size >= largest * (1 - ALIKE))
      : first
  return text
}

/** Whether a text at the top of a page is the rest of the one at the bottom of the page before. */
function goesOn(tail: PagePassage, head: PagePassage): boolean {
  if (head.kind !== 'text' || (tail.kind !== 'text' && tail.kind !== 'list')) return false
  if (Math.abs(tail.size / head.size - 1) > ALIKE || tail.bold !== head.bold || endsSentence(tail.text)) return false
  if (/\p{L}[-\u00ad\u2010]$/u.test(tail.text)) return /^\p{Ll}/u.test(head.text)
  if (tail.text.length < SHORTEST_TAIL) return false
  return /^[\p{Ll}(]/u.test(head.text) || /,$|(?:^| )\p{Ll}{1,3}$/u.test(tail.text)
}

/** One passage, with a mark where the page begins: after the word that its end parts. */
function joined(tail: PagePassage, head: PagePassage): PagePassage {
  const text = joinLines(tail.text, `${PAGE}${head.text}`)
  const parted = joinLines(tail.text, head.text)
  const at = parted.lastIndexOf(HYPHEN, tail.text.length)
  const cut = at === tail.text.length - 1 ? (/^\p{L}+/u.exec(head.text)?.[0].length ?? 0) : -1
  return {
    ...tail,
    text: cut < 0 ? text : `${parted.slice(0, at + 1 + cut)}${PAGE}${parted.slice(at + 1 + cut)}`,
    lines: tail.lines + head.lines,
    morePages: [...(tail.morePages ?? []), head.page, ...(head.morePages ?? [])],
  }
}

type Rows = readonly (readonly string[])[]

const filled = (row: readonly string[]): number => new Set(row.filter(Boolean)).size

/** The table of a later page with the header of the one before; undefined where it is a table of its own. */
function continued(above: PagePassage, below: PagePassage): Rows | undefined {
  const [first, rest] = [above.table!, below.table!]
  if (first[0]?.length !== rest[0]?.length || Math.abs((above.left ?? 0) - (below.left ?? 0)) > above.size) return undefined
  const rows = first.slice(
    Math.max(
      0,
      first.findIndex((row) => filled(row) > 1),
    ),
  )
  const depth = 1 + rows.length - joinHeaderLevels(rows).length
  const [header, body] = [rows.slice(0, depth), rows.slice(depth)]
  if (rest.slice(0, depth).every((row, i) => row.join('\n') === header[i]?.join('\n'))) return rest
  return body.length > 0 && isData(rest[0]!, header.at(-1)!, body) ? [...header, ...rest] : undefined
}

/** Whether the first row of a page is one of the rows above rather than names of columns. */
function isData(row: readonly string[], names: readonly string[], body: Rows): boolean {
  const columns = names.map((name, c) => ({ name, cell: row[c] ?? '', above: body.map((r) => r[c] ?? '').filter(Boolean) }))
  const counted = columns.filter(({ name, above }) => !isNumber(name) && above.filter(isNumber).length * 2 > above.length)
  if (counted.some(({ cell }) => cell && isNumber(cell))) return true
  if (counted.length > 0) return false
  const said = (text: string) => text.length > LONGEST_NAME || /[.;,]$|^\p{Ll}/u.test(text)
  if (columns.some(({ name }) => said(name))) return false
  return columns.some(({ cell, above }) => said(cell) || (cell && above.includes(cell))) || filled(row) < filled(names)
}
