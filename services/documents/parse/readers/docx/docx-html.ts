import type { DraftBlock } from '../../draft-block.ts'
import { type GridCell, gridBlocks, gridOf } from '../../table-grid.ts'
import { childElements, parseXml, type XmlElement } from '../../xml.ts'
import { NUMBER_END, NUMBER_START } from './docx-source.ts'

/** A list block is closed at this many characters. */
const LONGEST_LIST = 8000
const NOTE_ID = /^(?:footnote|endnote)-/
const HEADING = /^h([1-6])$/
const NUMBER = new RegExp(`${NUMBER_START}([^${NUMBER_END}]*)${NUMBER_END}`, 'g')

/** Blocks of the HTML that mammoth writes: well-formed, without attributes that matter beside spans and the ids of notes. */
export async function* htmlBlocks(html: string): AsyncIterable<DraftBlock> {
  if (!html.trim()) return
  yield* blocksIn(childElements(parseXml(`<body>${html}</body>`)))
}

async function* blocksIn(elements: readonly XmlElement[]): AsyncIterable<DraftBlock> {
  for (const element of elements) {
    const heading = HEADING.exec(element.name)
    if (heading) yield { type: 'heading', level: Number(heading[1]), text: textOf(element) }
    else if (element.name === 'table') yield* tableBlocks(element)
    else if (element.name === 'ul' || element.name === 'ol') yield* listBlocks(element)
    else yield { type: 'paragraph', text: textOf(element) }
  }
}

async function* listBlocks(list: XmlElement): AsyncIterable<DraftBlock> {
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
  for (const table of tablesIn(list)) yield* tableBlocks(table)
}

const listOf = (e: XmlElement): boolean => e.name === 'ul' || e.name === 'ol'

function* listLines(list: XmlElement, depth: number): Iterable<string> {
  let number = 0
  for (const item of childElements(list)) {
    number++
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

async function* tableBlocks(table: XmlElement): AsyncIterable<DraftBlock> {
  const rows = childElements(table).flatMap((e) => (e.name === 'tr' ? [e] : childElements(e).filter((r) => r.name === 'tr')))
  const cells = rows.map((row) => childElements(row))
  // A table of one cell is a frame around a text.
  if (cells.length === 1 && cells[0]?.length === 1) return yield* blocksIn(childElements(cells[0][0]!))
  const grid = gridOf(cells.map((row) => row.map(cellOf)))
  yield* gridBlocks(grid)
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

/** The same with the marks around the numbers of paragraphs. */
function rawText(element: XmlElement): string {
  let text = ''
  for (const c of element.children) {
    if (typeof c === 'string') text += c
    else if (c.name === 'br') text += '\n'
    else if (/^(p|h\d|li|tr|table|ul|ol)$/.test(c.name)) text = `${text && !text.endsWith('\n') ? `${text}\n` : text}${rawText(c)}\n`
    else if (/^t[dh]$/.test(c.name)) text += `${rawText(c).trim()} `
    else text += rawText(c)
  }
  return element.name === 'body' ? text : text.replace(/\n+$/, '')
}
