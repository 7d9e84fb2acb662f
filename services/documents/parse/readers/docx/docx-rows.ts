import { CLOSE, OPEN, type XmlCursor } from '../../xml/cursor.ts'
import { type Markup, markup } from './docx-blocks.ts'

/** Most columns that a row may leave out at its begin. */
export const MOST_SKIPPED = 1000

interface Cell {
  readonly pieces: readonly (Markup | string)[]
  columns: number
  rows: number
  /** Whether it is the lower part of the cell above. */
  goesOn: boolean
}

interface Row {
  cells: Cell[]
  deleted: boolean
}

const countOf = (text: string | undefined): number => Math.max(1, Math.min(10_000, Number.parseInt(text ?? '', 10) || 1))

/** The rows of a table as they come, with the cells that go over several of them (ECMA-376 part 1, 17.4.84 vMerge). */
export function createTable() {
  const all: Row[] = []
  return {
    beginRow(): void {
      all.push({ cells: [], deleted: false })
    },
    /** Reads the properties of the row, which were just opened; a row that begins late begins with an empty cell (17.4.15 gridBefore). */
    setRow(cursor: XmlCursor): Pick<Row, 'deleted'> {
      const row = all.at(-1)!
      let skipped = 0
      for (let step = cursor.next(); step !== CLOSE; step = cursor.next()) {
        if (step !== OPEN) continue
        if (cursor.name === 'w:del') row.deleted = true
        else if (cursor.name === 'w:gridBefore') skipped = Math.min(Number(cursor.attribute('w:val')) || 0, MOST_SKIPPED)
        cursor.skip()
      }
      if (skipped > 0) row.cells.push({ pieces: [], columns: skipped, rows: 1, goesOn: false })
      return row
    },
    addCell(pieces: readonly (Markup | string)[]): Cell {
      const cell: Cell = { pieces, columns: 1, rows: 1, goesOn: false }
      all.at(-1)!.cells.push(cell)
      return cell
    },
    /** Reads the properties of a cell, which were just opened. */
    setCell(cell: Cell, cursor: XmlCursor): void {
      for (let step = cursor.next(); step !== CLOSE; step = cursor.next()) {
        if (step !== OPEN) continue
        if (cursor.name === 'w:gridSpan') cell.columns = countOf(cursor.attribute('w:val'))
        else if (cursor.name === 'w:vMerge') cell.goesOn = (cursor.attribute('w:val') || 'continue') === 'continue'
        cursor.skip()
      }
    },
    rows(): Markup[] {
      const above = new Map<number, Cell>()
      const shown = all.filter((row) => !row.deleted)
      for (const { cells } of shown) {
        let column = 0
        for (const cell of cells) {
          const upper = cell.goesOn ? above.get(column) : undefined
          cell.goesOn = upper !== undefined
          if (upper) upper.rows++
          else above.set(column, cell)
          column += cell.columns
        }
      }
      return shown.map(({ cells }) => markup('tr', cells.filter((cell) => !cell.goesOn).map(elementOf)))
    },
  }
}

const elementOf = ({ pieces, columns, rows }: Cell): Markup =>
  markup('td', [...pieces], {
    ...(columns > 1 && { colspan: String(columns) }),
    ...(rows > 1 && { rowspan: String(rows) }),
  })
