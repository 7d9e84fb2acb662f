import { stopWords } from '../text/stop-words.ts'
import { stemOf, wordsOf } from '../text/words.ts'
import type { Embedder } from './embedder.ts'

const DIMENSIONS = 512
/** Character n-grams of this length let spellings and inflections of a word meet. */
const GRAM = 4
const WORD_WEIGHT = 1
const GRAM_WEIGHT = 0.3
/** How much of a text is read. */
const MAX_WORDS = 20_000
const MAX_CHARACTERS = 200_000

/** FNV-1a, 32 bits, with a final mix so that the low bits depend on every character. */
function hash(text: string, seed: number): number {
  let h = (0x811c9dc5 ^ seed) >>> 0
  for (let i = 0; i < text.length; i++) h = Math.imul(h ^ text.charCodeAt(i), 0x01000193)
  h = Math.imul(h ^ (h >>> 16), 0x85ebca6b)
  h = Math.imul(h ^ (h >>> 13), 0xc2b2ae35)
  return (h ^ (h >>> 16)) >>> 0
}

/** What a word adds to a vector, and how often it stood in the text that is being counted. */
interface Stem {
  /** Where its features fall: position * 2, plus 1 when its sign is negative. */
  readonly word: number
  readonly grams: readonly number[]
  readonly gramWeight: number
  /** Number of the text that `count` is about: so nothing has to be put back for the next one. */
  text: number
  count: number
}

const place = (text: string, seed: number): number => {
  const h = hash(text, seed)
  return (h % DIMENSIONS) * 2 + (h >>> 31)
}

const stems = new Map<string, Stem>()
/** Words that were met, so that each costs one look; null stands for those that every text has. */
const words = new Map<string, Stem | null>()
const MAX_KEPT = 100_000
/** Longer words are not kept: one may have 100,000 letters. */
const LONGEST_KEPT = 64
let texts = 0

function stemFor(stem: string): Stem {
  const known = stems.get(stem)
  if (known) return known
  const padded = `^${stem}$`
  const grams: number[] = []
  for (let i = 0; i + GRAM <= padded.length && i < 32; i++) grams.push(place(padded.slice(i, i + GRAM), 1))
  const made = { word: place(stem, 0), grams, gramWeight: GRAM_WEIGHT / Math.sqrt(grams.length), text: 0, count: 0 }
  stems.set(stem, made)
  return made
}

function lookUp(word: string): Stem | null {
  const known = words.get(word)
  if (known !== undefined) return known
  const found = stopWords.has(word) ? null : stemFor(stemOf(word))
  // A copy: a piece of a text keeps all of that text in memory.
  if (word.length <= LONGEST_KEPT) words.set(Buffer.from(word).toString(), found)
  return found
}

/** The stems of a text in the order in which they come first, counted; good until the next call. */
function countStems(text: string): Stem[] {
  // Between texts only, because a stem that is counted must be the one that is kept.
  if (words.size >= MAX_KEPT || stems.size >= MAX_KEPT) {
    words.clear()
    stems.clear()
  }
  texts++
  const found: Stem[] = []
  for (const word of wordsOf(text.slice(0, MAX_CHARACTERS)).slice(0, MAX_WORDS)) {
    const stem = lookUp(word)
    if (stem === null) continue
    if (stem.text === texts) stem.count++
    else {
      stem.text = texts
      stem.count = 1
      found.push(stem)
    }
  }
  return found
}

const add = (vector: Float32Array, at: number, weight: number): void => {
  vector[at >> 1]! += at & 1 ? -weight : weight
}

/**
 * Feature hashing (Weinberger et al., ICML 2009): stems and their character n-grams fall into fixed places with a sign, each weighted by
 * 1 + ln(count); unit length. A text without words gets a fixed direction, since zero has none.
 */
export function hashVector(text: string): Float32Array {
  const vector = new Float32Array(DIMENSIONS)
  for (const { count, word, grams, gramWeight } of countStems(text)) {
    const weight = 1 + Math.log(count)
    add(vector, word, WORD_WEIGHT * weight)
    for (const gram of grams) add(vector, gram, gramWeight * weight)
  }
  let squares = 0
  for (let i = 0; i < DIMENSIONS; i++) squares += vector[i]! * vector[i]!
  const length = Math.sqrt(squares)
  if (length === 0) vector[0] = 1
  else for (let i = 0; i < DIMENSIONS; i++) vector[i]! /= length
  return vector
}

/**
 * The embedder that needs nothing installed: hashed words, no learned meaning. It finds inflections and near spellings,
 * not synonyms, and adds nothing to text search on the measured sets (bench/retrieval.ts), so hybrid is not its default.
 */
export const hashingEmbedder = (): Embedder => ({
  kind: 'embedded',
  model: `hashing-${DIMENSIONS}`,
  dimensions: DIMENSIONS,
  // Some milliseconds of the event loop, which nothing else has meanwhile.
  maxBatch: 32,
  hybridByDefault: false,
  embed: async (texts, _kind, options) => {
    options?.signal?.throwIfAborted()
    return texts.map(hashVector)
  },
})
