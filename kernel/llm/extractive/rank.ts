import { isFunctionWord } from '../../text/terms.ts'
import type { Passage } from '../llm.ts'
import { type Candidate, candidatesOf } from './candidates.ts'
import { definesSubject } from './definition.ts'
import { createMatcher, type Match, type Matcher, presence, strength } from './match.ts'
import { COUNTED_LIST, type Question, type Role, type Term, tellingOf } from './question/question.ts'
import { SAID_ITSELF, saidByForm, saidByI, saidByMeasure, saidByMoney } from './said-by-form.ts'
import { spansFor, type TypedSpan } from './spans/typed-spans.ts'
import { readWords, stemsOf, termOf } from './words/stems.ts'
import { saidByYear } from './year-beside.ts'

export interface Ranked extends Candidate {
  readonly score: number
  /** Weight of the question's words found in the candidate and, at a discount, around it; 0 to 1. */
  readonly coverage: number
  /** The same in the candidate alone. */
  readonly own: number
  /** Share of the question's words that the heading above says. */
  readonly headed: number
  /** Whether it holds what was asked for: a date, a number, a person …; undefined where nothing of the kind is asked. */
  readonly typed: boolean | undefined
  /** The smallest presence of a name, a number and a focus. */
  readonly leastName: number
  readonly leastFocus: number
  /** Weight of words that are nowhere near. */
  readonly missing: number
  readonly defines: boolean
  /** An entry of a bibliography. */
  readonly reference: boolean
  /** Of a list: presence of the same in its lead or the heading above; 1 for what is no list. */
  readonly leads: number
  /** Presence in it of what the question turns on: its focus, else its rarest word that is no name. */
  readonly ownKey: number
  /** Presence of the kind of thing that is asked for, near. */
  readonly category: number
  /** Where the question says nothing but names and words that say little: the presence of one of the latter. */
  readonly predicate: number
  /** How many of the question's telling words it says itself. */
  readonly says: number
}

/** Sentences that rarity imagines beside the given ones, so that one short passage does not make every word common. */
const BACKGROUND = 20
const ROLE_WEIGHT: Readonly<Record<Role, number>> = { name: 1, number: 1.1, focus: 1.2, word: 1, category: 0.35, light: 0.08 }
/** What each feature of a candidate counts in its place among the others. */
const WEIGHTS = {
  coverage: 1,
  own: 0.25,
  key: 0.15,
  role: 0.2,
  typed: 0.2,
  untyped: -0.2,
  near: 0.15,
  proximity: 0.1,
  rank: 0.08,
  defines: 0.3,
  heading: -0.5,
  long: -0.1,
  list: 0.25,
  otherList: -0.2,
  lead: -0.5,
  series: 0.2,
  counted: 0.6,
  reference: -0.4,
  condition: -0.1,
}

type Features = Readonly<Record<keyof typeof WEIGHTS, number>>
const FEATURES = Object.keys(WEIGHTS) as (keyof typeof WEIGHTS)[]

function scoreOf(features: Features): number {
  let score = 0
  for (const name of FEATURES) score += WEIGHTS[name] * features[name]
  return score
}
const LONG = 450
/** Types that a sentence about something else hardly holds by chance. */
const STRICT: ReadonlySet<string> = new Set(['date', 'time', 'duration', 'money', 'percent'])
/** What a word counts that a year beside the name says. */
const SAID = 0.85
const REFERENCE =
  /\b(?:Retrieved|Archived|ISBN|doi:|(?<!\([^()]{0,80})et al\.,)|\b(?:19|20)\d\d, [A-Z]?\d{1,3}[.;]|\bpp?\. ?\d|(?<!\([^()]{0,60})https?:\/\/\S{1,300}(?: \S{1,300})?\)|\.{3}\s+https?:|https?:\S{1,300}\.{3}$/

/** The candidates of the passages, the best answer first. */
export function rank(question: Question, passages: readonly Passage[]): Ranked[] {
  const candidates = candidatesOf(passages)
  const { terms, type } = question
  const weights = terms.map((term) => ROLE_WEIGHT[term.role] * rarity(term.forms, candidates))
  const total = weights.reduce((a, b) => a + b, 0) || 1
  const common = lowerWords(passages)
  const asked = new Set(stemsOf(question.text))
  const matcher = createMatcher(terms, STRICT.has(type))
  const key = keyOf(question, weights)
  const onlyNames =
    terms.some(({ role }) => role === 'light') && terms.every(({ role }) => role === 'light' || role === 'name' || role === 'category')
  return candidates
    .map((candidate): Ranked => {
      const dated = saidByYear(question, candidate.text)
      const found = matcher.matches(candidate)
      const paid = saidByMoney(question, candidate, found)
      const matches = found.map((m, i) =>
        dated.includes(i) ||
        saidByForm(candidate, terms[i]!) ||
        saidByI(candidate, terms[i]!) ||
        paid.includes(i) ||
        saidByMeasure(question, candidate, terms[i]!)
          ? { ...m, own: Math.max(m.own, SAID), all: Math.max(m.all, SAID) }
          : m,
      )
      const share = (of: (m: Match) => number) => matches.reduce((sum, m, i) => sum + weights[i]! * of(m), 0) / total
      const coverage = share((m) => m.all)
      const own = share((m) => m.own)
      const spans =
        own > 0 || coverage > 0.3
          ? spansFor(type, candidate.text, common, question.text)?.filter((span) => isNew(candidate.text, span, asked))
          : []
      const named = (spans ?? []).filter((span) => fits(question, candidate, span))
      const defines = (type === 'definition' || type === 'yes-no' || type === 'place') && definesSubject(question, candidate)
      const typed = (spans !== undefined && named.length > 0) || (type === 'place' && defines)
      const untyped = spansFor(type, '', common) === undefined
      const least = (roles: readonly Role[]) => Math.min(1, ...matches.flatMap((m, i) => (roles.includes(terms[i]!.role) ? [m.all] : [])))
      const reference = type !== 'website' && REFERENCE.test(candidate.text)
      const ownKey = key === undefined ? 1 : matches[key]!.own
      const features: Features = {
        coverage,
        own,
        key: key === undefined ? 0 : ownKey,
        role: type === 'person' && spans?.length ? roleNearness(candidate, question, spans) : 0,
        typed: untyped || !typed ? 0 : 1,
        untyped: untyped || typed ? 0 : 1,
        near: untyped || !typed ? 0 : nearness(candidate, question, matcher, spans ?? []),
        proximity: proximity(question, candidate.words),
        rank: 1 / (1 + candidate.passage),
        defines: defines && type === 'definition' ? 1 : 0,
        heading: candidate.kind === 'heading' && !(typed && !untyped) ? 1 : 0,
        long: candidate.text.length > LONG && candidate.kind !== 'list' ? 1 : 0,
        list: candidate.kind === 'list' && type === 'list' ? 1 : 0,
        otherList: candidate.kind === 'list' && type !== 'list' ? 1 : 0,
        lead: candidate.kind !== 'list' && /:$/.test(candidate.text) ? 1 : 0,
        series: type === 'list' && saysAgain(question, candidate) ? 1 : 0,
        counted: type === 'list' && saysCount(question, candidate) ? 1 : 0,
        reference: reference ? 1 : 0,
        condition: /^(?:if|when|wenn|si) /i.test(candidate.text) && type !== 'reason' ? 1 : 0,
      }
      return {
        ...candidate,
        score: scoreOf(features),
        coverage,
        own,
        headed: share((m) => m.above),
        typed: untyped ? undefined : typed,
        leastName: least(['name', 'number']),
        leastFocus: least(['focus']),
        missing:
          matches.reduce(
            (sum, m, i) => sum + (m.all < 0.3 && terms[i]!.role !== 'light' && terms[i]!.role !== 'category' ? weights[i]! : 0),
            0,
          ) / total,
        defines,
        reference,
        leads:
          key === undefined || candidate.kind !== 'list'
            ? 1
            : presence(terms[key]!, [...stemsOf(leadOf(candidate.text)), ...candidate.above]),
        ownKey,
        category: least(['category']),
        predicate: onlyNames ? Math.max(...matches.map((m, i) => (terms[i]!.role === 'light' ? m.own : 0))) : 1,
        says: matches.filter((m, i) => m.own >= SAID_ITSELF && terms[i]!.role !== 'light' && terms[i]!.role !== 'category').length,
      }
    })
    .sort((a, b) => b.score - a.score)
}

/** "Who is the director?" asks for a name; in a row of a table every cell begins with a capital, and a name has two of them. */
function fits({ text: asked, type, terms }: Question, { text, kind }: Candidate, { start, end }: TypedSpan): boolean {
  const said = text.slice(start, end)
  // "To find out more about it, read …" gives no reason for it
  // "As a result, …" says what came of it
  if (type === 'reason' && start === 0 && RESULT.test(said)) return false
  if (type === 'reason' && /^to /i.test(said)) return !terms.some((term) => term.role !== 'light' && presence(term, stemsOf(said)) === 1)
  if (type === 'place') return !isOnlyAsked(terms, said)
  if (type !== 'person') return true
  if (kind === 'row') return /\p{Lu}\S+ (?:& )?\p{Lu}/u.test(said)
  return (
    !/^who(?:'s|’s| is| was) the /i.test(asked.trim()) || /\p{Lu}[\p{L}’']/u.test(start === 0 ? said.replace(/^\S+ (?=\p{Ll})/u, '') : said)
  )
}

/** "Meetings in room 3 have to …" does not say where room 3 is. */
function isOnlyAsked(terms: readonly Term[], said: string): boolean {
  const telling = tellingOf({ terms })
  const [, ...words] = readWords(said)
  const from = words.findIndex((word) => !isFunctionWord(word))
  const asked = words.slice(from).findIndex((word) => !telling.some(({ forms }) => forms.has(termOf(word))))
  if (from < 0 || telling.length < 2) return false
  return asked < 0 || (asked >= telling.length && isFunctionWord(words[from + asked]!))
}

const RESULT = /^(?:as a result|therefore|thus)$/i

/** What stands before the first item of a list. */
const leadOf = (list: string): string => list.split(/\n|(?<=:) /, 1)[0] ?? ''

/** Index of the term that the question turns on. */
function keyOf({ terms }: Question, weights: readonly number[]): number | undefined {
  const focus = terms.findIndex(({ role }) => role === 'focus')
  if (focus >= 0) return focus
  const words = terms.flatMap(({ role }, i) => (role === 'word' ? [i] : []))
  return words.length ? words.reduce((a, b) => (weights[b]! > weights[a]! ? b : a)) : undefined
}

/** "a Basic Plan section, a Functional Annexes section and …": what is asked for is named one by one. */
const saysAgain = ({ terms }: Question, { words }: Candidate): boolean =>
  terms.some(({ role, forms }) => role === 'focus' && words.filter((word) => forms.has(word)).length > 1)

/** "The four states are: …": it says how many of them there are, as the question does. */
function saysCount({ terms }: Question, { words }: Candidate): boolean {
  const count = terms.find(({ word }) => COUNTED_LIST.test(word))?.word
  const focus = terms.find(({ role }) => role === 'focus' || role === 'category')
  if (!count || !focus) return false
  const at = words.indexOf(count)
  return at >= 0 && words.slice(at + 1, at + 1 + BESIDE).some((word) => strength(focus, word) > 0)
}

/** Words between a role and the name of who has it: "Superintendent Wendy …", "Brewster Kahle is the founder". */
const BESIDE = 4

/** 1 where a name stands beside the role that is asked for. */
function roleNearness({ text, words }: Candidate, { terms }: Question, spans: readonly TypedSpan[]): number {
  const role = terms.find((term) => term.role === 'focus')
  if (!role) return 0
  const places = words.flatMap((stem, i) => (strength(role, stem) > 0 ? [i] : []))
  return spans.some(({ start, end }) => {
    const [from, to] = [stemsOf(text.slice(0, start)).length, stemsOf(text.slice(0, end)).length]
    // "the keeper of the old archive is …"
    const before = /(?:\b(?:is|was|are|were)|:) $/.test(text.slice(0, start)) ? 3 * BESIDE : BESIDE
    return places.some((place) => (place >= from && place < to + BESIDE) || (place < from && from - place <= before))
  })
    ? 1
    : 0
}

/** Inverse document frequency as in BM25, over the sentences at hand. */
function rarity(forms: ReadonlySet<string>, candidates: readonly Candidate[]): number {
  const n = candidates.length + BACKGROUND
  const df = candidates.reduce((count, { stems }) => count + ([...forms].some((form) => stems.has(form)) ? 1 : 0), 0)
  return Math.log(1 + (n - df + 0.5) / (df + 0.5))
}

/** Words that the passages write small: a capital at the beginning of a sentence makes no name of them. */
function lowerWords(passages: readonly Passage[]): Set<string> {
  const words = new Set<string>()
  for (const { text } of passages) for (const [word] of text.matchAll(/(?<![\p{L}\p{N}])\p{Ll}[\p{L}’']*/gu)) words.add(word)
  return words
}

function isNew(text: string, { start, end }: TypedSpan, asked: ReadonlySet<string>): boolean {
  const stems = stemsOf(text.slice(start, end))
  return stems.length === 0 ? end > start : stems.some((stem) => !asked.has(stem))
}

/** How near the nearest span of the wanted type stands to the question's words, 0 to 1. */
function nearness(candidate: Candidate, { terms }: Question, matcher: Matcher, spans: readonly TypedSpan[]): number {
  const places = matcher.places(candidate).filter(({ term }) => terms[term]!.role !== 'light')
  if (places.length === 0) return 0
  const at = spans.map(({ start }) => stemsOf(candidate.text.slice(0, start)).length)
  const near = (place: number) => places.reduce((sum, p) => sum + Math.exp(-Math.abs(p.place - place) / 6), 0) / Math.min(4, terms.length)
  return Math.min(1, Math.max(0, ...at.map(near)))
}

/** Share of the question's neighbouring words that stand within four words of each other. */
function proximity({ terms }: Question, words: readonly string[]): number {
  if (terms.length < 2) return 0
  const places = terms.map(({ forms }) => words.flatMap((word, i) => (forms.has(word) ? [i] : [])))
  let close = 0
  for (let i = 1; i < terms.length; i++) if (places[i - 1]!.some((a) => places[i]!.some((b) => Math.abs(a - b) <= 4))) close++
  return close / (terms.length - 1)
}
