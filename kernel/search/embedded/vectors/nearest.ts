import type { DatabaseSync } from 'node:sqlite'
import { createTopK, type Ranked } from '../../rank.ts'
import type { SlotTest } from '../columns/compile-filter.ts'
import type { Table } from '../columns/table.ts'

/** Candidates beyond those asked for, so that rounding cannot push a right one out; recall is measured in bench/search.ts. */
const MARGIN = 50

function dot(a: Float32Array, b: Float32Array): number {
  let sum = 0
  for (let i = 0; i < a.length; i++) sum += a[i]! * b[i]!
  return sum
}

/** The numbers of a stored vector; the copy gives them the alignment that floats need. */
export const floatsOf = (blob: unknown): Float32Array | undefined =>
  blob instanceof Uint8Array && blob.byteLength % 4 === 0 ? new Float32Array(blob.slice().buffer) : undefined

export interface Nearest {
  /** Best first. */
  readonly ranked: readonly Ranked[]
  /** Of the cosines to all chunks that have a vector and pass; 0 where there are none. */
  readonly mean: number
}

/** The exact cosine of a slot's stored vector to the query; undefined where it has none. */
export function cosineTo(db: DatabaseSync, table: Table, query: Float32Array): (slot: number) => number | undefined {
  const stored = db.prepare('SELECT vector FROM chunks WHERE rowid = ?')
  return (slot) => {
    const vector = floatsOf(stored.get(table.rowids[slot]!)?.vector)
    return vector && dot(query, vector)
  }
}

/** The chunks with the highest cosine to the query: the best by 8-bit products, sorted by the stored floats. */
export function nearest(db: DatabaseSync, table: Table, query: Float32Array, limit: number, passes: SlotTest | undefined): Nearest {
  if (!table.vectors || limit === 0) return { ranked: [], mean: 0 }
  const wide = createTopK(limit + MARGIN, table.rowids)
  let [sum, chunks] = [0, 0]
  table.vectors.scan(query, table.end, passes, (slot, product) => {
    sum += product
    chunks++
    wide.offer(slot, product)
  })
  const cosine = cosineTo(db, table, query)
  const exact = createTopK(limit, table.rowids)
  for (const { slot } of wide.take()) {
    const score = cosine(slot)
    if (score !== undefined) exact.offer(slot, score)
  }
  return { ranked: exact.take(), mean: chunks ? sum / chunks : 0 }
}
