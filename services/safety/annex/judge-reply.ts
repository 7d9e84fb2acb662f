import type { ChangeDraft } from '../html/changes.ts'
import { isTrivia } from '../html/keys.ts'
import { type Merged, mergeHtml } from '../html/merge.ts'
import { elementsOf, type HtmlFragment, isElement, isText, parseHtml, textOf } from '../html/parse-html.ts'
import type { Exclusions } from './exclusions.ts'

export type Verdict = { readonly merged: Merged; readonly refused?: undefined } | { readonly refused: string }

/** What models write where they leave something out. */
const LEFT_OUT =
  /\[(?:\.{3}|…)\]|(?:\brest\b|\bremainder\b|\bremaining\b|\bother sections?\b)[^.<]{0,60}\b(?:unchanged|same as before|omitted|as (?:it was|before))\b/i

/** A model's reply to a field, or to a part of one: what it changes, or why it cannot stand. */
export function judgeReply(base: string, reply: string, excluded: Exclusions): Verdict {
  const html = htmlOf(reply, base)
  if (html.trim() === '') return { refused: 'the reply was empty' }
  const { root, cutOff } = parseHtml(html)
  if (cutOff) return { refused: 'the reply broke off in the middle of a tag' }
  const before = parseHtml(base).root
  if (hasElements(before) && !hasElements(root)) return { refused: 'the reply was no HTML' }
  if (textOf(root).trim() === '' && textOf(before).trim() !== '') return { refused: 'the reply had no text' }
  if (LEFT_OUT.test(html) && !LEFT_OUT.test(base)) return { refused: 'the reply left out parts of the field' }
  const merged = mergeHtml(base, base === '' && !hasElements(root) ? paragraphs(html) : html)
  const touched = excluded.ranges.find(({ start, end }) => merged.changes.some((change) => touches(change, start, end)))
  if (touched) return { refused: `the reply changed what the instruction excludes (${touched.what})` }
  if (excluded.numbers && numbersOf(base) !== numbersOf(merged.html))
    return { refused: 'the reply changed numbers, which the instruction excludes' }
  return { merged }
}

const hasElements = (root: HtmlFragment): boolean => !elementsOf(root).next().done

const touches = ({ kind, splices }: ChangeDraft, from: number, to: number): boolean =>
  kind !== 'cleaned' && splices.some(({ start, end }) => (start === end ? start > from && start < to : start < to && end > from))

const numbersOf = (html: string): string => (textOf(parseHtml(html).root).match(/\p{N}+(?:[.,:/-]\p{N}+)*/gu) ?? []).sort().join(' ')

/** Words without tags, as paragraphs. */
const paragraphs = (text: string): string =>
  text
    .split(/\n\s*\n/)
    .map((part) => `<p>${part.trim()}</p>`)
    .join('')

/** The HTML of a reply, without what models put around it: thoughts, a code fence, the wrapper of the question, words to the reader. */
export function htmlOf(reply: string, base: string): string {
  const said = reply.replace(/^\s*<think(?:ing)?>[\s\S]*?<\/think(?:ing)?>/i, '')
  const fenced = /```(?:html)?\s*\n([\s\S]*?)\n?```/i.exec(said)?.[1] ?? said
  const wrapped = /<field>\s?([\s\S]*?)(?:\s?<\/field>|$)/i.exec(fenced)?.[1] ?? fenced
  return withoutTalk(wrapped.trim(), base)
}

/** Without words before the first element and behind the last one, where the field has none there. */
function withoutTalk(html: string, base: string): string {
  const [talk, text] = [edges(parseHtml(html).root), edges(parseHtml(base).root)]
  const { first, last } = talk
  if (!first || !last || !text.first || !text.last) return html
  const from = text.startsWithText ? 0 : (first.sourceCodeLocation?.startOffset ?? 0)
  const to = text.endsWithText ? html.length : (last.sourceCodeLocation?.endOffset ?? html.length)
  return html.slice(from, to)
}

/** The first and the last element of a text, and whether words stand before and behind them. */
function edges({ childNodes }: HtmlFragment) {
  const seen = childNodes.filter((node) => !isTrivia(node))
  const elements = seen.filter(isElement)
  return {
    ...{ first: elements[0], last: elements.at(-1) },
    startsWithText: seen[0] !== undefined && isText(seen[0]),
    endsWithText: seen.length > 0 && isText(seen.at(-1)!),
  }
}
