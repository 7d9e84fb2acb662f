import { isHeaderRow, readTableRow } from '../llm/extractive/tables/table-row.ts'
import { isHeading, type Span, sentencesOf } from '../text/sentences.ts'
import { stemsOf } from '../text/terms.ts'
import { type Fact, factsOf } from './facts.ts'

export interface ReadSentence {
  readonly facts: readonly Fact[]
  readonly forms: ReadonlySet<string>
  /** "National Football League" as NFL. */
  readonly initials: string
  /** A row of a table: what stands beside it belongs to something else. */
  readonly row: boolean
}

export interface QuotableSpan extends Span {
  readonly stems: ReadonlySet<string>
}

/** A text as answers are held against it; each part is read when it is first asked for. */
export interface ReadPassage {
  /** Lower-case, with single blanks, without notes and emphasis. */
  readonly flat: string
  /** Words that stand with a capital inside a sentence, lower-case. */
  readonly names: readonly string[]
  /** Facts at the beginning of a sentence are words; `namesAmong` finds the names. */
  readonly sentences: readonly ReadSentence[]
  readonly stems: ReadonlySet<string>
  /** Sentences behind the first `from` characters that an answer may quote, without the header of a table. */
  quotable(from: number): readonly QuotableSpan[]
}

/** Passages that are kept: conversations come back to the same ones. A few MB at the usual length. */
const MOST_KEPT = 128
/** Characters; longer ones are not kept. */
const LONGEST_KEPT = 8_000
const kept = new Map<string, ReadPassage>()

/** Reads a text, or remembers it from another answer. */
export function readPassage(text: string): ReadPassage {
  const known = kept.get(text)
  const read = known ?? readLazily(text)
  if (text.length > LONGEST_KEPT) return read
  // what was used last stands last
  if (known) kept.delete(text)
  kept.set(text, read)
  if (kept.size > MOST_KEPT) kept.delete(kept.keys().next().value!)
  return read
}

function readLazily(text: string): ReadPassage {
  const quotable = new Map<number, readonly QuotableSpan[]>()
  let flatText: string | undefined
  let names: readonly string[] | undefined
  let sentences: readonly ReadSentence[] | undefined
  let stems: ReadonlySet<string> | undefined
  return {
    get flat() {
      flatText ??= flat(text)
      return flatText
    },
    get names() {
      names ??= namesIn(text)
      return names
    },
    get sentences() {
      sentences ??= sentencesIn(text)
      return sentences
    },
    get stems() {
      stems ??= new Set(stemsOf(text))
      return stems
    },
    quotable(from) {
      const known = quotable.get(from)
      const spans = known ?? quotableIn(text, from)
      if (!known) quotable.set(from, spans)
      return spans
    },
  }
}

/** A text in the form in which it is looked for word for word. */
export const flat = (text: string): string =>
  text
    .normalize('NFKC')
    .toLowerCase()
    .replace(/[\s*_`|]+/g, ' ')
    .replace(/ ?\[\d{1,3}(?: ?[,;–-] ?\d{1,3})*\]/g, '')
    .trim()

const namesIn = (text: string): string[] => [
  ...new Set([...text.matchAll(/(?<=[\p{L},;)] )(\p{Lu}\p{L}+)/gu)].map(([, name]) => name!.toLowerCase())),
]

/** Facts of a sentence that are compared. */
export const MOST_FACTS = 120

function sentencesIn(text: string): ReadSentence[] {
  let above: readonly string[] = []
  const sentences: ReadSentence[] = []
  for (const span of sentencesOf(text)) {
    const written = text.slice(span.start, span.end)
    const row = readTableRow(text, written)
    const facts = factsOf(row ?? written).slice(0, MOST_FACTS)
    const own = facts.flatMap((fact) => fact.forms)
    sentences.push({ facts, forms: new Set([...own, ...above]), initials: initialsOf(written), row: row !== undefined })
    // what a heading says holds for what stands below it
    if (isHeading(text, span) || isHeaderRow(text, span.end)) above = own
  }
  return sentences
}

const initialsOf = (words: string): string =>
  [...words.matchAll(/(?<!\p{L})\p{Lu}(?=\p{Ll})/gu)].map(([letter]) => letter.toLowerCase()).join('')

function quotableIn(text: string, from: number): QuotableSpan[] {
  const spans = sentencesOf(text.slice(from)).map(({ start, end }) => ({ start: start + from, end: end + from }))
  // an answer names a table's columns, but what it tells stands in the row
  const telling = spans.filter(({ end }) => !isHeaderRow(text, end))
  return (telling.length ? telling : spans.slice(0, 1)).map(({ start, end }) => ({
    start,
    end,
    stems: new Set(stemsOf(text.slice(start, end))),
  }))
}
