import { WorkError } from '../../../../kernel/runtime/errors.ts'
import type { Splice } from '../../html/changes.ts'
import {
  elementsOf,
  type HtmlElement,
  type HtmlFragment,
  type HtmlNode,
  headingLevel,
  isElement,
  lineOf,
  parseHtml,
  textOf,
} from '../../html/parse-html.ts'
import { type Place, type PlaceOf, placing } from '../../html/places.ts'
import { sectionNamed } from '../exclusions.ts'

/** A field as edits without a model see it: a text, and where everything stands in it. */
export interface Field {
  readonly html: string
  readonly root: HtmlFragment
  readonly placeOf: PlaceOf
  /** All of its words. */
  readonly text: () => string
}

export function fieldOf(html: string): Field {
  const { root } = parseHtml(html)
  return { html, root, placeOf: placing(), text: () => textOf(root) }
}

/** What an instruction asks for is not there, or there more than once. */
export const unclear = (message: string): WorkError => new WorkError('not_found_in_field', message)

/** The place of a node. WorkError where tags cross so that it has none. */
export function placeIn({ placeOf }: Field, node: HtmlNode): Place {
  const place = placeOf(node)
  if (!place) throw unclear('The tags of this part cross; this edit needs a language model.')
  return place
}

/** What lies under a heading of these words, the heading first. WorkError where no heading has them, or more than one. */
export function sectionIn({ root }: Field, name: string): readonly HtmlNode[] {
  const wanted = name.toLowerCase()
  const lines = [...elementsOf(root)].filter((e) => headingLevel(e) > 0).map((e) => lineOf(e).toLowerCase())
  const equal = lines.filter((line) => line === wanted)
  const alike = equal.length > 0 ? equal : lines.filter((line) => line.includes(wanted))
  if (alike.length > 1) throw unclear(`The field has ${alike.length} sections named "${name}"; this edit needs a language model.`)
  const found = alike.length === 1 ? sectionNamed(name, root) : undefined
  if (!found) throw unclear(`The field has no section named "${name}"; use the words of its heading.`)
  return found
}

/** The elements below some nodes, themselves included, in the order of the text. */
export const elementsUnder = (nodes: readonly HtmlNode[]): HtmlElement[] =>
  nodes.flatMap((node) => (isElement(node) ? [node, ...elementsOf(node)] : []))

/** The one list that is meant: that of the section, else the one with an item of these words, else the only one of the field. */
export function listIn(field: Field, section: string | undefined, words?: string): HtmlElement {
  const nodes = section === undefined ? field.root.childNodes : sectionIn(field, section)
  const lists = elementsUnder(nodes).filter(isList)
  const outer = lists.filter((list) => !lists.some((other) => other !== list && [...elementsOf(other)].includes(list)))
  const holding = words === undefined ? [] : lists.filter((list) => withWords(itemsOf(list), words).length > 0)
  if (section === undefined && holding.length === 1) return holding[0]!
  const [list] = outer
  if (!list) throw unclear(section === undefined ? 'The field has no list.' : `The section "${section}" has no list.`)
  if (outer.length > 1 && section === undefined) throw unclear(`The field has ${outer.length} lists; name the section that is meant.`)
  return list
}

export const isList = ({ tagName }: HtmlElement): boolean => tagName === 'ul' || tagName === 'ol'

export const itemsOf = (list: HtmlElement): HtmlElement[] =>
  list.childNodes.filter((n): n is HtmlElement => isElement(n) && n.tagName === 'li')

const ORDINALS = ['first', 'second', 'third', 'fourth', 'fifth', 'sixth', 'seventh', 'eighth', 'ninth', 'tenth']

/** `third`, `3` and `3rd` as a place in a list, from 0. */
export function placeOf(words: string): number {
  const word = words.toLowerCase()
  return ORDINALS.includes(word) ? ORDINALS.indexOf(word) : Number.parseInt(word, 10) - 1
}

/** The one at a place, `last` too. WorkError where the list is shorter. */
export function nth<Of>(list: readonly Of[], words: string, what: string): Of {
  const at = words.toLowerCase() === 'last' ? list.length - 1 : placeOf(words)
  const found = list[at]
  if (!found) throw unclear(`There is no ${what} ${words} here; there are ${list.length}.`)
  return found
}

/** The item of a list that is meant: by its place, or by its words. WorkError where there is none, or more than one. */
export function itemNamed(items: readonly HtmlElement[], words: string): HtmlElement {
  if (new RegExp(`^(?:${ORDINALS.join('|')}|last|\\d+(?:st|nd|rd|th)?)$`, 'i').test(words)) return nth(items, words, 'step')
  const fitting = withWords(items, words)
  if (fitting.length > 1) throw unclear(`${fitting.length} steps say "${words}"; say which one by its number.`)
  const [one] = fitting
  if (!one) throw unclear(`No step says "${words}".`)
  return one
}

const plain = (line: string): string =>
  line
    .toLowerCase()
    .replace(/[\s\u00a0]+/g, ' ')
    .replace(/[.!]$/, '')
    .trim()

/** Those that say these words and no more; else those that say more. */
export function withWords(items: readonly HtmlElement[], words: string): readonly HtmlElement[] {
  const equal = items.filter((one) => plain(lineOf(one)) === plain(words))
  return equal.length > 0 ? equal : items.filter((one) => plain(lineOf(one)).includes(plain(words)))
}

export const hasItem = ({ root }: Field, words: string): boolean =>
  withWords(
    [...elementsOf(root)].filter(({ tagName }) => tagName === 'li'),
    words,
  ).length > 0

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
