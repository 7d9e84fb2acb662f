import type { DatabaseSync } from 'node:sqlite'
import { setImmediate as nextTurn } from 'node:timers/promises'
import { z } from 'zod'
import { startingWith } from '../../runtime/async-iterables.ts'
import { WorkError } from '../../runtime/errors.ts'
import { afterDeletion, afterFence, afterWrite, isStale, type Seen, seenRowSchema } from '../arbitrate.ts'
import type { BuildContents } from '../builds.ts'
import { chunkRow } from '../chunk-row.ts'
import { vectorFieldOf } from '../index-spec.ts'
import type { DocumentKey, IndexedChunk, IndexSpec, SearchIndex } from '../search.ts'
import type { StoredChunk } from './columns/table.ts'
import { ftsName, transact, transactUnflushed } from './open-database.ts'
import { closeStage, markGarbage, openStage, removeRows, sweepSoon, touchStage } from './stages.ts'
import { buildIdsOf, indexIdOf, requireIndex, requireIndexId, type Tables } from './tables.ts'

/** Longest stretch of writing before other work of the process gets its turn, after the first few rows; the commit comes on top. */
const SLICE_MS = 8
const ROWS_AT_LEAST = 25
/** Changes that a reader may fall behind before it has to load anew. */
const KEPT_CHANGES = 10_000

const SEEN = 'generation AS epoch, deleted, stage, chunks, removed'

export function seenOf(db: DatabaseSync, indexId: number, documentId: string): Seen | undefined {
  const row = db.prepare(`SELECT ${SEEN} FROM documents WHERE index_id = ? AND document_id = ?`).get(indexId, documentId)
  return row && seenRowSchema.parse(row)
}

/** Tells every process what to change in memory. Both stages null: the index as a whole. */
export function noteChange(db: DatabaseSync, indexId: number, off: number | null, on: number | null): void {
  if (off === null && on === null) db.prepare('DELETE FROM saved_tables WHERE index_id = ?').run(indexId)
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

export interface Stage {
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
export async function fill(
  stage: Stage,
  chunks: AsyncIterable<readonly IndexedChunk[]>,
  onProgress?: (written: number) => void,
): Promise<number> {
  let written = 0
  for await (const batch of chunks) {
    for (let rest = batch; rest.length > 0; ) {
      const stored = await transactUnflushed(stage.db, () => insertRows(stage, rest, written))
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

/** Of a build: what was written where no search looks yet. */
interface Filled {
  readonly stage: Stage
  readonly written: number
}

/** Takes a stage's chunks for the document's only ones in its build. */
export function showStageOf({ db, indexId, stage }: Stage, documentId: string, next: Seen): void {
  const seen = seenOf(db, indexId, documentId)
  if (seen?.stage != null) markGarbage(db, seen.stage)
  db.prepare("UPDATE stages SET state = 'visible' WHERE id = ?").run(stage)
  remember(db, indexId, documentId, next)
  noteChange(db, indexId, seen?.stage ?? null, stage)
}

/** The one step in which the new chunks take the old ones' place, in all builds that they were written for. What the live one has seen decides. */
function switchOver(db: DatabaseSync, index: string, document: DocumentKey, filled: readonly Filled[]): Outcome {
  const { document_id, epoch } = document
  const liveId = indexIdOf(db, index)
  const live = filled.find(({ stage }) => stage.indexId === liveId)
  if (!live || !touchStage(db, live.stage.stage)) throw lost()
  const seen = seenOf(db, live.stage.indexId, document_id)
  if (isStale(seen, epoch)) return { outcome: 'stale' }
  const next = afterWrite(seen, epoch, live.stage.stage, live.written)
  const builds = new Set(buildIdsOf(db, index))
  for (const { stage, written } of filled)
    if (builds.has(stage.indexId) && touchStage(db, stage.stage))
      showStageOf(stage, document_id, { ...next, stage: stage.stage, chunks: written })
  return { outcome: 'written', written: next.chunks, removed: next.removed }
}

type Chunks = AsyncIterable<readonly IndexedChunk[]>

/** All chunks where they are so few that one transaction takes them; else the same as they would have come. */
async function fewChunks(chunks: Chunks): Promise<{ all?: readonly IndexedChunk[]; chunks: Chunks }> {
  const rest = chunks[Symbol.asyncIterator]()
  const begin: (readonly IndexedChunk[])[] = []
  for (let few = true; few; few = begin.reduce((n, batch) => n + batch.length, 0) <= ROWS_AT_LEAST) {
    const { done, value } = await rest.next()
    if (done) return { all: begin.flat(), chunks: startingWith(begin, rest) }
    begin.push(value)
  }
  return { chunks: startingWith(begin, rest) }
}

/** Opens a stage for a write to a build. */
export const stageIn = (db: DatabaseSync, tables: Tables, build: string, documentId: string): Stage => {
  const { id: indexId, spec } = requireIndex(db, build)
  return { db, tables, indexId, spec, stage: openStage(db, indexId, documentId) }
}

/** Ends a write; what did not become visible is forgotten. */
export async function endStage({ db, tables, indexId, stage }: Stage): Promise<void> {
  closeStage(stage)
  if (!db.isOpen) return
  const { state } = z
    .object({ state: z.string() })
    .parse(db.prepare('SELECT state FROM stages WHERE id = ?').get(stage) ?? { state: 'gone' })
  if (state === 'visible') return
  tables.unstage(indexId, stage)
  await transactUnflushed(db, () => markGarbage(db, stage))
}

/**
 * See SearchIndex.replaceDocument and IndexBuilds.replaceDocument: `contents` by the name of the build, or the index's for the live one. A
 * failed or stale write leaves no row behind; a killed one only invisible rows, which the next sweep removes.
 */
export async function replaceDocument(
  db: DatabaseSync,
  tables: Tables,
  index: string,
  document: DocumentKey,
  contents: readonly BuildContents[],
  onProgress?: (written: number) => void,
): Promise<Outcome> {
  const { document_id, epoch } = document
  const liveId = requireIndexId(db, index)
  if (isStale(seenOf(db, liveId, document_id), epoch)) return { outcome: 'stale' }
  const filled: Filled[] = []
  const opened: Stage[] = []
  try {
    const [only, another] = contents
    const target = only && indexIdOf(db, only.build)
    const few = only && !another ? await fewChunks(only.chunks) : undefined
    const { all } = few ?? {}
    if (only && all && target !== undefined)
      return await transact(db, () => {
        // What came is made for the build that had the name then.
        if (indexIdOf(db, only.build) !== target) throw lost()
        const stage = stageIn(db, tables, only.build, document_id)
        opened.push(stage)
        const stored = insertRows(stage, all, 0)
        tables.stage(stage.indexId, stored)
        onProgress?.(stored.length)
        return switchOver(db, index, document, [{ stage, written: stored.length }])
      })
    for (const { build, chunks } of only && few ? [{ build: only.build, chunks: few.chunks }] : contents) {
      if (indexIdOf(db, build) === undefined) continue
      const stage = await transactUnflushed(db, () => stageIn(db, tables, build, document_id))
      opened.push(stage)
      filled.push({ stage, written: await fill(stage, chunks, stage.indexId === liveId ? onProgress : undefined) })
    }
    return await transact(db, () => switchOver(db, index, document, filled))
  } finally {
    for (const stage of opened) await endStage(stage)
    if (db.isOpen) sweepSoon(db)
  }
}

/** See SearchIndex.deleteDocument: gone from all builds of the index in one step. */
export async function deleteDocument(db: DatabaseSync, index: string, document: DocumentKey): Promise<{ removed: number }> {
  const { document_id, epoch } = document
  const { removed, id, stage } = await transact(db, () => {
    const id = requireIndexId(db, index)
    const seen = seenOf(db, id, document_id)
    const { removed, next } = afterDeletion(seen, epoch)
    if (!next) return { removed, id }
    for (const build of buildIdsOf(db, index)) {
      const shown = seenOf(db, build, document_id)?.stage
      remember(db, build, document_id, next)
      if (shown == null) continue
      markGarbage(db, shown)
      noteChange(db, build, shown, null)
    }
    return { removed, id, stage: seen?.stage ?? undefined }
  })
  // Its own rows only: what is deleted is gone, and nobody waits for what others have deleted.
  if (stage !== undefined) await removeRows(db, stage, id)
  sweepSoon(db)
  return { removed }
}

/** See SearchIndex.fenceDocument. A build beside the live one that shows the same pass goes on to agree with it. */
export function fenceDocument(db: DatabaseSync, index: string, { document_id, epoch }: DocumentKey): Promise<'fenced' | 'live'> {
  return transact(db, () => {
    const id = requireIndexId(db, index)
    const seen = seenOf(db, id, document_id)
    const { outcome, next } = afterFence(seen, epoch)
    if (!next) return outcome
    for (const build of buildIdsOf(db, index)) {
      const there = seenOf(db, build, document_id)
      if (build === id || there?.epoch === seen?.epoch)
        remember(db, build, document_id, { ...next, stage: there?.stage ?? null, chunks: there?.chunks ?? 0 })
    }
    return outcome
  })
}

/** See SearchIndex.admits. One statement: each takes the file's locks and gives them back, and every stage of a document asks twice. */
export function admitsDocument(db: DatabaseSync, index: string, { document_id, epoch }: DocumentKey): boolean {
  const row = db
    .prepare(`SELECT ${SEEN} FROM documents WHERE index_id = (SELECT id FROM indexes WHERE name = ?) AND document_id = ?`)
    .get(index, document_id)
  return row === undefined || !isStale(seenRowSchema.parse(row), epoch)
}
