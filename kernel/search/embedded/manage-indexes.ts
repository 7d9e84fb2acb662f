import type { DatabaseSync } from 'node:sqlite'
import { z } from 'zod'
import { ApiError } from '../../runtime/errors.ts'
import { mergeIndexSpec, parseIndexSpec, vectorFieldOf } from '../index-spec.ts'
import type { IndexSpec } from '../search.ts'
import { createFts, ftsName, transact } from './open-database.ts'
import { sweepSoon } from './stages.ts'
import { BUILD_MARK, buildIdsOf, findIndex, requireIndex } from './tables.ts'
import { noteChange } from './write-document.ts'

const countSchema = z.object({ name: z.string(), spec: z.string(), n: z.number() })

/** ApiError conflict when the index is there, invalid_request when the spec is wrong. */
export async function createIndex(db: DatabaseSync, given: IndexSpec): Promise<void> {
  const spec = parseIndexSpec(given)
  await transact(db, () => {
    if (findIndex(db, spec.name))
      throw new ApiError('conflict', `the index ${spec.name} is there already`, { details: { index: spec.name } })
    const { lastInsertRowid } = db.prepare('INSERT INTO indexes (name, spec) VALUES (?, ?)').run(spec.name, JSON.stringify(spec))
    createFts(db, Number(lastInsertRowid))
  })
}

export async function updateIndex(db: DatabaseSync, given: IndexSpec): Promise<void> {
  const update = parseIndexSpec(given)
  await transact(db, () => {
    requireIndex(db, update.name)
    for (const [id, spec] of specsOf(db, update.name)) putSpec(db, id, mergeIndexSpec(spec, update))
  })
}

const specsOf = (db: DatabaseSync, index: string) =>
  buildIdsOf(db, index).map((id) => {
    const row = db.prepare('SELECT spec FROM indexes WHERE id = ?').get(id)
    return [id, parseIndexSpec(JSON.parse(String(row?.spec)))] as const
  })

function putSpec(db: DatabaseSync, id: number, spec: IndexSpec): void {
  db.prepare('UPDATE indexes SET spec = ? WHERE id = ?').run(JSON.stringify(parseIndexSpec(spec)), id)
  noteChange(db, id, null, null)
}

/** Rows with vectors of another length stay as they are: tables leave those vectors out. */
export function resizeVectors(db: DatabaseSync, name: string, dimensions: number): Promise<void> {
  return transact(db, () => {
    requireIndex(db, name)
    for (const [id, spec] of specsOf(db, name)) {
      const field = vectorFieldOf(spec)
      if (!field || field.dimensions === dimensions) continue
      putSpec(db, id, { ...spec, fields: spec.fields.map((known) => (known === field ? { ...known, dimensions } : known)) })
    }
  })
}

/** Every index with the number of its chunks, by name; of its builds the live one. */
export function listIndexes(db: DatabaseSync): { spec: IndexSpec; documents: number }[] {
  return db
    .prepare(
      'SELECT name, spec, (SELECT coalesce(sum(chunks), 0) FROM documents WHERE index_id = indexes.id) AS n FROM indexes WHERE instr(name, ?) = 0 ORDER BY name',
    )
    .all(BUILD_MARK)
    .map((row) => countSchema.parse(row))
    .map(({ spec, n }) => ({ spec: parseIndexSpec(JSON.parse(spec)), documents: n }))
}

function emptyIndex(db: DatabaseSync, id: number): number {
  const row = db.prepare('SELECT coalesce(sum(chunks), 0) AS n FROM documents WHERE index_id = ?').get(id)
  db.prepare("UPDATE stages SET state = 'garbage' WHERE index_id = ? AND state = 'visible'").run(id)
  // The epochs stay: a late write of an older upload must not come back.
  db.prepare('UPDATE documents SET stage = NULL, chunks = 0, removed = 0 WHERE index_id = ?').run(id)
  noteChange(db, id, null, null)
  return Number(row?.n)
}

export async function clearIndex(db: DatabaseSync, name: string): Promise<number> {
  const removed = await transact(db, () => {
    const { id: live } = requireIndex(db, name)
    const counts = buildIdsOf(db, name).map((id) => [id, emptyIndex(db, id)] as const)
    return new Map(counts).get(live) ?? 0
  })
  sweepSoon(db)
  return removed
}

/** ApiError not_found without the index. */
export async function deleteIndex(db: DatabaseSync, name: string): Promise<void> {
  await transact(db, () => {
    requireIndex(db, name)
    for (const id of buildIdsOf(db, name)) removeBuild(db, id)
  })
  sweepSoon(db)
}

/** Within a transaction; its rows go with the next sweep. */
export function removeBuild(db: DatabaseSync, id: number): void {
  emptyIndex(db, id)
  db.prepare("UPDATE stages SET state = 'garbage' WHERE index_id = ?").run(id)
  db.prepare('DELETE FROM documents WHERE index_id = ?').run(id)
  db.prepare('DELETE FROM indexes WHERE id = ?').run(id)
  db.exec(`DROP TABLE ${ftsName(id)}`)
}
