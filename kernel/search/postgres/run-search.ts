import { type RawBuilder, sql } from 'kysely'
import { z } from 'zod'
import { checkWindow, usableField, vectorFor } from '../check-request.ts'
import { checkFilter } from '../filter/check-filter.ts'
import type { FilterExpression } from '../filter/odata.ts'
import { fuseScores } from '../fuse-scores.ts'
import { termsOf } from '../query-terms.ts'
import type { FieldValue, SearchHit, SearchReply, SearchRequest } from '../search.ts'
import { showHits } from '../show-hits.ts'
import { askedTerms } from './chunk-words.ts'
import { countFound } from './count-found.ts'
import { filterSql, keyOfField } from './filter-sql.ts'
import { indexedCondition } from './indexed-condition.ts'
import { type Condition, type Passing, passing, passingOf } from './passing.ts'
import { BUILD_MARK, type Build, chunksTable, type Db, requireBuild } from './tables.ts'
import { type TextQuery, textQuery } from './text-query.ts'
import { cosinesOf, meanCosine, nearest } from './vector-query.ts'

/** How far down each half is read at least before both are fused, as in the embedded index. */
const FUSION_DEPTH = 50
const EVEN = { text: 1, vector: 1 }

/** What a request finds, as queries: `SELECT id, score` and `SELECT id`. */
export interface Found extends Pick<TextQuery, 'scored' | 'all'> {
  /** Where every chunk that passes is found: what passes. */
  readonly every?: Condition
}

interface Scored {
  readonly id: number
  readonly score: number
}

export interface Query {
  readonly db: Db
  readonly build: Build
  readonly request: SearchRequest
  readonly vector: Float32Array | undefined
  readonly passes: Passing | undefined
  readonly corpus: Passing | undefined
  /** How many of the best are needed. */
  readonly need: number
}

const NOTHING: Found = { scored: sql`SELECT 0::bigint AS id, 0::float8 AS score WHERE false`, all: sql`SELECT 0::bigint AS id WHERE false` }

async function passingFilter(db: Db, build: Build, filter: FilterExpression | undefined, often: boolean): Promise<Passing | undefined> {
  if (!filter) return undefined
  checkFilter(filter, build.spec)
  const exact = filterSql(filter, build)
  const indexed = indexedCondition(filter, build.spec)
  const condition = indexed ? sql<boolean>`(${indexed} AND ${exact})` : exact
  return often ? passingOf(db, build, condition) : passing(build, condition)
}

const listed = (found: readonly Scored[]): RawBuilder<unknown> =>
  sql`SELECT * FROM unnest(${found.map(({ id }) => id)}::bigint[], ${found.map(({ score }) => score)}::float8[]) AS l(id, score)`

const idsOf = (ids: readonly number[]): RawBuilder<unknown> => sql`SELECT unnest(${ids}::bigint[]) AS id`

const scoredSchema = z.object({ id: z.number(), score: z.number() })

async function hybrid(q: Query, words: TextQuery | undefined): Promise<Found> {
  const { db, build, vector, passes, need, request } = q
  if (!vector) return NOTHING
  const depth = words ? Math.max(FUSION_DEPTH, need) : need
  const near = await nearest(db, build, vector, depth, passes)
  if (!words) {
    const scored = listed(near.map(({ id, cosine }) => ({ id, score: cosine })))
    return { scored, all: idsOf(near.map(({ id }) => id)) }
  }
  const nearIds = near.map(({ id }) => id)
  const best = await sql`WITH s AS MATERIALIZED (${words.scored})
    (SELECT id, score FROM s ORDER BY score DESC, id LIMIT ${depth}) UNION SELECT id, score FROM s WHERE id = ANY(${nearIds}::bigint[])`.execute(
    db,
  )
  const texts = new Map(best.rows.map((row) => scoredSchema.parse(row)).map(({ id, score }) => [id, score]))
  const cosines = new Map(near.map(({ id, cosine }) => [id, cosine]))
  const others = [...texts.keys()].filter((id) => !cosines.has(id))
  for (const { id, cosine } of await cosinesOf(db, build, vector, others)) cosines.set(id, cosine)
  const ids = [...new Set([...nearIds, ...others])]
  const candidates = ids.map((id, slot) => ({ slot, text: texts.get(id) ?? 0, cosine: cosines.get(id) }))
  const scale = { greatestText: words.greatest, meanCosine: await meanCosine(db, build, vector, passes) }
  const fused = fuseScores(candidates, scale, request.weights ?? EVEN, ids)
  return {
    scored: listed(fused.map(({ slot, score }) => ({ id: ids[slot]!, score }))),
    all: sql`${words.all} UNION ${idsOf(nearIds)}`,
  }
}

async function find(q: Query): Promise<Found> {
  const { db, build, vector, passes, request } = q
  if (!request.text?.trim()) {
    if (vector) return hybrid(q, undefined)
    const every = passes?.condition ?? sql<boolean>`true`
    const chunks = sql`FROM ${chunksTable(build)} c WHERE ${every}`
    return { scored: sql`SELECT c.id, 1::float8 AS score ${chunks}`, all: sql`SELECT c.id ${chunks}`, every }
  }
  const terms = askedTerms(request.text)
  const words = terms.length > 0 ? await textQuery(db, build, terms, q) : { ...NOTHING, greatest: 0 }
  return vector ? hybrid(q, words) : words
}

const hitSchema = z.object({ chunk_id: z.string(), score: z.number(), fields: z.string() })

const isFields = (value: unknown): value is Record<string, FieldValue> => typeof value === 'object' && value !== null

function fieldsOf(text: string): Record<string, FieldValue> {
  const fields: unknown = JSON.parse(text)
  if (!isFields(fields)) throw new Error('the search database holds a chunk whose fields are not readable')
  return fields
}

/** A chunk as it is read: `chunk_id`, `score`, `fields`. */
export function readHit(index: string, row: unknown): SearchHit {
  const { chunk_id, score, fields } = hitSchema.parse(row)
  return { id: chunk_id, index, score, fields: fieldsOf(fields) }
}

/** A page of what was found, in its order. Nulls are lowest. */
async function readPage({ db, build, request }: Query, { scored }: Found): Promise<SearchHit[]> {
  const { orderBy = [], top, skip = 0 } = request
  const keys = orderBy.map(({ field, direction }) => {
    const key = keyOfField(usableField(build.spec, field, 'sortable'))
    return direction === 'asc' ? sql`${key} ASC NULLS FIRST` : sql`${key} DESC NULLS LAST`
  })
  const page = sql`LIMIT ${top} OFFSET ${skip}`
  const best = keys.length ? scored : sql`SELECT * FROM (${scored}) s ORDER BY s.score DESC, s.id ${page}`
  const found = await sql`SELECT c.chunk_id, f.score, c.fields FROM (${best}) f JOIN ${chunksTable(build)} c ON c.id = f.id
    ORDER BY ${sql.join([...keys, sql`f.score DESC`, sql`f.id`])} ${keys.length ? page : sql``}`.execute(db)
  return found.rows.map((row) => readHit(indexOf(build), row))
}

const indexOf = ({ name }: Build): string => name.split(BUILD_MARK)[0] ?? name

/** Answers a request within one snapshot. ApiError not_found without the index, invalid_request for what does not fit it. */
export async function runSearch(db: Db, name: string, request: SearchRequest): Promise<SearchReply> {
  const build = await requireBuild(db, name)
  checkWindow(request)
  // One query that looks at what words find tests fewer chunks than a list of all that pass.
  const often = request.vector !== undefined || request.corpus !== undefined || request.facets !== undefined
  const passes = await passingFilter(db, build, request.filter, often)
  const query: Query = {
    db,
    build,
    request,
    vector: vectorFor(build.spec, request),
    passes,
    corpus: request.corpus === request.filter ? passes : await passingFilter(db, build, request.corpus, often),
    need: request.orderBy?.length ? build.chunks : Math.min(build.chunks, (request.skip ?? 0) + request.top),
  }
  const found = await find(query)
  const words = request.text?.trim() ? termsOf(request.text) : undefined
  const hits = showHits(build.spec, await readPage(query, found), request, words)
  const counted = request.count || request.facets ? await countFound(query, found) : {}
  return {
    hits,
    ...counted,
  }
}
