import { mkdirSync } from 'node:fs'
import { join } from 'node:path'
import { DatabaseSync, type SQLOutputValue } from 'node:sqlite'
import { sqliteCode } from '../../store/sqlite-code.ts'
import type { TopicSpec } from '../broker.ts'

/** Version of the file's layout. */
const LAYOUT = 1

/** SQLite's primary result code for a file that another connection holds. */
const SQLITE_BUSY = 5

const SCHEMA = `
  CREATE TABLE topics (name TEXT PRIMARY KEY, partitions INTEGER NOT NULL, cleanup TEXT NOT NULL, retention_ms INTEGER NOT NULL) STRICT;
  CREATE TABLE partitions (id INTEGER PRIMARY KEY, topic TEXT NOT NULL REFERENCES topics (name), partition INTEGER NOT NULL,
    earliest INTEGER NOT NULL DEFAULT 0, next INTEGER NOT NULL DEFAULT 0, UNIQUE (topic, partition)) STRICT;
  CREATE TABLE records (partition_id INTEGER NOT NULL, "offset" INTEGER NOT NULL, timestamp INTEGER NOT NULL, key TEXT NOT NULL,
    value BLOB NOT NULL, headers TEXT NOT NULL, PRIMARY KEY (partition_id, "offset")) STRICT;
  CREATE TABLE commits ("group" TEXT NOT NULL, partition_id INTEGER NOT NULL, "offset" INTEGER NOT NULL,
    PRIMARY KEY ("group", partition_id)) STRICT, WITHOUT ROWID;
  PRAGMA user_version = ${LAYOUT};
`

/** One partition and its bounds, held in memory. `next` is the offset of the next record; what lies before `flushed` is on the disk. */
export interface Partition {
  readonly id: number
  readonly topic: string
  readonly partition: number
  earliest: number
  next: number
  flushed: number
  lastTimestamp: number
}

export interface Topic {
  readonly spec: TopicSpec
  readonly partitions: readonly Partition[]
}

export const integer = (value: SQLOutputValue | undefined): number => Number(value)

/**
 * Opens `<dir>/log.db`, creating folder and file when absent. A commit is not flushed to the disk (kernel/store/flush-beside.ts does that). No other process can read or write it until this
 * one ends, whatever way it ends. Throws when another one holds it.
 */
export function openLogFile(dir: string): DatabaseSync {
  mkdirSync(dir, { recursive: true })
  const file = join(dir, 'log.db')
  const db = new DatabaseSync(file)
  try {
    db.exec('PRAGMA locking_mode = EXCLUSIVE; PRAGMA journal_mode = WAL; PRAGMA synchronous = NORMAL; PRAGMA journal_size_limit = 67108864')
    const layout = integer(db.prepare('PRAGMA user_version').get()?.user_version)
    if (layout !== 0 && layout !== LAYOUT) throw new Error(`${file} has layout ${layout}; this version reads ${LAYOUT}`)
    // The write lock is taken here and, in exclusive mode, never given back.
    db.exec(`BEGIN IMMEDIATE; ${layout === 0 ? SCHEMA : ''} COMMIT`)
    return db
  } catch (error) {
    db.close()
    if (sqliteCode(error) === SQLITE_BUSY) throw new Error(`${file} is in use by another process: stop that one first`, { cause: error })
    throw error
  }
}

/** Every topic of the file with the bounds of its partitions. */
export function loadTopics(db: DatabaseSync): Map<string, Topic> {
  const newestRecord = db.prepare('SELECT "offset", timestamp FROM records WHERE partition_id = ? ORDER BY "offset" DESC LIMIT 1')
  const partitionsOf = db.prepare('SELECT * FROM partitions WHERE topic = ? ORDER BY partition')
  const topics = new Map<string, Topic>()
  for (const row of db.prepare('SELECT * FROM topics').all()) {
    const name = String(row.name)
    const cleanup = row.cleanup === 'compact' ? 'compact' : 'delete'
    const partitions = partitionsOf.all(name).map((p): Partition => {
      const newest = newestRecord.get(integer(p.id))
      // The row's own `next` counts only when the records behind it were removed.
      const next = Math.max(integer(p.next), newest ? integer(newest.offset) + 1 : 0)
      return {
        id: integer(p.id),
        topic: name,
        partition: integer(p.partition),
        earliest: integer(p.earliest),
        next,
        flushed: next,
        lastTimestamp: newest ? integer(newest.timestamp) : 0,
      }
    })
    topics.set(name, { spec: { name, partitions: integer(row.partitions), cleanup, retention_ms: integer(row.retention_ms) }, partitions })
  }
  return topics
}
