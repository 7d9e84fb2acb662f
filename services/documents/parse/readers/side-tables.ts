import { isNumber } from '../blocks/markdown-table.ts'

type Rows = readonly (readonly string[])[]

interface Part {
  readonly columns: readonly [first: number, last: number]
  readonly rows: readonly [first: number, last: number]
}

/** Stretches of columns that hold something, with the rows between which they do. */
function partsOf(region: Rows): Part[] {
  const extents: [top: number, bottom: number][] = []
  region.forEach((row, r) => {
    // One pass over what is there: a region may have 16,384 columns, or a million rows.
    row.forEach((text, column) => {
      if (text) extents[column] = [extents[column]?.[0] ?? r, r]
    })
  })
  const parts: Part[] = []
  extents.forEach(([top, bottom], column) => {
    const last = parts.at(-1)
    if (last?.columns[1] === column - 1)
      parts[parts.length - 1] = { columns: [last.columns[0], column], rows: [Math.min(last.rows[0], top), Math.max(last.rows[1], bottom)] }
    else parts.push({ columns: [column, column], rows: [top, bottom] })
  })
  return parts
}

/** Two columns and rows at least, and names above all of the columns. */
function isTable(region: Rows, { columns: [left, right], rows: [top, bottom] }: Part): boolean {
  const header = region[top]!.slice(left, right + 1)
  return right > left && bottom > top && header.length === right - left + 1 && header.every((t) => t && !isNumber(t))
}

/**
 * Tables that stand beside each other in a region of a sheet, from left to right; the region itself where it is one. Empty columns
 * inside one table are layout: apart are only parts that each have a header of their own, and that begin or end on different rows or
 * repeat each other's header.
 */
export function sideTables(region: Rows): Rows[] {
  const parts = partsOf(region)
  if (parts.length < 2 || !parts.every((p) => isTable(region, p))) return [region]
  const aligned = new Set(parts.map((p) => p.rows.join())).size === 1
  const headers = new Set(parts.map(({ columns, rows }) => region[rows[0]]!.slice(columns[0], columns[1] + 1).join('\t')))
  if (aligned && headers.size === parts.length) return [region]
  return parts.map(({ columns, rows }) => region.slice(rows[0], rows[1] + 1).map((row) => row.slice(columns[0], columns[1] + 1)))
}
