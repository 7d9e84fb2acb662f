import type { DatabaseSync } from 'node:sqlite'
import { createTopK, type Ranked } from '../rank.ts'
import type { SlotTest } from './columns/compile-filter.ts'
import type { Table } from './columns/table.ts'
import { ftsName } from './open-database.ts'

/** Weights of the columns in BM25, in their order. */
export const COLUMN_WEIGHTS = { title: 2, text: 1, rest: 0.5 } as const
const WEIGHTS = Object.values(COLUMN_WEIGHTS).join(', ')

export interface TextMatches {
  /** Best first. */
  readonly ranked: readonly Ranked[]
  /** Every slot that matches. */
  readonly all: readonly number[] | Int32Array
}

export interface RankedText extends TextMatches {
  /** The scores of the ranked ones and of those of `also` that match. */
  readonly scores: ReadonlyMap<number, number>
}

/** Rows as arrays, and all at once: a third of the time of an iterator of objects. With a limit the best ones in order, else all. */
function scoredRows(db: DatabaseSync, fts: string, query: string, limit?: number): readonly (readonly [number, number])[] {
  const best = limit === undefined ? '' : ` ORDER BY score, rowid LIMIT ${limit}`
  const statement = db.prepare(`SELECT rowid, bm25(${fts}, ${WEIGHTS}) AS score FROM ${fts} WHERE ${fts} MATCH ?${best}`)
  statement.setReturnArrays(true)
  return statement.all(query) as unknown as readonly (readonly [number, number])[]
}

/** So many are sorted in SQLite, and so many beyond them in case some are not searchable: being written, or not swept yet. */
const SHORT = 1000
const MARGIN = 50

/**
 * The best of the chunks that hold any of the terms, as `rankText` ranks them, for who asks nothing about the others: bringing thousands
 * of rows into JavaScript takes a third of the time.
 */
export function bestText(db: DatabaseSync, table: Table, terms: readonly string[], limit: number): readonly Ranked[] {
  if (!terms.length || limit === 0) return []
  if (limit <= SHORT) {
    const rows = scoredRows(db, ftsName(table.id), ftsQuery(terms), limit + MARGIN)
    const found = rows.flatMap(([rowid, score]) => {
      const slot = table.slotOf.get(rowid)
      return slot === undefined ? [] : [{ slot, score: -score }]
    })
    if (found.length >= limit || rows.length < limit + MARGIN) return found.slice(0, limit)
  }
  return rankText(db, table, terms, { limit, passes: undefined }).ranked
}

/** The chunks that hold any of the terms, by BM25; `also`: slots whose scores are wanted wherever they rank. */
export function rankText(
  db: DatabaseSync,
  table: Table,
  terms: readonly string[],
  options: { limit: number; passes: SlotTest | undefined; also?: ReadonlySet<number> },
): RankedText {
  const { limit, passes, also } = options
  const scores = new Map<number, number>()
  if (!terms.length) return { ranked: [], all: [], scores }
  if (limit === 0) return { ranked: [], all: matchText(db, table, terms, passes), scores }
  const top = createTopK(limit, table.rowids)
  const all: number[] = []
  for (const [rowid, score] of scoredRows(db, ftsName(table.id), ftsQuery(terms))) {
    const slot = table.slotOf.get(rowid)
    if (slot === undefined || (passes && !passes(slot))) continue
    all.push(slot)
    if (also?.has(slot)) scores.set(slot, -score)
    // FTS5 gives the better match the lower number.
    top.offer(slot, -score)
  }
  const ranked = top.take()
  for (const { slot, score } of ranked) scores.set(slot, score)
  return { ranked, all, scores }
}

/** The greatest share of a term in BM25 is its inverse document frequency times this; FTS5's k1 is 1.2. */
const TF_LIMIT = 2.2

/**
 * The BM25 of a chunk in which every term stands as often as can be. A term that no chunk holds counts as the rarest: it is a part of the
 * question that the text half cannot answer.
 */
export function greatestScore(db: DatabaseSync, table: Table, terms: readonly string[]): number {
  const fts = ftsName(table.id)
  // With columns of boundless weight a single occurrence is as good as endless ones, and FTS5 tells its own measure of the term.
  const limit = db.prepare(`SELECT -bm25(${fts}, 1e12, 1e12, 1e12) AS score FROM ${fts} WHERE ${fts} MATCH ? LIMIT 1`)
  const unknown = TF_LIMIT * Math.log(2 * table.count + 1)
  return terms.reduce((sum, term) => sum + Number(limit.get(ftsQuery([term]))?.score ?? unknown), 0)
}

const columnOf = (field: string) => (field === 'title' || field === 'text' ? field : 'rest')

/** The slots of every chunk that holds the terms. */
export function matchText(
  db: DatabaseSync,
  table: Table,
  terms: readonly string[],
  passes: SlotTest | undefined,
  options: { mode?: 'any' | 'all'; fields?: readonly string[] } = {},
): number[] {
  if (!terms.length) return []
  const fts = ftsName(table.id)
  const query = ftsQuery(terms, options.mode)
  const columns = [...new Set(options.fields?.map(columnOf))]
  // One long string crosses into JavaScript three times as fast as its rows.
  const row = db
    .prepare(`SELECT group_concat(rowid) AS rowids FROM ${fts} WHERE ${fts} MATCH ?`)
    .get(columns.length ? `{${columns.join(' ')}} : (${query})` : query)
  if (typeof row?.rowids !== 'string') return []
  const slots: number[] = []
  for (const rowid of row.rowids.split(',')) {
    const slot = table.slotOf.get(Number(rowid))
    if (slot !== undefined && (!passes || passes(slot))) slots.push(slot)
  }
  return slots
}

/** The terms in FTS5's syntax. Each is a quoted string, so that nothing a user writes is read as an operator. */
export const ftsQuery = (terms: readonly string[], mode: 'any' | 'all' = 'any'): string =>
  terms.map((t) => `"${t.replaceAll('"', '""')}"`).join(mode === 'any' ? ' OR ' : ' AND ')
