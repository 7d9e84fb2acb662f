import type { Config } from '../config/config.ts'
import type { IndexSpec, SearchIndex, SearchReply, SearchRequest } from '../search/search.ts'
import type { Caller } from './caller.ts'
import { bothFilters, limitFilter } from './limit-filter.ts'
import { type Limits, limitsOf } from './limits.ts'

const limited = Symbol('limited')

/** The reading half of the search port, for one caller. Only `limitedSearch` makes it: a bare search port does not have this type. */
export interface LimitedSearch {
  readonly [limited]: true
  getIndex(name: string): Promise<IndexSpec | undefined>
  /** As `SearchIndex.search`, over the chunks that the caller may read: hits, total, facets and highlights. */
  search(index: string, request: SearchRequest): Promise<SearchReply>
  /** As `SearchIndex.chunksOf`; a document that the caller may not read has none. */
  chunksOf: SearchIndex['chunksOf']
  /** Whether the caller may read this document; for who is limited it has to be there. */
  reads(index: string, documentId: string): Promise<boolean>
  /** As `SearchIndex.wordsLike`; words that stand in no chunk which the caller may read are none. Empty where the index cannot tell. */
  wordsLike(index: string, word: string): Promise<readonly string[]>
  /** Chunks of an index that the caller may read. */
  count(index: string): Promise<number>
}

/** What routes have of the search port: everything but reading, which goes through `EdgeContext.readAs`. */
export type IndexKeeper = Omit<SearchIndex, 'search' | 'chunksOf' | 'builds'>

/** The search port as a caller with these limits sees it: what lies beyond them is neither found nor counted, nor does it change a score. */
export function limitedSearch(search: SearchIndex, limits: Limits): LimitedSearch {
  const free = limits.conditions.length === 0
  const narrowed = async (index: string, request: SearchRequest): Promise<SearchRequest> => {
    const spec = free ? undefined : await search.getIndex(index)
    if (!spec) return request
    const corpus = limitFilter(limits, spec)
    return { ...request, filter: bothFilters(corpus, request.filter), ...(corpus ? { corpus } : {}) }
  }
  const reads = async (index: string, documentId: string) => free || isReadable(within, await search.getIndex(index), documentId)
  const within = async (index: string, request: SearchRequest) => search.search(index, await narrowed(index, request))
  return {
    [limited]: true,
    getIndex: (name) => search.getIndex(name),
    search: within,
    reads,
    async chunksOf(index, documentId, page) {
      if (!(await reads(index, documentId))) return { hits: [], total: 0 }
      return search.chunksOf(index, documentId, page)
    },
    async wordsLike(index, word) {
      // For a limited caller a word that only others' documents hold is unknown, and none that only they hold is told.
      const found = (await search.wordsLike?.(index, word)) ?? []
      if (free) return found
      const counts = await Promise.all(found.map((text) => within(index, { text, top: 0, count: true })))
      return found.filter((_, i) => (counts[i]?.total ?? 0) > 0)
    },
    async count(index) {
      const { total = 0 } = await within(index, { top: 0, count: true })
      return total
    },
  }
}

/** All chunks of a document carry its labels, so that one which may be read stands for all. */
async function isReadable(search: LimitedSearch['search'], spec: IndexSpec | undefined, documentId: string): Promise<boolean> {
  const field = spec?.fields.find(({ name }) => name === 'document_id')
  if (!spec || !field || field.filterable === false) return false
  const filter = { type: 'compare', field: field.name, operator: 'eq', value: { kind: 'string', value: documentId } } as const
  const { total = 0 } = await search(spec.name, { filter, top: 0, count: true })
  return total > 0
}

/** The one way from a caller to what the indexes hold. The configuration is read at each call, so that a changed rule holds at once. */
export const readAs =
  ({ search, config }: { readonly search: SearchIndex; readonly config: Config }) =>
  (caller: Pick<Caller, 'claims' | 'keyName'>): LimitedSearch =>
    limitedSearch(search, limitsOf(caller, config))
