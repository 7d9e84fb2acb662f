import type { DatabaseSync } from 'node:sqlite'
import { z } from 'zod'
import { ApiError } from '../../runtime/errors.ts'
import { afterWrite, isStale } from '../arbitrate.ts'
import type { BuildInfo, Builds, Difference, IndexBuilds, LiveDocument } from '../builds.ts'
import { parseIndexSpec } from '../index-spec.ts'
import type { DocumentKey, IndexedChunk, IndexSpec, SearchReply, SearchRequest } from '../search.ts'
import { removeBuild } from './manage-indexes.ts'
import { createFts, snapshot, transact, transactUnflushed } from './open-database.ts'
import { sweepSoon } from './stages.ts'
import { BUILD_MARK, buildIdsOf, indexIdOf, OF_INDEX, requireIndex, specOf, type Tables } from './tables.ts'
import { endStage, fill, replaceDocument, seenOf, showStageOf, stageIn } from './write-document.ts'

const SAMPLE = 20

const rowSchema = z.object({ id: z.number(), name: z.string(), settings: z.string().nullable(), spec: z.string() })

const indexOf = (name: string): string => name.split(BUILD_MARK)[0] ?? name
const buildName = (index: string, id: number): string => `${index}${BUILD_MARK}${id}`

function infoOf(index: string, given: unknown): BuildInfo {
  const { id, settings, spec } = rowSchema.parse(given)
  return { name: buildName(index, id), settings, spec: specOf(spec) }
}

/** In one statement, the live one first: it is asked for with every document. */
function buildsOf(db: DatabaseSync, index: string): Builds | undefined {
  const rows = db.prepare(`SELECT id, name, settings, spec FROM indexes WHERE ${OF_INDEX} ORDER BY name`).all(index)
  const [live, other] = rows
  return live && { live: infoOf(index, live), other: other && infoOf(index, other) }
}

/** The numbers of both; ApiError not_found without the one or the other. */
function pairOf(db: DatabaseSync, index: string): { live: number; other: number } {
  const live = requireIndex(db, index).id
  const other = buildIdsOf(db, index).find((id) => id !== live)
  if (other === undefined) throw new ApiError('not_found', `${index} has no second build`, { details: { index } })
  return { live, other }
}

function open(db: DatabaseSync, index: string, { spec, settings }: { spec: IndexSpec; settings: string | null }): Promise<BuildInfo> {
  return transact(db, () => {
    requireIndex(db, index)
    if (buildIdsOf(db, index).length > 1) throw new ApiError('conflict', `${index} has a second build already`, { details: { index } })
    const text = JSON.stringify(parseIndexSpec({ ...spec, name: index }))
    const { lastInsertRowid } = db
      .prepare('INSERT INTO indexes (name, spec, settings) VALUES (?, ?, ?)')
      .run(`${index}${BUILD_MARK}`, text, settings)
    const id = Number(lastInsertRowid)
    db.prepare('UPDATE indexes SET name = ? WHERE id = ?').run(buildName(index, id), id)
    createFts(db, id)
    return infoOf(index, db.prepare('SELECT id, name, settings, spec FROM indexes WHERE id = ?').get(id))
  })
}

/** What the live build shows of a document is its row: whatever changes it changes the row too. */
async function mirror(
  db: DatabaseSync,
  tables: Tables,
  { index, build, document: { document_id: documentId, epoch } }: { index: string; build: string; document: DocumentKey },
  chunks: AsyncIterable<readonly IndexedChunk[]>,
): Promise<'written' | 'stale' | 'gone'> {
  const pair = () => [indexIdOf(db, index), indexIdOf(db, build)] as const
  const [live, other] = pair()
  if (live === undefined || other === undefined || live === other) return 'gone'
  const before = seenOf(db, live, documentId)
  if (before?.stage == null || before.epoch !== epoch) return 'stale'
  const stage = await transactUnflushed(db, () => stageIn(db, tables, build, documentId))
  try {
    const written = await fill(stage, chunks)
    return await transact(db, () => {
      const [nowLive, nowOther] = pair()
      if (nowLive !== live || nowOther !== other) return 'gone'
      if (JSON.stringify(seenOf(db, live, documentId)) !== JSON.stringify(before)) return 'stale'
      showStageOf(stage, documentId, { ...before, stage: stage.stage, chunks: written })
      return 'written'
    })
  } finally {
    await endStage(stage)
    if (db.isOpen) sweepSoon(db)
  }
}

/** A pass of before, whatever the live build shows of the document now. */
async function restore(
  db: DatabaseSync,
  tables: Tables,
  { index, build, document }: { index: string; build: string; document: DocumentKey },
  chunks: AsyncIterable<readonly IndexedChunk[]>,
): Promise<'written' | 'stale' | 'gone'> {
  const { document_id, epoch } = document
  const pair = () => [indexIdOf(db, index), indexIdOf(db, build)] as const
  const [live, other] = pair()
  if (live === undefined || other === undefined || live === other) return 'gone'
  if (isStale(seenOf(db, other, document_id), epoch)) return 'stale'
  const stage = await transactUnflushed(db, () => stageIn(db, tables, build, document_id))
  try {
    const written = await fill(stage, chunks)
    return await transact(db, () => {
      const [nowLive, nowOther] = pair()
      if (nowLive !== live || nowOther !== other) return 'gone'
      const seen = seenOf(db, other, document_id)
      if (isStale(seen, epoch)) return 'stale'
      showStageOf(stage, document_id, afterWrite(seen, epoch, stage.stage, written))
      return 'written'
    })
  } finally {
    await endStage(stage)
    if (db.isOpen) sweepSoon(db)
  }
}

const AGREES = 'o.stage IS NOT NULL AND o.generation = l.generation'
const PAIRS = 'FROM documents l LEFT JOIN documents o ON o.index_id = :other AND o.document_id = l.document_id WHERE l.index_id = :live'
const LACKING = `${PAIRS} AND l.stage IS NOT NULL AND NOT (o.stage IS NOT NULL AND o.generation IS l.generation)`

const liveSchema = z.object({ document_id: z.string(), epoch: z.number(), fenced: z.number(), agrees: z.number().nullable() })

function documents(
  db: DatabaseSync,
  index: string,
  { after, top, lacking }: { after: string; top: number; lacking?: boolean },
): LiveDocument[] {
  const { live, other } = pairOf(db, index)
  const from = lacking ? LACKING : `${PAIRS} AND l.stage IS NOT NULL`
  return db
    .prepare(
      `SELECT l.document_id, l.generation AS epoch, l.deleted AS fenced, ${AGREES} AS agrees ${from} AND l.document_id > :after
       ORDER BY l.document_id LIMIT :top`,
    )
    .all({ live, other, after, top })
    .map((row) => liveSchema.parse(row))
    .map(({ fenced, agrees, ...document }) => ({ ...document, fenced: fenced === 1, agrees: agrees === 1 }))
}

const counted = (row: unknown): number => z.object({ n: z.number() }).parse(row).n

function difference(db: DatabaseSync, { live, other }: { live: number; other: number }): Difference {
  const missing = counted(db.prepare(`SELECT count(*) AS n ${LACKING}`).get({ live, other }))
  // The other way round: what it shows and the live one not.
  const extra = counted(
    db.prepare(`SELECT count(*) AS n ${PAIRS} AND l.stage IS NOT NULL AND o.stage IS NULL`).get({ live: other, other: live }),
  )
  const sample = missing === 0 ? [] : db.prepare(`SELECT l.document_id ${LACKING} LIMIT ${SAMPLE}`).all({ live, other })
  return { missing, extra, sample: sample.map((row) => String(row.document_id)) }
}

/** What is deleted or fenced where nothing is visible, and what the other one must therefore refuse from now on too. */
const takeOverMarks = (db: DatabaseSync, live: number, other: number) =>
  db
    .prepare(
      `INSERT INTO documents (index_id, document_id, generation, deleted, stage, chunks, removed)
       SELECT :other, l.document_id, l.generation, l.deleted, NULL, 0, l.removed ${PAIRS} AND l.stage IS NULL AND o.stage IS NULL
       ON CONFLICT (index_id, document_id) DO UPDATE SET generation = excluded.generation, deleted = excluded.deleted, removed = excluded.removed`,
    )
    .run({ live, other })

function makeLive(db: DatabaseSync, build: string, anyway: boolean): Promise<boolean> {
  const index = indexOf(build)
  return transact(db, () => {
    const id = requireIndex(db, build).id
    const live = requireIndex(db, index).id
    if (id === live) return true
    const { missing, extra } = difference(db, { live, other: id })
    if (missing + extra > 0 && !anyway) return false
    takeOverMarks(db, live, id)
    const rename = db.prepare('UPDATE indexes SET name = ? WHERE id = ?')
    rename.run(buildName(index, live), live)
    rename.run(index, id)
    return true
  })
}

async function drop(db: DatabaseSync, build: string): Promise<void> {
  await transact(db, () => {
    const id = indexIdOf(db, build)
    if (id === undefined) return
    if (id === indexIdOf(db, indexOf(build))) throw new ApiError('conflict', `${build} is live`, { details: { build } })
    removeBuild(db, id)
  })
  sweepSoon(db)
}

function count(db: DatabaseSync, build: string): { documents: number; chunks: number } {
  const { id } = requireIndex(db, build)
  const row = db
    .prepare('SELECT count(*) AS documents, coalesce(sum(chunks), 0) AS chunks FROM documents WHERE index_id = ? AND stage IS NOT NULL')
    .get(id)
  return z.object({ documents: z.number(), chunks: z.number() }).parse(row)
}

interface BuildsOf {
  readonly db: DatabaseSync
  readonly tables: Tables
  readonly writable: () => DatabaseSync
  readonly guarded: <T>(work: () => T | Promise<T>) => Promise<T>
  readonly search: (build: string, request: SearchRequest) => Promise<SearchReply>
}

/** See IndexBuilds. `writable` throws where this process reads only; `guarded` names SQLite's failures. */
export function embeddedBuilds({ db, tables, writable, guarded, search }: BuildsOf): IndexBuilds {
  return {
    of: (index) => guarded(() => buildsOf(db, index)),
    open: (index, build) => guarded(() => open(writable(), index, build)),
    replaceDocument: (index, document, contents, onProgress) =>
      guarded(() => replaceDocument(writable(), tables, index, document, contents, onProgress)),
    mirror: (index, build, document, chunks) => guarded(() => mirror(writable(), tables, { index, build, document }, chunks)),
    restore: (index, build, document, chunks) => guarded(() => restore(writable(), tables, { index, build, document }, chunks)),
    documents: (index, page) => guarded(() => documents(db, index, page)),
    difference: (index) => guarded(() => snapshot(db, () => difference(db, pairOf(db, index)))),
    count: (build) => guarded(() => count(db, build)),
    makeLive: (build, anyway = false) => guarded(() => makeLive(writable(), build, anyway)),
    drop: (build) => guarded(() => drop(writable(), build)),
    search: (build, request) => guarded(() => search(build, request)),
  }
}
