import { type Kysely, sql } from 'kysely'
import { z } from 'zod'
import { ApiError } from '../../runtime/errors.ts'
import { allows, mergeIndexSpec, parseIndexSpec, vectorFieldOf } from '../index-spec.ts'
import type { FieldValue, IndexSpec } from '../search.ts'
import { keysOf } from './insert-chunks.ts'
import { addVectors, type Build, chunksTable, createTables, type Db, dropTables, findBuild, lockIndex } from './tables.ts'

/** ApiError conflict when the index is there, invalid_request when the spec is wrong. */
export async function createIndex(db: Kysely<unknown>, given: IndexSpec): Promise<void> {
  const spec = parseIndexSpec(given)
  await db.transaction().execute(async (trx) => {
    const there = () => new ApiError('conflict', `the index ${spec.name} is there already`, { details: { index: spec.name } })
    if (await findBuild(trx, spec.name)) throw there()
    const tables = await createTables(trx, spec)
    const made =
      await sql`INSERT INTO search_indexes (name, spec, tables, labelled) VALUES (${spec.name}, ${JSON.stringify(spec)}, ${tables}, ${tables})
      ON CONFLICT (name) DO NOTHING RETURNING id`.execute(trx)
    if (made.rows.length === 0) throw there()
  })
}

const putSpec = (trx: Db, { id }: Build, spec: IndexSpec) =>
  sql`UPDATE search_indexes SET spec = ${JSON.stringify(parseIndexSpec(spec))} WHERE id = ${id}`.execute(trx)

const usable = (spec: IndexSpec): string =>
  spec.fields
    .filter((f) => allows(f, 'filterable') || allows(f, 'sortable') || allows(f, 'facetable'))
    .map(({ name }) => name)
    .sort()
    .join(' ')

const rowSchema = z.object({ id: z.number(), fields: z.string() })
const BATCH = 500

/** Makes anew what filters compare, for fields that were not made for it before. */
async function renewKeys(trx: Db, build: Build, spec: IndexSpec): Promise<void> {
  for (let after = 0; ; ) {
    const found = await sql`SELECT id, fields FROM ${chunksTable(build)} WHERE id > ${after} ORDER BY id LIMIT ${BATCH}`.execute(trx)
    const rows = found.rows.map((row) => rowSchema.parse(row))
    if (rows.length === 0) return
    const keys = rows.map(({ fields }) => keysOf(spec, JSON.parse(fields) as Record<string, FieldValue>))
    await sql`UPDATE ${chunksTable(build)} c SET keys = u.keys::jsonb
      FROM unnest(${rows.map(({ id }) => id)}::bigint[], ${keys}::text[]) AS u(id, keys) WHERE c.id = u.id`.execute(trx)
    after = rows.at(-1)?.id ?? after
  }
}

export async function updateIndex(db: Kysely<unknown>, given: IndexSpec): Promise<void> {
  const update = parseIndexSpec(given)
  await db.transaction().execute(async (trx) => {
    for (const build of (await lockIndex(trx, update.name)).all) {
      const spec = mergeIndexSpec(build.spec, update)
      if (!vectorFieldOf(build.spec)) await addVectors(trx, { ...build, spec })
      const known = { ...spec, fields: spec.fields.filter(({ name }) => build.spec.fields.some((f) => f.name === name)) }
      if (usable(known) !== usable(build.spec)) await renewKeys(trx, build, spec)
      await putSpec(trx, build, spec)
    }
  })
}

/** Vectors of another length go; texts and filters stay. */
export async function resizeVectors(db: Kysely<unknown>, name: string, dimensions: number): Promise<void> {
  await db.transaction().execute(async (trx) => {
    for (const build of (await lockIndex(trx, name)).all) {
      const field = vectorFieldOf(build.spec)
      if (!field || field.dimensions === dimensions) continue
      const spec = { ...build.spec, fields: build.spec.fields.map((known) => (known === field ? { ...known, dimensions } : known)) }
      await sql`ALTER TABLE ${chunksTable(build)} DROP COLUMN vector`.execute(trx)
      await addVectors(trx, { ...build, spec })
      await putSpec(trx, build, spec)
    }
  })
}

/** Tables of its own take the place of the full ones, so that it takes no longer for many chunks. Epochs stay: a late write of an older upload must not come back. */
export async function clearIndex(db: Kysely<unknown>, name: string): Promise<number> {
  return db.transaction().execute(async (trx) => {
    const { live, all } = await lockIndex(trx, name)
    for (const build of all) {
      const tables = await createTables(trx, build.spec)
      await sql`UPDATE search_indexes SET tables = ${tables}, labelled = ${tables}, chunks = 0, words = 0 WHERE id = ${build.id}`.execute(
        trx,
      )
      await sql`UPDATE search_documents SET stage = NULL, chunks = 0, removed = 0 WHERE index_id = ${build.id}`.execute(trx)
      await dropTables(trx, build)
    }
    return live.chunks
  })
}

/** Within a transaction. */
export async function removeBuild(trx: Db, build: Build): Promise<void> {
  await sql`DELETE FROM search_documents WHERE index_id = ${build.id}`.execute(trx)
  await sql`DELETE FROM search_indexes WHERE id = ${build.id}`.execute(trx)
  await dropTables(trx, build)
}

/** ApiError not_found without the index. */
export const deleteIndex = (db: Kysely<unknown>, name: string): Promise<void> =>
  db.transaction().execute(async (trx) => {
    for (const build of (await lockIndex(trx, name)).all) await removeBuild(trx, build)
  })
