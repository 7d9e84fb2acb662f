import type { LimitedSearch } from '../../../kernel/access/limited-search.ts'
import { allows } from '../../../kernel/search/index-spec.ts'
import type { IndexSpec, SearchHit } from '../../../kernel/search/search.ts'
import { joinedChunks } from './joined-chunks.ts'
import { cursorOf, type ListPosition } from './list-cursor.ts'

const PAGE = 100
const CHUNKS = 200
/** Characters of a document that one reading gives: what a client may put before a model has an end. */
const MOST_CHARACTERS = 1_000_000
const URI = /^millrace:\/\/documents\/([^/]+)\/([^/?#]{1,128})$/

/** `millrace://documents/<index>/<document id>`. */
export const uriOf = (index: string, documentId: string): string =>
  `millrace://documents/${encodeURIComponent(index)}/${encodeURIComponent(documentId)}`
export const URI_TEMPLATE = 'millrace://documents/{index}/{document_id}'

export interface DocumentResource {
  readonly uri: string
  readonly name: string
  readonly title?: string
  readonly description?: string
  readonly mimeType: 'text/plain'
}

/** What documents are read through: what the caller may read, and which indexes there are. */
export interface DocumentsFor {
  readonly search: LimitedSearch
  readonly listIndexes: () => Promise<readonly { readonly spec: IndexSpec }[]>
}

/** Whether the index tells documents from each other and knows their first chunks. */
const tellsDocuments = (spec: IndexSpec): boolean =>
  ['document_id', 'chunk_index'].every((name) => {
    const field = spec.fields.find((f) => f.name === name)
    return field !== undefined && allows(field, 'filterable')
  })

const MOST_COMPLETED = 100

/** What a variable of URI_TEMPLATE may be, as far as it is written: indexes by their names. */
export async function completeVariable(
  { listIndexes }: Pick<DocumentsFor, 'listIndexes'>,
  variable: string,
  written: string,
): Promise<{ values: string[]; total: number; hasMore: boolean }> {
  const specs = variable === 'index' ? (await listIndexes()).map(({ spec }) => spec).filter(tellsDocuments) : []
  const fitting = specs
    .map(({ name }) => name)
    .filter((name) => name.startsWith(written))
    .sort()
  return { values: fitting.slice(0, MOST_COMPLETED), total: fitting.length, hasMore: fitting.length > MOST_COMPLETED }
}

/** A page of the documents that the caller may read: index by index, in order of their ids. */
export async function listDocuments({ search, listIndexes }: DocumentsFor, { part, skip }: ListPosition) {
  const specs = (await listIndexes()).map(({ spec }) => spec).filter(tellsDocuments)
  const indexes = specs.map(({ name }) => name).sort()
  const resources: DocumentResource[] = []
  let at = { part, skip }
  for (let index = indexes[at.part]; index !== undefined && resources.length < PAGE; index = indexes[at.part]) {
    const top = PAGE - resources.length
    const { hits } = await search.search(index, {
      filter: { type: 'compare', field: 'chunk_index', operator: 'eq', value: { kind: 'number', value: 0 } },
      orderBy: [{ field: 'document_id', direction: 'asc' }],
      ...{ top, skip: at.skip },
    })
    resources.push(...hits.map((hit) => resourceOf(index, hit)))
    at = hits.length < top ? { part: at.part + 1, skip: 0 } : { part: at.part, skip: at.skip + hits.length }
  }
  return { resources, ...(at.part < indexes.length ? { nextCursor: cursorOf('resources', at) } : {}) }
}

function resourceOf(index: string, { fields }: SearchHit): DocumentResource {
  const text = (name: string) => (typeof fields[name] === 'string' && fields[name] !== '' ? (fields[name] as string) : undefined)
  const id = text('document_id') ?? ''
  const title = text('title')
  const type = text('doc_type')
  return {
    uri: uriOf(index, id),
    name: text('source_file') ?? text('filename') ?? id,
    ...(title ? { title } : {}),
    ...(type ? { description: `A document of the kind ${type} in the index ${index}.` } : {}),
    mimeType: 'text/plain',
  }
}

/** The text of a document; undefined where there is none that the caller may read. */
export async function readDocument({ search }: Pick<DocumentsFor, 'search'>, uri: string): Promise<string | undefined> {
  const place = placeOf(uri)
  if (!place || !(await search.getIndex(place.index))) return undefined
  const hits: SearchHit[] = []
  let characters = 0
  for (let skip = 0; ; skip += CHUNKS) {
    const page = await search.chunksOf(place.index, place.documentId, { skip, top: CHUNKS })
    if (page.total === 0) return undefined
    hits.push(...page.hits)
    characters += page.hits.reduce((sum, { fields }) => sum + String(fields.text ?? '').length, 0)
    if (page.hits.length < CHUNKS) return joinedChunks(hits)
    if (characters >= MOST_CHARACTERS) break
  }
  return `${joinedChunks(hits)}\n\n[The document goes on; this is what one reading gives.]`
}

function placeOf(uri: string): { readonly index: string; readonly documentId: string } | undefined {
  const [, index, documentId] = URI.exec(uri) ?? []
  if (index === undefined || documentId === undefined) return undefined
  try {
    return { index: decodeURIComponent(index), documentId: decodeURIComponent(documentId) }
  } catch {
    return undefined // no address of ours is escaped like that
  }
}
