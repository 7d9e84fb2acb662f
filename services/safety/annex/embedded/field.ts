import { WorkError } from '../../../../kernel/runtime/errors.ts'
import type { Splice } from '../../html/changes.ts'
import { elementsOf, type HtmlElement, type HtmlFragment, type HtmlNode, isElement, parseHtml } from '../../html/parse-html.ts'
import { type Place, type PlaceOf, placing } from '../../html/places.ts'
import { sectionNamed } from '../exclusions.ts'

/** A field as edits without a model see it: a text, and where everything stands in it. */
export interface Field {
  readonly html: string
  readonly root: HtmlFragment
  readonly placeOf: PlaceOf
}

export function fieldOf(html: string): Field {
  return { html, root: parseHtml(html).root, placeOf: placing() }
}

/** What an instruction asks for is not there, or there more than once. */
export const unclear = (message: string): WorkError => new WorkError('not_found_in_field', message)

/** The place of a node. WorkError where tags cross so that it has none. */
export function placeIn({ placeOf }: Field, node: HtmlNode): Place {
  const place = placeOf(node)
  if (!place) throw unclear('The tags of this part cross; this edit needs a language model.')
  return place
}

/** What lies under a heading of these words, the heading first. */
export function sectionIn({ root }: Field, name: string): readonly HtmlNode[] {
  const found = sectionNamed(name, root)
  if (!found) throw unclear(`The field has no section named "${name}"; use the words of its heading.`)
  return found
}

/** The elements below some nodes, themselves included, in the order of the text. */
export const elementsUnder = (nodes: readonly HtmlNode[]): HtmlElement[] =>
  nodes.flatMap((node) => (isElement(node) ? [node, ...elementsOf(node)] : []))

/** The one list that is meant: that of the section, else the only one of the field. */
export function listIn(field: Field, section: string | undefined): HtmlElement {
  const nodes = section === undefined ? field.root.childNodes : sectionIn(field, section)
  const lists = elementsUnder(nodes).filter(isList)
  const outer = lists.filter((list) => !lists.some((other) => other !== list && [...elementsOf(other)].includes(list)))
  const [list] = outer
  if (!list) throw unclear(section === undefined ? 'The field has no list.' : `The section "${section}" has no list.`)
  if (outer.length > 1 && section === undefined) throw unclear(`The field has ${outer.length} lists; name the section that is meant.`)
  return list
}

export const isList = ({ tagName }: HtmlElement): boolean => tagName === 'ul' || tagName === 'ol'

export const itemsOf = (list: HtmlElement): HtmlElement[] =>
  list.childNodes.filter((n): n is HtmlElement => isElement(n) && n.tagName === 'li')

const ORDINALS = ['first', 'second', 'third', 'fourth', 'fifth', 'sixth', 'seventh', 'eighth', 'ninth', 'tenth']

/** `third`, `3`, `3rd` and `last` as a place in a list. WorkError where the list is shorter. */
export function nth<Of>(list: readonly Of[], words: string, what: string): Of {
  const word = words.toLowerCase()
  const at = word === 'last' ? list.length - 1 : ORDINALS.includes(word) ? ORDINALS.indexOf(word) : Number.parseInt(word, 10) - 1
  const found = list[at]
  if (!found) throw unclear(`There is no ${what} ${words} here; there are ${list.length}.`)
  return found
}

/** Takes a stretch out, with the white space before it. */
export function removal({ html }: Field, start: number, end: number): Splice {
  const lead = /\s*$/.exec(html.slice(0, start))?.[0] ?? ''
  return { start: start - (lead.includes('\n') ? lead.length : 0), end, text: '' }
}

/** The white space between the items of a list, so that a new one stands like the others. */
export function spacingBefore({ html }: Field, { start }: Place): string {
  const lead = /\s*$/.exec(html.slice(0, start))?.[0] ?? ''
  return lead.includes('\n') ? lead : ''
}

export const escapeText = (text: string): string => text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;')
