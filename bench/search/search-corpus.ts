import { hashingEmbedder } from '../../kernel/embed/hashing.ts'
import { parseFilter } from '../../kernel/search/filter/parse-filter.ts'
import type { IndexedChunk } from '../../kernel/search/search.ts'
import { stopWords } from '../../kernel/text/stop-words.ts'
import { seededRandom } from '../../scripts/seeded-random.ts'

export const PER_DOCUMENT = 50
const VOCABULARY = 60_000

const SYLLABLES =
  'ba be bi bo bu da de di do du ka ke ki ko ku la le li lo lu ma me mi mo mu na ne ni no nu ra re ri ro ru sa se si so su ta te ti to tu'.split(
    ' ',
  )
const types = ['policy', 'report', 'manual', 'memo', 'plan', 'form']
const units = Array.from({ length: 20 }, (_, i) => `unit-${i}`)

/** What the benches of the index ask with: 1 chunk in 8 passes, and 1 in 140. */
export const filter = parseFilter("doc_type eq 'policy' and effective_date ge 2021-01-01T00:00:00Z")
export const narrow = parseFilter("business_unit eq 'unit-3' and tags/any(t: t eq 'tag-2')")
export const facets = ['doc_type', 'tags', 'business_unit'].map((field) => ({ field, count: 10 }))

export const embedder = hashingEmbedder()
export const embedded = async (text: string): Promise<Float32Array> => (await embedder.embed([text], 'query'))[0]!

/** Gives the vector of a text; the embedder's own, or what stands for a model's. */
export type Vectorise = (text: string) => Promise<Float32Array>

/**
 * Documents of random words whose frequencies follow Zipf's law: stop words first, as they are the most frequent ones of real text, then
 * words that look invented and are.
 */
export function createCorpus(words: number, vectorise: Vectorise = embedded) {
  const random = seededRandom(7)
  const pick = <T>(list: readonly T[]): T => list[Math.floor(random() * list.length)]!
  const vocabulary = [
    ...stopWords,
    ...Array.from({ length: VOCABULARY }, () => Array.from({ length: 2 + Math.floor(random() * 4) }, () => pick(SYLLABLES)).join('')),
  ]
  /** Cumulative frequencies. */
  const cumulative = vocabulary.reduce<number[]>((sums, _, i) => {
    sums.push((sums.at(-1) ?? 0) + 1 / (i + 2.7))
    return sums
  }, [])

  function word(): string {
    const wanted = random() * cumulative.at(-1)!
    let [low, high] = [0, cumulative.length - 1]
    while (low < high) {
      const middle = (low + high) >> 1
      if (cumulative[middle]! < wanted) low = middle + 1
      else high = middle
    }
    return vocabulary[low]!
  }

  async function chunk(document: number, i: number): Promise<IndexedChunk> {
    const text = Array.from({ length: words }, word).join(' ')
    const vector = await vectorise(text)
    const id = `d${document}-${i}`
    return {
      id,
      vector,
      fields: {
        document_id: `d${document}`,
        filename: `file-${document}.txt`,
        title: `file ${document}`,
        text,
        chunk_index: i,
        doc_type: types[document % types.length]!,
        business_unit: units[document % units.length]!,
        tags: [`tag-${document % 7}`, `tag-${document % 11}`],
        effective_date: new Date(Date.UTC(2020, 0, 1 + (document % 2000))).toISOString(),
      },
    }
  }

  /** Words of one chunk, as a question would take them: no stop words. */
  const questionOf = (text: string): string => {
    const words = text.split(' ').filter((w) => !stopWords.has(w))
    return Array.from({ length: 4 + Math.floor(random() * 5) }, () => pick(words)).join(' ')
  }
  return {
    random,
    pick,
    questionOf,
    chunksOf: (document: number): Promise<readonly IndexedChunk[]> =>
      Promise.all(Array.from({ length: PER_DOCUMENT }, (_, i) => chunk(document, i))),
  }
}
