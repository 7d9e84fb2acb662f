import type { Splice } from '../../html/changes.ts'
import { type HtmlElement, type HtmlNode, lineOf } from '../../html/parse-html.ts'
import {
  elementsUnder,
  escapeText,
  type Field,
  isList,
  itemNamed,
  itemsOf,
  listIn,
  nth,
  placeIn,
  placeOf,
  removal,
  sectionIn,
  spacingBefore,
  unclear,
} from './field.ts'

/** Where a new item stands: at an end of the list, beside an item, or as the one of a number. */
export interface Where {
  readonly side: 'first' | 'last' | 'before' | 'after' | 'place'
  readonly item?: string | undefined
  /** The item behind it, where both were named. */
  readonly next?: string | undefined
}

/** A new step, as the last one unless it says otherwise. */
export function addItem(field: Field, words: string, section: string | undefined, { side, item, next }: Where): Splice[] {
  const list = listIn(field, section, item)
  const items = itemsOf(list)
  if (side === 'place') {
    const at = placeOf(item ?? '')
    if (at === items.length) return addItem(field, words, section, { side: 'last' })
    return addItem(field, words, section, { side: 'before', item: `${at + 1}` })
  }
  if (item !== undefined && next !== undefined && items.indexOf(itemNamed(items, item)) + 1 !== items.indexOf(itemNamed(items, next)))
    throw unclear(`The steps ${item} and ${next} do not stand one behind the other.`)
  if (items.length === 0) {
    const { inner } = placeIn(field, list)
    if (!inner) throw unclear('The list is not closed; this edit needs a language model.')
    return [{ start: inner[0], end: inner[0], text: `<li>${escapeText(words)}</li>` }]
  }
  const beside = item === undefined ? nth(items, side === 'first' || side === 'before' ? 'first' : 'last', 'step') : itemNamed(items, item)
  const place = placeIn(field, beside)
  const spacing = spacingBefore(field, place)
  const text = `<li>${escapeText(words)}</li>`
  if (side === 'first' || side === 'before') return [{ start: place.start, end: place.start, text: `${text}${spacing}` }]
  const end = endOf(field, beside)
  return [{ start: end, end, text: `${spacing}${text}` }]
}

/** The end of an item without the white space that the parser counts to it where its end tag is left out. */
function endOf(field: Field, item: HtmlElement): number {
  const { start, end } = placeIn(field, item)
  return start + field.html.slice(start, end).trimEnd().length
}

/** A new paragraph at the end of a section, or of the field. */
export function addParagraph(field: Field, words: string, section: string | undefined): Splice[] {
  const nodes = section === undefined ? field.root.childNodes : sectionIn(field, section)
  const elements = nodes.filter((node): node is HtmlElement => 'tagName' in node)
  const last = elements.at(-1)
  const text = `<p>${escapeText(words)}</p>`
  if (!last) return [{ start: field.html.length, end: field.html.length, text }]
  const end = endOf(field, last)
  return [{ start: end, end, text: `${spacingBefore(field, placeIn(field, last))}${text}` }]
}

const PART: Readonly<Record<string, readonly string[]>> = {
  paragraph: ['p'],
  row: ['tr'],
  heading: ['h1', 'h2', 'h3', 'h4', 'h5', 'h6'],
  table: ['table'],
}

/** Takes one step, paragraph, row or table out. */
export function removeOne(field: Field, what: string, which: string, section: string | undefined): Splice[] {
  const tags = PART[what]
  const nodes = section === undefined ? field.root.childNodes : sectionIn(field, section)
  const all = tags ? elementsUnder(nodes).filter(({ tagName }) => tags.includes(tagName)) : itemsOf(listIn(field, section))
  const one = nth(all, which, what)
  const { start } = placeIn(field, one)
  return [removal(field, start, endOf(field, one))]
}

/** Takes some steps of one list out, by their numbers. */
export function removeSome(field: Field, numbers: readonly string[], section: string | undefined): Splice[] {
  const items = itemsOf(listIn(field, section))
  const some = new Set(numbers.map((number) => nth(items, number, 'step')))
  return items.filter((one) => some.has(one)).map((one) => removal(field, placeIn(field, one).start, endOf(field, one)))
}

/** Takes all elements of a kind out. */
export function removeAll(field: Field, tagName: string, section: string | undefined): Splice[] {
  const nodes = section === undefined ? field.root.childNodes : sectionIn(field, section)
  const all = elementsUnder(nodes).filter((element) => element.tagName === tagName)
  const outer = all.filter((one) => !all.some((other) => other !== one && elementsUnder([other]).includes(one)))
  if (outer.length === 0) throw unclear(`There is no ${tagName} here.`)
  return outer.map((one) => removal(field, placeIn(field, one).start, endOf(field, one)))
}

/** Items that say what an earlier one of their list says. */
export function removeDuplicates(field: Field, section: string | undefined): Splice[] {
  const nodes = section === undefined ? field.root.childNodes : sectionIn(field, section)
  const repeated = elementsUnder(nodes)
    .filter(isList)
    .flatMap((list) => {
      const seen = new Set<string>()
      return itemsOf(list).filter((item) => {
        const line = lineOf(item).toLowerCase().replace(/\s+/g, ' ')
        return seen.has(line) || !seen.add(line)
      })
    })
  const outer = repeated.filter((one) => !repeated.some((other) => other !== one && elementsUnder([other]).includes(one)))
  if (outer.length === 0) throw unclear('No list here says a step twice.')
  return outer.map((one) => removal(field, placeIn(field, one).start, endOf(field, one)))
}

/** The one step or paragraph that says these words and no more. */
export function removeWords(field: Field, words: string, section: string | undefined): Splice[] {
  const nodes = section === undefined ? field.root.childNodes : sectionIn(field, section)
  const all = elementsUnder(nodes).filter(({ tagName }) => tagName === 'li' || tagName === 'p')
  const plain = (line: string) =>
    line
      .toLowerCase()
      .replace(/[\s\u00a0]+/g, ' ')
      .replace(/[.!]$/, '')
      .trim()
  const fitting = all.filter((one) => plain(lineOf(one)) === plain(words))
  const inner = fitting.filter((one) => !fitting.some((other) => other !== one && elementsUnder([other]).includes(one)))
  const [one] = inner
  if (!one) throw unclear(`No step and no paragraph here says "${words}" and nothing else.`)
  if (inner.length > 1) throw unclear(`${inner.length} places say "${words}"; name the section that is meant.`)
  return [removal(field, placeIn(field, one).start, endOf(field, one))]
}

interface Stretch {
  readonly start: number
  readonly end: number
}

/** From the first node to the last, without the white space behind it. */
export function stretchOf(field: Field, nodes: readonly HtmlNode[]): Stretch {
  const { start } = placeIn(field, nodes[0]!)
  const { end } = placeIn(field, nodes.at(-1)!)
  return { start, end: start + field.html.slice(start, end).trimEnd().length }
}

/** The items of a list in another order; what stands between them stays where it is. */
export function reorder(field: Field, list: HtmlElement, order: (items: readonly HtmlElement[]) => readonly HtmlElement[]): Splice[] {
  const items = itemsOf(list)
  const stretches = items.map((item) => ({ start: placeIn(field, item).start, end: endOf(field, item) }))
  return order(items).flatMap((item, i) => {
    const [from, to] = [stretches[items.indexOf(item)]!, stretches[i]!]
    return from === to ? [] : [{ ...to, text: field.html.slice(from.start, from.end) }]
  })
}

/** One item before or behind another. */
export function moveItem(field: Field, section: string | undefined, which: string, side: 'before' | 'after', other: string): Splice[] {
  const list = listIn(field, section, which)
  return reorder(field, list, (items) => {
    const one = itemNamed(items, which)
    const beside = itemNamed(items, other)
    if (one === beside) return items
    const rest = items.filter((item) => item !== one)
    const at = rest.indexOf(beside) + (side === 'after' ? 1 : 0)
    return [...rest.slice(0, at), one, ...rest.slice(at)]
  })
}

/** One item as the one of a number. */
export function moveTo(field: Field, section: string | undefined, which: string, place: string): Splice[] {
  return reorder(field, listIn(field, section, which), (items) => {
    const one = itemNamed(items, which)
    const at = items.indexOf(nth(items, place, 'step'))
    return items.filter((item) => item !== one).toSpliced(at, 0, one)
  })
}

/** All items of a list, in the order of these numbers. */
export function orderItems(field: Field, numbers: readonly string[], section: string | undefined): Splice[] {
  return reorder(field, listIn(field, section), (items) => {
    const ordered = numbers.map((number) => nth(items, number, 'step'))
    if (ordered.length !== items.length || new Set(ordered).size !== items.length)
      throw unclear(`The list has ${items.length} steps; name each of their numbers once.`)
    return ordered
  })
}

export const swapItems = (field: Field, section: string | undefined, a: string, b: string): Splice[] =>
  reorder(field, listIn(field, section, a), (items) => {
    const [one, other] = [itemNamed(items, a), itemNamed(items, b)]
    return items.map((item) => (item === one ? other : item === other ? one : item))
  })

/** The two items of a list that has no more. */
export function swapOnlyTwo(field: Field, section: string | undefined): Splice[] {
  return reorder(field, listIn(field, section), (items) => {
    if (items.length !== 2) throw unclear(`The list has ${items.length} steps; say which two are meant, by their numbers.`)
    return items.toReversed()
  })
}

export const sortItems = (field: Field, section: string | undefined): Splice[] =>
  reorder(field, listIn(field, section), (items) =>
    items.toSorted((a, b) => lineOf(a).localeCompare(lineOf(b), 'en', { sensitivity: 'base', numeric: true })),
  )

/** A section before or behind another one. */
export function moveSection(field: Field, name: string, side: 'before' | 'after', other: string): Splice[] {
  const one = stretchOf(field, sectionIn(field, name))
  const beside = stretchOf(field, sectionIn(field, other))
  if (one.start < beside.end && beside.start < one.end) throw unclear(`"${name}" and "${other}" are no sections beside each other.`)
  const at = side === 'before' ? beside.start : beside.end
  return [
    { start: at, end: at, text: field.html.slice(one.start, one.end) },
    { ...one, text: '' },
  ]
}

/** Numbers instead of bullets, or the other way. */
export function retagList(field: Field, section: string | undefined, tagName: 'ol' | 'ul'): Splice[] {
  const list = listIn(field, section)
  if (list.tagName === tagName) return []
  const { startTag, inner, end } = placeIn(field, list)
  if (!startTag || !inner || !/<\/[uo]l/i.test(field.html.slice(inner[1], end)))
    throw unclear('The list is not closed; this edit needs a language model.')
  return [
    { start: startTag[0] + 1, end: startTag[0] + 3, text: tagName },
    { start: inner[1] + 2, end: inner[1] + 4, text: tagName },
  ]
}

/** Other words for a heading. */
export function renameSection(field: Field, name: string, to: string): Splice[] {
  const [heading] = sectionIn(field, name)
  const { inner } = placeIn(field, heading!)
  if (!inner) throw unclear(`The heading "${name}" is not closed; this edit needs a language model.`)
  return [{ start: inner[0], end: inner[1], text: escapeText(to) }]
}

export const removeSection = (field: Field, name: string): Splice[] => {
  const { start, end } = stretchOf(field, sectionIn(field, name))
  return [removal(field, start, end)]
}
