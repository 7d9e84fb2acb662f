/** A passage's place among those that were given, and how well it answers; higher is better, and only comparable within one reply. */
export interface Reranked {
  readonly index: number
  readonly score: number
}

/** The reranking port. Adapters: endpoint.ts (a cross-encoder behind HTTP), model.ts (a language model through the llm port). */
export interface Reranker {
  /** Nobody judges now: as if there were no such port. */
  readonly absent?: boolean
  /** Name of the model that judges. */
  readonly model: string
  /**
   * The best `top` documents at most, best first, each index once. Without documents nothing is asked. Rejects with ApiError
   * `upstream_failed` when the judge fails or answers with something else, and with the signal's reason once that is aborted.
   */
  rerank(
    query: string,
    documents: readonly string[],
    options: { readonly top: number; readonly signal: AbortSignal },
  ): Promise<readonly Reranked[]>
}
