import { filled, isNumber } from '../../blocks/markdown-table.ts'

type Row = readonly string[]
type Rows = readonly Row[]

interface Part {
  readonly columns: readonly [first: number, last: number]
  readonly rows: readonly [first: number, last: number]
}

/** The tables of a region of a sheet as people lay them out: beside each other, and below each other under titles or the same header. */
export function tablesOf(region: Rows): Rows[] {
  const beside = sideTables(region)
  return beside.flatMap((part) => stackedTables(part, beside.length > 1))
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

const cut = (region: Rows, { columns: [left, right], rows: [top, bottom] }: Part): Rows =>
  region.slice(top, bottom + 1).map((row) => row.slice(left, right + 1))

/** One text in its first cell, or the same over all of a row. */
const isTitle = (row: Row, width: number): boolean =>
  width > 1 && !!row[0] && !isNumber(row[0]) && (filled(row) === 1 || (row.length === width && row.every((text) => text === row[0])))

/** Names above all columns. */
const isHeader = (row: Row | undefined, width: number): row is Row =>
  row !== undefined && row.length === width && width > 1 && row.every((text) => text && !isNumber(text))

/** Names above most columns: the first may have none. */
const namesMost = (row: Row | undefined, width: number): boolean =>
  row !== undefined && filled(row) > 1 && filled(row) * 3 >= width * 2 && !row.some((text) => text && isNumber(text))

const widthOf = ({ columns: [left, right] }: Part): number => right - left + 1

/** Index of the first row below a part's titles. */
function belowTitles(rows: Rows, width: number): number {
  const at = rows.findIndex((row) => !isTitle(row, width))
  return at < 0 ? rows.length : at
}

/** Two columns and rows at least, and names above all of the columns; titles may stand above these. */
function isTable(rows: Rows, width: number): boolean {
  const top = belowTitles(rows, width)
  return isHeader(rows[top], width) && rows.length > top + 1
}

/**
 * Tables that stand beside each other, from left to right; the region itself where it is one. Empty columns inside one table are layout:
 * apart are only parts that each have a header or a title of their own, one a header, and that begin or end on different rows or repeat
 * each other's header.
 */
function sideTables(region: Rows): Rows[] {
  const parts = partsOf(region)
  if (parts.length < 2) return [region]
  const cuts = parts.map((part) => cut(region, part))
  const tables = cuts.map((rows, i) => isTable(rows, widthOf(parts[i]!)))
  if (!tables.includes(true) || !tables.every((is, i) => is || isTitle(cuts[i]![0]!, widthOf(parts[i]!)))) return [region]
  const aligned = new Set(parts.map(({ rows }) => rows.join())).size === 1
  const headers = new Set(cuts.map((rows) => rows[0]!.join('\t')))
  return aligned && headers.size === parts.length ? [region] : cuts
}

/**
 * Tables that stand below each other in a region or a part of one: where the first header is repeated, and, in a part whose empty rows say
 * nothing because others stand beside it, below an empty row where a title begins. Titles above a header of two columns stand apart.
 */
function stackedTables(rows: Rows, isPart: boolean): Rows[] {
  const width = rows.reduce((most, row) => Math.max(most, row.length), 0)
  const top = belowTitles(rows, width)
  const header = namesMost(rows[top], width) ? rows[top]!.join('\t') : undefined
  if (header === undefined && !isPart) return [rows]
  const starts = rows.flatMap((row, r) => {
    if (r <= top + 1) return []
    if (isPart && filled(rows[r - 1]!) === 0 && isTitle(row, width)) return [r]
    if (header === undefined || row.join('\t') !== header) return []
    let start = r
    while (start > top + 1 && isTitle(rows[start - 1]!, width)) start--
    return [start]
  })
  const bounds = [...new Set([0, ...starts, rows.length])]
  return bounds.slice(1).flatMap((end, i) => withTitlesApart(rows.slice(bounds[i], end), width))
}

function withTitlesApart(rows: Rows, width: number): Rows[] {
  const top = belowTitles(rows, width)
  if (top === 0 || !isHeader(rows[top], width)) return [rows]
  return [rows.slice(0, top).map(([title]) => [title!]), rows.slice(top)]
}
