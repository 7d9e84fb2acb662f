import type { SlotTest } from './compile-filter.ts'
import { createTopK, type Ranked } from './rank.ts'
import type { Table } from './table.ts'

/** The product of the query with the vector that begins at `at`; four sums, so that additions need not wait for each other. */
function dot(query: Float32Array, vectors: Float32Array, at: number): number {
  let a = 0
  let b = 0
  let c = 0
  let d = 0
  let i = 0
  for (const even = query.length & ~3; i < even; i += 4) {
    a += query[i]! * vectors[at + i]!
    b += query[i + 1]! * vectors[at + i + 1]!
    c += query[i + 2]! * vectors[at + i + 2]!
    d += query[i + 3]! * vectors[at + i + 3]!
  }
  for (; i < query.length; i++) a += query[i]! * vectors[at + i]!
  return a + b + c + d
}

/** The chunks with the highest cosine to the query, exactly. Vectors are of unit length. */
export function nearest(table: Table, query: Float32Array, limit: number, passes: SlotTest | undefined): Ranked[] {
  const top = createTopK(limit)
  const { end, hasVector, vectors, dimensions } = table
  for (let slot = 0; slot < end; slot++) {
    if (hasVector[slot] === 1 && (!passes || passes(slot))) top.offer(slot, dot(query, vectors, slot * dimensions))
  }
  return top.take()
}
