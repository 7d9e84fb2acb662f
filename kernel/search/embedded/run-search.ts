import type { DatabaseSync } from 'node:sqlite'
import { checkWindow, usableField, vectorFor } from '../check-request.ts'
import { checkFilter } from '../filter/check-filter.ts'
import type { FilterExpression } from '../filter/odata.ts'
import { fuseScores, type Weights } from '../fuse-scores.ts'
import { termsOf } from '../query-terms.ts'
import { createTopK, type Ranked } from '../rank.ts'
import type { SearchHit, SearchReply, SearchRequest } from '../search.ts'
import { showHits } from '../show-hits.ts'
import { compileFilter, type FilterSource, type SlotTest } from './columns/compile-filter.ts'
import { countFacet } from './columns/facets.ts'
import { markPassing } from './columns/mark-passing.ts'
import { ordered } from './columns/order.ts'
import type { Table } from './columns/table.ts'
import { matchText } from './match-text.ts'
import { rankText, type TextMatches } from './rank-text.ts'
import { parseFields, type Tables } from './tables.ts'
import { cosineTo, nearest } from './vectors/nearest.ts'

/** How far down each half is read at least before both are fused: Azure AI Search's default for vectors. */
const FUSION_DEPTH = 50
const EVEN = { text: 1, vector: 1 }

interface Query {
  readonly db: DatabaseSync
  readonly table: Table
  readonly terms: readonly string[] | undefined
  readonly vector: Float32Array | undefined
  readonly passes: SlotTest | undefined
  /** The chunks that statistics are counted over; undefined: all. */
  readonly corpus: SlotTest | undefined
  readonly need: number
  /** The request counts all matches. */
  readonly everything: boolean
}

function byFilter({ table, passes, need }: Query): TextMatches {
  const all = new Int32Array(table.count)
  const top = createTopK(need, table.rowids)
  let found = 0
  for (let slot = 0; slot < table.end; slot++) {
    if (table.live[slot] === 0 || (passes && !passes(slot))) continue
    all[found++] = slot
    if (need > 0) top.offer(slot, 1)
  }
  return { ranked: top.take(), all: all.subarray(0, found) }
}

/** What a request finds: the best first, and, for a count or facets, every match. The nearest vectors count as matches, since each chunk is near to some degree. */
function find(q: Query, weights: Weights): TextMatches {
  const { db, table, terms, vector, passes, corpus, need } = q
  if (!vector) return terms ? rankText(db, table, terms, { limit: need, passes, corpus }) : byFilter(q)
  const depth = terms ? Math.max(FUSION_DEPTH, need) : need
  const near = nearest(db, table, vector, depth, passes)
  if (!terms) return { ranked: near.ranked, all: near.ranked.map((r) => r.slot) }
  const cosines = new Map<number, number | undefined>(near.ranked.map((r) => [r.slot, r.score]))
  const words = rankText(db, table, terms, { limit: depth, passes, corpus, also: new Set(cosines.keys()) })
  const cosine = cosineTo(db, table, vector)
  for (const { slot } of words.ranked) if (!cosines.has(slot)) cosines.set(slot, cosine(slot))
  const candidates = [...cosines].map(([slot, cosine]) => ({ slot, cosine, text: words.scores.get(slot) ?? 0 }))
  const scale = { greatestText: words.greatest, meanCosine: near.mean }
  const all = q.everything ? [...new Set([...words.all, ...near.ranked.map((r) => r.slot)])] : []
  return { ranked: fuseScores(candidates, scale, weights, table.rowids), all }
}

/** The filter as a test, evaluated once per slot when two lists are read with it. */
function testFor(
  db: DatabaseSync,
  tables: Tables,
  table: Table,
  filter: FilterExpression | undefined,
  everySlot: boolean,
): SlotTest | undefined {
  if (!filter) return undefined
  checkFilter(filter, table.spec)
  const source: FilterSource = {
    column: (field) => tables.column(table, field),
    matching: (m) => new Set(matchText(db, table, termsOf(m.text), undefined, { mode: m.mode, fields: m.fields })),
  }
  return everySlot ? markPassing(filter, source, table.end) : compileFilter(filter, source)
}

/** Runs a request on the present snapshot. ApiError not_found without the index, invalid_request for what does not fit it. */
export function runSearch(db: DatabaseSync, tables: Tables, index: string, request: SearchRequest): SearchReply {
  const table = tables.table(index)
  const skip = request.skip ?? 0
  checkWindow(request)
  const terms = request.text?.trim() ? termsOf(request.text) : undefined
  const vector = vectorFor(table.spec, request)
  const query: Query = {
    db,
    table,
    terms,
    vector,
    // Vectors are compared in every slot.
    passes: testFor(db, tables, table, request.filter, vector !== undefined),
    // Chunks are counted over it.
    corpus: testFor(db, tables, table, request.corpus, true),
    everything: Boolean(request.count || request.facets?.length),
    need: request.orderBy?.length ? table.count : Math.min(table.count, skip + request.top),
  }
  const found = find(query, request.weights ?? EVEN)
  const keys = (request.orderBy ?? []).map(({ field, direction }) => ({
    column: tables.column(table, usableField(table.spec, field, 'sortable').name),
    direction,
  }))
  const page = (keys.length ? ordered(found.ranked, keys, table.rowids) : found.ranked).slice(skip, skip + request.top)
  const full = readHits(db, table, page)
  const hits = showHits(table.spec, full, request, terms)
  const { all } = found
  const facets = request.facets?.map(({ field, count }) => {
    usableField(table.spec, field, 'facetable')
    return [field, countFacet(tables.column(table, field), all, count)] as const
  })
  return { hits, ...(request.count && { total: all.length }), ...(facets && { facets: Object.fromEntries(facets) }) }
}

/** The stored chunks of these slots with all of their fields, in the same order. */
function readHits(db: DatabaseSync, table: Table, ranked: readonly Ranked[]): SearchHit[] {
  const statement = db.prepare('SELECT chunk_id, fields FROM chunks WHERE rowid = ?')
  return ranked.map(({ slot, score }) => {
    const row = statement.get(table.rowids[slot]!)
    if (!row) throw new Error(`search.db has lost chunk ${table.rowids[slot]} of ${table.spec.name}`)
    return { id: String(row.chunk_id), index: table.spec.name, score, fields: parseFields(row.fields) }
  })
}
