import type { Question, Term } from './question.ts'
import type { Grid } from './table-grid.ts'

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

/** Columns that a question asks for by its first word alone. */
const COLUMNS_OF_TYPE: Readonly<Partial<Record<Question['type'], ColumnOfType>>> = {
  place: {
    name: /\b(?:location|place|room|address|site|where|stands at|ort|lieu|lugar)\b/i,
    says: /^(?:stor|keep|kept|find|found|locat|stand|lie|live|held|place|hang)/,
  },
  date: { name: /\b(?:date|day|when|deadline|datum|fecha)\b/i, says: /^(?:take|held|happen|due|start|begin)/ },
}

/** The column that a question asks for without naming it, and the terms that it says besides. */
export function columnOfType({ type, operation }: Question, { columns }: Grid) {
  const kind = operation === 'count' ? HOW_MANY : COLUMNS_OF_TYPE[type]
  const at = kind ? columns.findIndex((name, i) => i > 0 && kind.name.test(name)) : -1
  return kind && at > 0 ? { at, said: (terms: readonly Term[]) => terms.filter(({ word }) => kind.says.test(word)) } : undefined
}
