import type { DatabaseSync } from 'node:sqlite'
import type { SlotTest } from './compile-filter.ts'
import { ftsName } from './open-database.ts'
import { createTopK, type Ranked } from './rank.ts'
import type { Table } from './table.ts'
import { ftsQuery } from './text-query.ts'

/** Weights of the columns title, text and rest in BM25. */
const WEIGHTS = '2.0, 1.0, 0.5'

/** The chunks that hold any of the terms, by BM25, best first. */
export function rankText(
  db: DatabaseSync,
  table: Table,
  terms: readonly string[],
  options: { limit: number; passes: SlotTest | undefined },
): Ranked[] {
  if (!terms.length || options.limit === 0) return []
  const fts = ftsName(table.id)
  const rows = db.prepare(`SELECT rowid, bm25(${fts}, ${WEIGHTS}) FROM ${fts} WHERE ${fts} MATCH ?`)
  rows.setReturnArrays(true)
  const top = createTopK(options.limit)
  for (const row of rows.iterate(ftsQuery(terms))) {
    const [rowid, score] = Object.values(row)
    const slot = table.slotOf.get(Number(rowid))
    if (slot !== undefined && (!options.passes || options.passes(slot))) top.offer(slot, -Number(score))
  }
  return top.take()
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
  const rows = db.prepare(`SELECT rowid FROM ${fts} WHERE ${fts} MATCH ?`)
  const slots: number[] = []
  for (const row of rows.iterate(columns.length ? `{${columns.join(' ')}} : (${query})` : query)) {
    const slot = table.slotOf.get(Number(row.rowid))
    if (slot !== undefined && (!passes || passes(slot))) slots.push(slot)
  }
  return slots
}
