import type { Passage } from '../../llm.ts'
import { stemsOf, titleStemsOf } from '../words/stems.ts'
import { cellsOf, SEPARATOR } from './table-row.ts'

export interface Row {
  /** Index of the passage that it stands in. */
  readonly passage: number
  /** Of a row that is cut between its cells: the passages of its further parts. */
  readonly further?: readonly number[]
  readonly cells: readonly string[]
}

/** A table, put together of the passages that hold its parts. */
export interface Grid {
  /** Name of each column; empty where it has none. */
  readonly columns: readonly string[]
  readonly rows: readonly Row[]
  /** Index of the column that names the rows: the first, unless its cells are running numbers beside names. */
  readonly label: number
  /** What stands above the table and names it: captions, headings, title. */
  readonly caption: string
  readonly captionStems: ReadonlySet<string>
  /** Index of its first passage. */
  readonly passage: number
  /** Whether there may be more rows than were read. */
  readonly partly: boolean
  /** Whether what was read of its document says a word anywhere. */
  readonly documentSays: (word: string) => boolean
}

interface Piece {
  readonly passage: number
  readonly header: string
  readonly rows: Row[]
  readonly above: string
}

const ROW = /^\s*\|.*\|\s*$/
const MOST_ROWS = 5_000
/** Rows that the next part of a table repeats at most. */
const MOST_REPEATED = 50
/** Characters above a table that name it. */
const CAPTION = 300

/** The tables of the passages; parts of one table, which repeat its header, are joined. */
export function gridsOf(passages: readonly Passage[]): Grid[] {
  const byTable: Piece[][] = []
  const last = new Map<string, Piece[]>()
  const named = new Map<string, string>()
  const chunk = (document: string, order: number) => `${document} ${order}`
  const texts = new Map(
    passages.flatMap(({ document, order, text }) =>
      document === undefined || order === undefined ? [] : [[chunk(document, order), text]],
    ),
  )
  /** A table with which a chunk begins stands under the end of the chunk before. */
  const before = ({ document = '', order, text }: Passage): string =>
    order !== undefined && ROW.test(text.split('\n', 1)[0]!) ? wordsAbove((texts.get(chunk(document, order - 1)) ?? '').split('\n')) : ''
  const inOrder = passages
    .map((passage, index) => ({ passage, index }))
    .sort((a, b) => comesBefore(a.passage, b.passage) || a.index - b.index)
  for (const { passage, piece } of withWholeRows(inOrder)) {
    const key = `${passage.document ?? passage.id} ${piece.header}`
    const open = last.get(key)
    if (open && !piece.above) open.push(piece)
    else {
      // a table right below another stands under the same words
      const document = `${passage.document ?? passage.id} ${passage.title ?? ''}`
      const above = piece.above || before(passage) || (named.get(document) ?? '')
      named.set(document, above)
      const pieces = [{ ...piece, above }]
      byTable.push(pieces)
      last.set(key, pieces)
    }
  }
  return byTable.flatMap((pieces) => {
    const grid = gridOf(pieces, passages)
    return grid.rows.length ? [grid] : []
  })
}

/** The tables' parts in order, those put together that hold the cells of one row. */
function withWholeRows(inOrder: readonly { passage: Passage; index: number }[]): { passage: Passage; piece: Piece }[] {
  const found: { passage: Passage; piece: Piece }[] = []
  for (const { passage, index } of inOrder)
    for (const piece of piecesOf(passage.text, index)) {
      const before = found.at(-1)
      if (before && before.passage.document === passage.document && goesOnBeside(before.piece, piece))
        found[found.length - 1] = { passage: before.passage, piece: beside(before.piece, piece) }
      else found.push({ passage, piece })
    }
  return found
}

/** Whether a part of a table holds further cells of the rows of the part before: a row that is too long for a passage is cut between its cells. */
function goesOnBeside(a: Piece, b: Piece): boolean {
  return (
    b.above === '' &&
    a.passage !== b.passage &&
    a.header !== b.header &&
    cellsOf(a.header)[0] === cellsOf(b.header)[0] &&
    a.rows.length === b.rows.length &&
    a.rows.every(({ cells }, i) => cells[0] && cells[0] === b.rows[i]!.cells[0])
  )
}

const beside = (a: Piece, b: Piece): Piece => ({
  ...a,
  header: `${a.header.trimEnd().replace(/\|$/, '')}${b.header.trim().replace(/^\|(?:\\\||[^|])*/, '')}`,
  rows: a.rows.map((row, i) => ({
    ...row,
    further: [...(row.further ?? []), b.passage],
    cells: [...row.cells, ...b.rows[i]!.cells.slice(1)],
  })),
})

const comesBefore = (a: Passage, b: Passage): number =>
  a.document !== undefined && a.document === b.document
    ? (a.order ?? 0) - (b.order ?? 0)
    : (a.document ?? '').localeCompare(b.document ?? '')

const wordsAbove = (lines: readonly string[]): string =>
  lines
    .filter((line) => line.trim() && !ROW.test(line))
    .join('\n')
    .slice(-CAPTION)

function* piecesOf(text: string, passage: number): Generator<Piece> {
  const lines = text.split('\n')
  for (let i = 1; i < lines.length; i++) {
    if (!SEPARATOR.test(lines[i]!) || !ROW.test(lines[i - 1]!)) continue
    const rows: Row[] = []
    let end = i + 1
    for (; end < lines.length && ROW.test(lines[end]!) && rows.length < MOST_ROWS; end++) {
      if (SEPARATOR.test(lines[end + 1] ?? '')) break
      rows.push({ passage, cells: cellsOf(lines[end]!) })
    }
    yield { passage, header: lines[i - 1]!, rows, above: wordsAbove(lines.slice(0, i - 1)) }
    i = end - 1
  }
}

/** Rows of a table's parts, without those with which a part repeats the end of the one before. A row that stands there twice is two. */
function joinPieces(pieces: readonly Piece[]): Row[] {
  const all: Row[] = []
  const keys: string[] = []
  for (const { rows } of pieces) {
    const own = rows.map(({ cells }) => cells.join('|'))
    let repeated = Math.min(own.length, keys.length, MOST_REPEATED)
    while (repeated > 0 && own.slice(0, repeated).some((key, i) => key !== keys[keys.length - repeated + i])) repeated--
    all.push(...rows.slice(repeated))
    keys.push(...own.slice(repeated))
  }
  return all
}

function gridOf(pieces: readonly Piece[], passages: readonly Passage[]): Grid {
  const first = pieces[0]!
  const all = joinPieces(pieces).filter(({ cells }) => cells.some(Boolean))
  const header = cellsOf(first.header)
  // Rows without a figure and without a label, right below the header, name columns too.
  const under: string[][] = []
  while (all[0] && under.length < 3 && namesColumns(all[0].cells)) under.push([...all.shift()!.cells])
  const spanned = under.length ? spreadOver(header) : header
  const levels = [spanned, ...under]
  const width = Math.max(...levels.map((l) => l.length))
  const columns = Array.from({ length: width }, (_, i) => [...new Set(levels.map((l) => l[i] ?? '').filter(Boolean))].join(' '))
  // A name over all columns is the table's: it says nothing of one of them.
  const lone = header.filter(Boolean).length <= 2 && under.length > 0 ? header.filter(Boolean).join(' ') : ''
  const title = passages[first.passage]?.title ?? ''
  const caption = [title, first.above, lone].filter(Boolean).join('\n')
  return {
    columns,
    rows: all,
    label: labelColumn(all),
    caption,
    captionStems: new Set([...titleStemsOf(title), ...stemsOf(caption)]),
    passage: first.passage,
    partly: passages[first.passage]?.partly === true,
    documentSays: (word) => {
      const document = passages[first.passage]?.document
      return document !== undefined && passages.some((one) => one.document === document && saysWord(one.text, word))
    },
  }
}

/** Whether a text has the word, not only its letters within another. */
function saysWord(text: string, word: string): boolean {
  const lower = text.toLowerCase()
  for (let at = lower.indexOf(word); at >= 0; at = lower.indexOf(word, at + 1))
    if (!/\p{L}/u.test(lower[at - 1] ?? '') && !/\p{L}{3}/u.test(lower.slice(at + word.length, at + word.length + 3))) return true
  return false
}

/** Rows that are looked at for it. */
const LABELLED_ROWS = 200
function labelColumn(rows: readonly Row[]): number {
  const some = rows.slice(0, LABELLED_ROWS)
  const isNumbered = some.every(({ cells }, i) => Number(cells[0]) === Number(some[0]!.cells[0]) + i)
  const lettered = (at: number) => some.filter(({ cells }) => /\p{L}/u.test(cells[at] ?? '')).length
  const width = some[0]?.cells.length ?? 0
  const named = Array.from({ length: width }, (_, at) => at).find((at) => lettered(at) > some.length / 2)
  return some.length > 1 && isNumbered ? (named ?? 0) : 0
}

/** Whether a row names columns: no label of its own but a unit, and years at most as figures. */
const namesColumns = (cells: readonly string[]): boolean =>
  cells.filter(Boolean).length > 1 &&
  !/[\p{L}\p{N}]/u.test(cells[0] ?? '') &&
  cells.every((cell) => figureOf(cell) === undefined || /^(?:19|20)\d{2}$/.test(cell))

/** A header over several columns stands in the first or in the last of them: it is given to all. */
function spreadOver(header: readonly string[]): string[] {
  const labels = header.map((label, i) => (i === 0 ? '' : label))
  const last = labels.at(-1) !== '' && labels[1] === ''
  const out = [...labels]
  if (last) for (let i = out.length - 2; i > 0; i--) out[i] ||= out[i + 1]!
  else for (let i = 2; i < out.length; i++) out[i] ||= out[i - 1]!
  return out
}

/** The number that a cell is: "$1,200.50", "(81)", "98 452", "16.0%", "1.234,5"; undefined where it is none. */
export function figureOf(cell: string): number | undefined {
  const match = /^[(–−-]?\s*[^\d\s(.,–−-]{0,4}\s?(\d[\d\s\u00a0,.']*)\s*(?:%|[^\d\s]{1,10})?\)?$/u.exec(cell.trim())
  if (!match) return undefined
  const digits = match[1]!.trim().replace(/[\s\u00a0']/g, '')
  const plain =
    /,\d{1,2}$/.test(digits) && !/\.\d+,/.test(digits) && !/^\d{1,3}(?:,\d{3})+$/.test(digits)
      ? digits.replace(',', '.')
      : /\.\d{3},\d/.test(digits)
        ? digits.replaceAll('.', '').replace(',', '.')
        : digits.replaceAll(',', '')
  const value = Number(plain)
  if (!Number.isFinite(value)) return undefined
  return /^\s*(?:\(|[–−-])/.test(cell) && (/\)\s*$/.test(cell) || /^\s*[–−-]/.test(cell)) ? -value : value
}

export const YEAR = /^(?:1[5-9]|20)\d\d$/
const DATES = [/^((?:1[5-9]|20)\d\d)[-/.]\d{1,2}(?:[-/.]\d{1,2})?(?:[T ].*)?$/, /^\d{1,2}[-/.]\d{1,2}[-/.]((?:1[5-9]|20)\d\d)$/]

/** The year of a cell that is one, or a date of it. */
export function yearOf(cell: string): string | undefined {
  if (YEAR.test(cell)) return cell
  for (const date of DATES) {
    const year = date.exec(cell)?.[1]
    if (year) return year
  }
  return undefined
}
