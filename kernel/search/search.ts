import type { IndexBuilds } from './builds.ts'
import type { FilterExpression } from './filter/odata.ts'

/** The search port. Adapters: embedded (SQLite FTS5 with vectors in memory), PostgreSQL with pgvector, Azure AI Search. */

export interface IndexField {
  readonly name: string
  readonly type: string
  readonly key?: boolean
  readonly searchable?: boolean
  readonly filterable?: boolean
  readonly facetable?: boolean
  readonly sortable?: boolean
  readonly retrievable?: boolean
  readonly [attribute: string]: unknown
}

/** Azure AI Search's index JSON. */
export interface IndexSpec {
  readonly name: string
  readonly fields: readonly IndexField[]
  readonly [attribute: string]: unknown
}

export type FieldValue = string | number | boolean | null | readonly string[]

/** A chunk as the index holds it, with the fields that the index defines. */
export interface IndexedChunk {
  readonly id: string
  readonly fields: Readonly<Record<string, FieldValue>>
  readonly vector?: Float32Array
}

export interface SearchRequest {
  /** Text query; absent or empty means every document (filter and order only). */
  readonly text?: string
  /** Vector query, of the dimension of the index. */
  readonly vector?: Float32Array
  /**
   * `text` and `vector` both given means hybrid with these weights, 1 and 1 when absent: of scores in the embedded index
   * (fuse-scores.ts) and in PostgreSQL, of ranks in Azure AI Search.
   */
  readonly weights?: { readonly text: number; readonly vector: number }
  readonly filter?: FilterExpression
  /**
   * The chunks whose statistics scores are made of, absent: all of the index. `filter` finds none beyond them. Azure AI Search knows no
   * such thing: it counts over all, and the scores of a request with a corpus say the place in the order alone.
   */
  readonly corpus?: FilterExpression
  readonly top: number
  readonly skip?: number
  readonly facets?: readonly { field: string; count: number }[]
  readonly highlight?: readonly string[]
  readonly select?: readonly string[]
  readonly count?: boolean
  readonly orderBy?: readonly { field: string; direction: 'asc' | 'desc' }[]
}

export interface SearchHit {
  readonly id: string
  readonly index: string
  readonly score: number
  readonly fields: Readonly<Record<string, FieldValue>>
  readonly highlights?: Readonly<Record<string, readonly string[]>>
}

export interface SearchReply {
  readonly hits: readonly SearchHit[]
  readonly total?: number
  readonly facets?: Readonly<Record<string, readonly { value: FieldValue; count: number }[]>>
}

export interface DocumentKey {
  readonly document_id: string
  /** Grows with every pass over the document (see `epochOf` in schemas/document.ts); a lower one never undoes a higher one. */
  readonly epoch: number
}

export interface SearchIndex {
  readonly kind: 'embedded' | 'postgres' | 'azure'
  createIndex(spec: IndexSpec): Promise<void>
  /** Adds fields; ApiError invalid_request when a field's type would change, not_found when absent. */
  updateIndex(spec: IndexSpec): Promise<void>
  /**
   * From now on the index takes vectors of this length; those of another one are no longer seen, texts and filters stay. Nothing where it
   * has that length. Absent: an index keeps the length that it was made with.
   */
  resizeVectors?(name: string, dimensions: number): Promise<void>
  getIndex(name: string): Promise<IndexSpec | undefined>
  listIndexes(): Promise<readonly { spec: IndexSpec; documents: number }[]>
  /** Removes every chunk of an index; returns how many there were. */
  clearIndex(name: string): Promise<number>
  deleteIndex(name: string): Promise<void>
  /**
   * Makes these chunks the document's only ones in one step: a search sees the old ones or the new ones, never both or half.
   * `stale` and nothing written when the index has seen a higher epoch of the document (also a deletion).
   * The same call twice is the same as once.
   */
  replaceDocument(
    index: string,
    document: DocumentKey,
    chunks: AsyncIterable<readonly IndexedChunk[]>,
    onProgress?: (written: number) => void,
  ): Promise<{ outcome: 'written'; written: number; removed: number } | { outcome: 'stale' }>
  /** Removes the document's chunks and remembers the epoch, so that a late `replaceDocument` of it is `stale`. */
  deleteDocument(index: string, document: DocumentKey): Promise<{ removed: number }>
  /**
   * Refuses every write of this epoch or an older one from now on; what is visible stays. `live` and no change when the
   * chunks of this very epoch are visible already.
   */
  fenceDocument(index: string, document: DocumentKey): Promise<'fenced' | 'live'>
  /** Whether no later write, deletion or fence stands against a write of this epoch. */
  admits(index: string, document: DocumentKey): Promise<boolean>
  search(index: string, request: SearchRequest): Promise<SearchReply>
  /** The chunks of a document in order of chunk_index. */
  chunksOf(index: string, documentId: string, page: { skip: number; top: number }): Promise<{ hits: readonly SearchHit[]; total: number }>
  /** Stems of the index that a misspelt word may have meant, the likeliest first; none where the index holds the word. Absent: it cannot tell. */
  wordsLike?(index: string, word: string): Promise<readonly string[]>
  /** Absent: an index is one thing, which cannot be built anew beside itself. */
  readonly builds?: IndexBuilds
  /** Rejects when the index does not answer. */
  ping(): Promise<void>
  /** How many indexes are still being read into memory: their searches wait some seconds and are told then to come again. */
  opening?(): number
  close(): Promise<void>
}
