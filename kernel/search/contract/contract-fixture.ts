import { defaultIndexSpec } from '../default-index.ts'
import { parseFilter } from '../filter/parse-filter.ts'
import type { FieldValue, IndexedChunk, IndexSpec, SearchIndex, SearchRequest } from '../search.ts'

export const DIMENSIONS = 4

/** A unit vector from a few numbers. */
export const vectorOf = (...values: readonly number[]): Float32Array => {
  const length = Math.hypot(...values) || 1
  return Float32Array.from({ length: DIMENSIONS }, (_, i) => (values[i] ?? 0) / length)
}

export const chunkOf = (document: string, i: number, fields: Record<string, FieldValue>, vector = vectorOf(1)): IndexedChunk => ({
  id: `${document}-${i}`,
  fields: { document_id: document, chunk_index: i, filename: `${document}.txt`, ...fields },
  vector,
})

export async function* batches(...chunks: readonly (readonly IndexedChunk[])[]): AsyncIterable<readonly IndexedChunk[]> {
  for (const batch of chunks) yield batch
}

let next = 0
export const newIndexName = (): string => `contract-${process.pid}-${next++}`

export interface Fixture {
  readonly search: SearchIndex
  /** Ids of the hits, best first. */
  ids(index: string, request: Partial<SearchRequest>): Promise<string[]>
  /** Ids of what a filter keeps, in order and joined. */
  filtered(index: string, filter: string): Promise<string>
  /** A new index; returns its name. */
  created(spec?: IndexSpec): Promise<string>
  put(index: string, document: string, epoch: number, ...chunks: readonly IndexedChunk[]): ReturnType<SearchIndex['replaceDocument']>
}

/** What the suite's tests say often, over one open index. */
export function createFixture(search: SearchIndex): Fixture {
  const ids: Fixture['ids'] = async (index, request) => (await search.search(index, { top: 50, ...request })).hits.map((h) => h.id)
  return {
    search,
    ids,
    filtered: async (index, filter) => (await ids(index, { filter: parseFilter(filter) })).sort().join(' '),
    async created(spec = defaultIndexSpec(newIndexName(), DIMENSIONS)) {
      await search.createIndex(spec)
      return spec.name
    },
    put: (index, document, epoch, ...chunks) => search.replaceDocument(index, { document_id: document, epoch }, batches(chunks)),
  }
}
