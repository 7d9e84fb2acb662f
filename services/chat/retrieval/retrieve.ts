import { embedderOf } from '../../../kernel/embed/embedder-of.ts'
import type { Ports } from '../../../kernel/ports.ts'
import { findPassages, type PassageHit, type PassagePorts } from '../../../kernel/retrieve/find-passages.ts'
import { embedQuery, vectorsOf } from '../../../kernel/retrieve/query-vector.ts'
import type { RerankMark } from '../../../kernel/retrieve/rerank-hits.ts'
import { orAborted } from '../../../kernel/runtime/concurrency/or-aborted.ts'
import { ApiError } from '../../../kernel/runtime/errors.ts'
import type { Logger } from '../../../kernel/runtime/log.ts'
import { checkFilter } from '../../../kernel/search/filter/check-filter.ts'
import type { FieldValue, IndexSpec, SearchHit, SearchReply } from '../../../kernel/search/search.ts'
import type { Issue } from '../response.ts'
import { EVERYTHING, type RetrievalPlan } from './plan-retrieval.ts'

export interface Retrieval {
  readonly hits: readonly PassageHit[]
  /** Absent where no reranking was asked for. */
  readonly rerank?: RerankMark
  readonly total?: number
  readonly facets?: SearchReply['facets']
  readonly issues: readonly Issue[]
}

/** The index comes as the caller may read it. */
export type RetrievalPorts = Pick<Ports, 'embedder'> & PassagePorts

const TIMEOUT_MS = 10_000

/** Looks up a turn's sources. What is the caller's mistake is thrown as ApiError 400; what is not becomes an issue, and the turn goes on. */
export async function retrieve(ports: RetrievalPorts, plan: RetrievalPlan, log: Logger, signal: AbortSignal): Promise<Retrieval> {
  if (plan.skippedReason !== null) return { hits: [], issues: [] }
  const issues: Issue[] = []
  try {
    const spec = await checkedSpec(ports, plan)
    const vector = plan.hybrid && spec ? await queryVector(ports, plan.query, spec, issues, log, signal) : undefined
    const { deduplicate, rerank } = plan
    const request = searchOf(plan, vector, ports.config.retrieval.weights)
    // A judge has a time limit of its own.
    const limit = TIMEOUT_MS + (rerank ? ports.config.retrieval.rerank.timeout_ms : 0)
    const reply = await within(limit, orAborted(findPassages(ports, plan.index, request, { deduplicate, rerank, signal, log }), signal))
    return { ...reply, issues }
  } catch (error) {
    signal.throwIfAborted()
    if (error instanceof ApiError && error.code === 'invalid_request') throw error
    log.warn({ err: error, index: plan.index }, 'retrieval failed')
    return {
      hits: [],
      issues: [...issues, { code: 'retrieval_failed', message: 'The search index did not answer; no sources were used.' }],
    }
  }
}

/**
 * The index where the plan needs to know it. ApiError 400 for one that the caller named and that is not there, and for a filter that does
 * not fit it.
 */
async function checkedSpec({ search }: RetrievalPorts, plan: RetrievalPlan): Promise<IndexSpec | undefined> {
  const { index, indexGiven, filter, hybrid } = plan
  if (!indexGiven && !filter && !hybrid) return undefined
  const spec = await within(TIMEOUT_MS, search.getIndex(index))
  if (!spec && indexGiven) throw unknownIndex(index)
  if (spec && filter) checkFilter(filter, spec)
  return spec
}

/** The vector of the query; without one that fits the index the search goes on with the words alone. */
async function queryVector(
  ports: RetrievalPorts,
  query: string,
  spec: IndexSpec,
  issues: Issue[],
  log: Logger,
  signal: AbortSignal,
): Promise<Float32Array | undefined> {
  const embedder = await embedderOf(ports.embedder, spec.name)
  const held = vectorsOf(spec, embedder)
  if (held === 'other') issues.push(OTHER_VECTORS)
  if (held !== 'fit') return undefined
  try {
    return await embedQuery(embedder, query, signal)
  } catch (error) {
    signal.throwIfAborted()
    log.warn({ err: error }, 'the query could not be embedded')
    issues.push({ code: 'retrieval_failed', message: 'The query could not be embedded; only its words were searched for.' })
    return undefined
  }
}

const OTHER_VECTORS: Issue = {
  code: 'vectors_not_used',
  message: 'The index holds vectors of another embedder; only the words of the query were searched for.',
}

function searchOf(plan: RetrievalPlan, vector: Float32Array | undefined, weights: { text: number; vector: number }) {
  return {
    ...(plan.querySource === 'given' && plan.query === EVERYTHING ? {} : { text: plan.query }),
    ...(vector ? { vector, weights } : {}),
    filter: plan.filter,
    top: plan.top,
    ...(plan.facets.length ? { facets: plan.facets } : {}),
    ...(plan.highlight.length ? { highlight: plan.highlight } : {}),
    count: plan.count,
  }
}

/** A source as the reply shows it: the selected fields, and what every source carries. */
export function sourceOf(hit: PassageHit, select: readonly string[]): Record<string, unknown> {
  return {
    ...Object.fromEntries(select.map((name) => [name, name === 'id' ? hit.id : (hit.fields[name] ?? null)])),
    score: hit.score,
    index: hit.index,
    document_id: hit.fields.document_id ?? null,
    ...(hit.highlights ? { highlights: hit.highlights } : {}),
    ...(hit.rerank_score === undefined ? {} : { rerank_score: hit.rerank_score }),
    ...(hit.copies ? { also_in: hit.copies.map(copyOf) } : {}),
  }
}

/** Where else a passage stands word for word. */
const copyOf = (hit: SearchHit): Record<string, unknown> => ({
  id: hit.id,
  document_id: hit.fields.document_id ?? null,
  filename: hit.fields.filename ?? null,
  page_number: hit.fields.page_number ?? null,
})

/** A text field of a hit, or undefined. */
export function textField(hit: SearchHit, name: string): string | undefined {
  const value: FieldValue | undefined = hit.fields[name]
  return typeof value === 'string' ? value : undefined
}

/** A numeric field of a hit, or undefined. */
export function numberField(hit: SearchHit, name: string): number | undefined {
  const value: FieldValue | undefined = hit.fields[name]
  return typeof value === 'number' ? value : undefined
}

async function within<T>(ms: number, work: Promise<T>): Promise<T> {
  let timer: NodeJS.Timeout | undefined
  const late = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(new ApiError('timeout', 'The search took too long.')), ms)
  })
  try {
    return await Promise.race([work, late])
  } finally {
    clearTimeout(timer)
  }
}

const unknownIndex = (index: string): ApiError =>
  new ApiError('invalid_request', `There is no index ${JSON.stringify(index.slice(0, 200))}.`, {
    details: { field: 'fetch_args.CloudSearchFetcher.index' },
  })
