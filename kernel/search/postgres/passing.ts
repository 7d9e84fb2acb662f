import { type RawBuilder, sql } from 'kysely'
import { z } from 'zod'
import { type Build, chunksTable, type Db } from './tables.ts'

/** Up to so many chunks that pass are listed by their numbers. */
const LISTED = 20_000

export type Condition = RawBuilder<boolean>

/** What a filter lets through. */
export interface Passing {
  /** Of a chunk `c`. */
  readonly condition: Condition
  /** Of the number of a chunk. */
  has(chunk: RawBuilder<unknown>): Condition
  /** Undefined where very many pass. */
  readonly size?: { readonly chunks: number; readonly words: number }
}

const listSchema = z.object({ ids: z.string().nullable(), n: z.number(), words: z.number() })

/** Chunks by their numbers. */
interface Listed {
  readonly count: number
  readonly words: number
  among(chunk: RawBuilder<unknown>): Condition
}

/** What a query `SELECT id` finds, with its `words` where it has them; undefined where that is very much. */
export async function listed(db: Db, chunks: RawBuilder<unknown>, words: RawBuilder<unknown> = sql`0`): Promise<Listed | undefined> {
  const found =
    await sql`SELECT array_agg(s.id)::text AS ids, count(*) AS n, coalesce(sum(${words}), 0)::bigint AS words FROM (${chunks} LIMIT ${LISTED + 1}) s`.execute(
      db,
    )
  const { ids, n, words: sum } = listSchema.parse(found.rows[0])
  if (n > LISTED) return undefined
  // The list goes back as it came: nobody reads thousands of numbers in between.
  return { count: n, words: sum, among: (chunk) => sql<boolean>`${chunk} = ANY(${ids ?? '{}'}::bigint[])` }
}

/** What passes a condition that each query tests by itself. */
export const passing = (build: Build, condition: Condition): Passing => ({
  condition,
  has: (chunk) => sql<boolean>`${chunk} IN (SELECT c.id FROM ${chunksTable(build)} c WHERE ${condition})`,
})

/**
 * Tests a condition once on every chunk: the queries of one search, which stand in one snapshot, go by the list of what passes. Where that
 * is long each of them tests the condition again.
 */
export async function passingOf(db: Db, build: Build, condition: Condition): Promise<Passing> {
  const list = await listed(db, sql`SELECT c.id, c.words FROM ${chunksTable(build)} c WHERE ${condition}`, sql`s.words`)
  if (!list) return passing(build, condition)
  return {
    condition: list.among(sql`c.id`),
    // An index on both would be searched once for each number and word: what a word finds is looked up in the list instead.
    has: (chunk) => list.among(sql`(${chunk} + 0)`),
    size: { chunks: list.count, words: list.words },
  }
}
