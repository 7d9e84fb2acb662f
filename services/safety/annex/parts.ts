import { isTrivia } from '../html/keys.ts'
import { isElement, parseHtml } from '../html/parse-html.ts'
import { holds, type PlaceOf, placing } from '../html/places.ts'

/** A stretch of a text, in characters. */
export interface Part {
  readonly start: number
  readonly end: number
}

/**
 * A text in parts of at most so many characters, cut between elements: where one element holds all of it, between those inside. What
 * cannot be cut is one part, however long.
 */
export function partsOf(html: string, most: number): readonly Part[] {
  if (html.length <= most) return [{ start: 0, end: html.length }]
  const placeOf = placing()
  const { childNodes } = parseHtml(html).root
  if (!holds([0, html.length], childNodes, placeOf)) return [{ start: 0, end: html.length }]
  return gather(childNodes, 0, html.length, most, placeOf)
}

function gather(nodes: readonly Parameters<PlaceOf>[0][], from: number, to: number, most: number, placeOf: PlaceOf): Part[] {
  const parts: Part[] = []
  let start = from
  let last = from
  const cut = () => {
    if (last > start) parts.push({ start, end: last })
    start = last
  }
  for (const node of nodes) {
    const place = placeOf(node)!
    if (place.end - start > most && !isTrivia(node)) cut()
    if (place.end - place.start > most && isElement(node) && place.inner && node.childNodes.length > 0) {
      last = place.inner[0]
      // the tags around stay outside of every part
      start = last
      parts.push(...gather(node.childNodes, place.inner[0], place.inner[1], most, placeOf))
      last = place.end
      start = last
      continue
    }
    last = place.end
  }
  last = Math.max(last, start)
  if (to > start) parts.push({ start, end: to })
  return parts
}
