import { type Column, type Correction, type FieldName, fieldLabels, fieldNames, type Layout, type SheetLayout } from '../stored/layout.ts'
import { factorOf, fieldOfHeader, headerWords } from './header-words.ts'
import { columnIndex, columnLetters, type Sheet, type SheetRow, shownCell } from './workbook.ts'

/** Rows among which headers are looked for, and how many of them may be one header. */
const LOOKED_AT = 40
const LEVELS = 3
/** Fewer fields make no cost report. */
const FEWEST_FIELDS = 4

/** What a person or an earlier correction says of the columns. */
export interface Known {
  /** Field by the words of its header; null: such a column is no field. */
  readonly headers: Readonly<Record<string, FieldName | null>>
  /** Whether a sheet holds costs, by its name. */
  readonly sheets?: Readonly<Record<string, boolean>> | undefined
  readonly correction?: Correction | undefined
}

/** What of each sheet is taken for what. Rows are counted later. */
export function findLayout(sheets: readonly Sheet[], known: Known): Layout {
  const found = sheets.map((sheet) => sheetLayout(sheet, known))
  const visible = found.some((layout) => layout.use && !layout.hidden)
  return {
    sheets: found.map((layout) =>
      layout.use && layout.hidden && visible && !saidOf(layout.name, known)
        ? {
            ...layout,
            use: false,
            reason: 'The sheet is hidden, and others that are not hold costs. Choose it where it belongs to the report.',
          }
        : layout,
    ),
  }
}

/** Whether a person said that a sheet holds costs, of this workbook or of one before. */
function saidOf(name: string, { correction, sheets = {} }: Known): boolean | undefined {
  return correction?.sheets.find((s) => s.name === name)?.use ?? (Object.hasOwn(sheets, name) ? sheets[name] : undefined)
}

interface Candidate {
  readonly from: number
  readonly levels: number
  readonly columns: readonly Column[]
  readonly headers: readonly string[]
  readonly sure: number
}

function sheetLayout(sheet: Sheet, known: Known): SheetLayout {
  const { name, hidden } = sheet
  const correction = known.correction?.sheets.find((s) => s.name === name)
  const rows = sheet.rows.slice(0, LOOKED_AT)
  const given = correction?.header_row
  const best =
    given === undefined ? (bestCandidate(sheet, rows, known) ?? likelyCandidate(sheet, rows, known)) : givenCandidate(sheet, given, known)
  const columns = corrected(best, correction)
  const missing = fieldNames.filter((field) => !columns.some((c) => c.field === field))
  const reason = reasonOf()
  function reasonOf(): string {
    if (saidOf(name, known) === false) return 'It was left out by a correction.'
    if (given !== undefined && !best) return `Row ${given} is empty: name the row in which the headers end.`
    return whyNot(columns, missing, best?.headers ?? [], sheet)
  }
  const top = best ? (sheet.rows[best.from]?.row ?? 1) : 0
  return {
    ...{ name, hidden, use: reason === '', reason },
    header_rows: best ? Array.from({ length: best.levels }, (_, i) => sheet.rows[best.from + i]?.row ?? top + i) : [],
    columns,
    headers: (best?.headers ?? []).flatMap((header, c) => (header ? [{ column: columnLetters(c), header }] : [])).slice(0, 100),
    missing: [...missing],
    ...{ rows: 0, total_rows: [], note_rows: [] },
  }
}

function whyNot(columns: readonly Column[], missing: readonly FieldName[], headers: readonly string[], { rows }: Sheet): string {
  if (rows.length === 0) return 'The sheet is empty.'
  const has = (field: FieldName) => columns.some((c) => c.field === field)
  if (columns.length >= FEWEST_FIELDS && (has('id') || has('name')) && (has('salary') || has('benefits'))) return ''
  const found = headers
    .filter(Boolean)
    .slice(0, 8)
    .map((h) => JSON.stringify(h.slice(0, 40)))
  const said = found.length > 0 ? `Headers found: ${found.join(', ')}.` : 'Headers found: none.'
  return `${said} Headers missing: ${missing.map((field) => fieldLabels[field]).join(', ')}.`
}

/** Where none names a field: the row that looks most like headers, the first with the most texts, so that its columns can be named by hand. */
function likelyCandidate(sheet: Sheet, rows: readonly SheetRow[], known: Known): Candidate | undefined {
  const texts = rows.map(({ cells }) => cells.filter((cell) => typeof cell === 'string' && cell.trim() !== '').length)
  const most = Math.max(0, ...texts)
  return most > 0 ? candidateOf(sheet, texts.indexOf(most), 1, known, true) : undefined
}

/** The rows whose words name the most fields; the first and the fewest of them. */
function bestCandidate(sheet: Sheet, rows: readonly SheetRow[], known: Known): Candidate | undefined {
  let best: Candidate | undefined
  for (let from = 0; from < rows.length; from++) {
    // Nothing below headers of all fields is a better one.
    if (best && best.columns.length === fieldNames.length && from > best.from + LEVELS) break
    for (let levels = 1; levels <= Math.min(LEVELS, rows.length - from); levels++) {
      const candidate = candidateOf(sheet, from, levels, known)
      if (!candidate) break
      const better = candidate.columns.length - (best?.columns.length ?? 0)
      if (better > 0 || (better === 0 && candidate.sure > (best?.sure ?? 0) + 0.01 && candidate.columns.length > 0)) best = candidate
    }
  }
  return best
}

/** The header that ends in a row that a person named. */
function givenCandidate(sheet: Sheet, row: number, known: Known): Candidate | undefined {
  if (row === 0) return withoutHeaders(sheet)
  const last = sheet.rows.findIndex((r) => r.row === row)
  if (last < 0) return undefined
  const tries = [1, 2, 3].filter((levels) => levels <= last + 1).map((levels) => candidateOf(sheet, last + 1 - levels, levels, known, true))
  return tries.reduce((a, b) => ((b?.columns.length ?? 0) > (a?.columns.length ?? 0) ? b : a))
}

/** Of a sheet that has none: its columns by their letters. */
function withoutHeaders({ rows }: Sheet): Candidate {
  const width = rows.slice(0, LOOKED_AT).reduce((most, { cells }) => Math.max(most, cells.length), 0)
  return { from: 0, levels: 0, columns: [], headers: Array.from({ length: width }, (_, c) => `column ${columnLetters(c)}`), sure: 0 }
}

function candidateOf(sheet: Sheet, from: number, levels: number, known: Known, given = false): Candidate | undefined {
  const rows = sheet.rows.slice(from, from + levels)
  // Headers stand next to each other, and numbers are no headers.
  if (rows.some((r, i) => i > 0 && r.row !== rows[0]!.row + i)) return undefined
  if (
    !given &&
    rows.some(({ cells }) => cells.filter((c) => typeof c === 'number').length > cells.filter((c) => typeof c === 'string').length)
  )
    return undefined
  const texts = rows.map((row) => filledTexts(sheet, row))
  const width = Math.max(0, ...texts.map((t) => t.length))
  const headers = Array.from({ length: width }, (_, c) => joined(texts.map((t) => t[c] ?? '')))
  const scored = headers.flatMap((header, c) => {
    const field = header && named(header, known)
    return field ? [{ c, header, ...field }] : []
  })
  scored.sort((a, b) => b.sure - a.sure || a.c - b.c)
  const columns: Column[] = []
  let sure = 0
  for (const { c, header, field, sure: s, by } of scored) {
    if (columns.some((column) => column.field === field)) continue
    columns.push({ field, column: columnLetters(c), header, factor: factorOf(header), by })
    sure += s
  }
  columns.sort((a, b) => columnIndex(a.column) - columnIndex(b.column))
  return { from, levels, columns, headers, sure: sure - 0.1 * (levels - 1) }
}

/** The texts of a row of headers, with those of merged cells in each place that they cover. */
function filledTexts(sheet: Sheet, { row, cells }: SheetRow): string[] {
  const texts = cells.map((cell) => (typeof cell === 'string' ? cell.replaceAll(/\s+/g, ' ').trim().slice(0, 200) : shownCell(cell)))
  for (const { r, c, toR, toC } of sheet.merges) {
    if (row - 1 < r || row - 1 > toR) continue
    const origin = sheet.rows.find((own) => own.row === r + 1)?.cells[c]
    if (typeof origin === 'string') for (let at = c; at <= toC; at++) texts[at] ||= origin.replaceAll(/\s+/g, ' ').trim().slice(0, 200)
  }
  return Array.from(texts, (text) => text ?? '')
}

const joined = (levels: readonly string[]): string => levels.filter((text, i) => text !== '' && levels.indexOf(text) === i).join(' / ')

/** The field that a header names by its own words. */
export const fieldNamed = (header: string): FieldName | undefined => named(header, { headers: {} })?.field

/** The field that a header names: as it was corrected before, by its last level, by all of it, by another level. */
function named(header: string, { headers }: Known): { field: FieldName; sure: number; by: Column['by'] } | undefined {
  const words = headerWords(header)
  const learned = Object.hasOwn(headers, words) ? headers[words] : undefined
  if (learned) return { field: learned, sure: 2, by: 'remembered' }
  const levels = header.split(' / ')
  const isNone = (text: string) => Object.hasOwn(headers, headerWords(text)) && headers[headerWords(text)] === null
  if (learned === null || levels.some(isNone)) return undefined
  const tries = [header, ...levels.toReversed()]
  const found = tries.map(fieldOfHeader).map((hit, i) => hit && { ...hit, sure: hit.sure - (i > 1 ? 0.3 : 0) })
  const best = found.reduce((a, b) => ((b?.sure ?? 0) > (a?.sure ?? 0) ? b : a), undefined)
  return best && { ...best, by: 'header' }
}

/** The columns with what a person said of them. */
function corrected(best: Candidate | undefined, correction: Correction['sheets'][number] | undefined): Column[] {
  const given = Object.entries(correction?.columns ?? {}) as [FieldName, string | null][]
  const said = new Set(given.map(([field]) => field))
  const taken = new Set(given.map(([, column]) => column))
  const kept = (best?.columns ?? []).filter((c) => !said.has(c.field) && !taken.has(c.column))
  const columns = given.flatMap(([field, column]): Column[] => {
    if (column === null) return []
    const header = best?.headers[columnIndex(column)] || `column ${column}`
    return [{ field, column, header, factor: factorOf(header), by: 'given' }]
  })
  return [...kept, ...columns].sort((a, b) => columnIndex(a.column) - columnIndex(b.column))
}
