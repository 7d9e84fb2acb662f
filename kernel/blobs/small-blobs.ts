import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { Readable } from 'node:stream'
import { startingWith } from '../runtime/async-iterables.ts'
import { ApiError } from '../runtime/errors.ts'
import { type FlushBeside, flushBeside } from '../store/flush-beside.ts'
import { sqliteAway } from '../store/sqlite-code.ts'
import { blobSegments } from './blob-path.ts'
import type { BlobInfo, Blobs } from './blobs.ts'
import { localCopies } from './local-copy.ts'

/** A larger blob is a file: about there one is read as fast as a row (sqlite.org/intern-v-extern-blob.html). */
const MOST_BYTES = 64 * 1024

const SCHEMA = `
  PRAGMA locking_mode = EXCLUSIVE; PRAGMA journal_mode = WAL; PRAGMA synchronous = NORMAL; PRAGMA journal_size_limit = 67108864;
  CREATE TABLE IF NOT EXISTS blobs (path TEXT PRIMARY KEY, bytes BLOB NOT NULL) STRICT`

/** Writes of one turn of the event loop in one transaction, flushed together; none resolves before that. */
function commitTogether(db: DatabaseSync, { flushed }: FlushBeside): (write: () => void) => Promise<void> {
  let waiting: { write: () => void; done: PromiseWithResolvers<void> }[] = []
  const commit = () => {
    const some = waiting
    waiting = []
    const failed = (error: unknown) => {
      for (const { done } of some) done.reject(error)
    }
    try {
      db.exec('BEGIN IMMEDIATE')
      for (const { write } of some) write()
      db.exec('COMMIT')
    } catch (error) {
      if (db.isTransaction) db.exec('ROLLBACK')
      failed(sqliteAway(error, 'the blob store') ?? error)
      return
    }
    flushed().then(() => {
      for (const { done } of some) done.resolve()
    }, failed)
  }
  return (write) => {
    if (waiting.length === 0) setImmediate(commit)
    const done = Promise.withResolvers<void>()
    waiting.push({ write, done })
    return done.promise
  }
}

/** What the body begins with, and, where that is more than a row takes, the rest of it. */
async function firstBytes(
  body: AsyncIterable<Uint8Array> | Uint8Array,
): Promise<{ first: Uint8Array[]; rest?: AsyncIterator<Uint8Array> }> {
  if (body instanceof Uint8Array)
    return body.byteLength > MOST_BYTES ? { first: [], rest: Readable.from([body])[Symbol.asyncIterator]() } : { first: [body] }
  const first: Uint8Array[] = []
  const pieces = body[Symbol.asyncIterator]()
  for (let bytes = 0; bytes <= MOST_BYTES; ) {
    const { done, value } = await pieces.next()
    if (done) return { first }
    first.push(value)
    bytes += value.byteLength
  }
  return { first, rest: pieces }
}

/**
 * Files whose small blobs, of the paths that `isKept` tells, are rows of `<dir>/blobs/<container>.db`: to make, flush and rename a file costs
 * more than most artifacts are worth. A row is in front of a file of its path. For a process that has the folder alone.
 */
export async function withSmallBlobs(
  files: Blobs,
  { dir, container, isKept }: { dir: string; container: string; isKept: (path: string) => boolean },
): Promise<Blobs & { close(): Promise<void> }> {
  const file = join(dir, 'blobs', `${container}.db`)
  const db = new DatabaseSync(file)
  db.exec(SCHEMA)
  const flush = flushBeside(file)
  // What a process that was killed had written is told of from now on, so it must not go with the power.
  await flush.flushed()
  const commit = commitTogether(db, flush)
  /** Of rows that are committed, but may not be on the disk yet: nobody is told of them before they are. */
  const unflushed = new Map<string, Promise<void>>()
  const copy = await localCopies(dir)
  const put = db.prepare('INSERT INTO blobs VALUES (?, ?) ON CONFLICT DO UPDATE SET bytes = excluded.bytes')
  const get = db.prepare('SELECT bytes FROM blobs WHERE path = ?')
  const size = db.prepare('SELECT length(bytes) AS bytes FROM blobs WHERE path = ?')
  const drop = db.prepare('DELETE FROM blobs WHERE path = ?')
  const dropFolder = db.prepare("DELETE FROM blobs WHERE path >= ? || '/' AND path < ? || '0'")
  const dropAll = db.prepare('DELETE FROM blobs')
  const page = db.prepare(
    'SELECT path, length(bytes) AS bytes FROM blobs WHERE path > ? AND path >= ? AND path < ? ORDER BY path LIMIT 500',
  )

  const rowOf = (path: string): BlobInfo | undefined => {
    const row = isKept(path) ? size.get(path) : undefined
    return row && { path, bytes: Number(row.bytes) }
  }
  const bytesOf = (path: string): Uint8Array | undefined => {
    const bytes = isKept(path) ? get.get(path)?.bytes : undefined
    return bytes instanceof Uint8Array ? bytes : undefined
  }
  const onDisk = (path: string) => unflushed.get(path)?.catch(() => undefined)
  const write: Blobs['write'] = async (path, body, onWritten) => {
    blobSegments(path)
    if (!isKept(path)) return files.write(path, body, onWritten)
    const { first, rest } = await firstBytes(body)
    if (rest) {
      const info = await files.write(path, startingWith(first, rest), onWritten)
      if (rowOf(path)) await commit(() => drop.run(path))
      return info
    }
    const bytes = Buffer.concat(first)
    const written = commit(() => put.run(path, bytes))
    unflushed.set(path, written)
    await written.finally(() => unflushed.get(path) === written && unflushed.delete(path))
    if (onWritten) first.forEach(onWritten)
    return { path, bytes: bytes.byteLength }
  }
  async function* list(prefix: string): AsyncGenerator<BlobInfo> {
    const folder = prefix.replace(/\/$/, '')
    const [from, to] = folder === '' ? ['', '\u{10ffff}'] : [`${folder}/`, `${folder}0`]
    for (let after = ''; ; ) {
      const rows = page.all(after, from, to)
      for (const { path, bytes } of rows) yield { path: String(path), bytes: Number(bytes) }
      if (rows.length === 0) break
      after = String(rows.at(-1)!.path)
    }
    for await (const file of files.list(prefix)) if (!rowOf(file.path)) yield file
  }
  return {
    ...files,
    write,
    async read(path) {
      await onDisk(path)
      const bytes = bytesOf(path)
      return bytes
        ? Readable.from(bytes.byteLength > 0 ? [Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength)] : [])
        : files.read(path)
    },
    async localFile(path) {
      await onDisk(path)
      const bytes = bytesOf(path)
      return bytes ? copy(Readable.from([bytes])) : files.localFile(path)
    },
    async stat(path) {
      await onDisk(path)
      return rowOf(path) ?? files.stat(path)
    },
    async remove(path) {
      if (rowOf(path)) await commit(() => drop.run(path))
      await files.remove(path)
    },
    async removeFolder(prefix) {
      const folder = prefix.replace(/\/$/, '')
      await commit(() => (folder === '' ? dropAll.run() : dropFolder.run(folder, folder)))
      await files.removeFolder(prefix)
    },
    list,
    async ping() {
      await commit(() => undefined).catch((error: unknown) => {
        throw new ApiError('unavailable', 'the blob store does not answer', { headers: { 'retry-after': '5' }, cause: error })
      })
      await files.ping()
    },
    async close() {
      await flush.close()
      db.close()
    },
  }
}
