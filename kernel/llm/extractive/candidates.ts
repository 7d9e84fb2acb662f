import { isHeading, type Span } from '../../text/sentences.ts'
import { isFunctionWord } from '../../text/terms.ts'
import type { Passage } from '../llm.ts'
import { HEADER, isFigure, isLabel, isLineOfTable, isOfContents, isRecord, LABEL, SENDER, TERMINAL } from './spans/line-shapes.ts'
import { sentenceSpans } from './spans/sentence-spans.ts'
import { readTableRow } from './tables/table-row.ts'
import { stemsOf, titleStemsOf } from './words/stems.ts'

/** Something in the passages that may be said as an answer. */
export interface Candidate {
  /** Index of its passage. */
  readonly passage: number
  /** As it is said. */
  readonly text: string
  readonly kind: 'sentence' | 'heading' | 'pair' | 'list' | 'row' | 'reply'
  /** Stems of the question that a reply stands below, as in lists of frequent questions. */
  readonly asked?: readonly string[]
  /** Stems in order. */
  readonly words: readonly string[]
  readonly stems: ReadonlySet<string>
  readonly before: ReadonlySet<string>
  readonly after: ReadonlySet<string>
  /** Words of the heading above. */
  readonly above: ReadonlySet<string>
  /** Words of the whole passage. */
  readonly around: ReadonlySet<string>
  /** Words of the document's title, name and section. */
  readonly about: ReadonlySet<string>
}

interface Part {
  readonly span: Span
  readonly text: string
  readonly heading: boolean
  readonly row: boolean
  readonly item: boolean
  /** Stems in order, and each once. */
  readonly words: readonly string[]
  readonly stems: ReadonlySet<string>
}

const EMPTY: ReadonlySet<string> = new Set()
const ABBREVIATED = / \((\p{Lu}{2,6})s?\)/gu
/** Characters before an abbreviation that may say what it stands for. */
const LONG_FORM = 90
const CAPITALS = /(?<![\p{L}\p{N}])\p{Lu}{2,6}(?![\p{L}\p{N}])/gu

/** What abbreviations of the passages stand for, in stems: "invasive ductal carcinoma (IDC)". */
function abbreviationsOf(passages: readonly Passage[]): Map<string, readonly string[]> {
  const known = new Map<string, readonly string[]>()
  for (const { text } of passages)
    for (const { 1: short = '', index } of text.matchAll(ABBREVIATED)) {
      const words = text
        .slice(Math.max(0, index - LONG_FORM), index)
        .split(/[\s-]+/)
        .filter(Boolean)
        .slice(-short.length)
      if (words.map((word) => word[0]!.toUpperCase()).join('') === short) known.set(short, stemsOf(words.join(' ')))
    }
  return known
}

const LONGEST_LIST = 1_200
const MOST_ITEMS = 12
const ITEM = /^(?:[-–•*▪◦☐☑·]|\(?(?:\d{1,2}|[a-z])[.)])\s+\S/u
const ROW = /^\s*\|.*\|\s*$/
const SEPARATOR = /^\s*\|(?:\s*:?-{3,}:?\s*\|)+\s*$/
/** Running headers and footers: page numbers, rulers, print marks, addresses of pages. */
const NOISE =
  /^(?:\d{1,4} [\p{Lu}\s]{3,60}|[\p{Lu}\s]{3,60} \d{1,4}|-+\s?\w+\s?-+|page\s+\S{1,8}(?:\s+of\s+\d+)?|\d{1,4}(?:\s+of\s+\d+\b.*)?|[\d\s\-–|.RS]+|.{0,60}\d{1,2}\/\d{1,2}\/\d{2,4}.{0,20}(?:[AP]M|Page).{0,20}|[^\p{L}\p{N}]+|\(?\/?(?:https?:\/\/)?[\w./-]+\/[\w./-]+\)?)$/u
/** Entries of an index at a book's end: "sheet music, 17, 56 Silent Spring, 129 Simpsons". */
const INDEX = /(?:, \d{1,3}(?:[–-]\d{1,3})?n?){2,}\s+\p{L}[^.!?]{2,60}?(?:, \d{1,3}(?:[–-]\d{1,3})?n?)+\s+\p{L}/u
/** The dots of a table of contents. */
const CONTENTS = /\.{5,}|(?:\. ){3,}|\p{L}\? \d{1,3}\s+\d{1,3} \p{Lu}|(?:\p{L}[\p{L}’'-]* \d{1,3} \p{Lu}[^\d]{3,60} ){3,}/u

/** The sentences of the passages with what stands around them; headings, lists, pairs of label and value, and rows of tables count as such. */
export function candidatesOf(passages: readonly Passage[]): Candidate[] {
  const seen = new Map<string, number>()
  const parts = passages.map(({ text }) => partsOf(text))
  for (const list of parts) for (const { text } of list) if (text.length < LABEL) seen.set(text, (seen.get(text) ?? 0) + 1)
  const repeated = (text: string) => passages.length > 3 && text.length > 15 && (seen.get(text) ?? 0) >= 4
  const topics = topicsOf(passages)
  const abbreviations = abbreviationsOf(passages)
  return passages.flatMap((passage, index) =>
    fromPassage(
      passage,
      index,
      parts[index]!.filter(({ text }) => !repeated(text)),
      topics.get(passage.document ?? '') ?? EMPTY,
      abbreviations,
    ),
  )
}

/**
 * Share of a document's passages that a word stands in to be what the document is about, and how many passages tell that at least. Of a long
 * document, of which less than `read` was found, they tell what was searched for and not what it is about.
 */
const TOPIC = { share: 0.6, passages: 3, read: 0.15 }

/** Words that most of a document's passages have: its sentences need not say them. */
function topicsOf(passages: readonly Passage[]): Map<string, ReadonlySet<string>> {
  const byDocument = new Map<string, Passage[]>()
  for (const passage of passages)
    if (passage.document) byDocument.set(passage.document, [...(byDocument.get(passage.document) ?? []), passage])
  return new Map(
    [...byDocument].map(([document, own]) => {
      const counts = new Map<string, number>()
      for (const { text } of own) for (const stem of new Set(stemsOf(text))) counts.set(stem, (counts.get(stem) ?? 0) + 1)
      const few = own.length < TOPIC.passages
      const length = Math.max(...own.map(({ order = 0 }) => order)) + 1
      if (own.length < TOPIC.read * length) return [document, EMPTY]
      // of a short document: what it says again and again
      const often = few ? wordsSaidOften(own) : [...counts].flatMap(([stem, count]) => (count >= TOPIC.share * own.length ? [stem] : []))
      return [document, new Set(often.filter((stem) => !/^\d/.test(stem)))]
    }),
  )
}

function wordsSaidOften(passages: readonly Passage[]): string[] {
  const counts = new Map<string, number>()
  let all = 0
  for (const { text } of passages)
    for (const stem of stemsOf(text)) {
      all++
      counts.set(stem, (counts.get(stem) ?? 0) + 1)
    }
  return [...counts].flatMap(([stem, count]) => (count >= 4 && count >= all / 150 ? [stem] : []))
}

/** Passages that stay read: questions come back to the same ones. */
const MOST_KEPT = 512
const kept = new Map<string, readonly Part[]>()

function partsOf(text: string): readonly Part[] {
  const known = kept.get(text)
  if (known) return known
  const parts = readParts(text)
  if (kept.size >= MOST_KEPT) kept.clear()
  kept.set(text, parts)
  return parts
}

function readParts(text: string): Part[] {
  return sentenceSpans(text).flatMap((span) => {
    const piece = text.slice(span.start, span.end)
    if (NOISE.test(piece) || SEPARATOR.test(piece) || CONTENTS.test(piece) || INDEX.test(piece)) return []
    const row = ROW.test(piece)
    const words = stemsOf(piece)
    return [{ span, text: piece, row, heading: !row && isHeading(text, span), item: ITEM.test(piece), words, stems: new Set(words) }]
  })
}

function fromPassage(
  passage: Passage,
  index: number,
  parts: readonly Part[],
  topics: ReadonlySet<string>,
  abbreviations: ReadonlyMap<string, readonly string[]>,
): Candidate[] {
  const words = parts.map((part) => part.words)
  const sets = parts.map((part) => part.stems)
  const around = new Set(words.flat())
  const about = new Set([...titleStemsOf(passage.title ?? ''), ...topics])
  const candidates: Candidate[] = []
  let above = EMPTY
  let lead = EMPTY
  const add = (text: string, kind: Candidate['kind'], from: number, to: number) => {
    const said = from === to ? words[from]! : stemsOf(text)
    const meant = abbreviations.size > 0 ? (text.match(CAPITALS) ?? []).flatMap((short) => abbreviations.get(short) ?? []) : []
    const stems = meant.length > 0 ? new Set([...said, ...meant]) : from === to ? sets[from]! : new Set(said)
    const [before, after] = [sets[from - 1] ?? EMPTY, sets[to + 1] ?? EMPTY]
    const over = lead.size > 0 && parts[from]!.item ? new Set([...above, ...lead]) : above
    candidates.push({ passage: index, text, kind, words: said, stems, before, after, above: over, around, about })
  }
  for (const [i, part] of parts.entries()) {
    if (part.row) {
      const said = readTableRow(passage.text, part.text)
      if (said) add(said, 'row', i, i)
      continue
    }
    if (SENDER.test(part.text)) addHeader(i)
    if (part.heading) above = sets[i]!
    if (!part.item) lead = LEADS.test(part.text) ? sets[i]! : EMPTY
    const next = parts[i + 1]
    const paragraph = next !== undefined && /\n\s*\n/.test(passage.text.slice(part.span.end, next.span.start))
    const record = isRecord(part.text)
    const said = record ? part.text.replace(/[^\S\n]*\n\s*/g, '; ') : part.text
    add(said, part.heading && !record ? 'heading' : 'sentence', i, i)
    const told = parts[i - 1]
    if (told && NAMES_WHAT_WAS_SAID.test(part.text) && !told.heading && !told.row && !told.item)
      add(`${told.text} ${part.text}`, 'sentence', i - 1, i)
    if (next?.row && /:\s*$/.test(part.text)) addRows(i)
    if (COUNTED_LEAD.test(part.text)) addCounted(i)
    if (next === undefined || next.row) continue
    if (paragraph && !TERMINAL.test(part.text) && /^\p{Ll}/u.test(next.text) && part.text.length > LABEL)
      add(`${part.text} ${next.text}`, 'sentence', i, i + 1)
    else if (
      isLabel(part) &&
      isLabel(next) &&
      !isLineOfTable(part) &&
      !isLineOfTable(next) &&
      !(isOfContents(part) && isOfContents(next))
    ) {
      const following = parts[i + 2]
      const afterFigure = isFigure(part) && !isFigure(next) && !(following && isFigure(following))
      const label = /\p{L}{3}/u.test(part.text) && !isFigure(part)
      const valueBefore = i > 0 && isFigure(parts[i - 1]!) && !isFigure(next)
      if (afterFigure || (label && !valueBefore)) add(`${part.text.replace(/:$/, '')}: ${next.text}`, 'pair', i, i + 1)
    }
    if (asksItself(part)) addReply(i)
    if (next.item && (part.heading || /:\s*$/.test(part.text) || !TERMINAL.test(part.text)) && !part.item) addList(i)
  }
  /** Who wrote a message, to whom and when, is one thing. */
  function addHeader(from: number) {
    let to = from
    while (parts[to + 1] && HEADER.test(parts[to + 1]!.text)) to++
    const lines = parts.slice(from, to + 1).map(({ text }) => text)
    if (to > from) add(lines.join('; '), 'sentence', from, to)
  }
  function addList(lead: number) {
    let to = lead
    let text = parts[lead]!.text
    while (to - lead < MOST_ITEMS && parts[to + 1] && isOfList(lead + 1, to + 1)) {
      const item = parts[to + 1]!.text
      if (text.length + item.length > LONGEST_LIST) break
      text += ITEM.test(item) ? `\n${item}` : ` ${item}`
      to++
    }
    if (to > lead + 1) add(text, 'list', lead, to)
  }
  /** "The three kinds are:", and below it three paragraphs that begin with their names. */
  function addCounted(lead: number) {
    const many = COUNTS[COUNTED_LEAD.exec(parts[lead]!.text)![1]!.toLowerCase()]!
    const found: number[] = []
    for (let i = lead + 1; i < parts.length && i <= lead + FURTHEST_ITEM && found.length < many; i++)
      if (!parts[i]!.item && NAMED_ITEM.test(parts[i]!.text)) found.push(i)
    if (found.length < many) return
    const names = found.map((i) => NAMED_ITEM.exec(parts[i]!.text)![0])
    add(`${parts[lead]!.text} ${names.join('; ')}`, 'list', lead, found.at(-1)!)
  }
  /** Below a question of the text's own stands its answer. */
  function addReply(question: number) {
    let to = question
    let text = ''
    while (to - question < MOST_REPLIES && parts[to + 1] && !parts[to + 1]!.heading && !parts[to + 1]!.row && !asksItself(parts[to + 1]!)) {
      const longer = `${text} ${parts[to + 1]!.text}`.trim()
      if (text && longer.length > LONGEST_REPLY) break
      text = longer
      to++
    }
    // behind a question of the contents stands a page's number
    if (to === question || /^\d{1,4}(?:\s|$)/.test(text)) return
    const said = stemsOf(text)
    const asked = words[question]!.filter((word) => !isFunctionWord(word))
    const stems = new Set([...asked, ...said])
    candidates.push({ passage: index, text, kind: 'reply', words: said, stems, before: EMPTY, after: EMPTY, above, around, about, asked })
  }
  /** "Here are some …:" above a table: its rows are the list. */
  function addRows(lead: number) {
    let to = lead
    const rows: string[] = []
    while (rows.length < MOST_ITEMS && parts[to + 1]?.row) {
      to++
      const said = readTableRow(passage.text, parts[to]!.text)
      if (said) rows.push(said.replace(/\.$/, ''))
    }
    if (rows.length > 0) add(`${parts[lead]!.text} ${rows.join(' – ')}`, 'list', lead, to)
  }
  function isOfList(first: number, i: number): boolean {
    const part = parts[i]!
    if (part.item) return true
    const gap = passage.text.slice(parts[i - 1]!.span.end, part.span.start)
    return i > first && !part.heading && !part.row && !/\n\s*\n/.test(gap)
  }
  return candidates
}

/** "This is called antigenic variation.": what that is, the sentence before says. */
export const NAMES_WHAT_WAS_SAID =
  /^(?:this|that|it|these|they|such \p{L}+) (?:\p{L}+ ){0,3}?(?:(?:is|are|was|were|has been|have been) (?:\p{L}+ ){0,2}?)?(?:called|known as|termed|named|dubbed|designated(?: as)?|referred to as) [^.]{2,60}\.?$/iu

const COUNTS: Readonly<Record<string, number>> = { two: 2, three: 3, four: 4, five: 5, six: 6, seven: 7, eight: 8 }
const COUNTED_LEAD = /\b(two|three|four|five|six|seven|eight) [^:.]{3,80}:\s*$/i
const NAMED_ITEM = /^["“']?\p{Lu}[^:.?!\n]{1,60}(?=:\s)/u
const FURTHEST_ITEM = 40

/** "Can I bring my dog?", and a heading that is a question without its mark. */
const asksItself = ({ text, heading }: Part): boolean =>
  text.length < LONGEST_QUESTION && (/\?["”’)]*\s*$/u.test(text) || (heading && BEGINS_TO_ASK.test(text)))
/** What the items of a list stand below. */
const LEADS = /[:?]\s*$/
const BEGINS_TO_ASK =
  /^(?:\d+[.)] |q(?:uestion)?[.:] )?(?:can|does|do|is|are|will|may|must|should|how|what|when|where|who|why|which|kann|darf|muss|wie|was|wann|wo|wer|warum)\b.{8,}/iu
const LONGEST_QUESTION = 160
const LONGEST_REPLY = 420
const MOST_REPLIES = 3
