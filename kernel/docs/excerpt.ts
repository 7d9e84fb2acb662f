import { termsOf } from '../search/query-terms.ts'
import { stemOf } from '../text/words.ts'
import { plainText } from './sections.ts'

const WORD = /[\p{L}\p{N}]+/gu

/** Returns about `length` characters of plain text around the words of the query, with an ellipsis where text is left out. */
export function excerptOf(markdown: string, query: string, length: number): string {
  const text = plainText(markdown)
    .replace(/^\s*(?:```.*|[-*]|\d+\.|\|[-:| ]+\|)(?:\s|$)/gm, ' ')
    .replace(/[`|\s]+/g, ' ')
    .trim()
  const stems = new Set(termsOf(query).map(stemOf))
  const matches = [...text.matchAll(WORD)]
    .map(({ 0: word, index }) => ({ stem: stemOf(word.toLowerCase()), start: index, end: index + word.length }))
    .filter(({ stem }) => stems.has(stem))
  // The window with the most different words of the query, centered on them.
  const windows = matches.map(({ start }) => matches.filter((match) => match.start >= start && match.end <= start + length))
  const best = windows.toSorted((a, b) => different(b) - different(a))[0]
  const middle = ((best?.[0]?.start ?? 0) + (best?.at(-1)?.end ?? 0)) / 2
  const [from, to] = [middle - length / 2, middle + length / 2]
  if (from <= 0) return shortened(text, 0, length)
  return shortened(text, text.lastIndexOf(' ', from) + 1, to)
}

const different = (matches: readonly { readonly stem: string }[]): number => new Set(matches.map(({ stem }) => stem)).size

/** Cuts at spaces. */
function shortened(text: string, from: number, to: number): string {
  const end = to >= text.length ? text.length : Math.max(text.lastIndexOf(' ', to), from + 1)
  return `${from > 0 ? '… ' : ''}${text.slice(from, end)}${end < text.length ? ' …' : ''}`
}
