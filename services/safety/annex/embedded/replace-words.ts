import type { Splice } from '../../html/changes.ts'
import {
  childrenOf,
  type HtmlElement,
  type HtmlFragment,
  type HtmlNode,
  type HtmlText,
  isElement,
  isText,
  lineOf,
  parseHtml,
  textOf,
} from '../../html/parse-html.ts'
import { escapeText, type Field, sectionIn, unclear } from './field.ts'

/** A word as it stands in a pattern of the flag `u`. */
export const escapePattern = (word: string): string => word.replace(/[\\^$.*+?()[\]{}|/]/g, '\\$&')

const ENTITY = /&(?:#\d+|#x[\da-f]+|[a-z][a-z\d]*);?/gi

/** Replaces words wherever they stand, in their own case, or in any where they do not stand so. Tags and attributes stay as they are. */
export function replaceWords(field: Field, from: string, to: string, section: string | undefined): Splice[] {
  const nodes = section === undefined ? field.root.childNodes : sectionIn(field, section)
  const texts = nodes.flatMap(textsUnder)
  for (const flags of ['gu', 'giu']) {
    const pattern = wordPattern(from, flags)
    const splices = texts.flatMap((text) => inText(field, text, pattern, from, to))
    if (splices.length > 0) return splices
  }
  const all = nodes.map((node) => lineOf(node)).join(' ')
  const longer = new RegExp(`[\\p{L}\\p{N}]*${escapePattern(from)}[\\p{L}\\p{N}]*`, 'iu').exec(all)?.[0]
  if (longer !== undefined && longer.length > from.length)
    throw unclear(`"${from}" stands there only as a part of "${longer}"; name the whole words that are to be replaced.`)
  if (all.toLowerCase().includes(from.toLowerCase()))
    throw unclear(`"${from}" stands there only across bold, linked or other marked words; this edit needs a language model.`)
  throw unclear(`"${from}" does not stand in ${section === undefined ? 'the field' : `the section "${section}"`}.`)
}

/** Whole words, with any white space between them. */
function wordPattern(words: string, flags: string): RegExp {
  const body = words
    .trim()
    .split(/\s+/)
    .map((word) => escapePattern(word))
    .join('[\\s\\u00a0]+')
  const before = /^[\p{L}\p{N}]/u.test(words.trim()) ? '(?<![\\p{L}\\p{N}])' : ''
  const after = /[\p{L}\p{N}]$/u.test(words.trim()) ? '(?![\\p{L}\\p{N}])' : ''
  return new RegExp(`${before}${body}${after}`, flags)
}

/** A word that begins a sentence keeps its capital, where small words were asked for. */
function keepsCapital(there: string, from: string): boolean {
  const [capital, wanted] = [there, from].map((words) => [...words.slice(0, 2)][0]!)
  return capital !== wanted && capital === wanted!.toUpperCase()
}

function inText({ html }: Field, node: HtmlText, pattern: RegExp, from: string, to: string): Splice[] {
  const at = node.sourceCodeLocation
  if (!at) return []
  const raw = html.slice(at.startOffset, at.endOffset)
  const places = placesOf(raw)
  const value = places.map(({ text }) => text).join('')
  // what the parser changed beyond entities (line ends, NUL) has no place of its own
  if (value !== node.value) return []
  // two texts for all places, however many there are
  const [small, capital] = [to, `${to.charAt(0).toUpperCase()}${to.slice(1)}`].map(escapeText)
  const starts = places.flatMap(({ text, start, end }) => [...text].flatMap((c) => Array.from(c, () => ({ start, end }))))
  return [...value.matchAll(pattern)].map((match) => ({
    start: at.startOffset + starts[match.index]!.start,
    end: at.startOffset + starts[match.index + match[0].length - 1]!.end,
    text: keepsCapital(match[0], from) ? capital! : small!,
  }))
}

/** Each character of a text as it is written, by UTF-16 units. */
function placesOf(raw: string): { text: string; start: number; end: number }[] {
  const places: { text: string; start: number; end: number }[] = []
  let at = 0
  const plain = (to: number) => {
    for (; at < to; at++) places.push({ text: raw[at]!, start: at, end: at + 1 })
  }
  for (const entity of raw.matchAll(ENTITY)) {
    plain(entity.index)
    const text = textOf(parseHtml(entity[0]).root)
    // two characters of one entity share its place
    places.push({ text, start: at, end: at + entity[0].length })
    at += entity[0].length
  }
  plain(raw.length)
  return places
}

function textsUnder(node: HtmlNode | HtmlFragment | HtmlElement): HtmlText[] {
  if ('value' in node && isText(node)) return [node]
  return 'childNodes' in node && (node.nodeName === '#document-fragment' || isElement(node)) ? childrenOf(node).flatMap(textsUnder) : []
}
