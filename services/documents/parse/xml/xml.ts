import { createRequire } from 'node:module'
import { WorkError } from '../../../../kernel/runtime/errors.ts'
import { CLOSE, TEXT, UnreadXml, XmlCursor } from './cursor.ts'

/** An element without its namespace prefixes, and with the text that stands directly in it. */
export interface XmlElement {
  readonly name: string
  /** Attributes by their names as written, prefixes included. */
  readonly attributes: Readonly<Record<string, string>>
  readonly children: readonly (XmlElement | string)[]
}

const require = createRequire(import.meta.url)

const DEEPEST = 256
const MOST_NODES = 2_000_000

/**
 * Parses a small XML part to a tree. Throws WorkError `corrupt` when it is not well-formed, has a document type (so that
 * no entity is ever expanded or fetched), or nests deeper than any document does.
 */
export function parseXml(source: string): XmlElement {
  try {
    return treeOf(new XmlCursor(source))
  } catch (error) {
    if (!(error instanceof UnreadXml)) throw error
    return parseByEvents(source)
  }
}

function treeOf(cursor: XmlCursor): XmlElement {
  cursor.next()
  const root = readTree(cursor)
  cursor.next()
  return root
}

/** The element that was just opened, as a tree; the cursor is at its end then. */
export function readTree(cursor: XmlCursor): XmlElement {
  type Growing = XmlElement & { readonly children: (XmlElement | string)[] }
  const opened = (): Growing => ({ name: cursor.local, attributes: cursor.attributes(), children: [] })
  const root = opened()
  const path = [root]
  let nodes = 0
  while (path.length > 0) {
    const step = cursor.next()
    if (step === CLOSE) path.pop()
    else if (step === TEXT) path.at(-1)!.children.push(cursor.text())
    else {
      if (++nodes > MOST_NODES) refuse('a part of it nests too deeply or is too long')
      const element = opened()
      path.at(-1)!.children.push(element)
      path.push(element)
    }
  }
  return root
}

const refuse = (why: string, cause?: unknown): never => {
  throw new WorkError('corrupt', `The file is damaged (${why}). Save it again and upload that copy.`, { cause })
}

/** The same by a parser that takes five times as long, knows all of XML, and says what is wrong. */
function parseByEvents(source: string): XmlElement {
  const { SaxesParser } = require('saxes') as typeof import('saxes')
  const parser = new SaxesParser({ xmlns: false, position: false })
  const root: { children: (XmlElement | string)[] } = { children: [] }
  const path = [root]
  let nodes = 0
  parser.on('doctype', () => refuse('a part of it declares a document type'))
  parser.on('error', (error) => refuse('a part of it is not well-formed', error))
  parser.on('opentag', (tag) => {
    if (path.length > DEEPEST || ++nodes > MOST_NODES) refuse('a part of it nests too deeply or is too long')
    const children: (XmlElement | string)[] = []
    const element = { name: localName(tag.name), attributes: tag.attributes as Record<string, string>, children }
    path.at(-1)!.children.push(element)
    path.push(element)
  })
  parser.on('text', (text) => void path.at(-1)!.children.push(text))
  parser.on('cdata', (text) => void path.at(-1)!.children.push(text))
  parser.on('closetag', () => void path.pop())
  parser.write(source).close()
  return root.children.find((c) => typeof c !== 'string') ?? refuse('a part of it is empty')
}

const localName = (name: string): string => name.slice(name.indexOf(':') + 1)

export const childElements = (element: XmlElement): XmlElement[] => element.children.filter((c) => typeof c !== 'string')

/** First child of this name. */
export const child = (element: XmlElement | undefined, name: string): XmlElement | undefined =>
  element && childElements(element).find((c) => c.name === name)

/** The text that stands in an element itself; none of an absent one. */
export const directText = (element: XmlElement | undefined): string => element?.children.filter((c) => typeof c === 'string').join('') ?? ''

/** All descendants of this name, in document order. */
export function* descendants(element: XmlElement, name: string): Iterable<XmlElement> {
  for (const c of childElements(element)) {
    if (c.name === name) yield c
    yield* descendants(c, name)
  }
}

/** Text of a part, which is UTF-8 unless a byte order mark says UTF-16. */
export function xmlText(bytes: Buffer): string {
  if (bytes[0] === 0xff && bytes[1] === 0xfe) return bytes.toString('utf16le', 2)
  if (bytes[0] === 0xfe && bytes[1] === 0xff)
    return Buffer.from(bytes.subarray(0, bytes.length & ~1))
      .swap16()
      .toString('utf16le', 2)
  return bytes.toString('utf8').replace(/^\ufeff/, '')
}
