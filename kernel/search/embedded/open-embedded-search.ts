import type { DatabaseSync } from 'node:sqlite'
import { ApiError, messageOf } from '../../runtime/errors.ts'
import type { Logger } from '../../runtime/log.ts'
import { allows } from '../index-spec.ts'
import type { SearchIndex } from '../search.ts'
import { embeddedBuilds } from './builds.ts'
import { clearIndex, createIndex, deleteIndex, listIndexes, resizeVectors, updateIndex } from './manage-indexes.ts'
import { closeDatabase, IN_MEMORY, openDatabase, snapshot } from './open-database.ts'
import { keepTables } from './saved/keep-tables.ts'
import { searchWhere } from './search-where.ts'
import { asApiError } from './sqlite-failure.ts'
import { sweepSoon } from './stages.ts'
import { BUILD_MARK, createTables, findIndex, parseFields, requireIndex } from './tables.ts'
import { admitsDocument, deleteDocument, fenceDocument, replaceDocument } from './write-document.ts'

export interface EmbeddedSearchOptions {
  /** Folder of search.db, or IN_MEMORY. */
  readonly dir: string
  readonly log?: Logger
  /** Refuses every write, and leaves the rows of dead writers to others. */
  readonly readonly?: boolean
  /** Indexes of more chunks than this are searched in a thread of their own, so that no search holds the process. */
  readonly apartFrom?: number
}

/** A hybrid question to so many chunks takes about 10 ms of a quiet machine. */
const APART_FROM = 100_000

function chunksOf(db: DatabaseSync, index: string, documentId: string, page: { skip: number; top: number }) {
  const { id, spec } = requireIndex(db, index)
  const document = db.prepare('SELECT stage, chunks FROM documents WHERE index_id = ? AND document_id = ?').get(id, documentId)
  if (document?.stage == null) return { hits: [], total: 0 }
  const rows = db
    .prepare('SELECT chunk_id, fields FROM chunks WHERE stage = ? ORDER BY chunk_index, rowid LIMIT ? OFFSET ?')
    .all(document.stage, page.top, page.skip)
  const shown = spec.fields.filter((f) => allows(f, 'retrievable')).map((f) => f.name)
  const hits = rows.map((row) => {
    const fields = parseFields(row.fields)
    return { id: String(row.chunk_id), index, score: 1, fields: Object.fromEntries(shown.map((name) => [name, fields[name] ?? null])) }
  })
  return { hits, total: Number(document.chunks) }
}

/**
 * The embedded index: `<dir>/search.db` (FTS5 for text) with vectors and filter columns in memory. Several processes of one
 * machine may open the same folder; each sees what the others commit at its next call.
 */
export async function openEmbeddedSearch({
  dir,
  log,
  readonly = false,
  apartFrom = dir === IN_MEMORY ? Number.POSITIVE_INFINITY : APART_FROM,
}: EmbeddedSearchOptions): Promise<SearchIndex> {
  const db = openDatabase(dir)
  const tables = createTables(db, dir)
  if (!readonly) sweepSoon(db)
  const { search, wordsLike, open, opening, close } = searchWhere(db, tables, { dir, readonly, apartFrom })
  const keeper = readonly || dir === IN_MEMORY ? undefined : keepTables(db, dir, tables)
  for (const { spec, documents } of listIndexes(db)) {
    open(spec.name)
    log?.debug({ index: spec.name, chunks: documents }, 'index opened')
  }
  const writable = () => {
    if (readonly) throw new ApiError('internal', 'this process opened the index for reading only')
    return db
  }
  /** Every call, with SQLite's failures named. */
  const guarded = async <T>(work: () => T | Promise<T>): Promise<T> => {
    try {
      return await work()
    } catch (error) {
      throw asApiError(error)
    }
  }
  /** Builds have names that nobody asks by. */
  const named = <T>(index: string, work: () => T | Promise<T>): Promise<T> =>
    guarded(() => {
      if (index.includes(BUILD_MARK)) throw new ApiError('not_found', `there is no index ${index}`, { details: { index } })
      return work()
    })
  return {
    kind: 'embedded',
    createIndex: (spec) => guarded(() => createIndex(writable(), spec)),
    updateIndex: (spec) => guarded(() => updateIndex(writable(), spec)),
    resizeVectors: (name, dimensions) => named(name, () => resizeVectors(writable(), name, dimensions)),
    getIndex: (name) => guarded(() => (name.includes(BUILD_MARK) ? undefined : findIndex(db, name)?.spec)),
    listIndexes: () => guarded(() => listIndexes(db)),
    clearIndex: (name) => named(name, () => clearIndex(writable(), name)),
    deleteIndex: (name) => named(name, () => deleteIndex(writable(), name)),
    replaceDocument: (index, document, chunks, onProgress) =>
      named(index, () => replaceDocument(writable(), tables, index, document, [{ build: index, chunks }], onProgress)),
    deleteDocument: (index, document) => named(index, () => deleteDocument(writable(), index, document)),
    fenceDocument: (index, document) => named(index, () => fenceDocument(writable(), index, document)),
    admits: (index, document) => guarded(() => admitsDocument(db, index, document)),
    search: (index, request) => named(index, () => search(index, request)),
    chunksOf: (index, documentId, page) => named(index, () => snapshot(db, () => chunksOf(db, index, documentId, page))),
    wordsLike: (index, word) => named(index, () => wordsLike(index, word)),
    builds: embeddedBuilds({ db, tables, writable, guarded, search }),
    async ping() {
      try {
        db.prepare('SELECT count(*) FROM indexes').get()
      } catch (error) {
        throw new ApiError('unavailable', `the search index does not answer: ${messageOf(error)}`, { cause: error })
      }
    },
    opening,
    async close() {
      await keeper?.close()
      await close()
      await closeDatabase(db)
    },
  }
}
