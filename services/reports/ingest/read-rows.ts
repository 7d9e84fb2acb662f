import type { CostRow } from '../stored/cost-row.ts'
import type { FieldName, SheetLayout } from '../stored/layout.ts'
import type { FaultCode } from '../stored/says.ts'
import { headerWords, isPercentHeader } from './header-words.ts'
import { amountOf, type DecimalSign, decimalSignOf, quarterOf, type Read, shareOf, textOf } from './parse-value.ts'
import { type Cell, columnIndex, isShown, type Sheet, type SheetRow, shownCell } from './workbook.ts'

/** A row of an employee with its cells, and why what is in them is no value. */
export interface ReadRow extends CostRow {
  readonly cells: readonly Cell[]
  readonly faults?: Partial<Record<FieldName, FaultCode>>
}

/** A row that says what others add up to. */
export interface TotalRow {
  readonly sheet: number
  readonly row: number
  readonly label: string
  readonly cells: readonly Cell[]
  readonly salary: Read<number>
  readonly benefits: Read<number>
  /** How many rows of employees of the sheet stand before it. */
  readonly after: number
}

export interface SheetRows {
  readonly rows: readonly ReadRow[]
  readonly totals: readonly TotalRow[]
  readonly notes: readonly number[]
}

const TOTAL =
  /^(?:(?:grand|overall|report)\s+|sub-?\s*)?total(?:s|es)?(?![\p{L}])|^(?:zwischen|gesamt)?summe(?![\p{L}])|^gesamt(?![\p{L}])|^suma(?![\p{L}])/iu
const AMOUNTS = ['salary', 'benefits'] as const

/** The rows of a sheet by its layout. `sheet`: its place among the sheets. */
export function readRows(source: Sheet, layout: SheetLayout, sheet: number): SheetRows {
  if (!layout.use) return { rows: [], totals: [], notes: [] }
  const reader = rowReader(source, layout, sheet)
  const rows: ReadRow[] = []
  const totals: TotalRow[] = []
  const notes: number[] = []
  const bottom = Math.max(0, ...layout.header_rows)
  for (const given of source.rows) {
    if (given.row <= bottom) {
      if (!layout.header_rows.includes(given.row)) notes.push(given.row)
      continue
    }
    const label = shownCell(given.cells.find((cell) => cell !== null))
    if (TOTAL.test(label)) totals.push(reader.total(given, label, rows.length))
    else if (reader.isNote(given)) notes.push(given.row)
    else if (reader.isSum(given, rows, totals)) totals.push(reader.total(given, '', rows.length))
    else rows.push(reader.row(given))
  }
  return { rows, totals, notes }
}

function rowReader(source: Sheet, layout: SheetLayout, sheet: number) {
  const places = new Map(layout.columns.map((c) => [c.field, columnIndex(c.column)]))
  const at = (cells: readonly Cell[], field: FieldName): Cell | undefined => {
    const place = places.get(field)
    return place === undefined ? undefined : cells[place]
  }
  const bottom = Math.max(0, ...layout.header_rows)
  const body = source.rows.filter(({ row }) => row > bottom)
  const signs: DecimalSign = decimalSignOf(amountCells(body, places))
  const factors = new Map(layout.columns.map((c) => [c.field, c.factor]))
  const points = sharesArePoints(body, places.get('share'), layout.columns.find((c) => c.field === 'share')?.header ?? '')
  const headers = layout.columns.map((c) => [columnIndex(c.column), headerWords(c.header.split(' / ').at(-1) ?? '')] as const)
  const amount = (cells: readonly Cell[], field: 'salary' | 'benefits') => amountOf(at(cells, field), factors.get(field) ?? 1, signs)

  return {
    row({ row, cells }: SheetRow): ReadRow {
      let faults: Partial<Record<FieldName, FaultCode>> | undefined
      const take = <T>(field: FieldName, read: Read<T>): T | null => {
        if (read.value === null && 'fault' in read && read.fault) faults = { ...faults, [field]: read.fault }
        return read.value
      }
      const text = (field: FieldName) => take(field, textOf(at(cells, field)))
      const values = {
        ...{ id: text('id'), name: text('name'), position: text('position'), pool: text('pool') },
        ...{ salary: take('salary', amount(cells, 'salary')), benefits: take('benefits', amount(cells, 'benefits')) },
        share: take('share', shareOf(at(cells, 'share'), points, signs)),
        period: take('period', quarterOf(at(cells, 'period'))),
      }
      return { sheet, row, ...values, cells, ...(faults && { faults }) }
    },
    total: ({ row, cells }: SheetRow, label: string, after: number): TotalRow => ({
      ...{ sheet, row, label, cells, after },
      salary: amount(cells, 'salary'),
      benefits: amount(cells, 'benefits'),
    }),
    /** Neither employee nor total: a heading, a remark, headers once more. */
    isNote({ cells }: SheetRow): boolean {
      const filled = layout.columns.filter(({ field }) => isShown(at(cells, field)))
      if (filled.length === 0) return true
      // Headers are texts: most rows have two values that are none, and need no closer look.
      const others = filled.filter(({ field }) => typeof at(cells, field) !== 'string').length
      const repeated =
        others < 2
          ? headers.filter(([c, words]) => words !== '' && typeof cells[c] === 'string' && headerWords(cells[c]) === words).length
          : 0
      if (repeated >= 3 && repeated >= filled.length - 1) return true
      const [only] = filled
      if (filled.length > 1 || !only || only.field === 'salary' || only.field === 'benefits') return false
      const text = shownCell(at(cells, only.field))
      return only.field !== 'id' || /\s/.test(text) || text.length > 30
    },
    /** Amounts without a word that are the sums of what stands above. */
    isSum({ cells }: SheetRow, rows: readonly ReadRow[], totals: readonly TotalRow[]): boolean {
      if ((['id', 'name', 'position', 'pool', 'share', 'period'] as const).some((field) => isShown(at(cells, field)))) return false
      const since = rows.slice(totals.at(-1)?.after ?? 0)
      const near = (field: 'salary' | 'benefits', of: readonly ReadRow[]) => {
        const { value } = amount(cells, field)
        return value === null || Math.abs(of.reduce((sum, r) => sum + (r[field] ?? 0), 0) - value) < Math.max(1, Math.abs(value) * 0.1)
      }
      return rows.length > 1 && [rows, since].some((of) => of.length > 0 && AMOUNTS.every((field) => near(field, of)))
    },
  }
}

function* amountCells(rows: readonly SheetRow[], places: ReadonlyMap<FieldName, number>): Generator<Cell | undefined> {
  for (const { cells } of rows) for (const field of AMOUNTS) yield cells[places.get(field) ?? -1]
}

/** Whether the numbers of a column are percent, which its header has to say and a number above 1 to show. */
function sharesArePoints(rows: readonly SheetRow[], place: number | undefined, header: string): boolean {
  if (place === undefined || !isPercentHeader(header)) return false
  return rows.some(({ cells }) => {
    const cell = cells[place]
    const number =
      typeof cell === 'number'
        ? cell
        : typeof cell === 'string' && /^\d+(?:[.,]\d+)?$/.test(cell.trim())
          ? Number(cell.replace(',', '.'))
          : 0
    return number > 1
  })
}
