import { definesSubject } from '../../../kernel/llm/extractive/definition.ts'
import { strength } from '../../../kernel/llm/extractive/match.ts'
import { type Question, readQuestion, type Term } from '../../../kernel/llm/extractive/question/question.ts'
import { everydayStems } from '../../../kernel/llm/extractive/words/related.ts'
import { stemsOf, termOf } from '../../../kernel/text/terms.ts'
import { asksForField, type Entry, type Manual } from './manual.ts'
import { inOwnWords, SAME, WRAPPING } from './same-words.ts'
import type { Section } from './sections.ts'

/** What the manual says, with the sections in the order of their markers. */
export interface Told {
  /** Markdown; [1] and so on name the sections. */
  readonly text: string
  readonly sections: readonly Section[]
}

export const NOTHING = 'I found nothing about this in the documentation.'

/** Characters of a question that are read. */
const LONGEST = 400
/** What a word counts where the part itself does not say it. */
const NEAR = { heading: 0.75, around: 0.4, above: 0.3 }
/** Of what counts of a question, how much a part has to say. */
const ENOUGH = 0.62
/** A further part comes in when its score is at least this share of the first one's; from another section only where it is as good. */
const ALSO = { share: 0.93, elsewhere: 0.97, most: 3, long: 1_200 }
const HOW = /^(?:how (?:do|can|to|would|is|are)|where do)\b|\b(?:command|curl|route|endpoint)\b/i
/** Whoever wants to do something does not read it only. */
const LOOKING = /\b(?:see|list|show|read|get|find|look|follow|download|know|check|poll)\w*\b/i
/** What takes something away is no answer to whoever asks for anything else. */
const TAKING = /\b(?:delet|remov|disconnect|unsubscrib|discard|clear|eras|drop|empt|end|stop|cancel)\w*\b/i
/** "Which topic …": what kind of name is asked for, and the parts that have one. */
const KINDS: readonly { readonly asked: RegExp; readonly word: string; readonly has: (entry: Entry) => boolean }[] = [
  { asked: /\b(?:which|what) (?:\w+ ){0,2}(?:topics?|events?)\b/i, word: 'topic', has: ({ part }) => /^Topic .*, public:/.test(part.text) },
  { asked: /\b(?:which|what) (?:\w+ ){0,2}headers?\b/i, word: 'header', has: ({ section }) => section.title.startsWith('Header ') },
  {
    asked: /\b(?:which|what) (?:\w+ ){0,2}(?:fields?|param\w*|properties|arguments?)\b/i,
    word: 'field',
    has: ({ section }) => section.reference === true,
  },
  { asked: /\b(?:which|what) (?:\w+ ){0,2}(?:environment )?variables?\b/i, word: 'variable', has: ({ label }) => VARIABLES.test(label) },
]
const OF_KIND = 1.35
/** Asks for a number, and a part that has one. */
const QUANTITY = /^(?:how (?:often|many|much|long|big|large|soon)|(?:what|which) (?:number|limit|size))\b/i
const NUMBER = /(?<![\w/])\d/
/** Variables, keys of config.yaml and paths. */
const LITERAL = /[A-Z][A-Z0-9]*_[A-Z0-9_]+|\b[a-z_]+(?:\.[a-z_]+)+|\/[\w/{}.-]{3,}/g
const VARIABLES = /`[A-Z][A-Z0-9_]{2,}`/
/** Tables of what was measured, and questions that ask for it. */
const FIGURES = /\b(?:figure|times)\b/
const MEASURED = /\b(?:fast|speed|throughput|latency|slow|per second|a second|benchmarks?|measured|how long does|perform\w*)\b/i
/** What a question's words count further where they name the row, and where they stand in the heading. */
const LABELLED = 0.25
const HEADED = 0.12
/** Where they stand side by side as in the question, and how far apart that may be. */
const TOGETHER = { counts: 0.06, words: 3 }
/** Of what counts, how much a part has to say of a question with a word that stands nowhere in the manual. */
const ENOUGH_WITHOUT = 0.8
/** Of what counts, how much a heading that is a question has to ask of it to be answered by what stands below; parts and characters of that. */
const ASKED = { enough: 0.85, nearly: 0.5, alike: 0.72, clearly: 0.1, strange: 0.4, word: 0.85, most: 4, long: 900 }
/** What is written for users is preferred, then for operators, then for developers. */
const PREFERRED: Readonly<Record<string, number>> = {
  'README.md': 1,
  'GUIDE.md': 1,
  OpenAPI: 0.97,
  'topics.yaml': 0.95,
  Settings: 0.97,
  'OPERATIONS.md': 0.92,
  'SECURITY.md': 0.9,
  'ARCHITECTURE.md': 0.8,
}
/** In the manual's own sentences, rows, commands and operations; undefined where it says too little. */
export function tellFromManual(manual: Manual, asked: string): Told | undefined {
  const question = readQuestion(inOwnWords(asked.slice(0, LONGEST)))
  const terms = question.terms.filter(({ stem }) => stem !== OWN_NAME).map((term) => withSame(term, manual))
  const whole = terms.reduce((sum, { weight }) => sum + weight, 0)
  if (whole === 0) return undefined
  const asking = asksTheSame(manual, question, terms, whole)
  if (asking?.surely) return belowIt(manual, asking.section)
  const scored = scoresOf(manual, question, terms, whole)
  const [best] = scored
  // a part that says clearly more of the question than the wording does is what was asked for
  if (asking && asking.exact > (best?.coverage ?? 0) - ASKED.clearly) return belowIt(manual, asking.section)
  const unknown = terms.filter(
    ({ role, stem, related }) => role !== 'light' && !WRAPPING.has(stem) && !manual.has(stem) && ![...related].some(manual.has),
  )
  const strange = unknown.some(({ role, weight }) => role === 'name' || weight > ASKED.strange * whole)
  if (!best || best.coverage < (strange ? ENOUGH_WITHOUT : ENOUGH)) {
    const nearly = strange ? undefined : asksTheSame(manual, question, terms, whole, ASKED.nearly)
    return nearly && belowIt(manual, nearly.section)
  }
  const chosen: typeof scored = []
  for (const one of scored) {
    const length = chosen.reduce((sum, { entry }) => sum + entry.part.text.length, one.entry.part.text.length)
    if (chosen.length === ALSO.most || one.score < ALSO.share * best.score) break
    const { section, part } = one.entry
    if (section !== best.entry.section && part.kind !== best.entry.part.kind) continue
    const share = section === best.entry.section ? ALSO.share : ALSO.elsewhere
    if (
      one.coverage < ENOUGH ||
      one.score < share * best.score ||
      (chosen.length > 0 && length > ALSO.long) ||
      chosen.some((c) => repeats(one.entry, c.entry))
    )
      continue
    chosen.push(one)
  }
  const sections = [...new Set(chosen.map(({ entry }) => entry.section))]
  return { text: chosen.map(({ entry }) => marked(entry, sections.indexOf(entry.section) + 1)).join('\n\n'), sections }
}

const OWN_NAME = termOf('millrace')

interface Asking {
  readonly section: Section
  /** Whether a wording says enough of the question; otherwise they are only much alike. */
  readonly surely: boolean
  /** The share of the question that it says. */
  readonly exact: number
}

/**
 * The section below a question that asks what is asked here; of several the one whose words are most like it, down to "how" and "which".
 * `enough`: the share of the question that a wording has to say; less where the wording says little else (ASKED.alike).
 */
function asksTheSame(
  manual: Manual,
  question: Question,
  terms: readonly Weighted[],
  whole: number,
  enough = ASKED.enough,
): Asking | undefined {
  const strengths = strengthsOf(terms)
  const asked = new Set(stemsOf(question.text))
  const quantity = QUANTITY.exec(question.text)?.[0].toLowerCase()
  const kind = KINDS.find(({ asked }) => asked.test(question.text))
  let best: (Asking & { alike: number }) | undefined
  for (const { section, asked: wordings } of manual.sections) {
    for (const { text, stems, telling } of wordings) {
      if ((quantity && !text.toLowerCase().includes(quantity)) || (kind && !text.includes(kind.word))) continue
      const found = strengths(stems)
      const said = terms.reduce((sum, { weight }, i) => sum + (found[i]! >= ASKED.word ? weight : 0), 0) / whole
      const exact = terms.reduce((sum, { weight }, i) => sum + weight * found[i]!, 0) / whole
      const shared = [...asked].filter((stem) => stems.has(stem)).length
      const alike = (exact ** 3 * shared) / (asked.size + stems.size - shared)
      if (alike <= (best?.alike ?? 0)) continue
      const surely = said >= enough
      if (surely || (said >= ASKED.nearly && meansTheSame(manual, strengths, exact, telling))) best = { section, alike, surely, exact }
    }
  }
  return best
}

/** Whether question and wording have most of their words in common, both ways. */
function meansTheSame({ weight }: Manual, strengths: ReturnType<typeof strengthsOf>, exact: number, telling: readonly string[]): boolean {
  const share = (stem: string) => (WRAPPING.has(stem) ? 0.15 : 1) * weight(stem)
  const all = telling.reduce((sum, stem) => sum + share(stem), 0)
  const met = telling.reduce((sum, stem) => sum + share(stem) * Math.max(...strengths([stem])), 0)
  const precision = all === 0 ? 0 : met / all
  return (2 * exact * precision) / (exact + precision) >= ASKED.alike
}

/** What stands below a question, from its beginning. */
function belowIt({ entries }: Manual, section: Section): Told {
  const told: string[] = []
  let length = 0
  for (const entry of entries) {
    if (entry.section !== section) continue
    length += entry.part.text.length
    if (told.length === ASKED.most || (told.length > 0 && length > ASKED.long)) break
    told.push(marked(entry, 1))
  }
  return { text: told.join('\n\n'), sections: [section] }
}

interface Weighted extends Term {
  readonly weight: number
}

/** What a word that stands nowhere weighs where it names nothing: as often as not it is another word for one that does. */
const UNHEARD = 0.6

/** A term weighs as much as it tells sections apart; a name that stands nowhere weighs most. */
function withSame(term: Term, { weight, has }: Manual): Weighted {
  const same = SAME.filter((group) => group.includes(term.stem)).flat()
  const related = new Set([...term.related].filter((stem) => !everydayStems(term.stem).has(stem)).concat(same))
  const unheard = term.role !== 'name' && !has(term.stem) && ![...related].some(has)
  const share = WRAPPING.has(term.stem) ? 0.15 : term.role === 'light' ? 0.4 : term.role === 'category' ? 0.6 : 1
  return { ...term, related, weight: (unheard ? UNHEARD : 1) * share * weight(term.stem) }
}

function scoresOf(manual: Manual, question: Question, terms: readonly Weighted[], whole: number) {
  const how = HOW.test(question.text)
  const doing = how && !LOOKING.test(question.text)
  const quantity = QUANTITY.test(question.text)
  const kind = KINDS.find(({ asked }) => asked.test(question.text))
  const taking = TAKING.test(question.text)
  const names = namesIn(question, terms)
  const literals = question.text.match(LITERAL) ?? []
  const strengths = strengthsOf(terms)
  const sum = (said: (i: number) => number) => terms.reduce((all, { weight }, i) => all + weight * said(i), 0) / whole
  const heads = new Map(
    manual.sections.map(({ section, heading, above }) => {
      const own = strengths(heading)
      const over = strengths(above)
      return [section, { near: own.map((said, i) => Math.max(NEAR.heading * said, NEAR.above * over[i]!)), said: sum((i) => own[i]!) }]
    }),
  )
  const around = new Map<ReadonlySet<string>, Float64Array>()
  const fields = asksForField(question.text)
  return manual.entries
    .filter(({ section }) => fields || !section.reference)
    .filter(({ part }) => part.kind !== 'row' || !FIGURES.test(part.around) || MEASURED.test(question.text))
    .map((entry) => {
      const { section, part, stems, words, label } = entry
      const head = heads.get(section)!
      const own = strengths(stems)
      const labelled = VARIABLES.test(label) ? strengths(entry.labelStems) : undefined
      let beside = around.get(entry.around)
      if (!beside) around.set(entry.around, (beside = strengths(entry.around).map((said) => NEAR.around * said)))
      const missing = (i: number) => names[i] !== undefined && !names[i].test(part.text) && !names[i].test(section.title)
      const covered = sum((i) => (missing(i) ? 0 : Math.max(own[i]!, head.near[i]!, beside[i]!)))
      const named = part.kind === 'row' && literals.some((literal) => label.includes(literal))
      const coverage = named ? Math.max(covered, 0.9) : covered
      const fits =
        (part.kind === 'code' ? (how ? 1.12 : 0.85) : section.source === 'OpenAPI' && !kind ? (how ? 1.08 : 0.85) : 1) *
        (question.type === 'definition' && definesPart(question, part.text) ? 1.4 : 1) *
        (doing && section.title.startsWith('GET ') ? 0.85 : 1) *
        (section.title.startsWith('DELETE ') ? (taking ? 1.06 : 0.7) : 1) *
        (quantity && part.kind === 'sentence' && section.source !== 'Settings' && !NUMBER.test(part.text) ? 0.85 : 1) *
        (part.kind === 'row' && how && !VARIABLES.test(label) ? 0.93 : 1) *
        (named ? 1.3 : 1) *
        (kind?.has(entry) ? OF_KIND : 1) *
        (1 + TOGETHER.counts * together(terms, entry)) *
        (1 + LABELLED * (labelled ? sum((i) => labelled[i]!) : 0) + HEADED * head.said)
      const score = (coverage * fits * (PREFERRED[section.source] ?? 0.8)) / (1 + Math.max(0, words - 30) / 200)
      return { entry, coverage, score }
    })
    .sort((a, b) => b.score - a.score)
    .slice(0, 20)
}

/** Of the words that follow one another in the question, the share that does so in the part. */
function together(terms: readonly Weighted[], { order, stems }: Entry): number {
  if (terms.length < 2) return 0
  const pairs = terms.slice(1).filter((term, i) => {
    const before = terms[i]!.stem
    if (!stems.has(before) || !stems.has(term.stem)) return false
    return order.some((stem, at) => stem === before && order.slice(at + 1, at + 1 + TOGETHER.words).includes(term.stem))
  })
  return pairs.length / (terms.length - 1)
}

/** A name of the question, such as Kafka, is not the common word that is written alike. */
const namesIn = ({ text }: Question, terms: readonly Weighted[]) =>
  terms.map(({ word, role }) => {
    const capital = `${word.charAt(0).toUpperCase()}${word.slice(1)}`
    return role === 'name' && text.includes(capital) ? new RegExp(`\\b${capital.replace(/[^\p{L}\p{N}]/gu, '.')}`, 'u') : undefined
  })

/** How surely a set of stems says each term. Each word of the manual is compared once, and one that says none, as most do, costs no more. */
function strengthsOf(terms: readonly Term[]): (stems: Iterable<string>) => Float64Array {
  const known = new Map<string, readonly { readonly i: number; readonly found: number }[]>()
  const compare = (stem: string) => {
    const said = []
    for (const [i, term] of terms.entries()) {
      const found = strength(term, stem)
      if (found > 0) said.push({ i, found })
    }
    known.set(stem, said)
    return said
  }
  return (stems) => {
    const best = new Float64Array(terms.length)
    for (const stem of stems) for (const { i, found } of known.get(stem) ?? compare(stem)) if (found > best[i]!) best[i] = found
    return best
  }
}

const definesPart = (question: Question, text: string): boolean =>
  definesSubject(question, { text, kind: 'sentence' }) || becomes(question).test(text)

/** "… becomes a dead letter". */
function becomes({ text }: Question): RegExp {
  const subject = /^what (?:is|are) (?:an? |the )?(.+?)\??$/i.exec(text.trim())?.[1] ?? ''
  return subject === '' ? /$^/ : new RegExp(`\\b(?:becomes?|is called) (?:an? )?${subject.replace(/[.*+?^${}()|[\]\\]/g, '\\$&')}`, 'i')
}

// a setting is told as it is now
const marked = ({ section, part: { text, kind } }: Entry, n: number): string =>
  kind === 'code' ? `${text}\n[${n}]` : `${section.source === 'Settings' ? section.text : text} [${n}]`

function repeats(a: Entry, b: Entry): boolean {
  if (a.part.text === b.part.text) return true
  const shared = [...a.stems].filter((stem) => b.stems.has(stem)).length
  return shared >= 0.8 * Math.min(a.stems.size, b.stems.size)
}
