import { sql } from 'kysely'
import { allows } from '../index-spec.ts'
import type { SearchIndex } from '../search.ts'
import { readHit } from './run-search.ts'
import { chunksTable, type Db, requireBuild } from './tables.ts'
import { seenOf } from './write-document.ts'

/** See SearchIndex.chunksOf. */
export async function chunksOf(
  db: Db,
  index: string,
  documentId: string,
  { skip, top }: { skip: number; top: number },
): ReturnType<SearchIndex['chunksOf']> {
  const build = await requireBuild(db, index)
  const seen = await seenOf(db, build, documentId)
  if (seen?.stage == null) return { hits: [], total: 0 }
  const found = await sql`SELECT c.chunk_id, 1::float8 AS score, c.fields FROM ${chunksTable(build)} c WHERE c.stage = ${seen.stage}
    ORDER BY c.chunk_index, c.id LIMIT ${top} OFFSET ${skip}`.execute(db)
  const shown = build.spec.fields.filter((f) => allows(f, 'retrievable')).map((f) => f.name)
  const hits = found.rows.map((row) => {
    const hit = readHit(index, row)
    return { ...hit, fields: Object.fromEntries(shown.map((name) => [name, hit.fields[name] ?? null])) }
  })
  return { hits, total: seen.chunks }
}
