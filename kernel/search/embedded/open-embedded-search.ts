import type { DatabaseSync } from 'node:sqlite'
import { ApiError, messageOf } from '../../runtime/errors.ts'
import type { Logger } from '../../runtime/log.ts'
import { sqliteAway, sqliteCode } from '../../store/sqlite-code.ts'
import { allows } from '../index-spec.ts'
import type { SearchIndex } from '../search.ts'
import { clearIndex, createIndex, deleteIndex, listIndexes, resizeVectors, updateIndex } from './manage-indexes.ts'
import { openDatabase, snapshot } from './open-database.ts'
import { runSearch } from './run-search.ts'
import { sweepSoon } from './stages.ts'
import { createTables, findIndex, parseFields, requireIndex } from './tables.ts'
import { wordsLike } from './words-like.ts'
import { admitsDocument, deleteDocument, fenceDocument, replaceDocument } from './write-document.ts'

export interface EmbeddedSearchOptions {
  /** Folder of search.db. */
  readonly dir: string
  readonly log: Logger
  /** Refuses every write, and leaves the rows of dead writers to others. */
  readonly readonly?: boolean
}

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
export async function openEmbeddedSearch({ dir, log, readonly = false }: EmbeddedSearchOptions): Promise<SearchIndex> {
  const db = openDatabase(dir)
  const tables = createTables(db)
  if (!readonly) sweepSoon(db)
  snapshot(db, () => {
    for (const { spec } of listIndexes(db)) {
      const table = tables.table(spec.name)
      log.debug({ index: spec.name, chunks: table.count }, 'index loaded')
    }
  })
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
  return {
    kind: 'embedded',
    createIndex: (spec) => guarded(() => createIndex(writable(), spec)),
    updateIndex: (spec) => guarded(() => updateIndex(writable(), spec)),
    resizeVectors: (name, dimensions) => guarded(() => resizeVectors(writable(), name, dimensions)),
    getIndex: (name) => guarded(() => findIndex(db, name)?.spec),
    listIndexes: () => guarded(() => listIndexes(db)),
    clearIndex: (name) => guarded(() => clearIndex(writable(), name)),
    deleteIndex: (name) => guarded(() => deleteIndex(writable(), name)),
    replaceDocument: (index, document, chunks, onProgress) =>
      guarded(() => replaceDocument(writable(), tables, index, document, chunks, onProgress)),
    deleteDocument: (index, document) => guarded(() => deleteDocument(writable(), index, document)),
    fenceDocument: (index, document) => guarded(() => fenceDocument(writable(), index, document)),
    admits: (index, document) =>
      guarded(() => {
        const found = findIndex(db, index)
        return found === undefined || admitsDocument(db, found.id, document)
      }),
    search: (index, request) => guarded(() => snapshot(db, () => runSearch(db, tables, index, request))),
    chunksOf: (index, documentId, page) => guarded(() => snapshot(db, () => chunksOf(db, index, documentId, page))),
    wordsLike: (index, word) => guarded(() => wordsLike(db, index, word)),
    async ping() {
      try {
        db.prepare('SELECT count(*) FROM indexes').get()
      } catch (error) {
        throw new ApiError('unavailable', `the search index does not answer: ${messageOf(error)}`, { cause: error })
      }
    },
    async close() {
      if (db.isOpen) db.close()
    },
  }
}

/** From SQLite's "Result and Error Codes". */
const CONSTRAINT = 19

/** What SQLite reports, in the platform's words: a full disk and a lock may pass, a chunk id that stands twice will not. */
function asApiError(cause: unknown): unknown {
  if (sqliteCode(cause) === CONSTRAINT) return new ApiError('invalid_request', 'the id of a chunk stands twice in its document', { cause })
  return sqliteAway(cause, 'the search index') ?? cause
}
