import { z } from 'zod'
import { usableField } from '../check-request.ts'
import { checkFilter } from '../filter/check-filter.ts'
import type { FilterExpression } from '../filter/odata.ts'
import { parseFilter } from '../filter/parse-filter.ts'
import { allows, isSearchable, isVector } from '../index-spec.ts'
import type { IndexSpec, SearchIndex } from '../search.ts'
import { bad, type Document } from './fake-documents.fixture.ts'

const EVERYTHING = 100_000
const RRF = 60

const csv = z.string().transform((s) => s.split(',').map((x) => x.trim()))
const bodySchema = z.strictObject({
  search: z.string().optional(),
  searchMode: z.enum(['any', 'all']).optional(),
  searchFields: csv.optional(),
  filter: z.string().optional(),
  top: z.int().min(0).max(1000),
  skip: z.int().min(0).max(100_000).default(0),
  count: z.boolean().default(false),
  facets: z.array(z.string()).default([]),
  highlight: csv.optional(),
  select: csv.optional(),
  orderby: csv.optional(),
  vectorFilterMode: z.enum(['preFilter', 'postFilter']).optional(),
  vectorQueries: z
    .array(
      z.strictObject({
        kind: z.literal('vector'),
        vector: z.array(z.number()),
        fields: z.string(),
        k: z.int().min(1),
        weight: z.number().positive().optional(),
      }),
    )
    .default([]),
  sessionId: z.string().optional(),
})
type Body = z.output<typeof bodySchema>

const fieldOf = (spec: IndexSpec, name: string) => {
  const field = spec.fields.find((f) => f.name === name)
  if (!field) throw bad(`Could not find a property named '${name}' on type 'search.document'.`)
  return field
}

/** What the documentation says the service refuses and our own evaluation would not. */
function checkOperators(tree: FilterExpression, spec: IndexSpec, lambda?: 'any' | 'all'): void {
  if (tree.type === 'and' || tree.type === 'or') {
    if (lambda && (lambda === 'any') !== (tree.type === 'or'))
      throw bad(`Inside ${lambda} over strings only ${lambda === 'any' ? 'or' : 'and'} is allowed.`)
    for (const o of tree.operands) checkOperators(o, spec, lambda)
  }
  if (tree.type === 'not' && lambda !== 'all') checkOperators(tree.operand, spec, lambda)
  if (tree.type === 'any' || tree.type === 'all') if (tree.predicate) checkOperators(tree.predicate, spec, tree.type)
  if (tree.type === 'in' && lambda === 'all') throw bad('Inside all search.in must be negated.')
  if (tree.type !== 'compare') return
  if (lambda && tree.operator !== (lambda === 'any' ? 'eq' : 'ne'))
    throw bad(`Inside ${lambda} over strings ${tree.operator} is not allowed.`)
  const whole = spec.fields.some((f) => f.name === tree.field && /^Edm\.Int/.test(f.type))
  if (whole && tree.value.kind === 'number' && !Number.isFinite(tree.value.value))
    throw bad(`Comparison of ${tree.field} with INF is not allowed.`)
}

/** Operators of the simple syntax outside of quotes: the adapter sends words only. */
function checkWords(text: string): void {
  if (text !== '*' && /[+|"*()~-]/.test(text.replace(/"[^"]*"/g, ' '))) throw bad(`an operator in the query: ${text.slice(0, 80)}`)
}

function checkBody(spec: IndexSpec, body: Body): void {
  if (body.search) checkWords(body.search)
  for (const name of body.searchFields ?? []) if (!isSearchable(fieldOf(spec, name))) throw bad(`The field '${name}' is not searchable.`)
  for (const part of body.highlight ?? []) {
    const name = part.replace(/-\d+$/, '')
    if (!isSearchable(fieldOf(spec, name))) throw bad(`The field '${name}' cannot be highlighted.`)
  }
  for (const name of body.select ?? [])
    if (!allows(fieldOf(spec, name), 'retrievable')) throw bad(`The field '${name}' is not retrievable.`)
  for (const { vector, fields } of body.vectorQueries) {
    const field = fieldOf(spec, fields)
    if (!isVector(field) || vector.length !== field.dimensions) throw bad(`The vector does not fit the field '${fields}'.`)
  }
}

interface Found {
  readonly key: string
  readonly score: number
  readonly highlights?: Readonly<Record<string, readonly string[]>>
}

async function lists(
  engine: SearchIndex,
  spec: IndexSpec,
  body: Body,
  filter: FilterExpression | undefined,
): Promise<{ hits: Found[]; weight: number }[]> {
  const common = { ...(filter && { filter }), top: EVERYTHING }
  const asHit = (h: { id: string; score: number; highlights?: Found['highlights'] }): Found => ({
    key: h.id,
    score: h.score,
    ...(h.highlights && { highlights: h.highlights }),
  })
  const found = []
  if (body.search !== undefined || body.vectorQueries.length === 0) {
    const text = body.search === '*' ? '' : (body.search ?? '')
    const highlight = body.highlight?.map((name) => name.replace(/-\d+$/, ''))
    const { hits } = await engine.search(spec.name, { ...common, text, ...(highlight && { highlight }) })
    found.push({ hits: hits.map(asHit), weight: 1 })
  }
  for (const { vector, k, weight = 1 } of body.vectorQueries) {
    const { hits } = await engine.search(spec.name, { ...common, vector: Float32Array.from(vector), top: k })
    found.push({ hits: hits.map((h) => ({ key: h.id, score: 1 / (2 - h.score) })), weight })
  }
  return found
}

/** Reciprocal rank fusion with the service's constant. */
function fused(all: readonly { hits: readonly Found[]; weight: number }[]): Found[] {
  const [only] = all
  if (only && all.length === 1) return [...only.hits]
  const scores = new Map<string, Found>()
  for (const { hits, weight } of all)
    for (const [i, hit] of hits.entries())
      scores.set(hit.key, { ...hit, ...scores.get(hit.key), score: (scores.get(hit.key)?.score ?? 0) + weight / (RRF + i + 1) })
  return [...scores.values()].sort((a, b) => b.score - a.score)
}

function compareValues(a: unknown, b: unknown): number {
  if (a === b) return 0
  if (a === null || a === undefined) return -1
  if (b === null || b === undefined) return 1
  return (a as string | number) < (b as string | number) ? -1 : 1
}

function sorted(
  spec: IndexSpec,
  found: readonly Found[],
  documents: ReadonlyMap<string, Document>,
  orderby: readonly string[] | undefined,
): Found[] {
  const keys = (orderby ?? []).map((part) => {
    const [name = '', direction = 'asc'] = part.split(' ')
    if (name !== 'search.score()') usableField(spec, name, 'sortable')
    return { name, sign: direction === 'desc' ? -1 : 1 }
  })
  if (keys.length > 32) throw bad('more than 32 clauses in orderby')
  const value = (hit: Found, name: string) => (name === 'search.score()' ? hit.score : documents.get(hit.key)?.[name])
  return [...found].sort((a, b) => {
    for (const { name, sign } of keys) {
      const order = compareValues(value(a, name), value(b, name))
      if (order !== 0) return order * sign
    }
    return 0
  })
}

function facetOf(spec: IndexSpec, expression: string, found: readonly Document[]): [string, { value: unknown; count: number }[]] {
  const [name = '', ...options] = expression.split(',')
  usableField(spec, name, 'facetable')
  const limit = Number(/^count:(\d+)$/.exec(options.join(','))?.[1] ?? 10)
  const counts = new Map<unknown, number>()
  for (const document of found) for (const v of [document[name] ?? []].flat()) counts.set(v, (counts.get(v) ?? 0) + 1)
  const all = [...counts].map(([value, count]) => ({ value, count })).sort((a, b) => b.count - a.count)
  return [name, all.slice(0, limit)]
}

/** docs/search.post.search over what is searchable by now. */
export async function fakeSearch(
  engine: SearchIndex,
  spec: IndexSpec,
  documents: ReadonlyMap<string, Document>,
  given: unknown,
): Promise<object> {
  const parsed = bodySchema.safeParse(given)
  if (!parsed.success) throw bad(`${parsed.error.issues[0]?.path.join('.')}: ${parsed.error.issues[0]?.message}`)
  const body = parsed.data
  checkBody(spec, body)
  const filter = body.filter === undefined ? undefined : parseFilter(body.filter)
  if (filter) checkFilter(filter, spec)
  if (filter) checkOperators(filter, spec)
  const found = sorted(spec, fused(await lists(engine, spec, body, filter)), documents, body.orderby)
  const names = body.select ?? spec.fields.filter((f) => allows(f, 'retrievable')).map((f) => f.name)
  const value = found.slice(body.skip, body.skip + body.top).map(({ key, score, highlights }) => ({
    '@search.score': score,
    ...(highlights && Object.keys(highlights).length ? { '@search.highlights': highlights } : {}),
    ...Object.fromEntries(names.map((name) => [name, documents.get(key)?.[name] ?? null])),
  }))
  const matched = found.map(({ key }) => documents.get(key) ?? {})
  return {
    ...(body.count ? { '@odata.count': found.length } : {}),
    ...(body.facets.length ? { '@search.facets': Object.fromEntries(body.facets.map((f) => facetOf(spec, f, matched))) } : {}),
    value,
  }
}
