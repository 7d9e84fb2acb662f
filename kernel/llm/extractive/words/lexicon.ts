import { baseForms } from './base-forms.ts'
import { termOf } from './stems.ts'
import { kept, openWordnet, PARTS_OF_SPEECH, type PartOfSpeech, type SynsetId, type Wordnet } from './wordnet.ts'

/** What a word counts that stands for another, by how it is related to it, times what its meaning counts among the word's meanings. */
const NEARNESS: Readonly<Record<string, number>> = { same: 0.75, derived: 0.85, '~': 0.5, '&': 0.6, '\\': 0.7, '=': 0.7 }
const SENSES = [1, 0.8, 0.6]
/** What has more kinds than these says too little of any of them. */
const MOST_KINDS = 12
const MOST_KEPT = 8192
const LEAST = 0.45
const NOTHING: ReadonlyMap<string, number> = new Map()
const NO_SYNSETS: ReadonlySet<SynsetId> = new Set()

let opened: { readonly wordnet: Wordnet | undefined } | undefined
const wordnet = (): Wordnet | undefined => {
  opened ??= { wordnet: openWordnet() }
  return opened.wordnet
}

const isWord = (word: string): boolean => /^[a-z]{3,}$/.test(word)

/** Stems of words that may stand for this one in its frequent meanings, with how surely; empty without the lexicon. */
export const nearStems = kept((word: string): ReadonlyMap<string, number> => {
  const words = wordnet()
  if (!words || !isWord(word)) return NOTHING
  const near = new Map<string, number>()
  const add = (other: string, weight: number) => {
    if (!isWord(other) || weight < LEAST) return
    const stem = termOf(other)
    if ((near.get(stem) ?? 0) < weight) near.set(stem, weight)
  }
  // "founded" says nothing of what was found; "bought" says "buy"
  const isOwn = (other: string) => word.startsWith(other.slice(0, -1)) && baseForms(word, 'v').includes(other)
  // what a word seldom means nobody understands by it
  const all = (id: SynsetId, weight: number) => {
    for (const other of words.synset(id).words)
      if (!isOwn(other)) add(other, weight * (SENSES[words.senses(other, id[0] as PartOfSpeech).indexOf(id)] ?? 0))
  }
  for (const pos of PARTS_OF_SPEECH)
    for (const base of baseForms(word, pos))
      for (const [i, id] of words.senses(base, pos).slice(0, SENSES.length).entries()) {
        const synset = words.synset(id)
        all(id, SENSES[i]! * NEARNESS.same!)
        const own = synset.words.indexOf(base) + 1
        const kinds = synset.pointers.filter(({ symbol }) => symbol === '~').length
        for (const { symbol, to, source, target } of synset.pointers) {
          if (symbol === '+' && source === own) add(words.synset(to).words[target - 1] ?? '', SENSES[i]! * NEARNESS.derived!)
          if (symbol !== '+' && NEARNESS[symbol] && (symbol !== '~' || kinds <= MOST_KINDS)) all(to, SENSES[i]! * NEARNESS[symbol])
        }
      }
  near.delete(termOf(word))
  return near
}, MOST_KEPT)

/** The frequent meanings of a noun, so many, and everything they are kinds of. */
const kindsAbove = kept((key: `${number}${string}`): ReadonlySet<SynsetId> => {
  const words = wordnet()
  const word = key.slice(1)
  if (!words || !isWord(word)) return NO_SYNSETS
  const found = new Set<SynsetId>()
  const climb = (id: SynsetId) => {
    if (found.has(id)) return
    found.add(id)
    for (const { symbol, to } of words.synset(id).pointers) if (symbol === '@' || symbol === '@i') climb(to)
  }
  for (const base of baseForms(word, 'n')) for (const id of words.senses(base, 'n').slice(0, Number(key[0]))) climb(id)
  return found
}, MOST_KEPT)

/** What a noun means first: the kind of thing that a question asks for with it; undefined where the lexicon does not know it. */
export function kindOf(noun: string): SynsetId | undefined {
  const words = wordnet()
  for (const base of baseForms(noun, 'n')) {
    const [first] = words?.senses(base, 'n') ?? []
    if (first) return first
  }
  return undefined
}

/** Whether a word names something of this kind, in one of so many of its meanings. */
export const isOfKind = (word: string, kind: SynsetId, meanings = 3): boolean => kindsAbove(`${meanings}${word.toLowerCase()}`).has(kind)

/** Whether it is a word of the English language, in any of its forms. */
export const isEnglish = (word: string): boolean =>
  PARTS_OF_SPEECH.some((pos) => baseForms(word, pos).some((base) => (wordnet()?.senses(base, pos).length ?? 0) > 0))
