import { type RawBuilder, sql } from 'kysely'
import { z } from 'zod'
import { usableField } from '../check-request.ts'
import { isCollection } from '../index-spec.ts'
import type { FieldValue, IndexField, SearchReply } from '../search.ts'
import { keyOfField, storable } from './filter-sql.ts'
import { listed } from './passing.ts'
import type { Found, Query } from './run-search.ts'
import { chunksTable } from './tables.ts'

const totalSchema = z.object({ n: z.number() })
const facetSchema = z.object({ value: z.union([z.string(), z.number(), z.boolean()]), count: z.number() })

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
  const facets: [string, Awaited<ReturnType<typeof countFacet>>][] = []
  for (const { field, count } of request.facets ?? [])
    facets.push([field, await countFacet(query, from, usableField(build.spec, field, 'facetable'), count)])
  return {
    ...(request.count && { total: list?.count ?? (await countAll(query, found)) }),
    ...(request.facets && { facets: Object.fromEntries(facets) }),
  }
}

async function countAll({ db }: Query, { all }: Found): Promise<number> {
  return totalSchema.parse((await sql`SELECT count(*) AS n FROM (${all}) f`.execute(db)).rows[0]).n
}

/** The most frequent values of a field; equal counts in order of value. Nulls are not counted. */
async function countFacet({ db }: Query, from: RawBuilder<unknown>, field: IndexField, limit: number) {
  const groups = isCollection(field)
    ? elementsIn(from, field)
    : sql`SELECT ${keyOfField(field)} AS value, count(*) AS count FROM ${from} GROUP BY 1`
  const counted = await sql`SELECT * FROM (${groups}) v WHERE value IS NOT NULL ORDER BY count DESC, value LIMIT ${limit}`.execute(db)
  const shown = (v: string | number | boolean): FieldValue => (field.type === 'Edm.DateTimeOffset' ? new Date(Number(v)).toISOString() : v)
  return counted.rows.map((row) => facetSchema.parse(row)).map(({ value, count }) => ({ value: shown(value), count }))
}

/** Lists are counted whole before they are taken apart: many chunks have the same. */
const elementsIn = (from: RawBuilder<unknown>, { name }: IndexField): RawBuilder<unknown> =>
  sql`SELECT e.v COLLATE "C" AS value, sum(g.n)::bigint AS count FROM (SELECT c.keys -> ${storable(name)}::text AS list, count(*) AS n FROM ${from} GROUP BY 1) g
    CROSS JOIN LATERAL jsonb_array_elements_text(CASE WHEN jsonb_typeof(g.list) = 'array' THEN g.list ELSE '[]' END) AS e(v) GROUP BY 1`
