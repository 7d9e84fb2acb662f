import { Kysely, PostgresDialect, sql } from 'kysely'
import pg from 'pg'
import { z } from 'zod'
import { createTurns } from '../../runtime/concurrency/take-turns.ts'
import { ApiError, codeOf } from '../../runtime/errors.ts'
import type { Logger } from '../../runtime/log.ts'
import { postgresPool, type Whose } from '../../store/postgres-pool.ts'
import { isTableMissing } from '../../store/table-missing.ts'
import type { SearchIndex } from '../search.ts'
import { type Access, postgresBuilds } from './builds.ts'
import { chunksOf } from './chunks-of.ts'
import { clearIndex, createIndex, deleteIndex, resizeVectors, updateIndex } from './manage-indexes.ts'
import { requireVectors } from './require-vectors.ts'
import { runSearch } from './run-search.ts'
import { BUILD_MARK, createSchema, findBuild, listBuilds, noIndex } from './tables.ts'
import { wordsLike } from './words-like.ts'
import { admits, deleteDocument, fenceDocument, replaceDocument } from './write-document.ts'

/** Any constant that no other lock of the same database has: processes that start at the same time wait for each other on it. */
const SETUP_LOCK = 7_266_423
/** PostgreSQL: unique_violation. */
const TWICE = '23505'

const WHOSE: Whose = {
  name: 'the search database',
  variable: 'SEARCH_DATABASE_URL',
  lost: 'the search database has not the tables of the index; an index that is being cleared has them again in a moment',
}

/** A connection for each write that is under way, so that none waits for a search nor a search for it. */
function openPools(url: string, log: Logger, pool: number) {
  const writers = Math.max(2, Math.ceil(pool / 2))
  const connect = (max: number) =>
    new Kysely<unknown>({ dialect: new PostgresDialect({ pool: postgresPool({ url, log, max, whose: WHOSE }) }) })
  return { reads: connect(pool), writes: connect(writers), writers }
}

async function setUp(db: Kysely<unknown>): Promise<void> {
  await db.transaction().execute(async (trx) => {
    await sql`SELECT pg_advisory_xact_lock(${SETUP_LOCK})`.execute(trx)
    await requireVectors(trx)
    await createSchema(trx)
  })
}

/** What a search that began before a clearing or a deletion says, once its tables are gone: the second time it finds what is there now. */
async function twiceAtMost<T>(work: () => Promise<T>): Promise<T> {
  try {
    return await work()
  } catch (error) {
    if (!isTableMissing(error)) throw error
    return work()
  }
}

/**
 * An index that several machines share: PostgreSQL with pgvector 0.8 or newer. Every write is one transaction, and every reply comes from one
 * snapshot. `pool`: connections for searches; half as many write. Throws an Error that says what to install where the extension is not there.
 */
export async function openPostgresSearch({ url, log, pool = 5 }: { url: string; log: Logger; pool?: number }): Promise<SearchIndex> {
  // Numbers of rows fit a double.
  pg.types.setTypeParser(pg.types.builtins.INT8, Number)
  const { reads, writes, writers } = openPools(url, log, pool)
  const close = async () => void (await Promise.all([reads.destroy(), writes.destroy()]))
  try {
    await setUp(writes)
  } catch (error) {
    await close()
    throw error
  }
  const turns = createTurns()
  const never = new AbortController().signal
  const read: Access['read'] = (work) =>
    twiceAtMost(() =>
      reads
        .transaction()
        .setIsolationLevel('repeatable read')
        .setAccessMode('read only')
        .execute(async (trx) => {
          // To compile a query takes longer than it runs.
          await sql`SELECT set_config('jit', 'off', true)`.execute(trx)
          return work(trx)
        }),
    )
  const write: Access['write'] = async (work) => {
    try {
      return await turns.take({ most: () => writers, signal: never }, () => work(writes))
    } catch (cause) {
      if (codeOf(cause) !== TWICE) throw cause
      throw new ApiError('invalid_request', 'the id of a chunk stands twice in its document', { cause })
    }
  }
  /** Builds have names that nobody asks by. */
  const named = async <T>(index: string, work: () => Promise<T>): Promise<T> => {
    if (index.includes(BUILD_MARK)) throw noIndex(index)
    return work()
  }
  return {
    kind: 'postgres',
    createIndex: (spec) => write((db) => createIndex(db, spec)),
    updateIndex: (spec) => write((db) => updateIndex(db, spec)),
    resizeVectors: (name, dimensions) => named(name, () => write((db) => resizeVectors(db, name, dimensions))),
    getIndex: async (name) => (name.includes(BUILD_MARK) ? undefined : (await findBuild(reads, name))?.spec),
    listIndexes: async () => (await listBuilds(reads)).map(({ spec, chunks }) => ({ spec, documents: chunks })),
    clearIndex: (name) => named(name, () => write((db) => clearIndex(db, name))),
    deleteIndex: (name) => named(name, () => write((db) => deleteIndex(db, name))),
    replaceDocument: (index, document, chunks, onProgress) =>
      named(index, () => write((db) => replaceDocument(db, index, document, [{ build: index, chunks }], onProgress))),
    deleteDocument: (index, document) => named(index, () => write((db) => deleteDocument(db, index, document))),
    fenceDocument: (index, document) => named(index, () => write((db) => fenceDocument(db, index, document))),
    admits: (index, document) => admits(reads, index, document),
    search: (index, request) => named(index, () => read((db) => runSearch(db, index, request))),
    chunksOf: (index, documentId, page) => named(index, () => read((db) => chunksOf(db, index, documentId, page))),
    wordsLike: (index, word) => named(index, () => read((db) => wordsLike(db, index, word))),
    builds: postgresBuilds({ read, write }),
    async ping() {
      z.object({ n: z.number() }).parse((await sql`SELECT count(*) AS n FROM search_indexes`.execute(reads)).rows[0])
    },
    close,
  }
}
