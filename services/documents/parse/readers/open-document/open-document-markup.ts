import { childElements, type XmlElement } from '../../xml/xml.ts'

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
const RENAMED: Readonly<Record<string, string>> = {
  list: 'ul',
  'list-item': 'li',
  'list-header': 'li',
  'table-row': 'tr',
  'table-cell': 'td',
  'line-break': 'br',
}

/** Text elements of OpenDocument (ISO/IEC 26300-3) in the words of HTML; notes and comments are left to `notesIn`. */
export function openDocumentMarkup(element: XmlElement): XmlElement {
  const { name, attributes } = element
  if (name === 's') return text(' '.repeat(countOf(attributes['text:c'])))
  if (name === 'tab') return text('\t')
  const children = element.children.flatMap((c): XmlElement['children'] => (typeof c === 'string' ? [c] : childrenOf(c)))
  if (name === 'h') return { name: `h${Math.min(6, countOf(attributes['text:outline-level']))}`, attributes: {}, children }
  if (name === 'p' && attributes['text:style-name'] === 'Title') return { name: 'h1', attributes: {}, children }
  if (name === 'table-cell')
    return {
      name: 'td',
      attributes: { colspan: attributes['table:number-columns-spanned'] ?? '', rowspan: attributes['table:number-rows-spanned'] ?? '' },
      children,
    }
  const isTitle = name === 'frame' && attributes['presentation:class'] === 'title'
  return {
    name: isTitle ? 'h2' : (RENAMED[name] ?? name),
    attributes: {},
    children: isTitle ? [children.map(textIn).join(' ').trim()] : children,
  }
}

/** An element as often as it says that it stands there; empty ones once, and covered cells not at all: the spanning one says so. */
function childrenOf(element: XmlElement): XmlElement[] {
  if (LEFT_OUT.has(element.name) || element.name === 'covered-table-cell') return []
  const repeated = element.attributes['table:number-columns-repeated'] ?? element.attributes['table:number-rows-repeated']
  const one = openDocumentMarkup(element)
  const times = repeated === undefined ? 1 : Math.min(MOST_REPEATS, countOf(repeated))
  if (element.name === 'table-row' && !textIn(one).trim()) return []
  return Array.from({ length: times }, () => one)
}

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
