import { segmentWords, stemOf } from '../text/words.ts'

const WORD = /[\p{L}\p{N}\p{Co}][\p{L}\p{N}\p{Co}\p{M}]*/gu
const segmenter = new Intl.Segmenter('und', { granularity: 'word' })
const SPACED = /^[\u0000-\u0dff\u1200-\u1fff]*$/

/** Most fragments of a field, and about how long one is. */
const MAX_FRAGMENTS = 5
const FRAGMENT = 240
const MAX_CHARACTERS = 50_000

interface Span {
  readonly start: number
  readonly end: number
}

function* spansOf(text: string): Iterable<Span> {
  for (const { 0: word, index } of text.matchAll(WORD)) {
    if (SPACED.test(word)) yield { start: index, end: index + word.length }
    else
      for (const s of segmenter.segment(word)) if (s.isWordLike) yield { start: index + s.index, end: index + s.index + s.segment.length }
  }
}

const isMeant = (word: string, stems: ReadonlySet<string>) => stems.has(stemOf(segmentWords(word).trim().toLowerCase()))

/** Where a fragment around a span may begin and end without cutting a word. */
function window(text: string, { start }: Span): Span {
  const from = start < FRAGMENT / 3 ? 0 : text.indexOf(' ', Math.floor(start - FRAGMENT / 3)) + 1
  const begin = from === 0 || from > start ? Math.max(0, Math.min(start, from > start ? start : 0)) : from
  const to = begin + FRAGMENT >= text.length ? text.length : text.lastIndexOf(' ', begin + FRAGMENT)
  return { start: begin, end: to > start ? to : Math.min(text.length, begin + FRAGMENT) }
}

const marked = (text: string, { start, end }: Span, spans: readonly Span[]): string => {
  let out = ''
  let at = start
  for (const s of spans.filter((x) => x.start >= start && x.end <= end)) {
    out += `${text.slice(at, s.start)}<em>${text.slice(s.start, s.end)}</em>`
    at = s.end
  }
  return out + text.slice(at, end)
}

/** The passages of a text that hold the terms, each term between <em> and </em>; the text itself is not escaped. */
export function highlight(text: string, terms: readonly string[]): string[] {
  const stems = new Set(terms.map(stemOf))
  const read = text.slice(0, MAX_CHARACTERS)
  const hits = [...spansOf(read)].filter((s) => isMeant(read.slice(s.start, s.end), stems))
  const fragments: string[] = []
  let covered = -1
  for (const hit of hits) {
    if (hit.start < covered) continue
    if (fragments.length === MAX_FRAGMENTS) break
    const around = window(read, hit)
    fragments.push(marked(read, { start: Math.max(around.start, covered), end: around.end }, hits))
    covered = around.end
  }
  return fragments
}
