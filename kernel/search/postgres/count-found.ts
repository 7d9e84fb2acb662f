import { type RawBuilder, sql } from 'kysely'
import { z } from 'zod'
import { usableField } from '../check-request.ts'
import { isCollection } from '../index-spec.ts'
import type { FieldValue, IndexField, SearchReply } from '../search.ts'
import { keyOfField, storable } from './filter-sql.ts'
import { isLabel } from './labels.ts'
import { listed } from './passing.ts'
import type { Found, Query } from './run-search.ts'
import { chunksTable } from './tables.ts'

const totalSchema = z.object({ n: z.number() })

/** How much a request found, and of which values, as far as it asks for either. */
export async function countFound(query: Query, found: Found): Promise<Pick<SearchReply, 'total' | 'facets'>> {
  const { db, build, request } = query
  const chunks = sql`${chunksTable(build)} c`
  // What words find is looked for once, where it is not very much.
  const list = found.every ? undefined : await listed(db, sql`${found.all}`)
  const from = found.every
    ? sql`${chunks} WHERE ${found.every}`
    : list
      ? sql`${chunks} WHERE ${list.among(sql`c.id`)}`
      : sql`(${found.all}) f JOIN ${chunks} ON c.id = f.id WHERE true`
  return {
    ...(request.count && { total: list?.count ?? (await countAll(query, found)) }),
    ...(request.facets && { facets: await countFacets(query, from) }),
  }
}

async function countAll({ db, build, passes }: Query, { all, every }: Found): Promise<number> {
  const known = every && (passes ? passes.size?.chunks : build.chunks)
  return known ?? totalSchema.parse((await sql`SELECT count(*) AS n FROM (${all}) f`.execute(db)).rows[0]).n
}

interface Facet {
  readonly field: IndexField
  readonly limit: number
}

/** The most frequent values of each field; equal counts in order of value. Nulls are not counted. */
async function countFacets(query: Query, from: RawBuilder<unknown>): Promise<Record<string, { value: FieldValue; count: number }[]>> {
  const { build, request } = query
  const facets = (request.facets ?? []).map(
    ({ field, count }): Facet => ({ field: usableField(build.spec, field, 'facetable'), limit: count }),
  )
  const counted = new Map<string, { value: FieldValue; count: number }[]>()
  const labels = build.labelled === build.tables ? facets.filter(({ field }) => isLabel(field)) : []
  const others = facets.filter((facet) => !labels.includes(facet))
  const alike = labels.length > 0 ? byLabel(query, from, await hasUnlabelled(query)) : oneByOne(from)
  for (const [some, chunks] of [[labels, alike] as const, [others, oneByOne(from)] as const])
    if (some.length > 0) for (const [name, values] of await countAmong(query, some, chunks)) counted.set(name, values)
  return Object.fromEntries(facets.map(({ field }) => [field.name, counted.get(field.name) ?? []]))
}

const existsSchema = z.object({ found: z.boolean() })

/** Whether an earlier version wrote some of the chunks. */
async function hasUnlabelled({ db, build }: Query): Promise<boolean> {
  const found = await sql`SELECT EXISTS (SELECT FROM ${chunksTable(build)} WHERE labels IS NULL) AS found`.execute(db)
  return existsSchema.parse(found.rows[0]).found
}

/**
 * Of chunks that agree in all labels one for all of them, and how many `n`; those without labels stand for themselves. Each is looked up by
 * itself: a join makes the planner read them all.
 */
function byLabel({ build }: Query, from: RawBuilder<unknown>, unlabelled: boolean): RawBuilder<unknown> {
  const alone = unlabelled ? sql`, CASE WHEN c.labels IS NULL THEN c.id END` : sql``
  return sql`SELECT (SELECT k.keys FROM ${chunksTable(build)} k WHERE k.id = g.id) AS keys, g.n
    FROM (SELECT min(c.id) AS id, count(*) AS n FROM ${from} GROUP BY c.labels ${alone}) g`
}

const oneByOne = (from: RawBuilder<unknown>): RawBuilder<unknown> => sql`SELECT c.keys, 1 AS n FROM ${from}`

const facetSchema = z.object({ facet: z.number(), value: z.string(), count: z.number() })

/** Of chunks `c` that stand for `n` of their kind, all facets in one statement. */
async function countAmong({ db }: Query, facets: readonly Facet[], chunks: RawBuilder<unknown>) {
  const parts = facets.map(
    ({ field, limit }, i) =>
      sql`(SELECT ${sql.lit(i)}::int AS facet, value::text AS value, count, row_number() OVER (ORDER BY count DESC, value) AS place
        FROM (${groupsOf(field)}) v WHERE value IS NOT NULL ORDER BY count DESC, value LIMIT ${limit})`,
  )
  const counted = await sql`WITH c AS ${facets.length > 1 ? sql`MATERIALIZED` : sql``} (${chunks})
    SELECT facet, value, count FROM (${sql.join(parts, sql` UNION ALL `)}) f ORDER BY facet, place`.execute(db)
  const rows = counted.rows.map((row) => facetSchema.parse(row))
  return facets.map(({ field }, i) => {
    const values = rows.filter(({ facet }) => facet === i).map(({ value, count }) => ({ value: shown(field, value), count }))
    return [field.name, values] as const
  })
}

function shown({ type }: IndexField, value: string): FieldValue {
  if (type === 'Edm.DateTimeOffset') return new Date(Number(value)).toISOString()
  if (type === 'Edm.Boolean') return value === 'true'
  return /^Edm\.(Int32|Int64|Double)$/.test(type) ? Number(value) : value
}

const groupsOf = (field: IndexField): RawBuilder<unknown> =>
  isCollection(field) ? elementsOf(field) : sql`SELECT ${keyOfField(field)} AS value, sum(c.n)::bigint AS count FROM c GROUP BY 1`

/** Lists are counted whole before they are taken apart: many chunks have the same. */
const elementsOf = ({ name }: IndexField): RawBuilder<unknown> =>
  sql`SELECT e.v COLLATE "C" AS value, sum(g.n)::bigint AS count FROM (SELECT c.keys -> ${storable(name)}::text AS list, sum(c.n) AS n FROM c GROUP BY 1) g
    CROSS JOIN LATERAL jsonb_array_elements_text(CASE WHEN jsonb_typeof(g.list) = 'array' THEN g.list ELSE '[]' END) AS e(v) GROUP BY 1`
