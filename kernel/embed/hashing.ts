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

interface Features {
  /** Where a stem's features fall: position * 2, plus 1 when its sign is negative. */
  readonly word: number
  readonly grams: readonly number[]
}

const place = (text: string, seed: number): number => {
  const h = hash(text, seed)
  return (h % DIMENSIONS) * 2 + (h >>> 31)
}

const features = new Map<string, Features>()
const MAX_FEATURES = 100_000

function featuresOf(stem: string): Features {
  const known = features.get(stem)
  if (known) return known
  const padded = `^${stem}$`
  const grams: number[] = []
  for (let i = 0; i + GRAM <= padded.length && i < 32; i++) grams.push(place(padded.slice(i, i + GRAM), 1))
  const found = { word: place(stem, 0), grams }
  if (features.size >= MAX_FEATURES) features.clear()
  features.set(stem, found)
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
  const counts = new Map<string, number>()
  for (const word of wordsOf(text.slice(0, MAX_CHARACTERS)).slice(0, MAX_WORDS)) {
    if (stopWords.has(word)) continue
    const stem = stemOf(word)
    counts.set(stem, (counts.get(stem) ?? 0) + 1)
  }
  const vector = new Float32Array(DIMENSIONS)
  for (const [stem, count] of counts) {
    const weight = 1 + Math.log(count)
    const { word, grams } = featuresOf(stem)
    add(vector, word, WORD_WEIGHT * weight)
    for (const gram of grams) add(vector, gram, (GRAM_WEIGHT * weight) / Math.sqrt(grams.length))
  }
  const length = Math.hypot(...vector)
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
