import { type Span, sentencesOf } from '../../kernel/llm/sentences.ts'
import { isHeaderRow } from '../../kernel/llm/table-row.ts'
import { contentStems, stemsOf } from '../../kernel/llm/terms.ts'
import type { SearchHit } from '../../kernel/search/search.ts'
import type { Citation } from './response.ts'
import { numberField, textField } from './retrieve.ts'

const MARKER = /\[(\d{1,3}(?:\s*[,;]\s*\d{1,3})*)\]/g

/** The citations of an answer: one for each marker and each quote that it stands for. Numbers that no source has are no citations. */
export function citationsOf(answer: string, hits: readonly SearchHit[]): Citation[] {
  const citations = new Map<string, Citation>()
  for (const { claim, numbers } of claimsOf(answer)) {
    for (const number of numbers) {
      const hit = hits[number - 1]
      const citation = hit && cite(claim, number, hit)
      if (citation) citations.set(`${number}:${citation.char_start}:${citation.quote}`, citation)
    }
  }
  return [...citations.values()]
}

/** Each run of markers with the words before it that it supports: its sentence, as far as no other marker claims it. */
function claimsOf(answer: string): { claim: string; numbers: number[] }[] {
  const claims: { claim: string; numbers: number[] }[] = []
  let from = 0
  for (const match of answer.matchAll(MARKER)) {
    const numbers = match[1]!.split(/[,;]/).map(Number)
    const before = answer.slice(from, match.index)
    from = match.index + match[0].length
    const last = claims.at(-1)
    // "… [1][2]": both stand for the same words
    if (!/[\p{L}\p{N}]/u.test(before) && last) last.numbers.push(...numbers)
    else claims.push({ claim: lastSentence(before), numbers })
  }
  return claims
}

function lastSentence(text: string): string {
  const span = sentencesOf(text).at(-1)
  return span ? text.slice(span.start, span.end) : text
}

function cite(claim: string, number: number, hit: SearchHit): Citation | undefined {
  const text = textField(hit, 'text')
  if (!text?.trim()) return undefined
  const prefix = prefixLength(hit, text)
  const { start, end } = bestQuote(claim, text, prefix)
  const base = numberField(hit, 'char_start')
  return {
    marker: `[${number}]`,
    source_id: hit.id,
    document_id: textField(hit, 'document_id') ?? null,
    filename: textField(hit, 'filename') ?? null,
    page_number: numberField(hit, 'page_number') ?? null,
    char_start: base === undefined ? null : base + start - prefix,
    char_end: base === undefined ? null : base + end - prefix,
    quote: text.slice(start, end),
  }
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
  const wanted = new Set(contentStems(claim))
  const spans = sentencesOf(text.slice(from)).map(({ start, end }) => ({ start: start + from, end: end + from }))
  let best: Span = spans[0] ?? { start: from, end: text.length }
  let most = -1
  for (const span of spans) {
    // An answer names a table's columns, but what it tells stands in the row.
    if (isHeaderRow(text, span.end)) continue
    const stems = new Set(stemsOf(text.slice(span.start, span.end)))
    const shared = [...wanted].filter((stem) => stems.has(stem)).length
    // of two that share as much the shorter one says it more closely
    const score = shared - stems.size / 1000
    if (score > most) [best, most] = [span, score]
  }
  return best
}

function literalSpan(claim: string, text: string, from: number): Span | undefined {
  const words = claim.match(/\S+/g)
  if (!words || words.length < 2 || words.length > 120) return undefined
  const pattern = words.map((word) => word.replace(/[.*+?^${}()|[\]\\]/g, '\\$&')).join('\\s+')
  const match = new RegExp(pattern, 'u').exec(text.slice(from))
  return match ? { start: from + match.index, end: from + match.index + match[0].length } : undefined
}
