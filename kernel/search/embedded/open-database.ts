import { mkdirSync } from 'node:fs'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { setTimeout as pause } from 'node:timers/promises'
import { type FlushBeside, flushBeside } from '../../store/flush-beside.ts'
import { preparedOnce } from '../../store/prepared-once.ts'
import { sqliteCode } from '../../store/sqlite-code.ts'

/**
 * indexes: one row a build. The live one has the index's name, the one beside it `<index>@<id>`. settings: what a build is made with, as JSON.
 * stages: one write of one document. Its rows are searchable when documents.stage names it, so that one row's change switches them all.
 * documents: the epoch (`generation`) that an index has seen of a document, also after its deletion.
 * saved_tables: see saved/saved-tables.ts.
 * changes: what readers must apply to what they hold in memory; a row without stages means the whole index.
 */
const SCHEMA = `
CREATE TABLE IF NOT EXISTS indexes (id INTEGER PRIMARY KEY AUTOINCREMENT, name TEXT NOT NULL UNIQUE, spec TEXT NOT NULL) STRICT;
CREATE TABLE IF NOT EXISTS documents (
  index_id INTEGER NOT NULL, document_id TEXT NOT NULL, generation INTEGER NOT NULL, deleted INTEGER NOT NULL,
  stage INTEGER, chunks INTEGER NOT NULL, removed INTEGER NOT NULL, PRIMARY KEY (index_id, document_id)) STRICT, WITHOUT ROWID;
CREATE TABLE IF NOT EXISTS stages (
  id INTEGER PRIMARY KEY AUTOINCREMENT, index_id INTEGER NOT NULL, document_id TEXT NOT NULL, state TEXT NOT NULL, host TEXT NOT NULL,
  pid INTEGER NOT NULL, touched_at INTEGER NOT NULL) STRICT;
CREATE INDEX IF NOT EXISTS stages_of_index ON stages (index_id, state);
CREATE TABLE IF NOT EXISTS chunks (
  rowid INTEGER PRIMARY KEY AUTOINCREMENT, index_id INTEGER NOT NULL, stage INTEGER NOT NULL, chunk_id TEXT NOT NULL,
  chunk_index INTEGER NOT NULL, fields TEXT NOT NULL, vector BLOB) STRICT;
CREATE UNIQUE INDEX IF NOT EXISTS chunks_of_stage ON chunks (stage, chunk_id);
CREATE INDEX IF NOT EXISTS chunks_in_order ON chunks (stage, chunk_index, rowid);
CREATE TABLE IF NOT EXISTS changes (
  seq INTEGER PRIMARY KEY AUTOINCREMENT, index_id INTEGER NOT NULL, off_stage INTEGER, on_stage INTEGER) STRICT;
PRAGMA user_version = 1;`

const BUILDS = 'ALTER TABLE indexes ADD COLUMN settings TEXT; PRAGMA user_version = 2;'

/** Without a new number: a program that does not know the table is none the worse for it. */
const SAVED = 'CREATE TABLE IF NOT EXISTS saved_tables (index_id INTEGER PRIMARY KEY, token TEXT NOT NULL, seq INTEGER NOT NULL) STRICT'

const WAIT_MS = 10_000
const AGAIN_MS = 20
const BUSY = 5

/** Of several processes that open a new file at once SQLite refuses all but one the change of its mode, and lets none wait for it. */
function enterWal(db: DatabaseSync): void {
  const sleeper = new Int32Array(new SharedArrayBuffer(4))
  for (const end = performance.now() + WAIT_MS; ; Atomics.wait(sleeper, 0, 0, AGAIN_MS)) {
    try {
      db.exec('PRAGMA journal_mode = WAL')
      return
    } catch (error) {
      if (sqliteCode(error) !== BUSY || performance.now() > end) throw error
    }
  }
}

/**
 * What a connection keeps of the file. Mapped pages count as the process's own memory, and a writer's cache grows with the index; for large
 * ones, whose texts a search reads many pages of, copying each page takes a tenth longer.
 */
const KEPT = { small: 'PRAGMA cache_size = -16384', large: 'PRAGMA cache_size = -65536; PRAGMA mmap_size = 268435456' }

/** In place of a folder: the database lives in memory and ends with the process, as in SQLite itself. */
export const IN_MEMORY = ':memory:'

/** Opens `<dir>/search.db`, creating what is missing. Waits up to 10 s for a writer of another process. */
export function openDatabase(dir: string, kept: keyof typeof KEPT = 'small'): DatabaseSync {
  const file = dir === IN_MEMORY ? IN_MEMORY : join(dir, 'search.db')
  if (file !== IN_MEMORY) mkdirSync(dir, { recursive: true })
  const db = preparedOnce(new DatabaseSync(file, { timeout: WAIT_MS }))
  enterWal(db)
  db.exec(`PRAGMA synchronous = NORMAL; ${KEPT[kept]}`)
  const { user_version } = db.prepare('PRAGMA user_version').get() as { user_version: number }
  if (user_version > 2) {
    db.close()
    throw new Error(`search.db has format ${user_version}, which is newer than this program`)
  }
  if (user_version < 2) {
    db.exec('BEGIN IMMEDIATE')
    committed(db, () => upgrade(db))
  }
  db.exec(SAVED)
  if (file !== IN_MEMORY) flushes.set(db, flushBeside(file))
  return db
}

const flushes = new WeakMap<DatabaseSync, FlushBeside>()

export async function closeDatabase(db: DatabaseSync): Promise<void> {
  await flushes.get(db)?.close()
  if (db.isOpen) db.close()
}

/** Of several processes that open an older file at once the first does it. */
function upgrade(db: DatabaseSync): void {
  const { user_version } = db.prepare('PRAGMA user_version').get() as { user_version: number }
  if (user_version < 1) db.exec(SCHEMA)
  if (user_version < 2) db.exec(BUILDS)
}

/**
 * Runs `work` in an immediate transaction, and resolves when it survives a loss of power; it must not await. A writer of another process is
 * waited for up to 10 s, and this process goes on meanwhile: SQLite itself would hold its thread.
 */
export async function transact<T>(db: DatabaseSync, work: () => T): Promise<T> {
  const result = await transactUnflushed(db, work)
  await flushes.get(db)?.flushed()
  return result
}

/**
 * The same, but a loss of power may undo it, though only together with all that was written after it (the log of SQLite is a sequence): for
 * rows that nothing shows before a durable transaction does.
 */
export async function transactUnflushed<T>(db: DatabaseSync, work: () => T): Promise<T> {
  for (const end = performance.now() + WAIT_MS; !begins(db, performance.now() > end); ) await pause(Math.random() * AGAIN_MS)
  return committed(db, work)
}

/** Begins a transaction, or not where another process writes; throws then instead where it is `late`. */
function begins(db: DatabaseSync, late: boolean): boolean {
  try {
    db.exec('PRAGMA busy_timeout = 0; BEGIN IMMEDIATE')
    return true
  } catch (error) {
    if (late || sqliteCode(error) !== BUSY) throw error
    return false
  } finally {
    db.exec(`PRAGMA busy_timeout = ${WAIT_MS}`)
  }
}

/** Ends the transaction that is open with what `work` did, or without. */
function committed<T>(db: DatabaseSync, work: () => T): T {
  try {
    const result = work()
    db.exec('COMMIT')
    return result
  } catch (error) {
    if (db.isTransaction) db.exec('ROLLBACK')
    throw error
  }
}

/** Runs `work` on one snapshot. */
export function snapshot<T>(db: DatabaseSync, work: () => T): T {
  db.exec('BEGIN')
  try {
    return work()
  } finally {
    if (db.isTransaction) db.exec('COMMIT')
  }
}

export const ftsName = (indexId: number): string => `fts_${indexId}`

/** Diacritics are folded, and combining marks belong to their word. */
export const TOKENIZER = "porter unicode61 remove_diacritics 2 categories 'L* N* Co M*'"

/** The text index: contentless, rowids are those of `chunks`. */
export const createFts = (db: DatabaseSync, indexId: number): void =>
  db.exec(
    `CREATE VIRTUAL TABLE ${ftsName(indexId)} USING fts5(title, text, rest, content='', contentless_delete=1,
      tokenize="${TOKENIZER}")`,
  )
