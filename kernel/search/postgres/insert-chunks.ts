import { sql } from 'kysely'
import { z } from 'zod'
import { chunkRow } from '../chunk-row.ts'
import { allows, isVector } from '../index-spec.ts'
import type { FieldValue, IndexedChunk, IndexSpec } from '../search.ts'
import { wordsOfChunk } from './chunk-words.ts'
import { storable } from './filter-sql.ts'
import { labelOf } from './labels.ts'
import { type Build, chunksTable, type Db, dimensionsOf, vectorText, wordsTable } from './tables.ts'

/** Chunks of one statement. */
const BATCH = 100

const keyValue = (type: string, value: FieldValue): unknown => {
  if (typeof value === 'string') return type === 'Edm.DateTimeOffset' ? Date.parse(value) : storable(value)
  return Array.isArray(value) ? value.map(storable) : value
}

/** What filters, orders and facets compare of a chunk; fields that none of them may use are left out. */
export function keysOf(spec: IndexSpec, values: Readonly<Record<string, FieldValue>>): string {
  const used = spec.fields.filter((f) => !isVector(f) && (allows(f, 'filterable') || allows(f, 'sortable') || allows(f, 'facetable')))
  return JSON.stringify(Object.fromEntries(used.map((f) => [storable(f.name), keyValue(f.type, values[f.name] ?? null)])))
}

/** A vector without a direction is near to nothing. */
const hasDirection = (vector: Float32Array): boolean => vector.some((x) => x !== 0)

const idSchema = z.object({ id: z.number() })

async function newIds(trx: Db, count: number): Promise<number[]> {
  const taken = await sql`SELECT nextval('search_numbers') AS id FROM generate_series(1, ${count})`.execute(trx)
  return taken.rows.map((row) => idSchema.parse(row).id)
}

async function insertBatch(trx: Db, build: Build, stage: number, chunks: readonly IndexedChunk[], order: number): Promise<number> {
  const dimensions = dimensionsOf(build.spec)
  const ids = await newIds(trx, chunks.length)
  const rows = chunks.map((chunk, i) => {
    const row = chunkRow(build.spec, dimensions, chunk)
    const vector = row.vector && chunk.vector && hasDirection(chunk.vector) ? vectorText(chunk.vector) : null
    const index = typeof chunk.fields.chunk_index === 'number' ? chunk.fields.chunk_index : order + i
    return {
      id: ids[i]!,
      ...row,
      ...wordsOfChunk(row),
      vector,
      index,
      chunkId: storable(chunk.id),
      label: labelOf(row.values),
      keys: keysOf(build.spec, row.values),
    }
  })
  const of = <T>(value: (row: (typeof rows)[number]) => T): T[] => rows.map(value)
  const labelled = build.labelled === build.tables
  await sql`INSERT INTO ${chunksTable(build)} (id, stage, chunk_id, chunk_index, lot, words, keys, fields${labelled ? sql`, labels` : sql``}${dimensions ? sql`, vector` : sql``})
    SELECT u.id, ${stage}, u.chunk_id, u.chunk_index, hashtext(u.chunk_id), u.words, u.keys::jsonb, u.fields${labelled ? sql`, u.label` : sql``}${dimensions ? sql`, u.vector::vector` : sql``}
    FROM unnest(${of((r) => r.id)}::bigint[], ${of((r) => r.chunkId)}::text[], ${of((r) => r.index)}::float8[], ${of((r) => r.length)}::int[],
      ${of((r) => r.keys)}::text[], ${of((r) => r.fields)}::text[], ${of((r) => r.vector)}::text[],
      ${of((r) => r.label)}::bigint[]) AS u(id, chunk_id, chunk_index, words, keys, fields, vector, label)`.execute(trx)
  // In the order of the index on them: what goes into one page of it goes there at once.
  const words = rows
    .flatMap(({ id, words, length }) => words.map((word) => ({ ...word, id, length })))
    .sort((a, b) => (a.term < b.term ? -1 : a.term > b.term ? 1 : a.id - b.id))
  await sql`INSERT INTO ${wordsTable(build)} (term, chunk, weight, words, places)
    SELECT * FROM unnest(${words.map((w) => w.term)}::text[], ${words.map((w) => w.id)}::bigint[], ${words.map((w) => w.weight)}::real[],
      ${words.map((w) => w.length)}::int[], ${words.map((w) => w.places)}::smallint[])`.execute(trx)
  return rows.reduce((sum, { length }) => sum + length, 0)
}

/** Adds chunks to a write; what it counts now. */
export async function insertChunks(
  trx: Db,
  { build, stage, chunks: before, words }: { build: Build; stage: number; chunks: number; words: number },
  chunks: readonly IndexedChunk[],
): Promise<{ chunks: number; words: number }> {
  let counted = { chunks: before, words }
  for (let at = 0; at < chunks.length; at += BATCH) {
    const batch = chunks.slice(at, at + BATCH)
    const more = await insertBatch(trx, build, stage, batch, counted.chunks)
    counted = { chunks: counted.chunks + batch.length, words: counted.words + more }
  }
  return counted
}
