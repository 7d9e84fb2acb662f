import type { DatabaseSync } from 'node:sqlite'
import { setImmediate as nextTurn } from 'node:timers/promises'
import { WorkError } from '../../runtime/errors.ts'
import { afterDeletion, afterFence, afterWrite, isStale, type Seen, seenRowSchema } from '../arbitrate.ts'
import { vectorFieldOf } from '../index-spec.ts'
import type { DocumentKey, IndexedChunk, IndexSpec, SearchIndex } from '../search.ts'
import { chunkRow } from './chunk-row.ts'
import type { StoredChunk } from './columns/table.ts'
import { ftsName, transact, transactUnflushed } from './open-database.ts'
import { closeStage, markGarbage, openStage, removeRows, sweepSoon, touchStage } from './stages.ts'
import { requireIndex, type Tables } from './tables.ts'

/** Longest stretch of writing before other work of the process gets its turn, after the first few rows; the commit comes on top. */
const SLICE_MS = 8
const ROWS_AT_LEAST = 25
/** Changes that a reader may fall behind before it has to load anew. */
const KEPT_CHANGES = 10_000

function seenOf(db: DatabaseSync, indexId: number, documentId: string): Seen | undefined {
  const row = db
    .prepare('SELECT generation AS epoch, deleted, stage, chunks, removed FROM documents WHERE index_id = ? AND document_id = ?')
    .get(indexId, documentId)
  return row && seenRowSchema.parse(row)
}

/** Tells every process what to change in memory. Both stages null: the index as a whole. */
export function noteChange(db: DatabaseSync, indexId: number, off: number | null, on: number | null): void {
  const { lastInsertRowid } = db.prepare('INSERT INTO changes (index_id, off_stage, on_stage) VALUES (?, ?, ?)').run(indexId, off, on)
  db.prepare('DELETE FROM changes WHERE seq <= ?').run(Number(lastInsertRowid) - KEPT_CHANGES)
}

function remember(db: DatabaseSync, indexId: number, documentId: string, seen: Seen): void {
  db.prepare(
    `INSERT INTO documents (index_id, document_id, generation, deleted, stage, chunks, removed) VALUES (?, ?, ?, ?, ?, ?, ?)
     ON CONFLICT (index_id, document_id) DO UPDATE SET generation = excluded.generation, deleted = excluded.deleted, stage = excluded.stage,
     chunks = excluded.chunks, removed = excluded.removed`,
  ).run(indexId, documentId, seen.epoch, seen.deleted ? 1 : 0, seen.stage, seen.chunks, seen.removed)
}

const lost = () => new WorkError('indexing_failed', 'the unfinished write was cleaned up by another process', { retryable: true })

interface Stage {
  readonly db: DatabaseSync
  readonly tables: Tables
  readonly indexId: number
  readonly spec: IndexSpec
  readonly stage: number
}

/** Inserts as many of the chunks as a slice of time allows, and gives what was stored. */
function insertRows({ db, indexId, spec, stage }: Stage, chunks: readonly IndexedChunk[], first: number): StoredChunk[] {
  const until = performance.now() + SLICE_MS
  if (!touchStage(db, stage)) throw lost()
  const dimensions = Number(vectorFieldOf(spec)?.dimensions ?? 0)
  const insert = db.prepare('INSERT INTO chunks (index_id, stage, chunk_id, chunk_index, fields, vector) VALUES (?, ?, ?, ?, ?, ?)')
  const words = db.prepare(`INSERT INTO ${ftsName(indexId)} (rowid, title, text, rest) VALUES (?, ?, ?, ?)`)
  const stored: StoredChunk[] = []
  for (const [i, chunk] of chunks.entries()) {
    const row = chunkRow(spec, dimensions, chunk)
    const order = typeof chunk.fields.chunk_index === 'number' ? chunk.fields.chunk_index : first + i
    const { lastInsertRowid } = insert.run(indexId, stage, chunk.id, order, row.fields, row.vector)
    words.run(lastInsertRowid, row.title, row.text, row.rest)
    stored.push({ rowid: Number(lastInsertRowid), stage, fields: row.values, vector: row.vector ? chunk.vector : undefined })
    if (stored.length >= ROWS_AT_LEAST && performance.now() > until) break
  }
  return stored
}

/** Writes the chunks where no search looks yet. */
async function fill(stage: Stage, chunks: AsyncIterable<readonly IndexedChunk[]>, onProgress?: (written: number) => void): Promise<number> {
  let written = 0
  for await (const batch of chunks) {
    for (let rest = batch; rest.length > 0; ) {
      const stored = transactUnflushed(stage.db, () => insertRows(stage, rest, written))
      stage.tables.stage(stage.indexId, stored)
      rest = rest.slice(stored.length)
      written += stored.length
      onProgress?.(written)
      await nextTurn()
    }
  }
  return written
}

type Outcome = Awaited<ReturnType<SearchIndex['replaceDocument']>>

/** The one step in which the new chunks take the old ones' place. */
function switchOver({ db, indexId, spec, stage }: Stage, document: DocumentKey, written: number): Outcome {
  const { document_id, epoch } = document
  if (requireIndex(db, spec.name).id !== indexId || !touchStage(db, stage)) throw lost()
  const seen = seenOf(db, indexId, document_id)
  if (isStale(seen, epoch)) return { outcome: 'stale' }
  const next = afterWrite(seen, epoch, stage, written)
  if (seen?.stage != null) markGarbage(db, seen.stage)
  db.prepare("UPDATE stages SET state = 'visible' WHERE id = ?").run(stage)
  remember(db, indexId, document_id, next)
  noteChange(db, indexId, seen?.stage ?? null, stage)
  return { outcome: 'written', written, removed: next.removed }
}

/** See SearchIndex.replaceDocument. A failed or stale write leaves no row behind; a killed one only invisible rows, which the next sweep removes. */
export async function replaceDocument(
  db: DatabaseSync,
  tables: Tables,
  index: string,
  document: DocumentKey,
  chunks: AsyncIterable<readonly IndexedChunk[]>,
  onProgress?: (written: number) => void,
): Promise<Outcome> {
  const opened = transactUnflushed(db, () => {
    const { id: indexId, spec } = requireIndex(db, index)
    if (isStale(seenOf(db, indexId, document.document_id), document.epoch)) return undefined
    return { db, tables, indexId, spec, stage: openStage(db, indexId, document.document_id) }
  })
  if (!opened) return { outcome: 'stale' }
  let outcome: Outcome = { outcome: 'stale' }
  try {
    const written = await fill(opened, chunks, onProgress)
    outcome = transact(db, () => switchOver(opened, document, written))
  } finally {
    closeStage(opened.stage)
    if (outcome.outcome === 'stale') {
      tables.unstage(opened.indexId, opened.stage)
      if (db.isOpen) markGarbage(db, opened.stage)
    }
  }
  sweepSoon(db)
  return outcome
}

/** See SearchIndex.deleteDocument. */
export async function deleteDocument(db: DatabaseSync, index: string, document: DocumentKey): Promise<{ removed: number }> {
  const { document_id, epoch } = document
  const { removed, id, stage } = transact(db, () => {
    const { id } = requireIndex(db, index)
    const seen = seenOf(db, id, document_id)
    const { removed, next } = afterDeletion(seen, epoch)
    if (!next) return { removed, id }
    remember(db, id, document_id, next)
    if (seen?.stage == null) return { removed, id }
    markGarbage(db, seen.stage)
    noteChange(db, id, seen.stage, null)
    return { removed, id, stage: seen.stage }
  })
  // Its own rows only: what is deleted is gone, and nobody waits for what others have deleted.
  if (stage !== undefined) await removeRows(db, stage, id)
  sweepSoon(db)
  return { removed }
}

/** See SearchIndex.fenceDocument. */
export function fenceDocument(db: DatabaseSync, index: string, { document_id, epoch }: DocumentKey): 'fenced' | 'live' {
  return transact(db, () => {
    const { id } = requireIndex(db, index)
    const { outcome, next } = afterFence(seenOf(db, id, document_id), epoch)
    if (next) remember(db, id, document_id, next)
    return outcome
  })
}

/** See SearchIndex.admits. */
export function admitsDocument(db: DatabaseSync, indexId: number, { document_id, epoch }: DocumentKey): boolean {
  return !isStale(seenOf(db, indexId, document_id), epoch)
}
