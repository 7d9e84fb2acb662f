import { randomUUID } from 'node:crypto'
import { closeSync, openSync, readdirSync, readSync, rmSync, statSync } from 'node:fs'
import { open } from 'node:fs/promises'
import { join } from 'node:path'
import type { DatabaseSync } from 'node:sqlite'
import { crc32 } from 'node:zlib'
import type { IndexSpec } from '../../search.ts'
import type { Table } from '../columns/table.ts'
import { transactUnflushed } from '../open-database.ts'
import { putTogether, type Shape, shapeSchema, tableFor, takeApart } from './table-parts.ts'

/**
 * Tables as files beside search.db, so that a start reads a tenth of it. `saved_tables` names the file of an index and the change up to which
 * it holds everything; whatever file the row does not name counts for nothing. So a database that was put back, or that lost its last
 * transactions with the power, never meets a file of another past: it has another name in its row, or no row.
 */
const NAME = /^search-[0-9a-f-]{36}\.table$/
const fileOf = (dir: string, token: string) => join(dir, `search-${token}.table`)
const PIECE = 4 * 2 ** 20
const HEAD = 12
const MAGIC = 0x4d525431
/** Files without a row that are younger may be another process's that is about to name it. */
const STRAY_MS = 3_600_000

export interface Saved {
  readonly token: string
  /** The newest change that the file holds. */
  readonly seq: number
}

export function savedOf(db: DatabaseSync, indexId: number): Saved | undefined {
  const row = db.prepare('SELECT token, seq FROM saved_tables WHERE index_id = ?').get(indexId)
  return row && { token: String(row.token), seq: Number(row.seq) }
}

/** How an index changed after `seq`: as a whole, in documents, not at all; 'forgotten' where the database no longer keeps all changes since. */
function changedSince(db: DatabaseSync, indexId: number, seq: number): 'no' | 'documents' | 'whole' | 'forgotten' {
  const kept = db.prepare('SELECT min(seq) AS first FROM changes').get()
  if (Number(kept?.first ?? 0) > seq + 1) return 'forgotten'
  const row = db
    .prepare('SELECT count(*) AS n, sum(off_stage IS NULL AND on_stage IS NULL) AS whole FROM changes WHERE index_id = ? AND seq > ?')
    .get(indexId, seq)
  if (Number(row?.whole ?? 0) > 0) return 'whole'
  return Number(row?.n) > 0 ? 'documents' : 'no'
}

/** Moves an index's file on to change `seq` where nothing of the index changed until then; false where something did. */
export function moveOn(db: DatabaseSync, indexId: number, saved: Saved, seq: number): Promise<boolean> {
  const put = db.prepare('UPDATE saved_tables SET seq = ? WHERE index_id = ? AND token = ?')
  return transactUnflushed(db, () => changedSince(db, indexId, saved.seq) === 'no' && put.run(seq, indexId, saved.token).changes === 1)
}

/** Writes a table as it is at change `seq`, giving way to other work, and names it in the database. False where `stays` ends in between. */
export async function saveTable(db: DatabaseSync, dir: string, table: Table, seq: number, stays: () => boolean): Promise<boolean> {
  const { shape, parts } = takeApart(table)
  const token = randomUUID()
  const path = fileOf(dir, token)
  const text = Buffer.from(JSON.stringify(shape))
  const head = Buffer.alloc(HEAD)
  head.writeUInt32BE(MAGIC)
  head.writeUInt32BE(text.length, 4)
  head.writeUInt32BE(crc32(text), 8)
  let named = false
  try {
    const file = await open(path, 'wx', 0o600)
    try {
      await file.writeFile(Buffer.concat([head, text]))
      let sum = 0
      const piece = Buffer.alloc(PIECE)
      for (const part of parts)
        for (let at = 0; at < part.bytes; at += PIECE) {
          if (!stays()) return false
          const view = part.at(at, Math.min(at + PIECE, part.bytes))
          piece.set(view)
          const bytes = piece.subarray(0, view.length)
          sum = crc32(bytes, sum)
          await file.writeFile(bytes)
        }
      const end = Buffer.alloc(4)
      end.writeUInt32BE(sum)
      await file.writeFile(end)
      await file.datasync()
    } finally {
      await file.close()
    }
    if (!stays()) return false
    // After what the parts may already show of later changes: SQLite's log is a sequence, so that the row outlives no change of theirs.
    const before = await transactUnflushed(db, () => {
      const known = savedOf(db, table.id)
      if (!['no', 'documents'].includes(changedSince(db, table.id, seq))) return undefined
      db.prepare('INSERT OR REPLACE INTO saved_tables (index_id, token, seq) VALUES (?, ?, ?)').run(table.id, token, seq)
      named = true
      return known
    })
    if (before) rmSync(fileOf(dir, before.token), { force: true })
    return named
  } finally {
    if (!named) rmSync(path, { force: true })
  }
}

function readInto(file: number, into: Uint8Array): boolean {
  let at = 0
  while (at < into.length) {
    const read = readSync(file, into, at, Math.min(PIECE, into.length - at), null)
    if (read === 0) return false
    at += read
  }
  return true
}

function readShape(file: number): Shape | undefined {
  const head = Buffer.alloc(HEAD)
  if (!readInto(file, head) || head.readUInt32BE() !== MAGIC) return undefined
  const text = Buffer.alloc(head.readUInt32BE(4))
  if (!readInto(file, text) || crc32(text) !== head.readUInt32BE(8)) return undefined
  return shapeSchema.parse(JSON.parse(text.toString()))
}

/** The table in a saved file; undefined where there is none, or one that is damaged or of another spec: the rows have everything. */
export function readSaved(dir: string, { token }: Saved, id: number, spec: IndexSpec): Table | undefined {
  let file: number | undefined
  try {
    file = openSync(fileOf(dir, token), 'r')
    const shape = readShape(file)
    const made = shape && tableFor(id, spec, shape)
    if (!made) return undefined
    let sum = 0
    for (const part of made.parts)
      for (let at = 0; at < part.bytes; at += PIECE) {
        const view = part.at(at, Math.min(at + PIECE, part.bytes))
        if (!readInto(file, view)) return undefined
        sum = crc32(view, sum)
      }
    const end = Buffer.alloc(4)
    if (!readInto(file, end) || end.readUInt32BE() !== sum) return undefined
    putTogether(made.table, made.stages, shape)
    return made.table
  } catch {
    return undefined
  } finally {
    if (file !== undefined) closeSync(file)
  }
}

/** Removes the files that no row names: of indexes that are gone or were cleared, and of processes that died while they wrote. */
export function sweepSaved(db: DatabaseSync, dir: string): void {
  const named = new Set(
    db
      .prepare('SELECT token FROM saved_tables')
      .all()
      .map((row) => fileOf(dir, String(row.token))),
  )
  for (const path of readdirSync(dir)
    .filter((name) => NAME.test(name))
    .map((name) => join(dir, name))) {
    const age = Date.now() - (statSync(path, { throwIfNoEntry: false })?.mtimeMs ?? 0)
    if (!named.has(path) && age > STRAY_MS) rmSync(path, { force: true })
  }
}
