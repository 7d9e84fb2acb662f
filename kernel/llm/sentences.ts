/** A piece of a text with its place: `text.slice(start, end)`. UTF-16 code units. */
export interface Span {
  readonly start: number
  readonly end: number
}

const segmenter = new Intl.Segmenter('und', { granularity: 'sentence' })
/** Ends that are no sentence's end: initials, titles, "e.g.", "No. 5", "U.S." */
const ABBREVIATION =
  /(?:^|[\s("'\u201c\u2018[])(?:\p{Lu}|(?:\p{L}\.)+\p{L}|Mr|Mrs|Ms|Dr|Prof|St|Sr|Jr|vs|etc|approx|ca|c|cf|al|No|Nr|Fig|vol|pp?)\.\s*$/u
const MAX_LENGTH = 600

/** The sentences of a text without the blanks around them; headings, list items and table rows count as sentences. */
export function sentencesOf(text: string): Span[] {
  const spans: Span[] = []
  let open: Span | undefined
  for (const { segment, index } of segmenter.segment(text)) {
    const end = index + segment.length
    const joined: Span = { start: open?.start ?? index, end }
    // a line break inside a paragraph ends a segment too; only a following capital, digit or end makes it a boundary
    const goesOn = end < text.length && joined.end - joined.start < MAX_LENGTH && continues(segment, text, end)
    open = goesOn ? joined : undefined
    if (!goesOn) push(spans, text, joined)
  }
  if (open) push(spans, text, open)
  return spans
}

function continues(segment: string, text: string, next: number): boolean {
  if (/\n\s*\n\s*$/.test(segment)) return false
  if (ABBREVIATION.test(segment)) return true
  const first = String.fromCodePoint(text.codePointAt(next) ?? 32)
  return /\n\s*$/.test(segment)
    ? !/[.!?。！？…:]["'”’)\]]*\s*$/u.test(segment) && /\p{Ll}/u.test(first)
    : /\p{Ll}/u.test(first) && /\.\s*$/.test(segment)
}

function push(spans: Span[], text: string, { start, end }: Span): void {
  while (start < end && /\s/.test(text[start]!)) start++
  while (end > start && /\s/.test(text[end - 1]!)) end--
  if (end > start) spans.push({ start, end })
}
