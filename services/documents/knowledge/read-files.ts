import { type RawBuilder, type SqlBool, sql } from 'kysely'
import { withinLimits } from '../../../kernel/access/limited-rows.ts'
import type { Limits } from '../../../kernel/access/limits.ts'
import type { Database } from '../../../kernel/store/database.ts'
import type { KnowledgeTables } from './views.ts'

/** One file of the knowledge base. */
export interface KnowledgeFile {
  readonly source_file: string
  /** null in a row that was folded before titles were noted. */
  readonly title: string | null
  readonly document_id: string
  readonly index: string
  readonly file_type: string
  readonly size_bytes: number
  readonly chunk_count: number
  readonly estimated_tokens: number
  readonly ingested_at: string
  readonly status: string
  readonly upload_id: string
}

/** What a list may be sorted by, and the column behind it. */
const SORT_COLUMNS = {
  name: 'documents.searchable_name',
  ingested_at: 'documents.ingested_at',
  size_bytes: 'documents.size_bytes',
  chunk_count: 'documents.chunk_count',
  estimated_tokens: 'documents.estimated_tokens',
  file_type: 'documents.file_type',
  index: 'documents.index_name',
  status: 'documents.status',
} as const
export type SortField = keyof typeof SORT_COLUMNS
export const sortFields = Object.keys(SORT_COLUMNS) as SortField[]

export interface FileSort {
  readonly field: SortField
  readonly descending: boolean
}

export interface FileFilter {
  readonly index?: string
  readonly file_type?: string
  /** Part of the name, case ignored. */
  readonly q?: string
  /** Part of the name or of the title, case ignored. */
  readonly words?: string
  /** The whole name. */
  readonly source_file?: string
}

const LABEL_COLUMNS = { confidentiality: 'documents.confidentiality', business_unit: 'documents.business_unit' }

/** Documents with chunks in an index that the caller may read: indexed, not deleted since, and not gone with a clearing of their index. */
export function searchableDocuments(database: Database, limits: Limits, filter: FileFilter = {}) {
  let query = database
    .tables<KnowledgeTables>()
    .selectFrom('documents')
    .leftJoin('index_clearings', 'index_clearings.key', 'documents.index_name')
    .where('documents.searchable', '=', 1)
    .where(withinLimits(limits, LABEL_COLUMNS))
    .where((e) => e.or([e('index_clearings.cleared_at', 'is', null), e('documents.ingested_at', '>', e.ref('index_clearings.cleared_at'))]))
  if (filter.index !== undefined) query = query.where('documents.index_name', '=', filter.index)
  if (filter.file_type !== undefined) query = query.where('documents.file_type', '=', filter.file_type)
  if (filter.source_file !== undefined) query = query.where('documents.source_file', '=', filter.source_file.normalize('NFC'))
  const { q, words } = filter
  if (q) query = query.where(holds('documents.searchable_name', q))
  if (words) query = query.where((e) => e.or([holds('documents.searchable_name', words), holds('documents.searchable_title', words)]))
  return query
}

/** LIKE would read % and _ of the words as wildcards. */
function holds(column: `documents.searchable_${'name' | 'title'}`, words: string): RawBuilder<SqlBool> {
  const part = words.normalize('NFC').toLowerCase()
  return sql<SqlBool>`replace(${sql.ref(column)}, ${part}, '') <> ${sql.ref(column)}`
}

/** How many documents can be found in an index. */
export async function countFiles(database: Database, limits: Limits, index: string): Promise<number> {
  const row = await searchableDocuments(database, limits, { index })
    .select((e) => e.fn.countAll().as('files'))
    .executeTakeFirstOrThrow()
  return Number(row.files)
}

const selectFiles = (database: Database, limits: Limits, filter: FileFilter) =>
  searchableDocuments(database, limits, filter).select([
    'documents.key as document_id',
    'documents.source_file',
    'documents.title',
    'documents.searchable_name',
    'documents.index_name',
    'documents.file_type',
    'documents.size_bytes',
    'documents.chunk_count',
    'documents.estimated_tokens',
    'documents.ingested_at',
    'documents.status',
    'documents.upload_id',
  ])

type FileRow = Awaited<ReturnType<ReturnType<typeof selectFiles>['execute']>>[number]

const fileOf = (row: FileRow): KnowledgeFile => ({
  source_file: row.source_file ?? '',
  title: row.title,
  document_id: row.document_id,
  index: row.index_name ?? '',
  file_type: row.file_type ?? '',
  size_bytes: Number(row.size_bytes),
  chunk_count: Number(row.chunk_count),
  estimated_tokens: Number(row.estimated_tokens),
  ingested_at: row.ingested_at ?? '',
  status: row.status ?? '',
  upload_id: row.upload_id ?? '',
})

/** A page of the files, and how many there are on all pages. Equal sort keys are ordered by document. */
export async function readFiles(
  database: Database,
  limits: Limits,
  filter: FileFilter,
  { field, descending }: FileSort,
  { skip, top }: { skip: number; top: number },
): Promise<{ items: KnowledgeFile[]; total: number }> {
  const direction = descending ? 'desc' : 'asc'
  const [rows, counted] = await Promise.all([
    selectFiles(database, limits, filter)
      .orderBy(SORT_COLUMNS[field], direction)
      .orderBy('documents.key', direction)
      .limit(top)
      .offset(skip)
      .execute(),
    searchableDocuments(database, limits, filter)
      .select((e) => e.fn.countAll<number>().as('n'))
      .executeTakeFirstOrThrow(),
  ])
  return { items: rows.map(fileOf), total: Number(counted.n) }
}

const BATCH = 500

/** Every file in order of name, in batches: the list may be longer than what fits in memory. */
export async function* allFiles(database: Database, limits: Limits, filter: FileFilter = {}): AsyncGenerator<KnowledgeFile[]> {
  let last: { name: string; key: string } | undefined
  for (;;) {
    let query = selectFiles(database, limits, filter)
    if (last) {
      const { name, key } = last
      query = query.where((e) =>
        e.or([e('documents.searchable_name', '>', name), e.and([e('documents.searchable_name', '=', name), e('documents.key', '>', key)])]),
      )
    }
    const rows = await query.orderBy('documents.searchable_name').orderBy('documents.key').limit(BATCH).execute()
    yield rows.map(fileOf)
    const end = rows.at(-1)
    if (!end || rows.length < BATCH) return
    last = { name: end.searchable_name ?? '', key: end.document_id }
  }
}

/**
 * The document of this name: in the given index, else in `preferred`, else the one that was ingested last.
 * Undefined when the knowledge base has no such file.
 */
export async function findFile(
  database: Database,
  limits: Limits,
  { source_file, index }: { source_file: string; index?: string },
  preferred: string,
): Promise<KnowledgeFile | undefined> {
  const rows = await selectFiles(database, limits, { source_file, index })
    .orderBy('documents.ingested_at', 'desc')
    .orderBy('documents.key')
    .execute()
  const row = rows.find((r) => r.index_name === preferred) ?? rows[0]
  return row && fileOf(row)
}
