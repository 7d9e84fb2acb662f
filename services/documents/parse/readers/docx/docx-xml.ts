import { createRequire } from 'node:module'
import { SaxesParser } from 'saxes'
import { NUMBER_END, NUMBER_START } from '../markup/number-marks.ts'
import type { Numbering } from './docx-numbering.ts'

/** Most columns that a row may leave out at its begin. */
const MOST_SKIPPED = 1000

type Attributes = Readonly<Record<string, string>>
/** Mammoth's prefix of each namespace that it knows. */
type Prefixes = Readonly<Record<string, string>>

/** What mammoth takes for XML (lib/xml/nodes.js); names of elements and attributes have its own prefixes. */
interface Element {
  readonly type: 'element'
  readonly children: (Element | { readonly type: 'text'; readonly value: string })[]
}

/** A part of a document that mammoth gets instead of its text. */
export interface XmlPart {
  readonly source: string
  /** Of its paragraphs, begun anew. */
  readonly numbering: Numbering | undefined
  /** Mammoth takes off a byte order mark, which is off. */
  replace(): XmlPart
}

export const xmlPart = (source: string, numbering?: Numbering): XmlPart => ({
  source,
  numbering,
  replace() {
    return this
  },
})

// Mammoth has no setting for what follows; its own modules take their parts from these two (lib/xml/index.js, lib/style-reader.js).
const require = createRequire(import.meta.url)
const xml: {
  readString(part: string | XmlPart, prefixes?: Prefixes): PromiseLike<unknown>
  readonly element: (name: string, attributes: Attributes, children: Element['children']) => Element
} = require('mammoth/lib/xml')
const styles: { readStyle(rule: string): unknown } = require('mammoth/lib/style-reader')
const { readString: readByDom } = xml
const { readStyle } = styles

// By events it takes a fifth of the time that a document object model does, and less memory. What is not well-formed is left to mammoth's
// own reader, which says what is wrong.
xml.readString = async (part, prefixes = {}) =>
  typeof part === 'string' ? readByDom(part, prefixes) : (readByEvents(part, prefixes) ?? readByDom(part.source, prefixes))

/** Its rules are the same for each document, and to read them anew takes longer than a short document. */
const rules = new Map<string, unknown>()
styles.readStyle = (rule) => {
  if (!rules.has(rule)) rules.set(rule, readStyle(rule))
  return rules.get(rule)
}

/** Mammoth so changed. */
export const mammoth: typeof import('mammoth') = require('mammoth')

interface Paragraph {
  style: string | undefined
  num: string | undefined
  level: string | undefined
  marked: boolean
  hasText: boolean
  /** How many of its children stand before its content; 0 where nothing says of which style it is. */
  at: number
}

interface Open {
  readonly local: string
  readonly element: Element
  /** What the prefixes of the source mean here. */
  readonly names: Names
}

/**
 * The root of a part, or undefined where it is not well-formed. What mammoth does not work out is in it: the number of each numbered
 * paragraph as text between NUMBER_START and NUMBER_END, and empty cells where a row of a table begins late (ECMA-376 part 1, 17.4.15 gridBefore).
 */
function readByEvents({ source, numbering }: XmlPart, prefixes: Prefixes): Element | undefined {
  const parser = new SaxesParser({ xmlns: false, position: false })
  const root: Element = { type: 'element', children: [] }
  const path: Open[] = [{ local: '', element: root, names: createNames(prefixes, {}) }]
  const paragraphs: Paragraph[] = []
  let skipped = 0
  let failed = false
  parser.on('error', () => {
    failed = true
  })
  parser.on('opentag', (tag) => {
    const parent = path.at(-1)!
    const given = tag.attributes as Attributes
    let { names } = parent
    for (const name in given)
      if (isDeclaration(name)) {
        names = names.within(given)
        break
      }
    const attributes: Record<string, string> = Object.create(null)
    for (const name in given) if (!isLeftOut(name)) attributes[names.ofAttribute(name)] = given[name]!
    const name = names.ofElement(tag.name)
    const element = xml.element(READ_AS[name] ?? name, attributes, [])
    const local = localName(tag.name)
    parent.element.children.push(element)
    path.push({ local, element, names })
    if (!numbering) return
    const value = attributes['w:val'] ?? attributes.val
    if (local === 'p') paragraphs.push({ style: undefined, num: undefined, level: undefined, marked: false, hasText: false, at: 0 })
    else if (local === 'gridBefore' && parent.local === 'trPr') skipped = Math.min(Number(value) || 0, MOST_SKIPPED)
    else if (paragraphs.length > 0) readMark(paragraphs.at(-1)!, local, parent.local, value)
  })
  const addText = (value: string): void => {
    const { element, local } = path.at(-1)!
    element.children.push({ type: 'text', value })
    if (local === 't' && paragraphs.length > 0 && value.trim()) paragraphs.at(-1)!.hasText = true
  }
  parser.on('text', (text) => path.length > 1 && addText(text))
  parser.on('closetag', () => {
    const { local, element } = path.pop()!
    const { element: above, local: parent } = path.at(-1)!
    if (!numbering) return
    if (local === 'pPr' && parent === 'p') paragraphs.at(-1)!.at = above.children.length
    else if (local === 'trPr' && skipped > 0) {
      above.children.push(emptyCell(skipped))
      skipped = 0
    } else if (local === 'p') element.children.splice(...numberOf(paragraphs.pop()!, numbering))
  })
  parser.write(source).close()
  return failed ? undefined : root.children.find((child) => child.type === 'element')
}

function readMark(paragraph: Paragraph, local: string, parent: string, value: string | undefined): void {
  if (local === 'pStyle' && parent === 'pPr') paragraph.style = value
  else if (local === 'numPr' && parent === 'pPr') paragraph.marked = true
  else if (local === 'numId' && parent === 'numPr') paragraph.num = value
  else if (local === 'ilvl' && parent === 'numPr') paragraph.level = value
}

/** What mammoth leaves out with the text in it: results of fields, text with a direction of its own or a gloss, rarer breaks and tabs. */
const READ_AS: Readonly<Record<string, string>> = Object.assign(Object.create(null), {
  ...Object.fromEntries(['fldSimple', 'dir', 'bdo', 'ruby', 'rubyBase'].map((name) => [`w:${name}`, 'w:smartTag'])),
  'w:cr': 'w:br',
  'w:ptab': 'w:tab',
})

const emptyCell = (columns: number): Element =>
  xml.element('w:tc', {}, [
    xml.element('w:tcPr', {}, [xml.element('w:gridSpan', { 'w:val': String(columns) }, [])]),
    xml.element('w:p', {}, []),
  ])

/** What is to be put among the children of a paragraph, as `splice` takes it. */
function numberOf({ at, hasText, marked, num, level, style }: Paragraph, numbering: Numbering): [number, number, ...Element[]] {
  const shown = at > 0 && hasText ? numbering.next(style, marked ? { num, level } : undefined) : undefined
  if (shown === undefined) return [0, 0]
  const text = { type: 'text', value: `${NUMBER_START}${shown}${NUMBER_END}` } as const
  return [at, 0, xml.element('w:r', {}, [xml.element('w:t', {}, [text])])]
}

const localName = (name: string): string => name.slice(name.indexOf(':') + 1)
/** When which words were written ("rsid") stands at most elements, and nobody asks for it. */
const isLeftOut = (name: string): boolean => name.startsWith('w:rsid') || isDeclaration(name)
const isDeclaration = (name: string): boolean => name.startsWith('xmlns') && (name.length === 5 || name[5] === ':')

interface Names {
  ofElement(name: string): string
  ofAttribute(name: string): string
  /** What names mean in an element that declares more prefixes. */
  within(attributes: Attributes): Names
}

const XML_NAMESPACE = 'http://www.w3.org/XML/1998/namespace'

/** Names as mammoth has them: its own prefix, or the namespace in braces. `spaces`: namespaces by the prefixes of the source, '' without one. */
function createNames(prefixes: Prefixes, spaces: Readonly<Record<string, string>>): Names {
  const known = new Map<string, string>()
  const named = (name: string, space: string | undefined): string => {
    if (!space) return localName(name)
    const prefix = prefixes[space]
    return `${prefix ? `${prefix}:` : `{${space}}`}${localName(name)}`
  }
  const prefixed = (name: string): string => {
    let found = known.get(name)
    if (found === undefined) {
      const prefix = name.slice(0, Math.max(0, name.indexOf(':')))
      found = named(name, prefix === 'xml' ? XML_NAMESPACE : spaces[prefix])
      known.set(name, found)
    }
    return found
  }
  return {
    ofElement: prefixed,
    // What has no prefix has no namespace here, whatever the one of elements is.
    ofAttribute: (name) => (name.includes(':') ? prefixed(name) : name),
    within: (attributes) => {
      const declared = Object.entries(attributes).filter(([name]) => isDeclaration(name))
      return createNames(prefixes, { ...spaces, ...Object.fromEntries(declared.map(([name, space]) => [name.slice(6), space])) })
    },
  }
}
