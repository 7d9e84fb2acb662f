import { bothFilters } from '../../../kernel/access/limit-filter.ts'
import type { LimitedSearch } from '../../../kernel/access/limited-search.ts'
import type { FilterExpression } from '../../../kernel/search/filter/odata.ts'
import type { SearchHit } from '../../../kernel/search/search.ts'
import { textField } from '../retrieval/retrieve.ts'

type Where = { readonly index: string; readonly filter: FilterExpression | undefined }

/** Of one document that are read. */
export const MOST_CHUNKS = 400
/** Documents that are looked through for a name. */
const MOST_DOCUMENTS = 500

/** The first chunk of each document that the caller may read, by name; and how many there are. Nothing where the index keeps no chunk_index. */
export async function firstChunks(search: LimitedSearch, { index, filter }: Where): Promise<{ hits: readonly SearchHit[]; total: number }> {
  const spec = await search.getIndex(index)
  const able = (name: string, what: string) => spec?.fields.some((field) => field.name === name && field[what] !== false)
  if (!able('chunk_index', 'filterable') || !able('filename', 'sortable')) return { hits: [], total: 0 }
  const first: FilterExpression = { type: 'compare', field: 'chunk_index', operator: 'eq', value: { kind: 'number', value: 0 } }
  const orderBy = [{ field: 'filename', direction: 'asc' }] as const
  const { hits, total = 0 } = await search.search(index, { filter: bothFilters(filter, first), top: MOST_DOCUMENTS, orderBy, count: true })
  return { hits, total }
}

/** The chunks of a document in its order, as far as the filter lets them through. */
export async function wholeDocument(search: LimitedSearch, { index, filter }: Where, document: string): Promise<readonly SearchHit[]> {
  const { hits } = await search.chunksOf(index, document, { skip: 0, top: MOST_CHUNKS })
  if (!filter) return hits
  const own: FilterExpression = { type: 'compare', field: 'document_id', operator: 'eq', value: { kind: 'string', value: document } }
  const passed = await search.search(index, { filter: bothFilters(filter, own), top: MOST_CHUNKS })
  const ids = new Set(passed.hits.map(({ id }) => id))
  return hits.filter(({ id }) => ids.has(id))
}

/** How a document is called: by its title, with the file's name where that says more. */
export function nameOf(hit: SearchHit): string {
  const [title, file] = [textField(hit, 'title')?.trim(), textField(hit, 'filename')?.trim()]
  if (!title || !file || title === file) return file ?? title ?? 'a document without a name'
  return `${title} (${file})`
}
