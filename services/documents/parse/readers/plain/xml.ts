import { readFile } from 'node:fs/promises'
import type { DraftBlock, Reading } from '../../blocks/draft-block.ts'
import { childElements, directText, parseXml, type XmlElement, xmlText } from '../../xml/xml.ts'

/** A block is closed at this many characters, between two values. */
const BLOCK_CHARACTERS = 1500

/** XML data: one `path: value` line a text or attribute; each of the root's elements begins a block. Entities are never expanded. */
export async function* readXml(reading: Reading): AsyncIterable<DraftBlock> {
  const root = parseXml(xmlText(await readFile(reading.path)))
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
  for (const [name, value] of Object.entries(element.attributes))
    if (value.trim() && !name.startsWith('xmlns')) yield `${path}.${name}: ${value}`
  const text = directText(element).replace(/\s+/g, ' ').trim()
  if (text) yield `${path}: ${text}`
  for (const inner of childElements(element)) yield* linesIn(inner, `${path}.${inner.name}`)
}
