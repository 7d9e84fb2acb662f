import { SaxesParser } from 'saxes'
import { WorkError } from '../../../kernel/runtime/errors.ts'

/** An element without its namespace prefixes, and with the text that stands directly in it. */
export interface XmlElement {
  readonly name: string
  /** Attributes by their names as written, prefixes included. */
  readonly attributes: Readonly<Record<string, string>>
  readonly children: readonly (XmlElement | string)[]
}

const DEEPEST = 256
const MOST_NODES = 2_000_000

/**
 * Parses a small XML part to a tree. Throws WorkError `corrupt` when it is not well-formed, has a document type (so that
 * no entity is ever expanded or fetched), or nests deeper than any document does.
 */
export function parseXml(source: string): XmlElement {
  const parser = new SaxesParser({ xmlns: false, position: false })
  const root: { children: (XmlElement | string)[] } = { children: [] }
  const path = [root]
  let nodes = 0
  const refuse = (why: string, cause?: unknown): never => {
    throw new WorkError('corrupt', `The file is damaged (${why}). Save it again and upload that copy.`, { cause })
  }
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
