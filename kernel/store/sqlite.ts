import { EventEmitter, once } from 'node:events'
import { existsSync, mkdirSync } from 'node:fs'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { Kysely, type SqliteDatabase, type SqliteStatement } from 'kysely'
import type { Database } from './database.ts'
import { flushBeside } from './flush-beside.ts'
import { runMigrations } from './migrate.ts'
import { shareCommits } from './share-commits.ts'
import { sqliteAway } from './sqlite-code.ts'
import { flushing, oneAtATime, readingBeside, writing } from './sqlite-dialect.ts'

/** Prepared statements that are kept; preparing costs about as much as running a small one. */
const MAX_STATEMENTS = 500

const NOTHING_DONE = { changes: 0, lastInsertRowid: 0 }

/** node:sqlite with the small surface that Kysely's SQLite dialect calls. */
function adapt(db: DatabaseSync): SqliteDatabase {
  const known = new Map<string, SqliteStatement>()
  return {
    close: () => db.close(),
    prepare(sql) {
      const statement = known.get(sql) ?? adaptStatement(db, sql)
      known.delete(sql)
      known.set(sql, statement)
      if (known.size > MAX_STATEMENTS) known.delete(known.keys().next().value ?? '')
      return statement
    },
  }
}

/** A store that is away for now says so; every other error stays as it is. */
function named<T>(ask: () => T): T {
  try {
    return ask()
  } catch (error) {
    throw sqliteAway(error, 'the database') ?? error
  }
}

function adaptStatement(db: DatabaseSync, sql: string): SqliteStatement {
  const statement = db.prepare(sql)
  type Params = Parameters<typeof statement.all>
  return {
    reader: statement.columns().length > 0,
    all: (params) => named(() => statement.all(...(params as Params))),
    // SQLite has rolled back by itself where the disk was full; that is what is told, not that nothing is left to roll back.
    run: (params) => (sql === 'rollback' && !db.isTransaction ? NOTHING_DONE : named(() => statement.run(...(params as Params)))),
    // Read over several turns, so that it cannot be one that others use meanwhile.
    iterate: (params) => db.prepare(sql).iterate(...(params as Params)) as IterableIterator<unknown>,
  }
}

/**
 * Opens `<dir>/views.db`. One process at a time; the caller holds the lock on the data directory. A statement outside a transaction is flushed
 * as it is committed, transactions together and beside the main thread.
 */
export async function openSqliteDatabase({ dir }: { dir: string }): Promise<Database> {
  mkdirSync(dir, { recursive: true })
  const path = join(dir, 'views.db')
  const file = new DatabaseSync(path)
  file.exec('PRAGMA journal_mode = WAL; PRAGMA busy_timeout = 5000; PRAGMA foreign_keys = ON')
  // What a work that throws is undone by stays in memory: as files it was a quarter of all writes.
  file.exec('PRAGMA temp_store = MEMORY')
  const beside = new DatabaseSync(path)
  beside.exec('PRAGMA busy_timeout = 5000; PRAGMA query_only = ON')
  const [writer, turn, flush] = [adapt(file), oneAtATime(), flushing(file)]
  // biome-ignore lint/suspicious/noExplicitAny: callers name their tables
  const kysely = new Kysely<any>({ dialect: readingBeside(writer, adapt(beside), turn, flush) })
  // biome-ignore lint/suspicious/noExplicitAny: as above
  const commit = shareCommits(file, new Kysely<any>({ dialect: writing(writer) }), turn, flush)
  const { flushed, close: closeFlush } = flushBeside(path)
  // What a process that was killed had written is shown from now on, so it must not go with the power.
  if (existsSync(`${path}-wal`)) await flushed()
  const changes = new EventEmitter().setMaxListeners(0)
  return {
    kind: 'sqlite',
    tables: () => kysely,
    async transaction<Tables, Result>(work: (trx: Kysely<Tables>) => Promise<Result>, { derived = false } = {}) {
      const result = await commit(work, derived)
      if (!derived) await flushed()
      return result
    },
    flushed,
    async changed(channel, timeoutMs) {
      const signal = AbortSignal.timeout(timeoutMs)
      await once(changes, channel, { signal }).catch((error) => {
        if (!signal.aborted) throw error
      })
    },
    async announce(channel, keys) {
      changes.emit(channel, keys)
    },
    onAnnounced(channel, listener) {
      changes.on(channel, listener)
      return () => changes.off(channel, listener)
    },
    migrate: (migrations) => runMigrations(kysely, 'sqlite', migrations),
    async ping() {
      file.prepare('SELECT 1').get()
    },
    async close() {
      await closeFlush()
      await kysely.destroy()
    },
  }
}
