import { createHash } from 'node:crypto'
import { mkdirSync } from 'node:fs'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import type { Embedder } from './embedder.ts'

const MAX_ROWS = 1_000_000
/** The time of last use is kept to the hour, so that a hit is seldom a write. */
const USE_GRAIN_MS = 3_600_000
/** Inserts between two looks at the size. */
const CHECK_EVERY = 1_000

const SCHEMA = `
CREATE TABLE IF NOT EXISTS embeddings (key BLOB NOT NULL UNIQUE, vector BLOB NOT NULL, used_at INTEGER NOT NULL) STRICT;
CREATE INDEX IF NOT EXISTS embeddings_by_use ON embeddings (used_at);`

function openCache(dir: string): DatabaseSync {
  mkdirSync(dir, { recursive: true })
  const db = new DatabaseSync(join(dir, 'embeddings.db'), { timeout: 10_000 })
  // A cache may lose its last rows in a power cut, so it need not wait for the disk.
  db.exec(`PRAGMA journal_mode = WAL; PRAGMA synchronous = NORMAL; BEGIN IMMEDIATE; ${SCHEMA} COMMIT;`)
  return db
}

interface Cache {
  get(key: Uint8Array): Float32Array | undefined
  put(entries: readonly (readonly [Uint8Array, Float32Array])[]): void
}

function createCache(db: DatabaseSync, maxRows: number, dimensions: number): Cache {
  const select = db.prepare('SELECT vector, used_at FROM embeddings WHERE key = ?')
  const touch = db.prepare('UPDATE embeddings SET used_at = ? WHERE key = ?')
  const insert = db.prepare('INSERT INTO embeddings (key, vector, used_at) VALUES (?, ?, ?) ON CONFLICT (key) DO NOTHING')
  const count = db.prepare('SELECT count(*) AS n FROM embeddings')
  const evict = db.prepare('DELETE FROM embeddings WHERE rowid IN (SELECT rowid FROM embeddings ORDER BY used_at, rowid LIMIT ?)')
  let unchecked = CHECK_EVERY
  const trim = () => {
    const surplus = Number(count.get()?.n) - maxRows
    if (surplus > 0) evict.run(surplus + Math.floor(maxRows / 10))
    unchecked = 0
  }
  return {
    get(key) {
      const row = select.get(key)
      if (!row || !(row.vector instanceof Uint8Array) || row.vector.byteLength !== dimensions * 4) return undefined
      if (Date.now() - Number(row.used_at) > USE_GRAIN_MS) touch.run(Date.now(), key)
      return new Float32Array(row.vector.slice().buffer)
    },
    put(entries) {
      db.exec('BEGIN IMMEDIATE')
      try {
        for (const [key, v] of entries) insert.run(key, new Uint8Array(v.buffer, v.byteOffset, v.byteLength), Date.now())
        unchecked += entries.length
        if (unchecked >= Math.min(CHECK_EVERY, maxRows)) trim()
        db.exec('COMMIT')
      } catch (error) {
        if (db.isTransaction) db.exec('ROLLBACK')
        throw error
      }
    },
  }
}

/** A cache that fails (a full disk) costs time, not the work; the process is warned. */
function guarded<T>(work: () => T): T | undefined {
  try {
    return work()
  } catch (error) {
    process.emitWarning(error instanceof Error ? error : String(error), { type: 'EmbeddingCacheWarning' })
    return undefined
  }
}

export interface CachedEmbedder extends Embedder {
  readonly embedCounted: NonNullable<Embedder['embedCounted']>
  close(): void
}

/** Keeps vectors in `<dir>/embeddings.db` by model, kind and text; the longest unused go when there are more than `maxRows`. */
export function cachedEmbedder(embedder: Embedder, { dir, maxRows = MAX_ROWS }: { dir: string; maxRows?: number }): CachedEmbedder {
  const db = openCache(dir)
  const cache = createCache(db, maxRows, embedder.dimensions)
  const keyOf = (kind: string, text: string) =>
    createHash('sha256').update(`${embedder.model}\n${embedder.dimensions}\n${kind}\n`).update(text).digest()

  const embedCounted: CachedEmbedder['embedCounted'] = async (texts, kind, options) => {
    const keys = texts.map((t) => keyOf(kind, t))
    const vectors = keys.map((k) => guarded(() => cache.get(k)))
    const cached = vectors.filter(Boolean).length
    const missing = vectors.flatMap((v, i) => (v ? [] : [i]))
    for (let at = 0; at < missing.length; at += embedder.maxBatch) {
      const batch = missing.slice(at, at + embedder.maxBatch)
      const fresh = await embedder.embed(
        batch.map((i) => texts[i]!),
        kind,
        options,
      )
      for (const [n, i] of batch.entries()) vectors[i] = fresh[n]!
      guarded(() => cache.put(batch.map((i) => [keys[i]!, vectors[i]!] as const)))
    }
    return { vectors: vectors.map((v) => v!), cached }
  }

  return {
    ...embedder,
    embedCounted,
    embed: async (texts, kind, options) => (await embedCounted(texts, kind, options)).vectors,
    close: () => db.close(),
  }
}
