import type { Candidate } from './candidates.ts'
import type { Term } from './question/question.ts'
import { sameRoot } from './words/related.ts'
import { termOf } from './words/stems.ts'

/** What a word of the question counts that a sentence says with another word of its root, or with one that may stand for it. */
const OTHERWISE = { root: 0.9, related: 0.85, rootOfRelated: 0.75 }
/** What it counts where it stands not in the sentence itself. */
const NEAR = { above: 0.85, before: 0.6, after: 0.4, about: 0.5, around: 0.35 }
/** Who or what a text is about is named once: in its title, its heading, or some sentences before. */
const NEAR_NAMES = { above: 0.95, before: 0.8, after: 0.5, about: 0.75, around: 0.45 }
/** What the first words of a name count where its last stands. */
const PART_OF_NAME = 0.8
/** Whom a sentence calls "he" or "she" the passage names. */
const SPOKEN_OF = 0.6
const REFERS = /^(?:he|she|it|they|this|these|those|his|her|its|their|such|er|sie|es|il|elle|ils|él|ella)\b/i

/** Who writes "we" is named elsewhere in the text. */
const WE = /\b(?:we|our|us|wir|unser\p{Ll}*|nous|nos|notre|nosotros|nuestr\p{Ll}+)\b/iu
const WE_ARE = 0.75

/** "Purpose: …" speaks of what the sentence before is about. */
const LABELLED = /^\p{Lu}[\p{L} ]{2,30}: \S/u

/** Whether a sentence goes on about what the one before is about: "It takes …", "Purpose: …". */
const refersBack = ({ text, kind }: Candidate): boolean => REFERS.test(text) || (kind === 'sentence' && LABELLED.test(text))

const DEFINITE = /^(?:the|this|these|those) ([\p{L}-]+)/iu
/** "The event will take place …": which one, the sentence before says. */
const goesOnAbout = (terms: readonly Term[], { text }: Candidate): boolean => {
  const thing = DEFINITE.exec(text)?.[1]
  return thing !== undefined && terms.some(({ role, forms }) => role !== 'light' && forms.has(termOf(thing.toLowerCase())))
}

/** What many bodies and places are: "University" says nothing of which. */
export const KIND_OF_BODY =
  /^(?:universit(?:y|ies)|college|school|institute|academy|division|department|ministry|directorate|office|board|committee|commission|council|district|county|city|town|village|state|country|region|company|corporation|bank|foundation|association|society|agency|authority|cent(?:er|re)|hospital|museum|library|party|union|team|club|group|project|program(?:me)?|act|law|court|code|system|street|road|avenue|river|lake|mountain|island|sea|ocean|war|award|prize|cup|league|festival|airport|station|building|bridge|church|park|plan|report|guide|handbook)$/

/** Whether the last word of a name stands for all of it: it is no kind of body, and is not written small where the sentence says it. */
function standsForName(head: string, text: string): boolean {
  if (KIND_OF_BODY.test(head) || /^(?:[ivx]+|\d+|.{1,2})$/.test(head)) return false
  const capital = head[0]!.toUpperCase() + head.slice(1)
  return !text.includes(head) || text.includes(capital) || text.includes(head.toUpperCase())
}

/** Of a name's word that only says what kind of body it is: the places of the words that say which. */
function tellingPartsOf(terms: readonly Term[], place: number): number[] {
  if (terms[place]!.role !== 'name' || !KIND_OF_BODY.test(terms[place]!.word)) return []
  const head = terms[place]!.headOfName ?? place
  return terms.flatMap(({ word, headOfName }, i) => ((headOfName ?? i) === head && !KIND_OF_BODY.test(word) ? [i] : []))
}

/** "Belarusian" of "Belarus", "Iranian" of "Iran". */
const ofThatCountry = (forms: ReadonlySet<string>, stem: string): boolean =>
  [...forms].some((form) => {
    const root = form.replace(/[aeiou]$/, '')
    return (
      root.length >= 4 &&
      stem.length > form.length &&
      stem.startsWith(root) &&
      /^[aeiou]?s?(?:ian|an|ese|ish)s?$/.test(stem.slice(root.length))
    )
  })

/** How surely one stem says the term, 0 to 1. */
export function strength({ forms, related, role }: Term, stem: string): number {
  if (forms.has(stem)) return 1
  if (role === 'number') return 0
  if (related.has(stem)) return OTHERWISE.related
  if (role === 'name') return ofThatCountry(forms, stem) ? OTHERWISE.related : 0
  for (const form of forms) if (sameRoot(form, stem)) return OTHERWISE.root
  // of what is asked for: who "managed" something is no director
  if (role === 'focus') return 0
  for (const other of related) if (sameRoot(other, stem)) return OTHERWISE.rootOfRelated
  return 0
}

/** How surely a set of stems says the term, 0 to 1. */
export function presence(term: Term, stems: Iterable<string>): number {
  let best = 0
  for (const stem of stems) {
    const found = strength(term, stem)
    if (found === 1) return 1
    if (found > best) best = found
  }
  return best
}

export interface Match {
  /** In the sentence itself, 0 to 1. */
  readonly own: number
  /** There or around it, 0 to 1. */
  readonly all: number
  /** In the heading above, or in the title. */
  readonly above: number
}

export interface Matcher {
  /** For each term how surely a candidate and its surroundings say it. */
  matches(candidate: Candidate): Match[]
  /** Places in the candidate's words that say a term, with the term's index. */
  places(candidate: Candidate): { place: number; term: number }[]
}

/** Compares the terms with candidates; each word is compared once, and each set of words looked through once. `strict`: an answer is of a type that tells it from what stands around it. */
export function createMatcher(terms: readonly Term[], strict = false): Matcher {
  const words = new Map<string, Float32Array>()
  const ofWord = (stem: string): Float32Array => {
    const known = words.get(stem)
    if (known) return known
    const found = Float32Array.from(terms, (term) => strength(term, stem))
    // "How many students attend?": who attends may be no student, though the words are near
    if (found.includes(1)) for (const [i, { role }] of terms.entries()) if (role === 'focus' && found[i]! < OTHERWISE.root) found[i] = 0
    words.set(stem, found)
    return found
  }
  const sets = new WeakMap<ReadonlySet<string>, Float32Array>()
  const ofSet = (stems: ReadonlySet<string>): Float32Array => {
    const known = sets.get(stems)
    if (known) return known
    const found = new Float32Array(terms.length)
    for (const stem of stems) {
      const strengths = ofWord(stem)
      for (let i = 0; i < found.length; i++) if (strengths[i]! > found[i]!) found[i] = strengths[i]!
    }
    sets.set(stems, found)
    return found
  }
  return {
    matches(candidate) {
      const refers = refersBack(candidate) || (strict && goesOnAbout(terms, candidate))
      const speaksOfWriter = WE.test(candidate.text)
      const own = ofSet(candidate.stems)
      const [above, before, after, about, around] = [
        candidate.above,
        candidate.before,
        candidate.after,
        candidate.about,
        candidate.around,
      ].map(ofSet)
      const found = terms.map(({ role }, i) => {
        const near = role === 'name' || role === 'number' ? NEAR_NAMES : NEAR
        const fromBefore = refers ? Math.min(0.95, near.before + 0.2) : near.before
        const all = Math.max(
          own[i]!,
          near.above * above![i]!,
          fromBefore * before![i]!,
          near.after * after![i]!,
          near.about * about![i]!,
          near.around * around![i]!,
        )
        const spokenOf = role === 'name' && REFERS.test(candidate.text) ? SPOKEN_OF * around![i]! : 0
        const writer = role === 'name' && all > 0 && speaksOfWriter ? WE_ARE * Math.max(above![i]!, about![i]!, around![i]!) : 0
        return {
          own: own[i]!,
          all: Math.max(all, writer, spokenOf),
          above: Math.max(above![i]!, above!.some((share) => share > 0) ? about![i]! : 0),
        }
      })
      return found.map((match, i) => {
        const head = terms[i]!.headOfName
        const telling = tellingPartsOf(terms, i)
        if (telling.length && match.all > 0)
          return { ...match, all: Math.max(match.all, PART_OF_NAME * Math.max(...telling.map((part) => found[part]!.all))) }
        if (head === undefined || !standsForName(terms[head]!.word, candidate.text)) return match
        return { ...match, all: Math.max(match.all, PART_OF_NAME * found[head]!.all) }
      })
    },
    places: ({ words: list }) =>
      list.flatMap((stem, place) => {
        const strengths = ofWord(stem)
        const found: { place: number; term: number }[] = []
        for (let term = 0; term < terms.length; term++) if (strengths[term]! > 0) found.push({ place, term })
        return found
      }),
  }
}
