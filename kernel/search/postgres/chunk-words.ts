import { stemOf, wordsOf } from '../../text/words.ts'
import type { ChunkRow } from '../chunk-row.ts'
import { termsOf } from '../query-terms.ts'

/** Where a word stands: what it counts in BM25, and its bit in `places`. The weights are those of the embedded index. */
export const PLACES = { title: { weight: 2, bit: 1 }, text: { weight: 1, bit: 2 }, rest: { weight: 0.5, bit: 4 } } as const

/** Longer words are one by their beginnings: a key of an index has an end. */
const LONGEST = 64

const keyOf = (word: string): string => stemOf(word.slice(0, LONGEST))

export interface WordCount {
  readonly term: string
  readonly weight: number
  readonly places: number
}

/** Each distinct word of a chunk by its stem, and how many words there are in all. */
export function wordsOfChunk(row: Pick<ChunkRow, 'title' | 'text' | 'rest'>): { words: WordCount[]; length: number } {
  const found = new Map<string, { term: string; weight: number; places: number }>()
  let length = 0
  for (const [place, { weight, bit }] of Object.entries(PLACES) as [keyof typeof PLACES, { weight: number; bit: number }][])
    for (const word of wordsOf(row[place])) {
      length++
      const term = keyOf(word)
      const known = found.get(term) ?? { term, weight: 0, places: 0 }
      known.weight += weight
      known.places |= bit
      found.set(term, known)
    }
  return { words: [...found.values()], length }
}

/** What a question asks for, as words are kept. */
export const askedTerms = (text: string): string[] => [...new Set(termsOf(text).map(keyOf))]
