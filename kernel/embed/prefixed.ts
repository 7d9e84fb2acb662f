import type { Embedder } from './embedder.ts'

/** What a model was trained to see before a text of each kind, blanks included: "query: " and "passage: " for E5. */
export interface Prefixes {
  readonly query?: string
  readonly passage?: string
}

/** Puts the prefixes before the texts. Stands in front of a cache, so that vectors of another prefix are other entries there. */
export function prefixedEmbedder(embedder: Embedder, { query = '', passage = '' }: Prefixes): Embedder {
  const { embedCounted } = embedder
  const prefixed = (texts: readonly string[], kind: 'passage' | 'query') => texts.map((text) => (kind === 'query' ? query : passage) + text)
  return {
    ...embedder,
    embed: (texts, kind, options) => embedder.embed(prefixed(texts, kind), kind, options),
    ...(embedCounted && { embedCounted: (texts, kind, options) => embedCounted(prefixed(texts, kind), kind, options) }),
  }
}
