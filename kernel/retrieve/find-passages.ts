import type { LimitedSearch } from '../access/limited-search.ts'
import type { Ports } from '../ports.ts'
import { chooseReranker } from '../rerank/choose-reranker.ts'
import type { Logger } from '../runtime/log.ts'
import type { SearchReply, SearchRequest } from '../search/search.ts'
import { type DistinctHit, distinctHits } from './near-duplicates.ts'
import { type RerankMark, rerankHits } from './rerank-hits.ts'

/** A hit that was chosen: with its copies, and the judge's score where it was judged. */
export type PassageHit = DistinctHit & { readonly rerank_score?: number }

export interface FoundPassages extends Omit<SearchReply, 'hits'> {
  readonly hits: readonly PassageHit[]
  /** Absent where nobody asked for reranking. */
  readonly rerank?: RerankMark
}

export type PassagePorts = Pick<Ports, 'reranker' | 'llm' | 'config'> & { readonly search: LimitedSearch }

export interface PassageOptions {
  readonly deduplicate: boolean
  readonly rerank: boolean
  readonly signal: AbortSignal
  readonly log: Logger
}

/** How many more are looked up when too many of the first said the same. */
const WIDER = 5
const MAX_LOOKED_UP = 1_000

/** Searches, leaves out what says the same, lets a judge put the rest into order, and keeps `request.top`. */
export async function findPassages(
  ports: PassagePorts,
  index: string,
  request: SearchRequest,
  { deduplicate, rerank, signal, log }: PassageOptions,
): Promise<FoundPassages> {
  const { candidates, timeout_ms } = ports.config.retrieval.rerank
  const wanted = rerank ? Math.max(request.top, candidates) : request.top
  const found = deduplicate
    ? await searchDistinct(ports.search, index, request, wanted)
    : await ports.search.search(index, { ...request, top: wanted })
  if (!rerank) return { ...found, hits: found.hits.slice(0, request.top) }
  const options = { candidates, timeoutMs: timeout_ms, signal }
  const { hits, mark } = await rerankHits(chooseReranker(ports), request.text ?? '', found.hits, options, log)
  return { ...found, hits: hits.slice(0, request.top), rerank: mark }
}

/** The first `wanted` that say different things; where copies took their places more are looked up, once. */
async function searchDistinct(
  search: LimitedSearch,
  index: string,
  request: SearchRequest,
  wanted: number,
): Promise<Omit<SearchReply, 'hits'> & { readonly hits: readonly DistinctHit[] }> {
  const first = Math.min(MAX_LOOKED_UP, wanted + Math.ceil(wanted / 2) + 2)
  const reply = await search.search(index, { ...request, top: first })
  const distinct = distinctHits(reply.hits)
  if (distinct.length >= wanted || reply.hits.length < first) return { ...reply, hits: distinct.slice(0, wanted) }
  const { facets: _facets, count: _count, ...again } = request
  const wider = await search.search(index, { ...again, top: Math.min(MAX_LOOKED_UP, first * WIDER) })
  return { ...reply, hits: distinctHits(wider.hits).slice(0, wanted) }
}
