import type { DraftBlock } from '../../blocks/draft-block.ts'
import { type GridCell, gridBlocks, gridOf } from '../../blocks/table-grid.ts'
import { childElements, type XmlElement } from '../../xml/xml.ts'
import { NUMBER_END, NUMBER_START } from './number-marks.ts'

/** A list block is closed at this many characters. */
const LONGEST_LIST = 8000
const NOTE_ID = /^(?:footnote|endnote)-/
const HEADING = /^h([1-6])$/
const NUMBER = new RegExp(`${NUMBER_START}([^${NUMBER_END}]*)${NUMBER_END}`, 'g')

/** Elements whose text stands by itself; all others are part of the line in which they stand. */
const BLOCKS =
  /^(address|article|aside|blockquote|body|center|dd|details|dir|div|dl|dt|fieldset|figcaption|figure|footer|form|h[1-6]|header|hgroup|hr|html|legend|li|main|menu|nav|ol|p|pre|section|summary|table|tbody|td|tfoot|th|thead|tr|ul)$/

/** Blocks of a tree in the words of HTML, in reading order: headings, paragraphs, lists, tables, and the notes that mammoth lists. */
export function* markupBlocks(children: XmlElement['children']): Iterable<DraftBlock> {
  let line: (XmlElement | string)[] = []
  function* closed(): Iterable<DraftBlock> {
    const text = textOf({ name: 'p', attributes: {}, children: line })
    line = []
    if (text.trim()) yield { type: 'paragraph', text: text.trim() }
  }
  for (const child of children) {
    if (typeof child === 'string' || !holdsBlocks(child)) line.push(child)
    else {
      yield* closed()
      yield* blocksOf(child)
    }
  }
  yield* closed()
}

const holding = new WeakMap<XmlElement, boolean>()

/** Whether an element is a block, or has one in it: people put headings into links. Each is looked through once, however deep it lies. */
function holdsBlocks(element: XmlElement): boolean {
  const known = holding.get(element)
  if (known !== undefined) return known
  const holds = BLOCKS.test(element.name) || childElements(element).some(holdsBlocks)
  holding.set(element, holds)
  return holds
}

function* blocksOf(element: XmlElement): Iterable<DraftBlock> {
  const heading = HEADING.exec(element.name)
  // one that was not closed holds what comes after it
  if (heading && !childElements(element).some(holdsBlocks)) yield { type: 'heading', level: Number(heading[1]), text: textOf(element) }
  else if (element.name === 'table') yield* tableBlocksOf(element)
  else if (element.name === 'ul' || element.name === 'ol') yield* listBlocks(element)
  else if (element.name === 'pre' || element.name === 'p') yield { type: 'paragraph', text: textOf(element) }
  else if (element.name === 'dl') yield* definitionBlocks(element)
  else yield* markupBlocks(element.children)
}

/** `Term: what it means`, a block each. */
function* definitionBlocks(list: XmlElement): Iterable<DraftBlock> {
  let term = ''
  for (const part of childElements(list).flatMap((c) => (c.name === 'div' ? childElements(c) : [c]))) {
    if (part.name === 'dt') term = term ? `${term}, ${textOf(part).trim()}` : textOf(part).trim()
    else {
      yield { type: 'paragraph', text: term ? `${term}: ${textOf(part).trim()}` : textOf(part) }
      term = ''
    }
  }
  if (term) yield { type: 'paragraph', text: term }
}

function* listBlocks(list: XmlElement): Iterable<DraftBlock> {
  const items = childElements(list)
  if (items.some((i) => NOTE_ID.test(i.attributes.id ?? ''))) {
    for (const [i, item] of items.entries())
      yield {
        type: 'note',
        text: `[${i + 1}] ${textOf(item)
          .replace(/\s*↑\s*$/, '')
          .trim()}`,
      }
    return
  }
  let text = ''
  for (const line of listLines(list, 0)) {
    if (text.length > LONGEST_LIST) {
      yield { type: 'list', text }
      text = ''
    }
    text += (text ? '\n' : '') + line
  }
  yield { type: 'list', text }
  for (const table of tablesIn(list)) yield* tableBlocksOf(table)
}

const listOf = (e: XmlElement): boolean => e.name === 'ul' || e.name === 'ol'

const numberOf = (written: string | undefined, otherwise: number): number =>
  written !== undefined && /^-?\d{1,9}$/.test(written.trim()) ? Number(written) : otherwise

function* listLines(list: XmlElement, depth: number): Iterable<string> {
  let number = numberOf(list.attributes.start, 1) - 1
  for (const item of childElements(list)) {
    // A list right in a list is how old programs write a deeper level.
    if (listOf(item)) {
      yield* listLines(item, depth + 1)
      continue
    }
    number = numberOf(item.attributes.value, number + 1)
    const own = { ...item, children: item.children.filter((c) => typeof c === 'string' || (!listOf(c) && c.name !== 'table')) }
    const text = rawText(own).replace(/\n/g, ' ').trim()
    const mark = text.startsWith(NUMBER_START) ? '' : list.name === 'ol' ? `${number}. ` : '- '
    if (text) yield `${'  '.repeat(depth)}${mark}${unmarked(text)}`
    for (const nested of childElements(item).filter(listOf)) yield* listLines(nested, depth + 1)
  }
}

function* tablesIn(element: XmlElement): Iterable<XmlElement> {
  for (const c of childElements(element))
    if (c.name === 'table') yield c
    else yield* tablesIn(c)
}

function* tableBlocksOf(table: XmlElement): Iterable<DraftBlock> {
  for (const caption of childElements(table).filter(({ name }) => name === 'caption')) yield* markupBlocks(caption.children)
  const cells = rowsOf(table)
  // A table of one cell is a frame around a text.
  if (cells.length === 1 && cells[0]?.length === 1) return yield* markupBlocks(cells[0][0]!.children)
  const grid = gridOf(cells.map((row) => row.map(cellOf)))
  yield* gridBlocks(grid)
}

const ROWS = /^(?:thead|tbody|tfoot|table-header-rows|table-rows|table-row-group)$/

/** Cells by row; those that stand in none form one, as browsers show them. */
function rowsOf(table: XmlElement): XmlElement[][] {
  const rows: XmlElement[][] = []
  let loose: XmlElement[] | undefined
  for (const element of childElements(table)) {
    const isLoose = element.name === 'td' || element.name === 'th'
    if (isLoose && loose) loose.push(element)
    else if (isLoose) rows.push((loose = [element]))
    else loose = undefined
    if (element.name === 'tr') rows.push(childElements(element))
    else if (ROWS.test(element.name)) rows.push(...rowsOf(element))
  }
  return rows
}

const span = (text: string | undefined): number => Math.max(1, Math.min(10_000, Number(text ?? 1) || 1))

const cellOf = (cell: XmlElement): GridCell => ({
  text: textOf(cell),
  columns: span(cell.attributes.colspan),
  rows: span(cell.attributes.rowspan),
})

const unmarked = (text: string): string => text.replace(NUMBER, '$1 ')

/** Text of an element; block elements inside end their line, cells of nested tables are parted by spaces. */
const textOf = (element: XmlElement): string => unmarked(rawText(element))

/** Elements in a text that have lines of their own, if there is anything in them. */
const LINES = /^(address|article|aside|blockquote|center|dd|div|dl|dt|figcaption|figure|footer|header|main|pre|section)$/

/** The same with the marks around the numbers of paragraphs. */
function rawText(element: XmlElement): string {
  const text = linesOf(element)
  return element.name === 'body' ? text : withoutLastBreaks(text)
}

function linesOf(element: XmlElement): string {
  // Joined once: a text that is looked at after each piece is copied for each.
  const pieces: string[] = []
  const add = (piece: string) => void (piece && pieces.push(piece))
  const addLine = (line: string) => {
    if (pieces.length > 0 && !pieces.at(-1)?.endsWith('\n')) add('\n')
    add(`${line}\n`)
  }
  for (const c of element.children) {
    if (typeof c === 'string') add(c)
    else if (c.name === 'br') add('\n')
    else if (/^(p|h\d|li|tr|table|ul|ol)$/.test(c.name)) addLine(rawText(c))
    else if (/^t[dh]$/.test(c.name)) add(`${rawText(c).trim()} `)
    else if (LINES.test(c.name)) {
      const line = rawText(c)
      if (line.trim()) addLine(line)
    } else add(linesOf(c))
  }
  return pieces.join('')
}

function withoutLastBreaks(text: string): string {
  let end = text.length
  while (text[end - 1] === '\n') end--
  return text.slice(0, end)
}
