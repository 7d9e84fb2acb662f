/** Sum and sum of squares of the scores that a list gave to the chunks it looked at; chunks that it left out have 0. */
export interface Spread {
  readonly sum: number
  readonly squares: number
}

export interface Weights {
  readonly text: number
  readonly vector: number
}

/** How far a list's best score stands above those of all chunks, in standard deviations; 0 where all are alike or there are none. */
export function prominence(best: number | undefined, { sum, squares }: Spread, chunks: number): number {
  if (best === undefined || chunks === 0) return 0
  const mean = sum / chunks
  const variance = squares / chunks - mean * mean
  return variance > 1e-12 ? Math.max(0, best - mean) / Math.sqrt(variance) : 0
}

/**
 * The weights of one query's two lists: the configured ones, each times how much its list stands out for this query; they add up to 1.
 * Fixed weights make hybrid worse than its better half wherever the other half is much weaker, and which one that is changes with the
 * embedder and with the query's language. `known` is the share of the query's words that the index holds: words of another language, of
 * which one is found by chance, are no evidence. Measured in bench/retrieval.ts.
 */
export function listWeights(configured: Weights, prominences: Weights, known: number): Weights {
  const text = configured.text * prominences.text * known
  const vector = configured.vector * prominences.vector
  const sum = text + vector
  if (sum > 0) return { text: text / sum, vector: vector / sum }
  const plain = configured.text + configured.vector
  return plain > 0 ? { text: configured.text / plain, vector: configured.vector / plain } : { text: 0.5, vector: 0.5 }
}
