import { type Kysely, sql } from 'kysely'
import { z } from 'zod'
import { ApiError } from '../../runtime/errors.ts'
import { afterWrite, isStale } from '../arbitrate.ts'
import type { BuildInfo, Difference, IndexBuilds, LiveDocument } from '../builds.ts'
import { parseIndexSpec } from '../index-spec.ts'
import type { DocumentKey, IndexedChunk } from '../search.ts'
import { removeBuild } from './manage-indexes.ts'
import { runSearch } from './run-search.ts'
import { BUILD_MARK, type Build, buildsOf, createTables, type Db, findBuild, lockIndex, requireBuild } from './tables.ts'
import { decided, fill, replaceDocument, seenOf, showFilled } from './write-document.ts'

const SAMPLE = 20

const indexOf = (name: string): string => name.split(BUILD_MARK)[0] ?? name
const infoOf = (index: string, { id, settings, spec }: Build): BuildInfo => ({ name: `${index}${BUILD_MARK}${id}`, settings, spec })

/** The numbers of both; ApiError not_found without the one or the other. */
async function pairOf(db: Db, index: string): Promise<{ live: number; other: number }> {
  const live = await requireBuild(db, index)
  const other = (await buildsOf(db, index)).find(({ id }) => id !== live.id)
  if (!other) throw new ApiError('not_found', `${index} has no second build`, { details: { index } })
  return { live: live.id, other: other.id }
}

async function open(db: Kysely<unknown>, index: string, { spec, settings }: Pick<BuildInfo, 'spec' | 'settings'>): Promise<BuildInfo> {
  return db.transaction().execute(async (trx) => {
    if ((await lockIndex(trx, index)).all.length > 1)
      throw new ApiError('conflict', `${index} has a second build already`, { details: { index } })
    const own = parseIndexSpec({ ...spec, name: index })
    const tables = await createTables(trx, own)
    const made = await sql`INSERT INTO search_indexes (name, spec, settings, tables, labelled)
      VALUES (${index + BUILD_MARK}, ${JSON.stringify(own)}, ${settings}, ${tables}, ${tables}) RETURNING id`.execute(trx)
    const { id } = z.object({ id: z.number() }).parse(made.rows[0])
    await sql`UPDATE search_indexes SET name = ${index + BUILD_MARK + id} WHERE id = ${id}`.execute(trx)
    return infoOf(index, await requireBuild(trx, `${index}${BUILD_MARK}${id}`))
  })
}

interface Showing {
  readonly index: string
  readonly build: string
  readonly document: DocumentKey
}

type Shown = Awaited<ReturnType<IndexBuilds['mirror']>>

/** Both as they are now, where they are still the two that they were. */
async function bothOf(trx: Db, index: string, build: string, lock: boolean): Promise<{ live: Build; other: Build } | undefined> {
  const all = await buildsOf(trx, index, lock)
  const live = all.find(({ name }) => name === index)
  const other = all.find(({ name }) => name === build)
  return live && other && { live, other }
}

/** What the live build shows of a document is its row: whatever changes it changes the row too. */
function mirror(db: Kysely<unknown>, { index, build, document }: Showing, chunks: AsyncIterable<readonly IndexedChunk[]>): Promise<Shown> {
  return decided<Shown>(db, async (trx) => {
    const both = await bothOf(trx, index, build, false)
    if (!both) return { keep: false, value: 'gone' }
    const before = await seenOf(trx, both.live, document.document_id)
    if (before?.stage == null || before.epoch !== document.epoch) return { keep: false, value: 'stale' }
    const filled = await fill(trx, both.other, chunks)
    const now = await bothOf(trx, index, build, true)
    if (now?.live.id !== both.live.id || now.other.tables !== both.other.tables) return { keep: false, value: 'gone' }
    if (JSON.stringify(await seenOf(trx, both.live, document.document_id)) !== JSON.stringify(before))
      return { keep: false, value: 'stale' }
    await showFilled(trx, filled, document.document_id, before)
    return { keep: true, value: 'written' }
  })
}

/** A pass of before, whatever the live build shows of the document now. */
function restore(db: Kysely<unknown>, { index, build, document }: Showing, chunks: AsyncIterable<readonly IndexedChunk[]>): Promise<Shown> {
  const { document_id, epoch } = document
  return decided<Shown>(db, async (trx) => {
    const both = await bothOf(trx, index, build, false)
    if (!both) return { keep: false, value: 'gone' }
    if (isStale(await seenOf(trx, both.other, document_id), epoch)) return { keep: false, value: 'stale' }
    const filled = await fill(trx, both.other, chunks)
    const now = await bothOf(trx, index, build, true)
    if (now?.live.id !== both.live.id || now.other.tables !== both.other.tables) return { keep: false, value: 'gone' }
    const seen = await seenOf(trx, both.other, document_id)
    if (isStale(seen, epoch)) return { keep: false, value: 'stale' }
    await showFilled(trx, filled, document_id, afterWrite(seen, epoch, filled.stage, filled.chunks))
    return { keep: true, value: 'written' }
  })
}

const pairs = ({ live, other }: { live: number; other: number }) => sql`FROM search_documents l
  LEFT JOIN search_documents o ON o.index_id = ${other} AND o.document_id = l.document_id WHERE l.index_id = ${live}`
const AGREES = sql`(o.stage IS NOT NULL AND o.epoch = l.epoch)`
const LACKING = sql`AND l.stage IS NOT NULL AND ${AGREES} IS NOT TRUE`

const liveSchema = z.object({ document_id: z.string(), epoch: z.number(), fenced: z.boolean(), agrees: z.boolean() })

async function documents(db: Db, index: string, { after, top, lacking }: Parameters<IndexBuilds['documents']>[1]): Promise<LiveDocument[]> {
  const found = await sql`SELECT l.document_id, l.epoch, l.deleted AS fenced, ${AGREES} IS TRUE AS agrees ${pairs(await pairOf(db, index))}
    ${lacking ? LACKING : sql`AND l.stage IS NOT NULL`} AND l.document_id > ${after} ORDER BY l.document_id LIMIT ${top}`.execute(db)
  return found.rows.map((row) => liveSchema.parse(row))
}

const countSchema = z.object({ n: z.number() })
const idSchema = z.object({ document_id: z.string() })

async function difference(db: Db, pair: { live: number; other: number }): Promise<Difference> {
  const counted = async (query: ReturnType<typeof sql>) => countSchema.parse((await query.execute(db)).rows[0]).n
  const missing = await counted(sql`SELECT count(*) AS n ${pairs(pair)} ${LACKING}`)
  // The other way round: what it shows and the live one not.
  const turned = pairs({ live: pair.other, other: pair.live })
  const extra = await counted(sql`SELECT count(*) AS n ${turned} AND l.stage IS NOT NULL AND o.stage IS NULL`)
  const sample = missing === 0 ? [] : (await sql`SELECT l.document_id ${pairs(pair)} ${LACKING} LIMIT ${SAMPLE}`.execute(db)).rows
  return { missing, extra, sample: sample.map((row) => idSchema.parse(row).document_id) }
}

/** What is deleted or fenced where nothing is visible, and what the other one must therefore refuse from now on too. */
const takeOverMarks = (trx: Db, pair: { live: number; other: number }) =>
  sql`INSERT INTO search_documents (index_id, document_id, epoch, deleted, stage, chunks, removed)
    SELECT ${pair.other}::int, l.document_id, l.epoch, l.deleted, NULL, 0, l.removed ${pairs(pair)} AND l.stage IS NULL AND o.stage IS NULL
    ON CONFLICT (index_id, document_id) DO UPDATE SET epoch = excluded.epoch, deleted = excluded.deleted, removed = excluded.removed`.execute(
    trx,
  )

async function makeLive(db: Kysely<unknown>, name: string, anyway: boolean): Promise<boolean> {
  const index = indexOf(name)
  return db.transaction().execute(async (trx) => {
    const { live } = await lockIndex(trx, index)
    const build = await requireBuild(trx, name)
    if (build.id === live.id) return true
    const pair = { live: live.id, other: build.id }
    const { missing, extra } = await difference(trx, pair)
    if (missing + extra > 0 && !anyway) return false
    await takeOverMarks(trx, pair)
    await sql`UPDATE search_indexes SET name = ${`${index}${BUILD_MARK}${live.id}`} WHERE id = ${live.id}`.execute(trx)
    await sql`UPDATE search_indexes SET name = ${index} WHERE id = ${build.id}`.execute(trx)
    return true
  })
}

async function drop(db: Kysely<unknown>, name: string): Promise<void> {
  await db.transaction().execute(async (trx) => {
    await buildsOf(trx, indexOf(name), true)
    const build = await findBuild(trx, name)
    if (!build) return
    if (build.name === indexOf(name)) throw new ApiError('conflict', `${name} is live`, { details: { build: name } })
    await removeBuild(trx, build)
  })
}

const sizeSchema = z.object({ documents: z.number(), chunks: z.number() })

async function count(db: Db, name: string): Promise<{ documents: number; chunks: number }> {
  const { id } = await requireBuild(db, name)
  const found = await sql`SELECT count(*) AS documents, coalesce(sum(chunks), 0)::bigint AS chunks FROM search_documents
    WHERE index_id = ${id} AND stage IS NOT NULL`.execute(db)
  return sizeSchema.parse(found.rows[0])
}

/** How queries are run: within one snapshot, and what changes the index. */
export interface Access {
  read<T>(work: (db: Db) => Promise<T>): Promise<T>
  write<T>(work: (db: Kysely<unknown>) => Promise<T>): Promise<T>
}

/** See IndexBuilds. */
export const postgresBuilds = ({ read, write }: Access): IndexBuilds => ({
  of: (index) =>
    read(async (db) => {
      const [live, other] = await buildsOf(db, index)
      return live && { live: infoOf(index, live), other: other && infoOf(index, other) }
    }),
  open: (index, build) => write((db) => open(db, index, build)),
  replaceDocument: (index, document, contents, onProgress) => write((db) => replaceDocument(db, index, document, contents, onProgress)),
  mirror: (index, build, document, chunks) => write((db) => mirror(db, { index, build, document }, chunks)),
  restore: (index, build, document, chunks) => write((db) => restore(db, { index, build, document }, chunks)),
  documents: (index, page) => read((db) => documents(db, index, page)),
  difference: (index) => read(async (db) => difference(db, await pairOf(db, index))),
  count: (build) => read((db) => count(db, build)),
  makeLive: (build, anyway = false) => write((db) => makeLive(db, build, anyway)),
  drop: (build) => write((db) => drop(db, build)),
  search: (build, request) => read((db) => runSearch(db, build, request)),
})
