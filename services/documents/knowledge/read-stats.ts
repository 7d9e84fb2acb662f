import type { Limits } from '../../../kernel/access/limits.ts'
import type { Config } from '../../../kernel/config/config.ts'
import type { Database } from '../../../kernel/store/database.ts'
import { type KnowledgeFile, readFiles, searchableDocuments } from './read-files.ts'

/** Files that the stats list one by one; the totals count all, and the CSV and the paged list have all. */
const MAX_LISTED = 10_000

interface Totals {
  files: number
  chunks: number
  size_bytes: number
  estimated_tokens: number
}

interface Group extends Totals {
  readonly index: string
  readonly file_type: string
  readonly latest: string
}

async function readGroups(database: Database, limits: Limits): Promise<Group[]> {
  const rows = await searchableDocuments(database, limits)
    .select((e) => [
      'documents.index_name',
      'documents.file_type',
      e.fn.countAll<number>().as('files'),
      e.fn.sum<number>('documents.chunk_count').as('chunks'),
      e.fn.sum<number>('documents.size_bytes').as('size_bytes'),
      e.fn.sum<number>('documents.estimated_tokens').as('estimated_tokens'),
      e.fn.max('documents.ingested_at').as('latest'),
    ])
    .groupBy(['documents.index_name', 'documents.file_type'])
    .orderBy('documents.index_name')
    .orderBy('documents.file_type')
    .execute()
  return rows.map((row) => ({
    index: row.index_name ?? '',
    file_type: row.file_type ?? '',
    files: Number(row.files),
    chunks: Number(row.chunks),
    size_bytes: Number(row.size_bytes),
    estimated_tokens: Number(row.estimated_tokens),
    latest: row.latest ?? '',
  }))
}

const add = (a: Totals, b: Totals): Totals => ({
  files: a.files + b.files,
  chunks: a.chunks + b.chunks,
  size_bytes: a.size_bytes + b.size_bytes,
  estimated_tokens: a.estimated_tokens + b.estimated_tokens,
})
const nothing: Totals = { files: 0, chunks: 0, size_bytes: 0, estimated_tokens: 0 }

const countBy = (groups: readonly Group[], key: 'index' | 'file_type'): Record<string, number> => {
  const counts = new Map<string, number>()
  for (const group of groups) counts.set(group[key], (counts.get(group[key]) ?? 0) + group.files)
  return Object.fromEntries(counts)
}

/** One line an index: those with files, and those that an alias names. */
function indexLines(groups: readonly Group[], aliases: Readonly<Record<string, string>>) {
  const names = [...new Set([...groups.map((g) => g.index), ...Object.values(aliases)])].sort()
  return names.map((name) => {
    const own = groups.filter((g) => g.index === name)
    const latest = own.map((g) => g.latest).sort()
    return {
      name,
      alias: Object.keys(aliases).find((alias) => aliases[alias] === name) ?? null,
      ...own.reduce<Totals>(add, nothing),
      latest_ingestion: latest.at(-1) ?? null,
    }
  })
}

/** Statistics of the knowledge base. `files` are the newest ones first; `files_omitted` says how many more there are. */
export async function readStats(database: Database, limits: Limits, { indexes }: Pick<Config, 'indexes'>) {
  const groups = await readGroups(database, limits)
  const listed = await readFiles(database, limits, {}, { field: 'ingested_at', descending: true }, { skip: 0, top: MAX_LISTED })
  const total = groups.reduce<Totals>(add, nothing)
  const files: KnowledgeFile[] = listed.items
  return {
    total_files: total.files,
    total_chunks: total.chunks,
    total_size_bytes: total.size_bytes,
    estimated_tokens: total.estimated_tokens,
    file_type_breakdown: countBy(groups, 'file_type'),
    index_breakdown: countBy(groups, 'index'),
    indexes: indexLines(groups, indexes.aliases),
    files,
    files_omitted: Math.max(0, listed.total - files.length),
  }
}
