import type { Reranker } from '../rerank/reranker.ts'
import { orAborted } from '../runtime/concurrency/or-aborted.ts'
import { messageOf } from '../runtime/errors.ts'
import type { Logger } from '../runtime/log.ts'
import type { SearchHit } from '../search/search.ts'

/** What became of a wish to rerank, for the reply. */
export interface RerankMark {
  readonly applied: boolean
  readonly model?: string
  /** Passages that were looked at. */
  readonly candidates?: number
  /** Why the order of the search holds. */
  readonly reason?: 'not_configured' | 'failed' | 'timed_out'
}

export interface RerankOptions {
  readonly candidates: number
  readonly timeoutMs: number
  readonly signal: AbortSignal
}

/** A judge reads so much of a passage at most. */
const MAX_CHARACTERS = 8_000

/**
 * The hits in the judge's order, with `rerank_score` among what they carry; those that it left out follow in the order of the search.
 * A judge that fails or takes too long is logged, and the order of the search holds. Rejects only when the caller's signal aborts.
 */
export async function rerankHits<Hit extends SearchHit>(
  reranker: Reranker | undefined,
  query: string,
  hits: readonly Hit[],
  { candidates, timeoutMs, signal }: RerankOptions,
  log: Logger,
): Promise<{ hits: readonly (Hit & { readonly rerank_score?: number })[]; mark: RerankMark }> {
  if (!reranker) return { hits, mark: { applied: false, reason: 'not_configured' } }
  const { model } = reranker
  const judged = hits.slice(0, candidates)
  const late = AbortSignal.timeout(timeoutMs)
  try {
    const asked = AbortSignal.any([signal, late])
    const order = await orAborted(reranker.rerank(query, judged.map(textOf), { top: judged.length, signal: asked }), asked)
    const first = order.map(({ index, score }) => ({ ...judged[index]!, rerank_score: score }))
    const named = new Set(order.map(({ index }) => index))
    const rest = hits.filter((_, i) => !named.has(i))
    return { hits: [...first, ...rest], mark: { applied: true, model, candidates: judged.length } }
  } catch (error) {
    signal.throwIfAborted()
    log.warn({ error: messageOf(error), model }, 'reranking failed; the order of the search holds')
    return { hits, mark: { applied: false, model, candidates: judged.length, reason: late.aborted ? 'timed_out' : 'failed' } }
  }
}

function textOf({ fields: { title, text } }: SearchHit): string {
  return [title, text]
    .filter((part) => typeof part === 'string' && part !== '')
    .join('\n')
    .slice(0, MAX_CHARACTERS)
}
