import { hostname } from 'node:os'
import type { DatabaseSync } from 'node:sqlite'
import { setImmediate as nextTurn } from 'node:timers/promises'
import { z } from 'zod'
import { isAlive } from '../../runtime/is-alive.ts'
import { ftsName, transactUnflushed } from './open-database.ts'

/** Rows that one transaction removes. */
const BATCH_ROWS = 50
/** A writer that is alive but silent for longer than this has lost its stage. */
const SILENCE_MS = 3_600_000

const stageSchema = z.object({ id: z.number(), index_id: z.number(), host: z.string(), pid: z.number(), touched_at: z.number() })

/** Stages that this process writes at the moment; another one of an earlier life may have had the same process id. */
const own = new Set<number>()

export function openStage(db: DatabaseSync, indexId: number, documentId: string): number {
  const { lastInsertRowid } = db
    .prepare("INSERT INTO stages (index_id, document_id, state, host, pid, touched_at) VALUES (?, ?, 'staging', ?, ?, ?)")
    .run(indexId, documentId, hostname(), process.pid, Date.now())
  own.add(Number(lastInsertRowid))
  return Number(lastInsertRowid)
}

export const closeStage = (stage: number): void => void own.delete(stage)

/** Keeps a stage; false when it is no longer there. */
export const touchStage = (db: DatabaseSync, stage: number): boolean =>
  db.prepare("UPDATE stages SET touched_at = ? WHERE id = ? AND state = 'staging'").run(Date.now(), stage).changes === 1

export const markGarbage = (db: DatabaseSync, stage: number): void =>
  void db.prepare("UPDATE stages SET state = 'garbage' WHERE id = ?").run(stage)

function isAbandoned({ id, host, pid, touched_at }: z.output<typeof stageSchema>): boolean {
  // Containers that share a folder have process ids of their own each: there only silence tells.
  if (host !== hostname()) return Date.now() - touched_at > SILENCE_MS
  if (pid === process.pid) return !own.has(id)
  return !isAlive(pid) || Date.now() - touched_at > SILENCE_MS
}

/** Marks what writers that died have left behind. */
async function markAbandoned(db: DatabaseSync): Promise<void> {
  const staging = db
    .prepare("SELECT id, index_id, host, pid, touched_at FROM stages WHERE state = 'staging'")
    .all()
    .map((row) => stageSchema.parse(row))
  const abandoned = staging.filter(isAbandoned)
  if (abandoned.length > 0) await transactUnflushed(db, () => abandoned.forEach(({ id }) => void markGarbage(db, id)))
}

/** Deletes up to a batch of a garbage stage's rows; true when there are more. */
function removeBatch(db: DatabaseSync, stage: number, indexId: number): boolean {
  const rowids = db
    .prepare('SELECT rowid FROM chunks WHERE stage = ? LIMIT ?')
    .all(stage, BATCH_ROWS)
    .map((row) => Number(row.rowid))
  if (rowids.length) {
    const fts = ftsName(indexId)
    const isThere = db.prepare("SELECT 1 FROM sqlite_master WHERE type = 'table' AND name = ?").get(fts)
    const words = isThere && db.prepare(`DELETE FROM ${fts} WHERE rowid = ?`)
    const row = db.prepare('DELETE FROM chunks WHERE rowid = ?')
    for (const rowid of rowids) {
      if (words) words.run(rowid)
      row.run(rowid)
    }
  }
  if (rowids.length === BATCH_ROWS) return true
  db.prepare("DELETE FROM stages WHERE id = ? AND state = 'garbage'").run(stage)
  return false
}

/** Removes the rows of a garbage stage, a batch a transaction, giving way to other work in between. */
export async function removeRows(db: DatabaseSync, stage: number, indexId: number): Promise<void> {
  while (db.isOpen && (await transactUnflushed(db, () => removeBatch(db, stage, indexId)))) await nextTurn()
}

async function sweep(db: DatabaseSync): Promise<void> {
  await markAbandoned(db)
  const next = db.prepare("SELECT id, index_id, host, pid, touched_at FROM stages WHERE state = 'garbage' ORDER BY id LIMIT 1")
  for (; db.isOpen; await nextTurn()) {
    const row = next.get()
    if (!row) return
    const { id, index_id } = stageSchema.parse(row)
    await removeRows(db, id, index_id)
  }
}

const sweeping = new WeakMap<DatabaseSync, Promise<void>>()

/** Begins to remove the rows of all garbage stages. Nobody waits for it: it may take long, and no search sees them. */
export function sweepSoon(db: DatabaseSync): void {
  if (sweeping.has(db)) return
  const swept = sweep(db)
    // What is left the next sweep removes; there is one after each write and at the start.
    .catch(() => undefined)
    .finally(() => sweeping.delete(db))
  sweeping.set(db, swept)
}
