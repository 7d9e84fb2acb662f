import type { Archive } from '../../../../../kernel/cell/archive.ts'
import { repeatsAcross } from '../../blocks/table-grid.ts'

/** A merged range, by numbers from 0; the last row and column are within. */
export interface Merge {
  readonly s: { readonly r: number; readonly c: number }
  readonly e: { readonly r: number; readonly c: number }
}

/** Places that merged cells may fill; a merge of a whole empty column is no content. */
const MOST_MERGED = 100_000
export const MOST_MERGES = 50_000
const REFERENCE = /<(?:\w+:)?mergeCell\b[^>]*?\bref="([A-Z]{1,3})(\d{1,7}):([A-Z]{1,3})(\d{1,7})"/g
/** More than the longest element of a merged range has. */
const SEAM = 200

/** Number of a column, from 0, by its letters. */
const columnNumber = (letters: string): number => [...letters].reduce((n, l) => n * 26 + l.charCodeAt(0) - 64, 0) - 1

const RANGE = /^([A-Z]{1,3})(\d{1,7}):([A-Z]{1,3})(\d{1,7})$/

/** A merged range by its reference, such as "A1:C2". */
export function mergeOf(reference: string): Merge | undefined {
  const [, left = '', top, right = '', bottom] = RANGE.exec(reference) ?? []
  if (top === undefined || bottom === undefined) return undefined
  return { s: { r: Number(top) - 1, c: columnNumber(left) }, e: { r: Number(bottom) - 1, c: columnNumber(right) } }
}

/** The merged ranges of a sheet. They stand behind its rows, so that these are passed over in a first pass without a parser. */
export async function mergesOf(archive: Archive, part: string): Promise<Merge[]> {
  const merges: Merge[] = []
  let tail = ''
  for await (const piece of ((await archive.stream(part)) ?? []) as AsyncIterable<Buffer>) {
    const text = tail + piece.toString('latin1')
    let end = 0
    if (text.includes('mergeCell'))
      for (const match of text.matchAll(REFERENCE)) {
        const [whole, left = '', top, right = '', bottom] = match
        end = match.index + whole.length
        if (merges.length < MOST_MERGES)
          merges.push({ s: { r: Number(top) - 1, c: columnNumber(left) }, e: { r: Number(bottom) - 1, c: columnNumber(right) } })
      }
    tail = text.slice(Math.max(end, text.length - SEAM))
  }
  return merges
}

/**
 * Writes the text of merged cells into each place that they cover, row by row: to be called with the rows that hold something, from
 * the top, and the texts of each. A title across a row of its own stands there once.
 */
export function createMergeFill(merges: readonly Merge[]): (row: number, texts: string[]) => void {
  const waiting = [...merges].sort((a, b) => a.s.r - b.s.r)
  let open: (Merge & { readonly text: string })[] = []
  let next = 0
  let filled = 0
  return (row, texts) => {
    const own = [...texts]
    for (; next < waiting.length && waiting[next]!.s.r <= row; next++) {
      const merge = waiting[next]!
      const text = merge.s.r === row ? own[merge.s.c] : undefined
      const title = merge.s.r === merge.e.r && own.every((t, c) => !t || c === merge.s.c)
      if (!text || title) continue
      filled += (merge.e.r - merge.s.r + 1) * (merge.e.c - merge.s.c + 1)
      if (filled <= MOST_MERGED) open.push({ ...merge, text })
    }
    open = open.filter((m) => m.e.r >= row)
    for (const { s, e, text } of open) {
      const last = repeatsAcross(text, e.c - s.c + 1) ? e.c : s.c
      for (let c = s.c; c <= last; c++) texts[c] ??= text
    }
  }
}
