import { sql } from 'kysely'
import { z } from 'zod'
import type { Passing } from './passing.ts'
import { type Build, chunksTable, type Db, distanceTo } from './tables.ts'

/** Up to so many chunks are compared one by one, which finds the nearest of all; beyond, the graph of the index is walked. */
const COMPARED = 10_000
/** How many candidates the walk keeps at least, and at most: what pgvector takes. */
const WALKED = 400
const MOST_WALKED = 1_000
/** Chunks whose mean cosine stands for that of all. */
const SAMPLE = 256

export interface Near {
  readonly id: number
  readonly cosine: number
}

const nearSchema = z.object({ id: z.number(), cosine: z.number() })
/** The chunks that pass and are nearest to the vector, the nearest first: all of them exactly where few pass, else by the HNSW index. */
export async function nearest(db: Db, build: Build, vector: Float32Array, limit: number, passes: Passing | undefined): Promise<Near[]> {
  const distance = distanceTo(build.spec, vector)
  const chunks = chunksTable(build)
  const where = sql`WHERE c.vector IS NOT NULL ${passes ? sql`AND ${passes.condition}` : sql``}`
  const size = passes ? passes.size : build
  if (limit > MOST_WALKED || (size && size.chunks <= COMPARED)) {
    const found = await sql`SELECT c.id, 1 - ${distance} AS cosine FROM ${chunks} c ${where} ORDER BY 2 DESC, 1 LIMIT ${limit}`.execute(db)
    return found.rows.map((row) => nearSchema.parse(row))
  }
  // What a filter leaves out is made up for by walking on, up to 20,000 chunks (pgvector's hnsw.max_scan_tuples).
  const kept = Math.min(MOST_WALKED, Math.max(WALKED, limit))
  await sql`SELECT set_config('hnsw.ef_search', ${String(kept)}, true), set_config('hnsw.iterative_scan', 'strict_order', true)`.execute(db)
  const found = await sql`SELECT c.id, 1 - ${distance} AS cosine FROM ${chunks} c ${where} ORDER BY ${distance} LIMIT ${limit}`.execute(db)
  return found.rows.map((row) => nearSchema.parse(row)).sort((a, b) => b.cosine - a.cosine || a.id - b.id)
}

/** The cosines of these chunks; those without a vector are left out. */
export async function cosinesOf(db: Db, build: Build, vector: Float32Array, ids: readonly number[]): Promise<Near[]> {
  const distance = distanceTo(build.spec, vector)
  const found =
    await sql`SELECT c.id, 1 - ${distance} AS cosine FROM ${chunksTable(build)} c WHERE c.id = ANY(${ids}::bigint[]) AND c.vector IS NOT NULL`.execute(
      db,
    )
  return found.rows.map((row) => nearSchema.parse(row))
}

const meanSchema = z.object({ mean: z.number().nullable() })

/** The cosine of an ordinary chunk that passes: the mean of some, which are drawn by the hash of their ids, the same in every process. */
export async function meanCosine(db: Db, build: Build, vector: Float32Array, passes: Passing | undefined): Promise<number> {
  const some = sql`SELECT 1 - ${distanceTo(build.spec, vector)} AS cosine FROM ${chunksTable(build)} c
    WHERE c.vector IS NOT NULL ${passes ? sql`AND ${passes.condition}` : sql``} ORDER BY c.lot, c.id LIMIT ${SAMPLE}`
  const found = await sql`SELECT avg(s.cosine) AS mean FROM (${some}) s`.execute(db)
  return meanSchema.parse(found.rows[0]).mean ?? 0
}
