import { z } from 'zod'
import { textLines } from '../../../kernel/blobs/artifacts.ts'
import type { Blobs } from '../../../kernel/blobs/blobs.ts'
import { type Cell, columnLetters, shownCell } from '../ingest/workbook.ts'
import { reportBlob } from './report-blobs.ts'

const LONGEST_TEXT = 300

export const sheetCellsSchema = z
  .object({
    sheet: z.string(),
    rows: z.array(
      z.object({
        row: z.int().describe('From 1.'),
        cells: z.array(z.object({ column: z.string(), text: z.string().describe('As it is shown, up to 300 characters.') })),
      }),
    ),
  })
  .meta({
    id: 'CostSheetCells',
    description: 'Rows of a sheet without empty cells.',
    examples: [{ sheet: 'Costs', rows: [{ row: 7, cells: [{ column: 'E', text: '-5' }] }] }],
  })
export type SheetCells = z.output<typeof sheetCellsSchema>

/**
 * Rows of a sheet that hold something, from a row on. `rows` is undefined where there is no such sheet. Reads no further than it has to,
 * and of the lines before only how they begin.
 */
export async function sheetCells(
  blobs: Blobs,
  id: string,
  { sheet, from, count }: { sheet: string; from: number; count: number },
): Promise<SheetCells | undefined> {
  let rows: SheetCells['rows'] | undefined
  for await (const line of textLines(blobs, reportBlob(id, 'cells.ndjson'))) {
    if (line.startsWith('{')) {
      if (rows) break
      if (JSON.parse(line).name === sheet) rows = []
    } else if (rows && Number.parseInt(line.slice(1, 12), 10) >= from) {
      const [row, cells] = JSON.parse(line) as [number, Cell[]]
      if (row >= from + count) break
      rows.push({ row, cells: cells.flatMap(shown) })
    }
  }
  return rows && { sheet, rows }
}

function shown(cell: Cell, at: number): { column: string; text: string }[] {
  const text = shownCell(cell)
  return text === '' ? [] : [{ column: columnLetters(at), text: text.slice(0, LONGEST_TEXT) }]
}
