import type { Config } from '../../../kernel/config/config.ts'
import type { Embedder } from '../../../kernel/embed/embedder.ts'
import { hybridByDefault } from '../../../kernel/retrieve/query-vector.ts'
import { ApiError } from '../../../kernel/runtime/errors.ts'
import type { FilterExpression } from '../../../kernel/search/filter/odata.ts'
import { parseFilter } from '../../../kernel/search/filter/parse-filter.ts'
import { indexNameOf } from '../../../kernel/search/index-name.ts'
import { tellingStems } from '../../../kernel/text/terms.ts'
import type { ChatRequest, Mode } from '../request.ts'

/** What is to be looked up for a turn. */
export interface RetrievalPlan {
  /** Why nothing is looked up, or null. */
  readonly skippedReason: string | null
  readonly query: string
  /** `given` in the request, the `question`, it and the turn before (`history`), or as the `model` words it. */
  readonly querySource: 'given' | 'question' | 'history' | 'model'
  readonly index: string
  /** The caller named the index, so an absent one is the caller's mistake. */
  readonly indexGiven: boolean
  readonly top: number
  readonly hybrid: boolean
  readonly filter: FilterExpression | undefined
  readonly facets: readonly { field: string; count: number }[]
  readonly count: boolean
  readonly deduplicate: boolean
  /** The caller asked for a number of sources, and not for each text once: copies are listed where there is room for them. */
  readonly listCopies: boolean
  readonly rerank: boolean
  readonly highlight: readonly string[]
  /** Fields of each source in the reply. */
  readonly select: readonly string[]
}

const DEFAULT_FIELDS = ['id', 'filename', 'chunk_index', 'page_number', 'text'] as const
/** The query, as Azure AI Search writes it, that every chunk which passes the filter fits. */
export const EVERYTHING = '*'
/** Words beyond this say nothing more to a search. */
const MAX_QUERY = 2000
/** Telling words that a question needs to stand alone. */
export const TELLING = 3
const DEFAULT_FACET_COUNT = 10

/** Reads the fetcher's settings. ApiError 400 for a filter or facet that does not parse. */
export function planRetrieval(
  request: ChatRequest,
  { kind }: Mode,
  config: Config,
  embedder: Pick<Embedder, 'hybridByDefault'>,
): RetrievalPlan {
  const settings = request.fetch_args.CloudSearchFetcher ?? {}
  const top = settings.top_k ?? config.retrieval.top_k
  const skipped = kind === 'rag' && request.skip_knowledge_base ? 'skip_knowledge_base' : top === 0 ? 'top_k is 0' : null
  return {
    skippedReason: skipped,
    ...queryOf(request, settings.query?.trim()),
    index: indexAsked(request, config),
    indexGiven: settings.index !== undefined,
    top,
    hybrid: settings.query?.trim() !== EVERYTHING && (settings.vector_search ?? hybridByDefault(config, embedder)),
    filter: settings.filter?.trim() ? parseFilter(settings.filter.trim()) : undefined,
    facets: once(settings.facets).map(facetOf),
    count: settings.include_total_count ?? false,
    deduplicate: settings.deduplicate ?? config.retrieval.deduplicate,
    listCopies: settings.top_k !== undefined && settings.deduplicate === undefined,
    rerank: settings.rerank ?? config.retrieval.rerank.enabled,
    highlight: once(settings.highlight_fields),
    select: settings.select_fields ?? DEFAULT_FIELDS,
  }
}

/** The index that a request is answered from. */
export const indexAsked = ({ fetch_args }: Pick<ChatRequest, 'fetch_args'>, config: Config): string =>
  indexNameOf(config, fetch_args.CloudSearchFetcher?.index ?? config.indexes.default)

/** A name that is given fifty times is work for one. */
const once = (names: readonly string[] = []): string[] => [...new Set(names)]

/** The question; one that says too little by itself ("And how tall is it?") is looked up together with the user's turn before it. */
function queryOf({ question, history }: ChatRequest, given: string | undefined): Pick<RetrievalPlan, 'query' | 'querySource'> {
  if (given) return { query: given.slice(0, MAX_QUERY), querySource: 'given' }
  const before = history.findLast(({ role }) => role === 'user')?.content
  const leans = before !== undefined && tellingStems(question).length < TELLING
  return leans
    ? { query: `${question} ${before}`.slice(0, MAX_QUERY), querySource: 'history' }
    : { query: question.slice(0, MAX_QUERY), querySource: 'question' }
}

function facetOf(expression: string): { field: string; count: number } {
  const [field = '', ...options] = expression.split(',').map((part) => part.trim())
  const counts = options.map((option) => /^count:(\d{1,4})$/.exec(option)?.[1])
  if (!/^[A-Za-z]\w*(?:\/\w+)*$/.test(field) || counts.length > 1 || counts.includes(undefined) || counts[0] === '0')
    throw new ApiError('invalid_request', `The facet ${JSON.stringify(expression.slice(0, 200))} is not <field> or <field>,count:<n>.`, {
      details: { field: 'fetch_args.CloudSearchFetcher.facets' },
    })
  return { field, count: counts[0] ? Number(counts[0]) : DEFAULT_FACET_COUNT }
}
