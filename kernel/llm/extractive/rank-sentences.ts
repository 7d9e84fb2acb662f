import { isHeading, sentencesOf } from '../../text/sentences.ts'
import { contentStems, stemsOf } from '../../text/terms.ts'
import type { Passage } from '../llm.ts'

export interface RankedSentence {
  /** Index of its passage. */
  readonly passage: number
  readonly text: string
  readonly score: number
  /** Weight of the question's terms found in the sentence and, at a discount, around it; 0 to 1. */
  readonly coverage: number
  readonly stems: ReadonlySet<string>
  /** Names what the sentences below it say. */
  readonly heading: boolean
}

interface Candidate {
  readonly passage: number
  readonly text: string
  readonly words: readonly string[]
  readonly stems: ReadonlySet<string>
  readonly before: ReadonlySet<string>
  readonly after: ReadonlySet<string>
  /** Words of the heading above. */
  readonly above: ReadonlySet<string>
  /** Words of the whole passage and its title. */
  readonly around: ReadonlySet<string>
  readonly heading: boolean
}

/** What a term counts that stands not in the sentence itself but before it, after it, or elsewhere in its passage. */
const NEAR = { before: 0.6, above: 0.7, after: 0.4, around: 0.3 }
/** Sentences that idf imagines beside the given ones, so that one short passage does not make every word common. */
const BACKGROUND = 20
const WEIGHTS = { proximity: 0.15, cue: 0.15, rank: 0.1 }
/** Characters of a question that are read; each of its words is compared with each sentence. */
const MAX_QUESTION = 2000
const EMPTY: ReadonlySet<string> = new Set()

/** Sentences of the passages, the best answer to the question first. */
export function rankSentences(question: string, passages: readonly Passage[]): RankedSentence[] {
  const asked = contentStems(question.slice(0, MAX_QUESTION))
  const candidates = passages.flatMap(candidatesOf)
  const weight = rarity(asked, candidates)
  const total = asked.reduce((sum, stem) => sum + weight(stem), 0) || 1
  const cue = cueOf(question)
  const score = (candidate: Candidate): RankedSentence => {
    const coverage = asked.reduce((sum, stem) => sum + weight(stem) * presence(stem, candidate), 0) / total
    const bonus =
      WEIGHTS.proximity * proximity(asked, candidate.words) +
      (cue?.(candidate.text, question) ? WEIGHTS.cue : 0) +
      WEIGHTS.rank / (1 + candidate.passage)
    const { passage, text, stems, heading } = candidate
    return { passage, text, stems, heading, coverage, score: coverage + bonus }
  }
  return candidates.map(score).sort((a, b) => b.score - a.score)
}

function candidatesOf(passage: Passage, index: number): Candidate[] {
  let above = EMPTY
  const parts = sentencesOf(passage.text).map((span) => {
    const text = passage.text.slice(span.start, span.end)
    const words = stemsOf(text)
    const stems: ReadonlySet<string> = new Set(words)
    const heading = isHeading(passage.text, span) || (isRow(text) && !isRow(passage.text.slice(0, span.start)))
    if (heading) above = stems
    return { text, words, stems, above, heading }
  })
  const around = new Set([...stemsOf(passage.title ?? ''), ...parts.flatMap((p) => [...p.stems])])
  return parts.map((part, i) => ({
    ...part,
    passage: index,
    before: parts[i - 1]?.stems ?? EMPTY,
    after: parts[i + 1]?.stems ?? EMPTY,
    around,
  }))
}

/** A row of a table; the first of a passage is the header. */
const isRow = (text: string): boolean => /\|\s*$/.test(text)

/** Inverse document frequency as in BM25, over the sentences at hand. */
function rarity(asked: readonly string[], candidates: readonly Candidate[]): (stem: string) => number {
  const n = candidates.length + BACKGROUND
  const weights = new Map(
    asked.map((stem) => {
      const df = candidates.reduce((count, c) => count + (c.stems.has(stem) ? 1 : 0), 0)
      return [stem, Math.log(1 + (n - df + 0.5) / (df + 0.5))]
    }),
  )
  return (stem) => weights.get(stem) ?? 0
}

function presence(stem: string, { stems, before, above, after, around }: Candidate): number {
  if (stems.has(stem)) return 1
  if (above.has(stem)) return NEAR.above
  if (before.has(stem)) return NEAR.before
  if (after.has(stem)) return NEAR.after
  return around.has(stem) ? NEAR.around : 0
}

/** Share of the question's neighbouring terms that stand within four words of each other in the sentence. */
function proximity(asked: readonly string[], words: readonly string[]): number {
  if (asked.length < 2) return 0
  const places = new Map<string, number[]>()
  for (const [i, stem] of words.entries()) places.set(stem, [...(places.get(stem) ?? []), i])
  let close = 0
  for (let i = 1; i < asked.length; i++) {
    const left = places.get(asked[i - 1]!) ?? []
    const right = places.get(asked[i]!) ?? []
    if (left.some((a) => right.some((b) => Math.abs(a - b) <= 4))) close++
  }
  return close / (asked.length - 1)
}

const MONTH = /\b(?:january|february|march|april|may|june|july|august|september|october|november|december)\b/i
const TIME = /\b\d{1,2}[:.h]\d{2}\b|\b\d{1,2}\s?(?:[ap]\.?m\b|uhr|o['’]clock)/i
const NUMBER =
  /\p{N}|\b(?:one|two|three|four|five|six|seven|eight|nine|ten|eleven|twelve|twenty|thirty|forty|fifty|hundred|thousand|million|billion|half|third|quarter)\b/iu

/** What the kind of question asks a sentence to hold: a date, a number, a name that the question does not have. */
function cueOf(question: string): ((text: string, question: string) => boolean) | undefined {
  const q = question.toLowerCase()
  if (/\bwhen\b|\b(?:what|which)\s+(?:year|date|day|month|century|decade)\b|cu[aá]ndo|quand|\bwann\b|何年|什么时候|متى/.test(q))
    return (text) => /\b\d{3,4}s?\b|\bcentury\b/.test(text) || MONTH.test(text)
  if (/\bwhat\s+time\b|qué hora|quelle heure|um wie\s?viel uhr|几点/.test(q)) return (text) => TIME.test(text)
  if (
    /\bhow\s+(?:many|much|long|far|old|large|big|often|tall|high)\b|\b(?:what|which)\s+(?:percent\w*|number|proportion|amount)\b|cu[aá]nt[oa]s?|combien|wie\s?viele?|多少|كم/.test(
      q,
    )
  )
    return (text) => NUMBER.test(text)
  if (/\b(?:who|whom|whose|where)\b|qui[eé]n|d[oó]nde|\bqui\b|\bwer\b|\bwo\b/.test(q)) return hasNewName
  return undefined
}

function hasNewName(text: string, question: string): boolean {
  const known = question.toLowerCase()
  for (const { 0: name, index } of text.matchAll(/\p{Lu}[\p{L}'’-]+/gu)) if (index > 0 && !known.includes(name.toLowerCase())) return true
  return false
}
