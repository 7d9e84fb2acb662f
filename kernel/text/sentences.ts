/** A piece of a text with its place: `text.slice(start, end)`. UTF-16 code units. */
export interface Span {
  readonly start: number
  readonly end: number
}

const segmenter = new Intl.Segmenter('und', { granularity: 'sentence' })
/** Ends that are no sentence's end: initials, titles, "e.g.", "No. 5", "U.S." */
const ABBREVIATION =
  /(?:^|[\s("'\u201c\u2018[])(?:\p{Lu}|(?:\p{L}\.)+\p{L}|Mr|Mrs|Ms|Dr|Prof|St|Sr|Jr|vs|etc|approx|ca|c|cf|al|No|Nr|Fig|vol|pp?)\.\s*$/u
const TERMINAL = /[.!?。！？…:;]["'”’)\]]*\s*$/u
/** Notes that stand behind a full stop, like "1777.[8][9]", belong to the sentence before them. */
const NOTES = /(?:\[\d+(?:\s?[,–-]\s?\d+)*\])+\s*/y
const MAX_LENGTH = 600
const FULL_LINE = 60
const ROW = /\|\s*$/
/** The number of a heading or of a list's item, like "7." or "2.1.", which stands before what it numbers; at the end of a sentence it is a number. */
const ORDINAL = /^\s*(?:\d{1,3}\.)+[^\S\n]+$/

/** A day of a month in German, like "22. Juni"; where English calls the month the same, a German word stands before its day. */
const DAY = /(?:^|[^\p{L}\p{N}.,])\d{1,2}\.\s+$/u
const GERMAN_DAY = /(?:^|[^\p{L}])(?:am|ab|bis|und|oder|seit|vor|nach|de[rmns]|vom|zum|beim)\s+\d{1,2}\.\s+$/iu
const GERMAN_MONTH = /^(?:Januar|Jänner|Februar|März|Mai|Juni|Juli|Oktober|Dezember)(?!\p{L})/u
const SHARED_MONTH = /^(?:April|August|September|November)(?!\p{L})/u
/** A German ordinal before a noun, like "der 2. Absatz". */
const NOUN = /^\p{Lu}\p{Ll}{3}/u
const BEFORE_NOUN = /(?:^|[^\p{L}])(?:de[rmns]|die|das|vom|zum|zur|beim|im)[^\S\n]+\d{1,3}\.[^\S\n]+$/iu

/** The sentences of a text without the blanks around them; headings, list items and table rows count as sentences. */
export function sentencesOf(text: string): Span[] {
  const spans: Span[] = []
  let start = 0
  for (const end of sentenceEnds(text)) {
    push(spans, text, { start, end })
    start = end
  }
  return spans
}

/** Where each sentence ends with the blanks behind it; the last one is the text's end. */
export function* sentenceEnds(text: string): Generator<number> {
  let start = 0
  let from = 0
  for (const end of boundariesOf(text)) {
    const segment = text.slice(from, end)
    const goesOn =
      end < text.length && end - start < MAX_LENGTH && ((from === start && ORDINAL.test(segment)) || continues(segment, text, end))
    from = end
    if (goesOn) continue
    yield end
    start = end
  }
}

/** Whether a sentence has words but no end of its own, and stands as a paragraph: a heading or a caption. */
export function isHeading(text: string, { start, end }: Span): boolean {
  const sentence = text.slice(start, end)
  if (TERMINAL.test(sentence) || sentence.includes('|') || end - start > 120 || /^[-–•*▪◦]/.test(sentence)) return false
  const alone = /(?:^|\n\s*\n)\s*$/.test(text.slice(Math.max(0, start - 20), start)) || start < 3
  return alone && /^\s*\n\s*\n/.test(text.slice(end, end + 20))
}

function boundariesOf(text: string): number[] {
  const ends: number[] = []
  for (const { segment, index } of segmenter.segment(text)) {
    const end = index + segment.length
    if (end <= (ends.at(-1) ?? 0)) continue
    // the segmenter takes the opening bracket of a note for the end of the sentence
    NOTES.lastIndex = text[end - 1] === '[' ? end - 1 : end
    const notes = NOTES.lastIndex < end || /[.!?]["”’)]*\s*$/.test(segment) ? NOTES.exec(text) : null
    ends.push(notes ? notes.index + notes[0].length : end)
  }
  return ends
}

function continues(segment: string, text: string, next: number): boolean {
  if (/\n\s*\n\s*$/.test(segment)) return false
  if (ABBREVIATION.test(segment) || isGermanOrdinal(segment, text.slice(next, next + 20))) return true
  const first = firstLetter(text, next)
  if (!/\n\s*$/.test(segment)) return /\p{Ll}/u.test(first) && /\.\s*$/.test(segment)
  // a line break inside a paragraph ends a segment too; it is a boundary only where the next line begins anew
  return !TERMINAL.test(segment) && !ROW.test(segment) && (/\p{Ll}/u.test(first) || (isFull(segment) && /[\p{L}\p{N}(“"]/u.test(first)))
}

/** `\d` first, for most texts end otherwise. */
const isGermanOrdinal = (segment: string, next: string): boolean =>
  /\d\.\s+$/.test(segment) &&
  ((DAY.test(segment) && GERMAN_MONTH.test(next)) ||
    (GERMAN_DAY.test(segment) && SHARED_MONTH.test(next)) ||
    (BEFORE_NOUN.test(segment) && NOUN.test(next)))

/** Blanks with which a line may begin: of a text of line separators alone each would be looked past from each. */
const MOST_INDENT = 100

/** The first character behind the blanks with which a line may begin. */
function firstLetter(text: string, from: number): string {
  let at = from
  while (at < text.length && at - from < MOST_INDENT && /[^\S\n]/.test(text[at]!)) at++
  return String.fromCodePoint(text.codePointAt(at) ?? 32)
}

/** Whether a line is so long that the page, not the writer, broke it. */
const isFull = (segment: string): boolean => segment.trimEnd().length - (segment.trimEnd().lastIndexOf('\n') + 1) >= FULL_LINE

function push(spans: Span[], text: string, { start, end }: Span): void {
  while (start < end && /\s/.test(text[start]!)) start++
  while (end > start && /\s/.test(text[end - 1]!)) end--
  if (end > start) spans.push({ start, end })
}
