import { align, insteadOf } from '../../../kernel/evidence/align.ts'
import { type Fact, factsOf, namesAmong } from '../../../kernel/evidence/facts.ts'
import { flat } from '../../../kernel/evidence/read-passage.ts'
import { sentencesOf } from '../../../kernel/text/sentences.ts'
import { stemsOf } from '../../../kernel/text/terms.ts'
import { ACTORS, MANNER, oppositesOf, SMALL_OPPOSITES, synonymsOf } from './trace-words.ts'

/** A text that a sentence may come from, and what stands above it. */
export interface Traceable {
  readonly text: string
  readonly headings: readonly string[]
}

/** Share of the words of a sentence that tell something which has to stand in one element. */
const ENOUGH = 0.6
/** Elements that are looked at closely, those that share most with the sentence first. */
const CANDIDATES = 8
/** Where one clause ends and the next begins; 1,000 and 7:30 are one. */
const CLAUSES = /[,:](?!\d)|[;()–]|\s(?:and|then|or|but|while|when|if|because|so that)\s/i
/** Where a condition begins. */
const CONDITION = /\s(?:if|when|unless|while|until|because)\s/i
/** Characters of a sentence that are read. */
const LONGEST = 2_000

interface ReadSentence {
  readonly facts: readonly Fact[]
  readonly words: ReadonlySet<string>
}
interface ReadElement {
  /** Letters that name a thing, like that of gate B. */
  readonly letters: readonly string[]
  /** Its text, cut where conditions begin. */
  readonly parts: readonly (readonly Fact[])[]
  readonly sentences: readonly ReadSentence[]
  /** With what stands above it. */
  readonly known: ReadonlySet<string>
  readonly phrases: ReadonlySet<string>
}

/**
 * Finds the element of an annex that a sentence comes from: all its numbers, names and roles stand there, and its words but for those
 * that mean the same; nothing else stands in their place, and neither denies what the other says. Undefined where no element says it.
 * @param roles names of the plan's roles: who does a thing is never a matter of wording
 */
export function tracer(elements: readonly Traceable[], roles: readonly string[] = []): (sentence: string) => number | undefined {
  const names = new Set(
    elements.flatMap(({ text }) => [...text.matchAll(/(?<=[\p{L},;)] )(\p{Lu}\p{L}+)/gu)].map(([, name]) => name!.toLowerCase())),
  )
  const actors = new Set([...ACTORS, ...roles.flatMap(stemsOf)])
  const read = elements.map((element) => readElement(element, names))
  return (sentence) => {
    const claim = plain(sentence.slice(0, LONGEST))
    const phrase = flat(claim).replace(/[.!;:]+$/, '')
    const literal = read.findIndex(({ phrases }) => phrases.has(phrase))
    if (literal >= 0) return literal
    const facts = namesAmong(factsOf(claim), names)
    if (facts.length === 0) return undefined
    const shared = read.map(({ known }) => facts.filter((fact) => covered(fact, known)).length)
    return shared
      .map((count, index) => ({ count, index }))
      .filter(({ count }) => count >= facts.length * ENOUGH)
      .sort((a, b) => b.count - a.count || a.index - b.index)
      .slice(0, CANDIDATES)
      .find(({ index }) => says(read[index]!, claim, facts, { names, actors }))?.index
  }
}

/** "9-1-1" is 911, who stays away is away, and what is denied of a list is denied of each of its parts. */
const plain = (text: string): string =>
  text
    .normalize('NFKC')
    .replace(/\b9-1-1\b/g, '911')
    .replace(/\b(?:stay|keep|remain) (?=(?:away|clear) (?:of|from)\b)/gi, '')
    .replace(/[“”]/g, '"')
    .replace(/[’]/g, "'")
    .replace(/\b(?:not|never)\s(?:(?!\b(?:and|but|if|unless|when|until|because)\b)[^.;:]){1,60}?\sor\s/gi, (list) =>
      list.replace(/,\s*(?=\p{L})/gu, ', not ').replace(/\sor\s$/i, ' or not '),
    )

function readElement({ text, headings }: Traceable, names: ReadonlySet<string>): ReadElement {
  const whole = plain(text)
  const pieces = sentencesOf(whole).map(({ start, end }) => whole.slice(start, end))
  const sentences = pieces.map((piece) => ({ facts: namesAmong(factsOf(piece), names), words: wordsOf(piece) }))
  const said = new Set(sentences.flatMap(({ facts }) => facts.flatMap(({ forms }) => forms)))
  const above = factsOf(plain(headings.join('. '))).flatMap(({ forms }) => forms)
  const parts = pieces.flatMap((piece) => ` ${piece}`.split(CONDITION).map(factsOf))
  return {
    sentences,
    parts,
    letters: lettersIn(whole),
    known: new Set([...said, ...above]),
    phrases: new Set(pieces.map((piece) => flat(piece).replace(/[.!;:]+$/, ''))),
  }
}

const lettersIn = (text: string): string[] => text.match(/(?<=[\p{L}\p{N}] )\p{Lu}(?![\p{L}\p{N}']|\.\s*\p{Lu})/gu) ?? []
const wordsOf = (text: string): Set<string> => new Set(text.toLowerCase().match(/[\p{L}\p{N}']+/gu) ?? [])

interface People {
  readonly names: ReadonlySet<string>
  readonly actors: ReadonlySet<string>
}

/** Whether an element says what a sentence says. */
function says({ sentences, parts, letters, known }: ReadElement, claim: string, facts: readonly Fact[], people: People): boolean {
  const isActor = ({ forms }: Fact) => forms.some((form) => people.actors.has(form))
  const exact = facts.filter((fact) => fact.kind !== 'word' || isActor(fact))
  if (exact.some((fact) => !(isActor(fact) ? covered(fact, known) : fact.forms.some((form) => known.has(form))))) return false
  if (lettersIn(claim).some((letter) => !letters.includes(letter))) return false
  return isUnderItsCondition(claim, parts) && claim.split(CLAUSES).every((clause) => clauseIsSaid(clause, sentences, known, people))
}

/** Whether what is to be done stands beside the condition on which it is done, there as here. */
function isUnderItsCondition(claim: string, parts: readonly (readonly Fact[])[]): boolean {
  const [deed = '', condition] = claim.split(CONDITION)
  if (condition === undefined || parts.length < 2) return true
  const held = (facts: readonly Fact[], of: readonly Fact[]) => facts.filter((fact) => of.some((other) => alike(fact, other))).length
  const when = factsOf(condition)
  const counts = parts.map((part) => held(when, part))
  const at = counts.indexOf(Math.max(...counts))
  const beside = parts.slice(Math.max(0, at - 1), at + 2).flat()
  const last = factsOf(deed)
    .filter((fact) => parts.some((part) => held([fact], part) > 0))
    .slice(-2)
  return held(last, beside) === last.length
}

function clauseIsSaid(clause: string, sentences: readonly ReadSentence[], known: ReadonlySet<string>, { names, actors }: People): boolean {
  const facts = namesAmong(factsOf(clause), names).filter(
    ({ forms }) => !forms.every((form) => MANNER.has(form)) || forms.some((form) => known.has(form)),
  )
  const best = closest(facts, sentences)
  const lacking = facts.filter((fact) => !covered(fact, known) && !best?.facts.some((other) => isDenialOf(fact, other)))
  if (facts.length > 0 && lacking.length > Math.floor((facts.length - 1) / 4)) return false
  if (lacking.some((fact) => isContrary(fact, known))) return false
  if (!best) return facts.length === 0
  if (turnsRound(wordsOf(clause), best.words)) return false
  const places = align(facts, best.facts)
  if (facts.some((fact, i) => places[i]! >= 0 && deniesOtherwise(fact, best.facts, places[i]!))) return false
  const replaced = lacking.some((fact) => insteadOf(facts.indexOf(fact), facts, best.facts, places) !== undefined)
  return !replaced && !isDisplaced(facts, best.facts, actors)
}

const closest = (facts: readonly Fact[], sentences: readonly ReadSentence[]): ReadSentence | undefined => {
  const shares = sentences.map(({ facts: others }) => facts.filter((fact) => others.some((other) => alike(fact, other))).length)
  const most = Math.max(...shares)
  return most > 0 ? sentences[shares.indexOf(most)] : undefined
}

const alike = (a: Fact, b: Fact): boolean =>
  a.forms.some((form) => b.forms.includes(form) || synonymsOf.get(form)?.intersection(new Set(b.forms)).size)

/** Whether a text with these stems has the fact, another word for it, or one of its family. */
function covered({ kind, forms }: Fact, known: ReadonlySet<string>): boolean {
  if (forms.some((form) => known.has(form))) return true
  if (kind !== 'word') return false
  const [form = ''] = forms
  if (synonymsOf.get(form)?.intersection(known).size) return true
  if (form.length < 5) return false
  const head = form.slice(0, Math.max(5, Math.ceil(form.length * 0.7)))
  return known.values().some((other) => other.startsWith(head))
}

/** Whether one denies and the other does not; "no phones" is what "do not use phones" says. */
const deniesOtherwise = (fact: Fact, source: readonly Fact[], at: number): boolean =>
  fact.negated !== source[at]!.negated && !(fact.negated && source[at - 1]?.negated)

/** "Stay" is what "nobody leaves" says. */
const isDenialOf = (fact: Fact, other: Fact): boolean => fact.negated !== other.negated && isContrary(fact, new Set(other.forms))

const isContrary = ({ forms }: Fact, known: ReadonlySet<string>): boolean =>
  forms.some((form) => (oppositesOf.get(form)?.intersection(known).size ?? 0) > 0)

/** Whether one says "off" where the other says "on". */
const turnsRound = (said: ReadonlySet<string>, source: ReadonlySet<string>): boolean =>
  SMALL_OPPOSITES.some(
    ([a, b]) =>
      (said.has(a) && !source.has(a) && !said.has(b) && source.has(b)) || (said.has(b) && !source.has(b) && !said.has(a) && source.has(a)),
  )

/** Whether somebody else does it in the source: the one who stands before the deed there is not the one here. */
function isDisplaced(claim: readonly Fact[], source: readonly Fact[], actors: ReadonlySet<string>): boolean {
  const isActor = ({ forms }: Fact) => forms.some((form) => actors.has(form))
  const doer = claim.findIndex(isActor)
  const deed = claim[doer + 1]
  if (doer < 0 || !deed || isActor(deed)) return false
  const at = source.findIndex((fact) => alike(deed, fact))
  if (at <= 0) return false
  const before = source.slice(0, at).findLast(isActor)
  // "visitor list" is a list of visitors
  const named = source.slice(0, at + 2).some((fact) => alike(claim[doer]!, fact))
  return before !== undefined && !named
}
