import type { DatabaseSync } from 'node:sqlite'
import type { SearchHit } from '../search.ts'
import type { Table } from './columns/table.ts'
import type { Ranked } from './rank.ts'
import { parseFields } from './tables.ts'

/** The stored chunks of these slots with all of their fields, in the same order. */
export function readHits(db: DatabaseSync, table: Table, ranked: readonly Ranked[]): SearchHit[] {
  const statement = db.prepare('SELECT chunk_id, fields FROM chunks WHERE rowid = ?')
  return ranked.map(({ slot, score }) => {
    const row = statement.get(table.rowids[slot]!)
    if (!row) throw new Error(`search.db has lost chunk ${table.rowids[slot]} of ${table.spec.name}`)
    return { id: String(row.chunk_id), index: table.spec.name, score, fields: parseFields(row.fields) }
  })
}
