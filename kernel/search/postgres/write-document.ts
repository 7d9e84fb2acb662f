import { type Kysely, sql } from 'kysely'
import { z } from 'zod'
import { WorkError } from '../../runtime/errors.ts'
import { afterDeletion, afterFence, afterWrite, isStale, type Seen, seenRowSchema } from '../arbitrate.ts'
import type { BuildContents } from '../builds.ts'
import type { DocumentKey, IndexedChunk, SearchIndex } from '../search.ts'
import { insertChunks } from './insert-chunks.ts'
import { type Build, chunksTable, type Db, findBuild, lockIndex, nextNumber, requireBuild, wordsTable } from './tables.ts'

export async function seenOf(db: Db, build: Pick<Build, 'id'>, documentId: string): Promise<Seen | undefined> {
  const found = await sql`SELECT epoch, deleted::int AS deleted, stage, chunks, removed FROM search_documents
    WHERE index_id = ${build.id} AND document_id = ${documentId}`.execute(db)
  return found.rows[0] === undefined ? undefined : seenRowSchema.parse(found.rows[0])
}

export async function remember(db: Db, build: Pick<Build, 'id'>, documentId: string, seen: Seen): Promise<void> {
  await sql`INSERT INTO search_documents (index_id, document_id, epoch, deleted, stage, chunks, removed)
    VALUES (${build.id}, ${documentId}, ${seen.epoch}, ${seen.deleted}, ${seen.stage}, ${seen.chunks}, ${seen.removed})
    ON CONFLICT (index_id, document_id) DO UPDATE SET epoch = excluded.epoch, deleted = excluded.deleted, stage = excluded.stage,
    chunks = excluded.chunks, removed = excluded.removed`.execute(db)
}

/** Within one transaction: commits when `work` says so, else nothing was written. */
export async function decided<T>(db: Kysely<unknown>, work: (trx: Db) => Promise<{ keep: boolean; value: T }>): Promise<T> {
  const trx = await db.startTransaction().execute()
  try {
    const { keep, value } = await work(trx)
    await (keep ? trx.commit() : trx.rollback()).execute()
    return value
  } catch (error) {
    if (!trx.isCommitted && !trx.isRolledBack)
      await trx
        .rollback()
        .execute()
        .catch(() => undefined)
    throw error
  }
}

const lost = () =>
  new WorkError('indexing_failed', 'the index was cleared or exchanged while this document was written', { retryable: true })

/** Of a build: what was written where no search looks before the commit. */
export interface Filled {
  readonly build: Build
  readonly stage: number
  readonly chunks: number
  readonly words: number
}

/** Writes the chunks; nobody else sees them before the transaction ends. */
export async function fill(
  trx: Db,
  build: Build,
  chunks: AsyncIterable<readonly IndexedChunk[]>,
  onProgress?: (written: number) => void,
): Promise<Filled> {
  const stage = await nextNumber(trx)
  let filled: Filled = { build, stage, chunks: 0, words: 0 }
  for await (const batch of chunks) {
    filled = { ...filled, ...(await insertChunks(trx, filled, batch)) }
    onProgress?.(filled.chunks)
  }
  return filled
}

const goneSchema = z.object({ chunks: z.number(), words: z.number() })

/** Removes the chunks of a write, and says what they counted. */
async function removeStage(trx: Db, build: Build, stage: number): Promise<{ chunks: number; words: number }> {
  const table = chunksTable(build)
  await sql`DELETE FROM ${wordsTable(build)} WHERE chunk IN (SELECT id FROM ${table} WHERE stage = ${stage})`.execute(trx)
  const gone = await sql`WITH gone AS (DELETE FROM ${table} WHERE stage = ${stage} RETURNING words)
    SELECT count(*) AS chunks, coalesce(sum(words), 0)::bigint AS words FROM gone`.execute(trx)
  return goneSchema.parse(gone.rows[0])
}

const addCounts = (trx: Db, build: Build, chunks: number, words: number) =>
  sql`UPDATE search_indexes SET chunks = chunks + ${chunks}, words = words + ${words} WHERE id = ${build.id}`.execute(trx)

/** Takes what was written for the document's only chunks in its build. The index is locked. */
export async function showFilled(trx: Db, { build, stage, chunks, words }: Filled, documentId: string, next: Seen): Promise<void> {
  const seen = await seenOf(trx, build, documentId)
  const gone = seen?.stage == null ? { chunks: 0, words: 0 } : await removeStage(trx, build, seen.stage)
  await remember(trx, build, documentId, { ...next, stage, chunks })
  await addCounts(trx, build, chunks - gone.chunks, words - gone.words)
}

type Outcome = Awaited<ReturnType<SearchIndex['replaceDocument']>>

/** See SearchIndex.replaceDocument and IndexBuilds.replaceDocument: one transaction, which a death of the process undoes. */
export async function replaceDocument(
  db: Kysely<unknown>,
  index: string,
  { document_id, epoch }: DocumentKey,
  contents: readonly BuildContents[],
  onProgress?: (written: number) => void,
): Promise<Outcome> {
  return decided<Outcome>(db, async (trx) => {
    const stale = { keep: false, value: { outcome: 'stale' } as const }
    const before = await requireBuild(trx, index)
    if (isStale(await seenOf(trx, before, document_id), epoch)) return stale
    const filled: Filled[] = []
    for (const { build: name, chunks } of contents) {
      const build = await findBuild(trx, name)
      if (build) filled.push(await fill(trx, build, chunks, build.id === before.id ? onProgress : undefined))
    }
    const { live, all } = await lockIndex(trx, index)
    const still = filled.filter(({ build }) => all.some(({ id, tables }) => id === build.id && tables === build.tables))
    const ofLive = still.find(({ build }) => build.id === live.id)
    if (!ofLive) throw lost()
    const seen = await seenOf(trx, live, document_id)
    if (isStale(seen, epoch)) return stale
    const next = afterWrite(seen, epoch, ofLive.stage, ofLive.chunks)
    for (const one of still) await showFilled(trx, one, document_id, next)
    return { keep: true, value: { outcome: 'written', written: next.chunks, removed: next.removed } }
  })
}

/** See SearchIndex.deleteDocument: gone from all builds of the index in one step. */
export async function deleteDocument(
  db: Kysely<unknown>,
  index: string,
  { document_id, epoch }: DocumentKey,
): Promise<{ removed: number }> {
  return db.transaction().execute(async (trx) => {
    const { live, all } = await lockIndex(trx, index)
    const { removed, next } = afterDeletion(await seenOf(trx, live, document_id), epoch)
    if (!next) return { removed }
    for (const build of all) {
      const shown = (await seenOf(trx, build, document_id))?.stage
      await remember(trx, build, document_id, next)
      if (shown == null) continue
      const gone = await removeStage(trx, build, shown)
      await addCounts(trx, build, -gone.chunks, -gone.words)
    }
    return { removed }
  })
}

/** See SearchIndex.fenceDocument. A build beside the live one that shows the same pass goes on to agree with it. */
export async function fenceDocument(db: Kysely<unknown>, index: string, { document_id, epoch }: DocumentKey): Promise<'fenced' | 'live'> {
  return db.transaction().execute(async (trx) => {
    const { live, all } = await lockIndex(trx, index)
    const seen = await seenOf(trx, live, document_id)
    const { outcome, next } = afterFence(seen, epoch)
    if (!next) return outcome
    for (const build of all) {
      const there = await seenOf(trx, build, document_id)
      if (build.id === live.id || there?.epoch === seen?.epoch)
        await remember(trx, build, document_id, { ...next, stage: there?.stage ?? null, chunks: there?.chunks ?? 0 })
    }
    return outcome
  })
}

/** See SearchIndex.admits. */
export async function admits(db: Db, index: string, { document_id, epoch }: DocumentKey): Promise<boolean> {
  const build = await findBuild(db, index)
  return build === undefined || !isStale(await seenOf(db, build, document_id), epoch)
}
