import { childElements, descendants, type XmlElement } from '../../xml/xml.ts'
import type { OpenDocumentStyles } from './open-document-styles.ts'

/** Cells and rows that a sheet says it repeats are written so often at most. */
const MOST_REPEATS = 1000
/** What is no text of the document: what was deleted, and what stands beside the page. */
const LEFT_OUT = new Set([
  'tracked-changes',
  'sequence-decls',
  'forms',
  'note',
  'annotation',
  'annotation-end',
  'settings',
  'notes',
  'thumbnail',
])
/** What stands on every slide and its notes. */
const FURNITURE = /^(?:page-number|header|footer|date-time)$/
const RENAMED: Readonly<Record<string, string>> = {
  frame: 'div',
  'text-box': 'div',
  'custom-shape': 'div',
  title: 'p',
  desc: 'p',
  'list-header': 'li',
  'table-row': 'tr',
  'table-cell': 'td',
  'line-break': 'br',
}

/** Where an element stands: in how many lists, and in which style the outermost is. */
interface InList {
  readonly level: number
  readonly style: string | undefined
  /** Numbers that the outermost lists have come to, by style: another may go on. */
  readonly last: Map<string, number>
}

/** Text elements of OpenDocument (ISO/IEC 26300-3) in the words of HTML; notes and comments are left to `notesIn`. */
export const openDocumentMarkup = (element: XmlElement, styles: OpenDocumentStyles): XmlElement =>
  markupOf(element, styles, { level: 0, style: undefined, last: new Map() })

function markupOf(element: XmlElement, styles: OpenDocumentStyles, outer: InList): XmlElement {
  const { name, attributes } = element
  if (name === 's') return text(' '.repeat(countOf(attributes['text:c'])))
  if (name === 'tab') return text('\t')
  if (name === 'list') return listOf(element, styles, outer)
  const inside = name === 'table-row' ? withoutLastEmpty(element.children) : element.children
  const children = inside.flatMap((c): XmlElement['children'] => (typeof c === 'string' ? [c] : childrenOf(c, styles, outer)))
  if (name === 'h') return { name: `h${Math.min(6, countOf(attributes['text:outline-level']))}`, attributes: {}, children }
  if (name === 'p' && styles.isTitle(attributes['text:style-name'])) return { name: 'h1', attributes: {}, children }
  if (name === 'table-cell')
    return {
      name: 'td',
      attributes: { colspan: attributes['table:number-columns-spanned'] ?? '', rowspan: attributes['table:number-rows-spanned'] ?? '' },
      children: children.length > 0 ? children : heldBy(element),
    }
  if (name === 'list-item') {
    const { 'text:start-value': value } = attributes
    return { name: 'li', attributes: value === undefined ? {} : { value }, children }
  }
  if (name === 'frame' && FURNITURE.test(attributes['presentation:class'] ?? '')) return text('')
  const isTitle = name === 'frame' && attributes['presentation:class'] === 'title'
  return {
    name: isTitle ? 'h2' : (RENAMED[name] ?? name),
    attributes: {},
    children: isTitle ? [children.map(textIn).join(' ').trim()] : children,
  }
}

/** A list with numbers or without, as its style says; one around headings, which only numbers them, is none. */
function listOf(element: XmlElement, styles: OpenDocumentStyles, outer: InList): XmlElement {
  const { 'text:style-name': named, 'text:continue-numbering': goesOn, 'text:continue-list': of } = element.attributes
  const inner = { ...outer, level: outer.level + 1, style: named ?? outer.style }
  const children = childElements(element).flatMap((item) => childrenOf(item, styles, inner))
  if (childElements(element).some((item) => childElements(item).some((c) => c.name === 'h')))
    return { name: 'div', attributes: {}, children: children.map((item) => ({ ...item, name: 'div' })) }
  const first = styles.firstNumber(inner.style, inner.level)
  if (first === undefined) return { name: 'ul', attributes: {}, children }
  const isOuter = outer.level === 0
  const key = inner.style ?? ''
  const start = isOuter && (goesOn === 'true' || of !== undefined) ? (outer.last.get(key) ?? first - 1) + 1 : first
  const end = children.reduce((number, { attributes: { value } }) => (value === undefined ? number + 1 : Number(value)), start - 1)
  if (isOuter) outer.last.set(key, end)
  return { name: 'ol', attributes: { start: `${start}` }, children }
}

const VALUES = ['office:string-value', 'office:date-value', 'office:time-value', 'office:boolean-value', 'office:value']

/** What a cell holds that some programs write without the text that shows it. */
function heldBy({ attributes }: XmlElement): XmlElement['children'] {
  const value = VALUES.map((name) => attributes[name]).find((v) => v !== undefined)
  return value === undefined ? [] : [value]
}

const isEmptyCell = (node: XmlElement | string): boolean =>
  typeof node === 'string' ? !node.trim() : node.name === 'table-cell' && node.children.length === 0 && heldBy(node).length === 0

/** A row up to its last cell that holds something: programs fill rows with as many as the sheet has columns. */
function withoutLastEmpty(cells: XmlElement['children']): XmlElement['children'] {
  const end = cells.findLastIndex((cell) => !isEmptyCell(cell))
  return cells.slice(0, end + 1)
}

/** An element as often as it says that it stands there; empty rows not at all, nor covered cells: the spanning one says so. */
function childrenOf(element: XmlElement, styles: OpenDocumentStyles, outer: InList): XmlElement[] {
  if (LEFT_OUT.has(element.name) || element.name === 'covered-table-cell') return []
  const repeated = element.attributes['table:number-columns-repeated'] ?? element.attributes['table:number-rows-repeated']
  const one = markupOf(element, styles, outer)
  const times = repeated === undefined ? 1 : Math.min(MOST_REPEATS, countOf(repeated))
  if (element.name === 'table-row' && !textIn(one).trim()) return []
  return Array.from({ length: times }, () => one)
}

/** The archive's folders of charts, formulas and documents that stand in one. */
export const objectsIn = (element: XmlElement): string[] =>
  [...descendants(element, 'object')].flatMap(({ attributes }) => attributes['xlink:href']?.replace(/^\.\//, '') ?? [])

/** Footnotes, endnotes and comments of a document, in their order. */
export function* notesIn(element: XmlElement): Iterable<string> {
  for (const c of childElements(element)) {
    if (c.name === 'note') yield childElements(c).map(textIn).join(' ').trim()
    else if (c.name === 'annotation')
      yield childElements(c)
        .filter(({ name }) => name === 'p' || name === 'list')
        .map(textIn)
        .join('\n')
        .trim()
    else yield* notesIn(c)
  }
}

const textIn = (node: XmlElement | string): string => (typeof node === 'string' ? node : node.children.map(textIn).join(''))

const text = (value: string): XmlElement => ({ name: 'span', attributes: {}, children: [value] })

function countOf(value: string | undefined): number {
  const count = Number(value ?? 1)
  return Number.isInteger(count) && count > 0 ? Math.min(count, MOST_REPEATS) : 1
}
