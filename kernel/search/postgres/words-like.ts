import { sql } from 'kysely'
import { z } from 'zod'
import { distanceOf, narrowly, nearestWords, typedWord } from '../nearest-words.ts'
import { type Db, requireBuild, wordsTable } from './tables.ts'

/** Words of one beginning that are looked at: far more than a language has. */
const MOST_WORDS = 50_000

const termSchema = z.object({ term: z.string() })
const countSchema = z.object({ term: z.string(), n: z.number() })

/** See SearchIndex.wordsLike. */
export async function wordsLike(db: Db, index: string, word: string): Promise<string[]> {
  const typed = typedWord(word)
  if (!typed) return []
  const words = wordsTable(await requireBuild(db, index))
  const known = await sql`SELECT term FROM ${words} WHERE term = ${typed.stem} LIMIT 1`.execute(db)
  if (known.rows.length > 0) return []
  const near = new Map<string, number>()
  for (const { from, to } of narrowly(typed)) {
    // From each word to the next in the index, because a word stands there once for every chunk that holds it.
    const some = await sql`WITH RECURSIVE next AS (
        (SELECT term FROM ${words} WHERE term >= ${from} AND term < ${to} ORDER BY term LIMIT 1)
        UNION ALL
        SELECT (SELECT w.term FROM ${words} w WHERE w.term > next.term AND w.term < ${to} ORDER BY w.term LIMIT 1) FROM next WHERE next.term IS NOT NULL)
      SELECT term FROM next WHERE term IS NOT NULL LIMIT ${MOST_WORDS}`.execute(db)
    for (const { term } of some.rows.map((row) => termSchema.parse(row))) {
      const distance = distanceOf(typed, term)
      if (distance !== undefined) near.set(term, distance)
    }
  }
  if (near.size === 0) return []
  const counted = await sql`SELECT term, count(*) AS n FROM ${words} WHERE term = ANY(${[...near.keys()]}::text[]) GROUP BY term`.execute(
    db,
  )
  return nearestWords(
    counted.rows.map((row) => countSchema.parse(row)).map(({ term, n }) => ({ term, distance: near.get(term) ?? 0, count: n })),
  )
}
