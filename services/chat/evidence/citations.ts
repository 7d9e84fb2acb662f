import { readPassage } from '../../../kernel/evidence/read-passage.ts'
import { type Support, supportChecker } from '../../../kernel/evidence/support.ts'
import type { SearchHit } from '../../../kernel/search/search.ts'
import type { Span } from '../../../kernel/text/sentences.ts'
import { contentStems } from '../../../kernel/text/terms.ts'
import type { Citation } from '../response.ts'
import { numberField, textField } from '../retrieval/retrieve.ts'
import { type AnswerSentence, answerSentences, MARKER } from './claims.ts'

/**
 * The citations of an answer in its order: one for each marker and each quote that it stands for, and one for each sentence that states
 * something without a marker and without support, with the passage that comes closest. Numbers that no source has are no citations.
 * @param own the answer was put together by rules and says so: no sentence of it needs a passage that says the same
 * @param shown the answer as it is replied, when a template was put around it: places count there
 */
export function citationsOf(answer: string, hits: readonly SearchHit[], { question = '', shown = answer, own = false } = {}): Citation[] {
  const texts = hits.map((hit) => ({ text: textField(hit, 'text') ?? '', about: aboutOf(hit) }))
  const check = supportChecker(texts, question)
  const offset = shown.indexOf(answer)
  const citations = new Map<string, Citation>()
  for (const sentence of answerSentences(answer)) {
    const cited = sentence.markers.filter((n) => texts[n - 1]?.text.trim())
    if (!sentence.claim && cited.length === 0) continue
    const which = cited.length ? cited.map((n) => n - 1) : undefined
    const support = sentence.claim && !own ? check(sentence.words, which) : { supported: true, missing: [] }
    const place = { ...placeIn(sentence, offset), ...support }
    for (const { claim, number } of claimsOf(answer.slice(sentence.start, sentence.end), cited)) {
      const citation = {
        ...quoted(claim, hits[number - 1]!, own && COMPUTED.test(claim)),
        marker: `[${number}]`,
        sentence: sentence.words,
        ...place,
      }
      const key = `${sentence.start}:${number}:${citation.char_start}:${citation.quote}`
      if (!citations.has(key)) citations.set(key, citation)
    }
    if (cited.length === 0 && !support.supported) citations.set(`${sentence.start}`, unsupported(sentence, texts, hits, place))
  }
  return withoutRepeats([...citations.values()])
}

/** Of one marker and quote that several sentences stand on, one is enough; what is unsupported is told for each sentence. */
function withoutRepeats(citations: readonly Citation[]): Citation[] {
  const seen = new Set<string>()
  return citations.filter(({ supported, marker, source_id, char_start, quote }) => {
    const key = JSON.stringify([marker, source_id, char_start, quote])
    if (supported && seen.has(key)) return false
    if (supported) seen.add(key)
    return true
  })
}

type Place = Pick<Citation, 'start' | 'end'> & Support

const placeIn = ({ start, end }: AnswerSentence, offset: number): Pick<Citation, 'start' | 'end'> =>
  offset < 0 ? { start: null, end: null } : { start: start + offset, end: end + offset }

const aboutOf = (hit: SearchHit): string =>
  ['title', 'section', 'filename']
    .map((name) => textField(hit, name))
    .filter(Boolean)
    .join('. ')

function unsupported(sentence: AnswerSentence, texts: readonly { text: string }[], hits: readonly SearchHit[], place: Place): Citation {
  const wanted = contentStems(sentence.words)
  const shared = texts.map(({ text }) => countIn(wanted, readPassage(text).stems))
  const closest = hits[shared.indexOf(Math.max(...shared))]
  const mark = { marker: '', sentence: sentence.words, ...place }
  if (closest && textField(closest, 'text')?.trim()) return { ...quoted(sentence.words, closest), ...mark }
  const nowhere = {
    source_id: null,
    document_id: null,
    filename: null,
    page_number: null,
    char_start: null,
    char_end: null,
    quote: '',
    link: null,
  }
  return { ...nowhere, ...mark }
}

/** Each marker with the words before it that it stands for: its sentence, as far as no other marker claims it. */
function claimsOf(sentence: string, cited: readonly number[]): { claim: string; number: number }[] {
  const claims: { claim: string; number: number }[] = []
  let from = 0
  let claim = ''
  for (const match of sentence.matchAll(MARKER)) {
    const before = sentence.slice(from, match.index)
    from = match.index + match[0].length
    // "… [1][2]": both stand for the same words
    if (/[\p{L}\p{N}]/u.test(before)) claim = before
    for (const number of match[1]!.split(/[,;]/).map(Number)) if (cited.includes(number)) claims.push({ claim: claim.trim(), number })
  }
  return claims
}

/** What rules worked out of many rows rests on all of those that a passage has, not on the one whose words are most like it. */
const COMPUTED = /\bas I (?:computed|counted)\b|\bthat I compared\b/
const TABLE = /(?:^[^\S\n]*\|.*\|[^\S\n]*(?:\n|$))+/m

type Quoted = Pick<
  Citation,
  'source_id' | 'document_id' | 'filename' | 'page_number' | 'page_end' | 'char_start' | 'char_end' | 'quote' | 'link'
>

function quoted(claim: string, hit: SearchHit, computed = false): Quoted {
  const text = textField(hit, 'text') ?? ''
  const prefix = prefixLength(hit, text)
  const { start, end } = (computed ? tableIn(text, prefix) : undefined) ?? bestQuote(claim, text, prefix)
  const base = numberField(hit, 'char_start')
  const place = base === undefined ? undefined : { from: base + start - prefix, to: base + end - prefix }
  return {
    source_id: hit.id,
    document_id: textField(hit, 'document_id') ?? null,
    filename: textField(hit, 'filename') ?? null,
    ...pagesOf(hit, place),
    char_start: place?.from ?? null,
    char_end: place?.to ?? null,
    quote: text.slice(start, end),
    link: linkTo(hit, place),
  }
}

/** The rows of a passage's table, without a header that it repeats. */
function tableIn(text: string, from: number): Span | undefined {
  const match = TABLE.exec(text.slice(from))
  return match ? { start: from + match.index, end: from + match.index + match[0].trimEnd().length } : undefined
}

/** The page of a quote's first words, and that of its last where it runs on. */
function pagesOf(hit: SearchHit, place: { from: number; to: number } | undefined): Pick<Citation, 'page_number' | 'page_end'> {
  const first = numberField(hit, 'page_number') ?? null
  const starts = (textField(hit, 'page_starts') ?? '').split(' ').map((part) => part.split(':').map(Number) as [number, number])
  const at = (offset: number) => starts.reduce((page, [start, next]) => (Number.isFinite(next) && start <= offset ? next : page), first)
  if (!place || first === null) return { page_number: first }
  const [from, to] = [at(place.from), at(Math.max(place.from, place.to - 1))]
  return { page_number: from, ...(to === from ? {} : { page_end: to }) }
}

/** Address of the document's page in the console, which shows the passage and marks the words in it; web/api/document-path.js reads it. */
function linkTo(hit: SearchHit, place: { from: number; to: number } | undefined): string | null {
  const [upload, index] = [textField(hit, 'upload_id'), numberField(hit, 'chunk_index')]
  if (!upload) return null
  const chunk = index === undefined ? '' : `#chunk-${index + 1}${place ? `:${place.from}-${place.to}` : ''}`
  return `/document?id=${encodeURIComponent(upload)}${chunk}`
}

/** Characters of a chunk that are not the document's own at this place (a split table's header). */
function prefixLength(hit: SearchHit, text: string): number {
  const given = numberField(hit, 'prefix_length')
  if (given !== undefined) return Math.min(given, text.length)
  const [start, end] = [numberField(hit, 'char_start'), numberField(hit, 'char_end')]
  return start === undefined || end === undefined ? 0 : Math.min(text.length, Math.max(0, text.length - (end - start)))
}

/** The claim itself where the chunk has it word for word, else the chunk's sentence that shares most with it. */
function bestQuote(claim: string, text: string, from: number): Span {
  const literal = literalSpan(claim, text, from)
  if (literal) return literal
  const wanted = contentStems(claim)
  let best: Span = { start: from, end: text.length }
  let most = Number.NEGATIVE_INFINITY
  for (const { start, end, stems } of readPassage(text).quotable(from)) {
    // of two that share as much the shorter one says it more closely
    const score = countIn(wanted, stems) - stems.size / 1000
    if (score > most) [best, most] = [{ start, end }, score]
  }
  return best
}

const countIn = (wanted: readonly string[], stems: ReadonlySet<string>): number =>
  wanted.reduce((count, stem) => count + (stems.has(stem) ? 1 : 0), 0)

function literalSpan(claim: string, text: string, from: number): Span | undefined {
  const words = claim.match(/\S+/g)
  if (!words || words.length < 2 || words.length > 120) return undefined
  const pattern = words.map((word) => word.replace(/[.*+?^${}()|[\]\\]/g, '\\$&')).join('\\s+')
  const match = new RegExp(pattern, 'u').exec(text.slice(from))
  return match ? { start: from + match.index, end: from + match.index + match[0].length } : undefined
}
