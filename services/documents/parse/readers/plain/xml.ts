import type { DraftBlock, Reading } from '../../blocks/draft-block.ts'
import { readTextFile, wholeText } from '../../read-text-file.ts'
import { plainXml } from '../../xml/plain-xml.ts'
import { childElements, directText, parseXml, type XmlElement } from '../../xml/xml.ts'
import { htmlTree } from '../markup/html-tree.ts'
import { markupBlocks } from '../markup/markup-blocks.ts'

/** A block is closed at this many characters, between two values. */
const BLOCK_CHARACTERS = 1500
const DECLARED = /^\s*<\?xml[^>]+encoding\s*=\s*["']([\w.:-]+)/
/** HTML as a value, as feeds have it. */
const HTML = /<\/?(?:p|br|div|span|a|b|i|em|strong|img|ul|ol|li|table|h[1-6]|blockquote|pre|font)(?:\s[^<>]*)?\/?>/i

/**
 * XML data: one `path: value` line a text or attribute; each of the root's elements begins a block. A sentence with elements in it is one
 * value. Entities are never expanded.
 */
export async function* readXml(reading: Reading): AsyncIterable<DraftBlock> {
  const file = await readTextFile(reading, DECLARED)
  const root = parseXml(plainXml(wholeText(file)))
  reading.setReader('xml')
  yield* xmlBlocks(root)
}

/** Blocks of a tree: pure. */
function* xmlBlocks(root: XmlElement): Iterable<DraftBlock> {
  const own = { ...root, children: root.children.filter((c) => typeof c === 'string') }
  for (const record of [own, ...childElements(root)]) {
    let text = ''
    for (const line of linesIn(record, record.name)) {
      if (text && text.length + line.length > BLOCK_CHARACTERS) {
        yield { type: 'paragraph', text }
        text = ''
      }
      text += (text ? '\n' : '') + line
    }
    if (text) yield { type: 'paragraph', text }
  }
}

function* linesIn(element: XmlElement, path: string): Iterable<string> {
  yield* attributeLines(element, path)
  const isSentence = directText(element).trim() !== ''
  const text = isSentence ? shown(textIn(element)) : ''
  if (text) yield `${path}: ${text}`
  for (const inner of childElements(element)) yield* (isSentence ? attributeLinesWithin : linesIn)(inner, `${path}.${inner.name}`)
}

function* attributeLines({ attributes }: XmlElement, path: string): Iterable<string> {
  for (const [name, value] of Object.entries(attributes)) if (value.trim() && !name.startsWith('xmlns')) yield `${path}.${name}: ${value}`
}

function* attributeLinesWithin(element: XmlElement, path: string): Iterable<string> {
  yield* attributeLines(element, path)
  for (const inner of childElements(element)) yield* attributeLinesWithin(inner, `${path}.${inner.name}`)
}

/** An element without text, as a line's break, parts words. */
const textIn = ({ children }: XmlElement): string => children.map((c) => (typeof c === 'string' ? c : textIn(c) || ' ')).join('')

const shown = (text: string): string => (HTML.test(text) ? htmlText(text) : text).replace(/\s+/g, ' ').trim()

const htmlText = (source: string): string => [...markupBlocks(htmlTree(source).children)].map(({ text }) => text).join(' ')
