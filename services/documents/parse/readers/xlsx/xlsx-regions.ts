import type { DraftBlock } from '../../draft-block.ts'
import { gridBlocks } from '../../table-grid.ts'
import { sideTables } from '../side-tables.ts'
import type { Row } from './xlsx-cells.ts'

/** Regions of rows, each a table, or a paragraph when it is one cell. */
export function* sheetBlocks(
  rows: readonly Row[],
  beside: readonly DraftBlock[],
  place: { page: number; part: string },
): Iterable<DraftBlock> {
  for (const region of regionsOf(rows)) for (const table of sideTables(region)) yield* gridBlocks(table, place)
  yield* beside
}

/** Rows between empty rows; a single empty row does not part what has the same first and last column. */
function* regionsOf(rows: readonly Row[]): Iterable<string[][]> {
  const stretches: Row[][] = []
  for (const row of rows) {
    const last = stretches.at(-1)
    if (last && row[0] === last.at(-1)![0] + 1) last.push(row)
    else stretches.push([row])
  }
  let region: Row[] = []
  for (const stretch of stretches) {
    if (region.length && (stretch[0]![0] > region.at(-1)![0] + 2 || extentOf(region) !== extentOf(stretch))) {
      yield region.map((r) => r[1])
      region = []
    }
    region = region.concat(stretch)
  }
  if (region.length) yield region.map((r) => r[1])
}

function extentOf(rows: readonly Row[]): string {
  let [first, last] = [Number.POSITIVE_INFINITY, -1]
  for (const [, cells] of rows) {
    const from = cells.findIndex(Boolean)
    if (from >= 0) [first, last] = [Math.min(first, from), Math.max(last, cells.length - 1)]
  }
  // One column of notes or titles is no part of a table below it.
  return first === last ? '' : `${first}:${last}`
}
