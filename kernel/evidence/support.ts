import { align, insteadOf } from './align.ts'
import { type Fact, factsOf, namesAmong } from './facts.ts'
import { flat, MOST_FACTS, type ReadSentence, readPassage } from './read-passage.ts'

/** A retrieved text that may support what an answer says. */
export interface Evidence {
  readonly text: string
  /** Title, section, file name: what the text is about, said beside it. */
  readonly about?: string
}

export interface Support {
  readonly supported: boolean
  /** Words, names and numbers of the sentence that the texts do not have, or have otherwise. */
  readonly missing: string[]
}

/** Share of what a sentence tells that a stretch of a passage must have. */
const ENOUGH = 0.6
/** Share of it that one sentence of the stretch must have. */
const LEAST = 0.25
/** A sentence of a text whose facts are this share of the claim's tells of the same thing; two that differ there contradict each other. */
const ALIKE = 0.5
/** From here on a sentence repeats the claim, so that the order of its names and numbers counts too. */
const NEARLY_EQUAL = 0.75
/** The neighbours of a sentence that are read with it. */
const STRETCHES = [[0], [0, 1], [-1, 0], [-1, 0, 1]]
/** Sentences, next to each other or not, that one claim may draw on. */
const MOST_PLACES = 3
/** Characters of a question that are read. */
const MAX_QUESTION = 2_000
const YES: Support = { supported: true, missing: [] }

interface ReadEvidence {
  readonly sentences: readonly ReadSentence[]
  readonly about: ReadonlySet<string>
}

/**
 * Says of sentences whether the given texts support them: numbers must stand there exactly, names too, words mostly; where a text says
 * the same with another number or name in its place, or denies it, it is no support.
 */
export function supportChecker(evidence: readonly Evidence[], question = ''): (claim: string, which?: readonly number[]) => Support {
  const passages = evidence.map(({ text }) => readPassage(text))
  const names = new Set(passages.flatMap((passage) => passage.names))
  const asked = new Set(factsOf(question.slice(0, MAX_QUESTION)).flatMap((fact) => fact.forms))
  const read: (ReadEvidence | undefined)[] = []
  const at = (i: number): ReadEvidence => {
    read[i] ??= { sentences: withNames(passages[i]!.sentences, names), about: aboutOf(evidence[i]!) }
    return read[i]
  }
  return (claim, which = evidence.map((_, i) => i)) => {
    const words = flat(claim)
    if (words.length > 3 && which.some((i) => passages[i]!.flat.includes(words))) return YES
    const facts = namesAmong(factsOf(claim), names).slice(0, MOST_FACTS)
    if (facts.length === 0) return YES
    return judge(facts, which.map(at), asked)
  }
}

const withNames = (sentences: readonly ReadSentence[], names: ReadonlySet<string>): readonly ReadSentence[] =>
  sentences.map((sentence) => {
    const facts = namesAmong(sentence.facts, names)
    return facts === sentence.facts ? sentence : { ...sentence, facts }
  })

const aboutOf = ({ about = '' }: Evidence): ReadonlySet<string> =>
  new Set(factsOf(about.replace(/[_-]/g, ' ')).flatMap((fact) => fact.forms))

function judge(claim: readonly Fact[], evidence: readonly ReadEvidence[], asked: ReadonlySet<string>): Support {
  let best: { found: number; missing: string[] } = { found: -1, missing: claim.map(({ text }) => text) }
  for (const { sentences, about } of evidence) {
    const held = sentences.map((sentence) => claim.filter((fact) => isIn(fact, sentence)).length)
    for (let i = 0; i < sentences.length; i++) {
      // a stretch begins where the claim has something to lean on
      if (held[i] === 0 || held[i]! < claim.length * LEAST) continue
      for (const stretch of STRETCHES) {
        const inside = stretch.map((k) => i + k).filter((k) => k === i || sentences[k]?.row === false)
        const core = inside.reduce((most, k) => (held[k]! > held[most]! ? k : most), i)
        const missing = missingIn(
          { claim, about, asked },
          inside.map((k) => sentences[k]!),
          sentences[core]!,
        )
        if (missing.length === 0) return YES
        const found = claim.length - missing.length
        if (found > best.found) best = { found, missing }
      }
    }
  }
  const gathered = gather(claim, evidence)
  const about = new Set(evidence.flatMap((e) => [...e.about]))
  if (gathered[0] && missingIn({ claim, about, asked }, gathered, gathered[0]).length === 0) return YES
  return { supported: false, missing: [...new Set(best.missing)] }
}

/** The fewest sentences that hold most of a claim which draws on several places; the first of them holds most. */
function gather(claim: readonly Fact[], evidence: readonly ReadEvidence[]): ReadSentence[] {
  const sentences = evidence.flatMap((e) => e.sentences)
  const chosen: ReadSentence[] = []
  let rest = claim
  while (chosen.length < MOST_PLACES && rest.length > 0) {
    const gains = sentences.map((sentence) => rest.filter((fact) => isIn(fact, sentence)).length)
    const most = Math.max(0, ...gains)
    const next = sentences[gains.indexOf(most)]
    if (!next || most === 0 || (most < 2 && chosen.length > 0)) break
    chosen.push(next)
    rest = rest.filter((fact) => !isIn(fact, next))
  }
  return chosen
}

const isIn = (fact: Fact, { forms, initials }: ReadSentence): boolean =>
  fact.forms.some((form) => forms.has(form)) ||
  (fact.kind === 'name' && /^\p{Lu}{2,6}$/u.test(fact.text) && initials.includes(fact.text.toLowerCase()))

interface Sought {
  readonly claim: readonly Fact[]
  /** Forms that the whole text is about, and those that the question brought in. */
  readonly about: ReadonlySet<string>
  readonly asked: ReadonlySet<string>
}

/** What a stretch of a text lacks of a claim; empty when it supports it. `core` is its sentence that is compared word by word. */
function missingIn({ claim, about, asked }: Sought, stretch: readonly ReadSentence[], core: ReadSentence): string[] {
  const known = (fact: Fact, set: ReadonlySet<string>) => fact.forms.some((form) => set.has(form))
  const absent = claim.filter((fact) => !stretch.some((sentence) => isIn(fact, sentence)) && !known(fact, about))
  const strict = absent.filter((fact) => fact.kind !== 'word' && !known(fact, asked))
  const lacking = absent.filter((fact) => fact.kind === 'word' && !isRelated(fact, stretch))
  // what the question said need not be said again, as long as something else is
  const lost = lacking.filter((fact) => !known(fact, asked))
  const counted = claim.length - (lacking.length - lost.length)
  const enough = lost.length < counted && counted - lost.length >= counted * ENOUGH && absent.length < claim.length * (1 - LEAST)
  const missing = [...strict, ...(enough ? [] : lacking)].map(({ text }) => text)
  if (!enough && missing.length === 0) missing.push(...absent.map(({ text }) => text))
  return missing.length ? missing : contradictions(claim, core)
}

/** Words of one family, like "construct" and "constructor", that stemming keeps apart. */
function isRelated({ forms: [form = ''] }: Fact, window: readonly ReadSentence[]): boolean {
  if (form.length < 5) return false
  const head = form.slice(0, Math.max(5, Math.ceil(form.length * 0.7)))
  return window.some(({ forms }) => forms.values().some((other) => other.startsWith(head)))
}

/** Facts of a claim in whose place the sentence that tells of the same thing has something else, and those that only one of them denies. */
function contradictions(claim: readonly Fact[], core: ReadSentence): string[] {
  const { facts } = core
  const places = align(claim, facts)
  const aligned = places.reduce((sum, place) => sum + (place >= 0 ? 1 : 0), 0)
  if (aligned < claim.length * ALIKE) return []
  const found: string[] = []
  for (const [i, fact] of claim.entries()) {
    const place = places[i]!
    if (place >= 0) {
      if (fact.negated !== facts[place]!.negated) found.push(fact.text)
      continue
    }
    if (fact.kind === 'word' || (isIn(fact, core) && aligned < claim.length * NEARLY_EQUAL)) continue
    if (insteadOf(i, claim, facts, places)) found.push(fact.text)
  }
  return found
}
