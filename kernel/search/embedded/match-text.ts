import type { DatabaseSync } from 'node:sqlite'
import type { SlotTest } from './columns/compile-filter.ts'
import type { Table } from './columns/table.ts'
import { ftsName } from './open-database.ts'

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
