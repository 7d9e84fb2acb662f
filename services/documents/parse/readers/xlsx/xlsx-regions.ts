import type { DraftBlock } from '../../blocks/draft-block.ts'
import { gridBlocks } from '../../blocks/table-grid.ts'
import { tablesOf } from './sheet-tables.ts'
import type { Row } from './xlsx-cells.ts'

/** Regions of rows, each a table, or a paragraph when it is one cell. */
export function* sheetBlocks(
  rows: readonly Row[],
  beside: readonly DraftBlock[],
  place: { page: number; part: string },
): Iterable<DraftBlock> {
  for (const region of regionsOf(rows)) for (const table of tablesOf(region)) yield* gridBlocks(table, place)
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
  let region: string[][] = []
  let [end, extent] = [0, NOTHING]
  for (const stretch of stretches) {
    const own = extentOf(stretch)
    if (region.length > 0 && (stretch[0]![0] > end + 2 || !isSame(extent, own))) {
      yield region
      region = []
      extent = NOTHING
    }
    for (const [, cells] of stretch) region.push(cells)
    end = stretch.at(-1)![0]
    // Told of the region as it grows: a sheet may have a hundred thousand stretches of a row each.
    extent = both(extent, own)
  }
  if (region.length > 0) yield region
}

/** First and last column that hold something. */
type Extent = readonly [first: number, last: number]
const NOTHING: Extent = [Number.POSITIVE_INFINITY, -1]
const both = (a: Extent, b: Extent): Extent => [Math.min(a[0], b[0]), Math.max(a[1], b[1])]

/** One column of notes or titles is no part of a table below it, whichever column it is. */
const isSame = ([first, last]: Extent, [from, to]: Extent): boolean => (first === last ? from === to : first === from && last === to)

function extentOf(rows: readonly Row[]): Extent {
  let extent = NOTHING
  for (const [, cells] of rows) {
    const from = cells.findIndex(Boolean)
    if (from >= 0) extent = both(extent, [from, cells.length - 1])
  }
  return extent
}
