import type { CallContext } from '../llm/llm.ts'

/** Of a call. */
export interface EmbedOptions extends CallContext {
  readonly signal?: AbortSignal
  /** Told what each request to a service used, counted where it does not say. */
  readonly onUsage?: (tokens: number) => void
}

/** The embedder port. Adapters: hashing.ts (embedded), openai.ts (any compatible endpoint). */
export interface Embedder {
  readonly kind: 'embedded' | 'openai'
  /** Names the vectors: two embedders with the same model and dimensions may share an index. */
  readonly model: string
  readonly dimensions: number
  /** Largest number of texts in one call. */
  readonly maxBatch: number
  /**
   * Unit-length vectors in the order of the texts. `kind` tells a stored passage from a question.
   * Throws WorkError `embedding_failed`, retryable with `retryAfterMs` on 429 and 5xx; away (see isAway) where the endpoint
   * cannot be reached or has no time (429, 503).
   */
  embed(texts: readonly string[], kind: 'passage' | 'query', options?: EmbedOptions): Promise<Float32Array[]>
  /** As `embed`, and how many of the vectors came from a cache. Absent where there is none. */
  embedCounted?(
    texts: readonly string[],
    kind: 'passage' | 'query',
    options?: EmbedOptions,
  ): Promise<{ vectors: Float32Array[]; cached: number }>
  /** The one that serves at this moment, for work whose vectors belong together; absent where it never changes. */
  current?(): Embedder
  /** The one whose vectors an index holds; absent where all indexes have those of one embedder. */
  of?(index: string): Promise<Embedder>
  /** The one whose vectors a build holds, by its settings. */
  ofBuild?(settings: string | null): Embedder
  /** Whether hybrid retrieval is at least as good as text alone with this embedder (measured in bench/retrieval.ts). */
  readonly hybridByDefault: boolean
}
