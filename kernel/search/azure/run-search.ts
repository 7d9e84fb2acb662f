import { ApiError } from '../../runtime/errors.ts'
import { checkWindow, usableField, vectorFor } from '../check-request.ts'
import { checkFilter } from '../filter/check-filter.ts'
import { allows, isSearchable, keyFieldOf, vectorFieldOf } from '../index-spec.ts'
import { termsOf } from '../query-terms.ts'
import type { IndexSpec, SearchHit, SearchReply, SearchRequest } from '../search.ts'
import { askSearch, facetOf, type SearchBody, type ServiceResult } from './ask-search.ts'
import { NUMBER, ORDER } from './index-definition.ts'
import { hitsOf } from './read-hits.ts'
import type { Rest } from './rest.ts'
import { ofDocument, printAll, searchFieldsOf, servedFilter, simpleQuery, visible } from './service-filter.ts'
import type { Horizon } from './stages.ts'

/** Of the service: hits in one reply. */
const PAGE = 1_000
/** Nearest vectors that are fused with the text's matches at least. */
const FUSION_DEPTH = 50
const HIGHLIGHTS = 5
/** What takes longer may have outlived chunks that it began to read; see GRACE_MS in sweep.ts. */
const LONGEST_READ_MS = 12_000

interface Query {
  readonly terms: readonly string[] | undefined
  readonly vector: Float32Array | undefined
  /** Of the vectors against the text, which has 1 on the service. */
  readonly weight: number
}

/** What is really asked: a half whose weight is 0 is left out, since the service takes positive weights only. */
function queryOf(spec: IndexSpec, request: SearchRequest): Query {
  const terms = request.text?.trim() ? termsOf(request.text) : undefined
  const vector = vectorFor(spec, request)
  const { text, vector: nearness } = request.weights ?? { text: 1, vector: 1 }
  if (terms && vector && text <= 0) return { terms: undefined, vector, weight: 1 }
  if (terms && vector && nearness <= 0) return { terms, vector: undefined, weight: 1 }
  // Without a word to look for the vectors stand alone.
  if (terms?.length === 0 && vector) return { terms: undefined, vector, weight: 1 }
  return { terms, vector, weight: nearness / text }
}

function orderOf(spec: IndexSpec, request: SearchRequest, { terms, vector }: Query): string | undefined {
  const keys = (request.orderBy ?? []).map(({ field, direction }) => `${usableField(spec, field, 'sortable').name} ${direction}`)
  if (keys.length) return [...keys, 'search.score() desc', `${NUMBER} asc`, `${ORDER} asc`].join(',')
  return terms || vector ? undefined : `${NUMBER} asc,${ORDER} asc`
}

const shownOf = (spec: IndexSpec, select: readonly string[] | undefined): string[] =>
  spec.fields.filter((f) => allows(f, 'retrievable') && (!select || select.includes(f.name))).map((f) => f.name)

const highlightedOf = (spec: IndexSpec, names: readonly string[] | undefined): string[] =>
  spec.fields.filter((f) => names?.includes(f.name) && isSearchable(f)).map((f) => f.name)

function vectorPart(spec: IndexSpec, { vector, weight, terms }: Query, need: number): Partial<SearchBody> {
  const field = vectorFieldOf(spec)
  if (!vector || !field) return {}
  const query = { kind: 'vector', vector: [...vector], fields: field.name, k: Math.max(FUSION_DEPTH, need) } as const
  // The filter first: else the nearest of all chunks may have nothing left of this caller's.
  return { vectorQueries: [terms ? { ...query, weight } : query], vectorFilterMode: 'preFilter' }
}

function textPart(spec: IndexSpec, { terms, vector }: Query, highlight: readonly string[] | undefined): Partial<SearchBody> {
  if (!terms) return vector ? {} : { search: '*' }
  const marked = highlightedOf(spec, highlight).map((name) => `${name}-${HIGHLIGHTS}`)
  return {
    search: simpleQuery(terms),
    searchMode: 'any',
    searchFields: searchFieldsOf(spec).join(','),
    ...(marked.length ? { highlight: marked.join(',') } : {}),
  }
}

/** Everything of a request but its page. ApiError invalid_request for what does not fit the index. */
function bodyOf(spec: IndexSpec, request: SearchRequest, query: Query, horizon: Horizon): Omit<SearchBody, 'top' | 'skip'> {
  if (request.filter) checkFilter(request.filter, spec)
  const orderby = orderOf(spec, request, query)
  const facets = request.facets?.map(({ field, count }) => `${usableField(spec, field, 'facetable').name},count:${count}`)
  const filters = [...visible(horizon), ...(request.filter ? [servedFilter(request.filter, spec)] : [])]
  return {
    ...textPart(spec, query, request.highlight),
    ...vectorPart(spec, query, (request.skip ?? 0) + request.top),
    filter: printAll(filters),
    select: [...new Set([...shownOf(spec, request.select), keyFieldOf(spec).name])].join(','),
    ...(orderby === undefined ? {} : { orderby }),
    ...(facets?.length ? { facets } : {}),
    ...(request.count ? { count: true } : {}),
  }
}

const NOTHING: ServiceResult = { '@odata.count': 0, value: [] }

/** All pages of a request, on one horizon. */
async function pages(
  rest: Rest,
  index: string,
  body: Omit<SearchBody, 'top' | 'skip'>,
  { skip = 0, top }: SearchRequest,
): Promise<ServiceResult> {
  const started = performance.now()
  const first = await askSearch(rest, index, { ...body, top: Math.min(top, PAGE), skip })
  const value = [...first.value]
  const { facets: _facets, count: _count, ...more } = body
  while (value.length < top && value.length > 0 && value.length % PAGE === 0) {
    const page = await askSearch(rest, index, { ...more, top: Math.min(top - value.length, PAGE), skip: skip + value.length })
    if (page.value.length === 0) break
    value.push(...page.value)
  }
  if (performance.now() - started > LONGEST_READ_MS)
    throw new ApiError('unavailable', 'the search service took too long', { headers: { 'retry-after': '2' } })
  return { ...first, value }
}

/**
 * Runs a request; `horizon` says which chunks it may see. What differs from the embedded index is told in open-azure-search.ts. ApiError
 * invalid_request for what does not fit the index, not_found, unavailable.
 */
export async function runSearch(rest: Rest, spec: IndexSpec, horizon: Horizon, request: SearchRequest): Promise<SearchReply> {
  checkWindow(request)
  const query = queryOf(spec, request)
  const body = bodyOf(spec, request, query, horizon)
  const findsNothing = query.terms?.length === 0
  const result = findsNothing ? NOTHING : await pages(rest, spec.name, body, request)
  const hits = hitsOf(spec, result, {
    shown: shownOf(spec, request.select),
    highlights: Boolean(request.highlight && query.terms),
    cosines: Boolean(query.vector && !query.terms),
  })
  // The service counts words over all of its chunks: scores from that would tell of those beyond the corpus.
  const placed = request.corpus && query.terms ? hits.map((hit, i) => ({ ...hit, score: 1 / ((request.skip ?? 0) + i + 1) })) : hits
  const facets = request.facets?.map(({ field, count }) => [field, facetOf(result, field).slice(0, count)] as const)
  return {
    hits: placed,
    ...(request.count && { total: result['@odata.count'] ?? 0 }),
    ...(facets && { facets: Object.fromEntries(facets) }),
  }
}

/** See SearchIndex.chunksOf. */
export async function chunksOf(
  rest: Rest,
  spec: IndexSpec,
  horizon: Horizon,
  documentId: string,
  { skip, top }: { skip: number; top: number },
): Promise<{ hits: SearchHit[]; total: number }> {
  checkWindow({ skip, top })
  const shown = shownOf(spec, undefined)
  const body = {
    search: '*',
    filter: printAll([...visible(horizon), ofDocument(documentId)]),
    select: shown.join(','),
    orderby: `${ORDER} asc,${NUMBER} asc`,
    count: true,
  }
  const result = await pages(rest, spec.name, body, { skip, top })
  const hits = hitsOf(spec, result, { shown }).map((hit) => ({ ...hit, score: 1 }))
  return { hits, total: result['@odata.count'] ?? 0 }
}
