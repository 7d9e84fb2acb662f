import { type Span, sentencesOf } from '../../../text/sentences.ts'

/** Sentences also end before notes that the segmenter takes for their middle: "in 2000.[47] Roberts". */
export function sentenceSpans(text: string): Span[] {
  const spans = sentencesOf(text).flatMap((span) => {
    const ends = [...text.slice(span.start, span.end).matchAll(/[.!?](?:\[\d+\])+\s+(?=\p{Lu})/gu)].map(
      (m) => span.start + m.index + m[0].length,
    )
    const starts = [span.start, ...ends]
    return starts.map((start, i) => ({ start, end: starts[i + 1] ?? span.end }))
  })
  // no sentence ends with "by" or "the": a page was broken there
  return spans.reduce<Span[]>((whole, span) => {
    const last = whole.at(-1)
    const cut = last && dangles(text.slice(last.start, last.end)) && /^["“(]?[\p{L}\d]/u.test(text.slice(span.start, span.start + 2))
    if (last && cut && span.end - last.start < LONGEST_SENTENCE) whole[whole.length - 1] = { start: last.start, end: span.end }
    else whole.push(span)
    return whole
  }, [])
}
const CUT = /\s(?:a|an|the|of|by|and|or|with|from|into|for|at|its|their|was|were|is|are)(?:\s+\d{1,2})?$/u

/** Whether what goes on behind it is missing, whatever the page shows. Its end is looked at first: a row of a table may be long, and is one of thousands. */
export function dangles(text: string): boolean {
  const end = text.search(CUT)
  const from = 1 + Math.max(text.lastIndexOf('|', end), text.lastIndexOf('\n', end - 1))
  return end >= 0 && /\p{L}{2}/u.test(text.slice(from, end))
}

const LONGEST_SENTENCE = 500
