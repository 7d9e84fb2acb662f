import type { Question, Term } from './question.ts'
import { figureOf, type Grid } from './table-grid.ts'

interface ColumnOfType {
  readonly name: RegExp
  /** What else of a question it says: "Where is … kept?" */
  readonly says: RegExp
}

/** Columns that tell how many there are. */
const HOW_MANY: ColumnOfType = {
  name: /^(?:quantity|qty|number|count|in stock|stock|pieces|units|amount|anzahl|menge|nombre|cantidad)\b/i,
  says: /^(?:left|remain|availab|stock|store|exist)/,
}

/** "How many people live in …?" */
const INHABITANTS: ColumnOfType = { name: /^(?:pop(?:ulation)?|inhabitants)\b/i, says: /^(?:live[ds]?|inhabitants?)$/ }

/** Columns that a question asks for by its first word alone. */
const COLUMNS_OF_TYPE: Readonly<Partial<Record<Question['type'], ColumnOfType>>> = {
  place: {
    name: /\b(?:location|place|room|address|site|where|stands at|ort|lieu|lugar)\b/i,
    says: /^(?:stor|keep|kept|find|found|locat|stand|lie|live|held|place|hang)/,
  },
  date: { name: /\b(?:date|day|when|deadline|datum|fecha)\b/i, says: /^(?:take|held|happen|due|start|begin)/ },
}

/** The column that a question asks for without naming it, and the terms that it says besides. */
export function columnOfType({ text, type, operation }: Question, { columns }: Grid) {
  const inhabited = /\bhow many (?:people live|inhabitants)/i.test(text)
  const kind = inhabited ? INHABITANTS : operation === 'count' ? HOW_MANY : COLUMNS_OF_TYPE[type]
  const at = kind ? columns.findIndex((name, i) => i > 0 && kind.name.test(name)) : -1
  return kind && at > 0 ? { at, said: (terms: readonly Term[]) => terms.filter(({ word }) => kind.says.test(word)) } : undefined
}

export const TOTAL = /^(?:grand |sub)?totals?\b|^sum\b|^all\b|^overall\b|^gesamt|^summe|^insgesamt/i

/** Index of the column that holds the sum of the others in nearly every row, named or not. */
export function totalColumn({ columns, rows }: Grid): number | undefined {
  const named = columns.findIndex((name, i) => i > 0 && TOTAL.test(name))
  if (named > 0) return named
  const width = Math.max(...rows.map(({ cells }) => cells.length))
  if (width < 4) return undefined
  const last = width - 1
  const tested = rows.filter(({ cells }) => cells.length === width && figureOf(cells[last] ?? '') !== undefined)
  const sums = tested.filter(({ cells }) => {
    const values = cells.slice(1, last).map((cell) => figureOf(cell) ?? 0)
    const total = figureOf(cells[last]!)!
    return total !== 0 && Math.abs(values.reduce((a, b) => a + b, 0) - total) <= Math.abs(total) * 0.001
  })
  return tested.length >= 3 && sums.length >= 0.8 * tested.length ? last : undefined
}
