import { type HtmlElement, type HtmlNode, isElement } from './parse-html.ts'

/** Where a node stands in its text, in characters. */
export interface Place {
  readonly start: number
  readonly end: number
  /** Of what it holds; absent where that does not lie inside in one piece, in order, as with tags that cross or are not closed. */
  readonly inner?: readonly [number, number]
  /** Absent for a text, and for an element that the parser put there by itself. */
  readonly startTag?: readonly [number, number]
}
export type PlaceOf = (node: HtmlNode) => Place | undefined

const VOID = new Set('area base br col embed hr img input link meta param source track wbr'.split(' '))
export const isVoid = ({ tagName }: HtmlElement): boolean => VOID.has(tagName)
/** Whose end tags may be left out without anything else becoming part of them. */
const ENDLESS = new Set('p li dt dd tr td th thead tbody tfoot colgroup caption rt rp'.split(' '))

/** Finds the place of a node; undefined where it has none of its own. */
export function placing(): PlaceOf {
  const known = new WeakMap<HtmlNode, { readonly place: Place | undefined }>()
  const placeOf: PlaceOf = (node) => {
    const found = known.get(node)
    if (found) return found.place
    const at = node.sourceCodeLocation
    const place = isElement(node) ? elementPlace(node, placeOf) : at ? { start: at.startOffset, end: at.endOffset } : undefined
    known.set(node, { place })
    return place
  }
  return placeOf
}

function elementPlace(node: HtmlElement, placeOf: PlaceOf): Place | undefined {
  const children = node.childNodes
  const at = node.sourceCodeLocation
  if (!at) {
    // put there by the parser, as `tbody` is: it reaches from its first child to its last
    const first = children[0] && placeOf(children[0])
    const last = children.at(-1) && placeOf(children.at(-1)!)
    if (!first || !last || node.attrs.length > 0) return undefined
    const inner = [first.start, last.end] as const
    return { start: first.start, end: last.end, ...(holds(inner, children, placeOf) ? { inner } : {}) }
  }
  const { startTag, endTag } = 'startTag' in at ? at : { startTag: undefined, endTag: undefined }
  const place = { start: at.startOffset, end: at.endOffset }
  if (!startTag) return place
  const tagged = { ...place, startTag: [startTag.startOffset, startTag.endOffset] as const }
  if (isVoid(node) || (!endTag && !ENDLESS.has(node.tagName))) return tagged
  const inner = [startTag.endOffset, endTag?.startOffset ?? at.endOffset] as const
  return holds(inner, children, placeOf) ? { ...tagged, inner } : tagged
}

/** Whether nodes lie in a stretch of the text, one behind the other. */
export function holds([start, end]: readonly [number, number], nodes: readonly HtmlNode[], placeOf: PlaceOf): boolean {
  let at = start
  for (const node of nodes) {
    const place = placeOf(node)
    if (!place || place.start < at) return false
    at = place.end
  }
  return at <= end
}
