import type { DatabaseSync } from 'node:sqlite'
import { setImmediate as nextTurn } from 'node:timers/promises'
import { z } from 'zod'
import { WorkError } from '../../errors.ts'
import { vectorFieldOf } from '../index-spec.ts'
import type { DocumentKey, IndexedChunk, IndexSpec, SearchIndex } from '../search.ts'
import { chunkRow } from './chunk-row.ts'
import { ftsName, transact } from './open-database.ts'
import { BATCH_ROWS, closeStage, markGarbage, openStage, sweep, touchStage } from './stages.ts'
import { requireIndex } from './tables.ts'

const seenSchema = z.object({
  generation: z.number(),
  deleted: z.number(),
  stage: z.number().nullable(),
  chunks: z.number(),
  removed: z.number(),
})
type Seen = z.output<typeof seenSchema>

/** Changes that a reader may fall behind before it has to load anew. */
const KEPT_CHANGES = 10_000

function seenOf(db: DatabaseSync, indexId: number, documentId: string): Seen | undefined {
  const row = db
    .prepare('SELECT generation, deleted, stage, chunks, removed FROM documents WHERE index_id = ? AND document_id = ?')
    .get(indexId, documentId)
  return row && seenSchema.parse(row)
}

const isStale = (seen: Seen | undefined, generation: number): boolean =>
  seen !== undefined && (seen.generation > generation || (seen.deleted === 1 && seen.generation === generation))

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
  ).run(indexId, documentId, seen.generation, seen.deleted, seen.stage, seen.chunks, seen.removed)
}

const lost = () => new WorkError('indexing_failed', 'the unfinished write was cleaned up by another process', { retryable: true })

interface Stage {
  readonly db: DatabaseSync
  readonly indexId: number
  readonly spec: IndexSpec
  readonly stage: number
}

function insertRows({ db, indexId, spec, stage }: Stage, chunks: readonly IndexedChunk[], first: number): void {
  if (!touchStage(db, stage)) throw lost()
  const dimensions = Number(vectorFieldOf(spec)?.dimensions ?? 0)
  const insert = db.prepare('INSERT INTO chunks (index_id, stage, chunk_id, chunk_index, fields, vector) VALUES (?, ?, ?, ?, ?, ?)')
  const words = db.prepare(`INSERT INTO ${ftsName(indexId)} (rowid, title, text, rest) VALUES (?, ?, ?, ?)`)
  for (const [i, chunk] of chunks.entries()) {
    const row = chunkRow(spec, dimensions, chunk)
    const order = typeof chunk.fields.chunk_index === 'number' ? chunk.fields.chunk_index : first + i
    const { lastInsertRowid } = insert.run(indexId, stage, chunk.id, order, row.fields, row.vector)
    words.run(lastInsertRowid, row.title, row.text, row.rest)
  }
}

/** Writes the chunks where no search looks yet. */
async function fill(stage: Stage, chunks: AsyncIterable<readonly IndexedChunk[]>, onProgress?: (written: number) => void): Promise<number> {
  let written = 0
  for await (const batch of chunks) {
    for (let at = 0; at < batch.length; at += BATCH_ROWS) {
      const rows = batch.slice(at, at + BATCH_ROWS)
      transact(stage.db, () => insertRows(stage, rows, written))
      written += rows.length
      onProgress?.(written)
      await nextTurn()
    }
  }
  return written
}

type Outcome = Awaited<ReturnType<SearchIndex['replaceDocument']>>

/** The one step in which the new chunks take the old ones' place. */
function switchOver({ db, indexId, spec, stage }: Stage, document: DocumentKey, written: number): Outcome {
  const { document_id, generation } = document
  if (requireIndex(db, spec.name).id !== indexId || !touchStage(db, stage)) throw lost()
  const seen = seenOf(db, indexId, document_id)
  if (isStale(seen, generation)) return { outcome: 'stale' }
  // A repeated write of a generation replaces its own chunks: what counts as removed is what the first one removed.
  const removed = seen?.generation === generation && seen.stage !== null ? seen.removed : (seen?.chunks ?? 0)
  if (seen?.stage != null) markGarbage(db, seen.stage)
  db.prepare("UPDATE stages SET state = 'visible' WHERE id = ?").run(stage)
  remember(db, indexId, document_id, { generation, deleted: 0, stage, chunks: written, removed })
  noteChange(db, indexId, seen?.stage ?? null, stage)
  return { outcome: 'written', written, removed }
}

/** See SearchIndex.replaceDocument. A failed or stale write leaves no row behind; a killed one only invisible rows, which the next sweep removes. */
export async function replaceDocument(
  db: DatabaseSync,
  index: string,
  document: DocumentKey,
  chunks: AsyncIterable<readonly IndexedChunk[]>,
  onProgress?: (written: number) => void,
): Promise<Outcome> {
  const opened = transact(db, () => {
    const { id: indexId, spec } = requireIndex(db, index)
    if (isStale(seenOf(db, indexId, document.document_id), document.generation)) return undefined
    return { db, indexId, spec, stage: openStage(db, indexId, document.document_id) }
  })
  if (!opened) return { outcome: 'stale' }
  let outcome: Outcome = { outcome: 'stale' }
  try {
    const written = await fill(opened, chunks, onProgress)
    outcome = transact(db, () => switchOver(opened, document, written))
  } finally {
    closeStage(opened.stage)
    if (outcome.outcome === 'stale' && db.isOpen) markGarbage(db, opened.stage)
  }
  await sweep(db)
  return outcome
}

/** See SearchIndex.deleteDocument. */
export async function deleteDocument(db: DatabaseSync, index: string, document: DocumentKey): Promise<{ removed: number }> {
  const { document_id, generation } = document
  const removed = transact(db, () => {
    const { id } = requireIndex(db, index)
    const seen = seenOf(db, id, document_id)
    if (seen && seen.generation > generation) return 0
    if (seen?.deleted && seen.stage === null && seen.generation === generation) return seen.removed
    const count = seen?.stage != null ? seen.chunks : 0
    remember(db, id, document_id, { generation, deleted: 1, stage: null, chunks: 0, removed: count })
    if (seen?.stage != null) {
      markGarbage(db, seen.stage)
      noteChange(db, id, seen.stage, null)
    }
    return count
  })
  await sweep(db)
  return { removed }
}

/** See SearchIndex.fenceDocument. A fence is a deletion that leaves the visible stage where it is. */
export function fenceDocument(db: DatabaseSync, index: string, { document_id, generation }: DocumentKey): 'fenced' | 'live' {
  return transact(db, () => {
    const { id } = requireIndex(db, index)
    const seen = seenOf(db, id, document_id)
    if (seen && seen.generation > generation) return 'fenced'
    if (seen && seen.generation === generation && seen.deleted === 0 && seen.stage !== null) return 'live'
    remember(db, id, document_id, { generation, deleted: 1, stage: seen?.stage ?? null, chunks: seen?.chunks ?? 0, removed: 0 })
    return 'fenced'
  })
}

/** See SearchIndex.admits. */
export function admitsDocument(db: DatabaseSync, indexId: number, { document_id, generation }: DocumentKey): boolean {
  return !isStale(seenOf(db, indexId, document_id), generation)
}
