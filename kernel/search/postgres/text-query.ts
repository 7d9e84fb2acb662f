import { type RawBuilder, sql } from 'kysely'
import { z } from 'zod'
import { B, idfOf, K1 } from '../bm25.ts'
import type { Passing } from './passing.ts'
import { type Build, chunksTable, type Db, wordsTable } from './tables.ts'

/** Chunks that a question's words find. */
export interface TextQuery {
  /** `SELECT id, score`. */
  readonly scored: RawBuilder<unknown>
  /** `SELECT id`, of the same chunks. */
  readonly all: RawBuilder<unknown>
  /** The BM25 of a chunk in which every word stands as often as can be; a word that no chunk holds counts as the rarest. */
  readonly greatest: number
}

const sizeSchema = z.object({ chunks: z.number(), words: z.number() })
const countSchema = z.object({ term: z.string(), n: z.number() })

async function sizeOf(db: Db, build: Build, corpus: Passing | undefined): Promise<{ chunks: number; words: number }> {
  if (!corpus) return build
  if (corpus.size) return corpus.size
  const counted =
    await sql`SELECT count(*) AS chunks, coalesce(sum(c.words), 0)::bigint AS words FROM ${chunksTable(build)} c WHERE ${corpus.condition}`.execute(
      db,
    )
  return sizeSchema.parse(counted.rows[0])
}

const within = (passing: Passing | undefined): RawBuilder<unknown> => (passing ? sql`AND ${passing.has(sql`w.chunk`)}` : sql``)

/**
 * BM25 (Robertson and Zaragoza, 2009) over the chunks that pass, with the statistics of the corpus alone where there is one: what lies
 * beyond it changes neither a score nor an order. A word counts twice in a title and half in other fields than the text.
 */
export async function textQuery(
  db: Db,
  build: Build,
  terms: readonly string[],
  { passes, corpus }: { passes: Passing | undefined; corpus: Passing | undefined },
): Promise<TextQuery> {
  const words = wordsTable(build)
  const { chunks, words: length } = await sizeOf(db, build, corpus)
  const mean = chunks ? Math.max(1, length / chunks) : 1
  const counted =
    await sql`SELECT w.term, count(*) AS n FROM ${words} w WHERE w.term = ANY(${terms}::text[]) ${within(corpus)} GROUP BY w.term`.execute(
      db,
    )
  const counts = new Map(counted.rows.map((row) => countSchema.parse(row)).map(({ term, n }) => [term, n]))
  const weights = terms.map((term) => idfOf(chunks, counts.get(term) ?? 0))
  const from = sql`FROM ${words} w JOIN unnest(${terms}::text[], ${weights}::float8[]) AS t(term, idf) ON t.term = w.term`
  const where = sql`WHERE true ${within(passes)} ${passes === corpus ? sql`` : within(corpus)}`
  const share = sql`t.idf * w.weight * ${K1 + 1}::float8 / (w.weight + ${K1}::float8 * (${1 - B}::float8 + ${B}::float8 * w.words / ${mean}::float8))`
  return {
    // Rounded, because sums of doubles depend on their order, which is the planner's.
    scored: sql`SELECT w.chunk AS id, sum(${share})::real::float8 AS score ${from} ${where} GROUP BY w.chunk`,
    all: sql`SELECT DISTINCT w.chunk AS id FROM ${words} w ${where} AND w.term = ANY(${terms}::text[])`,
    greatest: weights.reduce((sum, weight) => sum + (K1 + 1) * weight, 0),
  }
}
