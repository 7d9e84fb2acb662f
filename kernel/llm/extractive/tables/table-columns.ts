import type { Question, Term } from '../question/question.ts'
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
  date: { name: /\b(?:date|day|when|due|deadline|datum|frist|fecha)\b/i, says: /^(?:take|held|happen|due|start|begin)/ },
}

/** The column that a question asks for without naming it, and the terms that it says besides. */
export function columnOfType({ text, type, operation }: Question, { columns }: Grid) {
  const inhabited = /\bhow many (?:people live|inhabitants)/i.test(text)
  const kind = inhabited ? INHABITANTS : operation === 'count' ? HOW_MANY : COLUMNS_OF_TYPE[type]
  const at = kind ? columns.findIndex((name, i) => i > 0 && kind.name.test(name)) : -1
  return kind && at > 0 ? { at, said: (terms: readonly Term[]) => terms.filter(({ word }) => kind.says.test(word)) } : undefined
}

/** Columns whose figures a word compares without naming them; `backwards`: where the one with the least is meant. */
const COMPARED_BY: readonly { readonly word: RegExp; readonly column: RegExp; readonly backwards?: RegExp }[] = [
  {
    word: /^(?:old|young)(?:est|er)$/,
    column: /\bage\b/i,
    backwards: /\b(?:year|built|founded|opened|established|born|(?:date|year) of birth)\b/i,
  },
  { word: /^(?:new|lat|earli)(?:est|er)$/, column: /\b(?:year|date|built|founded|opened|established|released)\b/i },
  { word: /^(?:heavi|light)(?:est|er)$/, column: /\b(?:weight|mass|weighs)\b|wt\b/i },
  { word: /^(?:tall|high|short)(?:est|er)$/, column: /\b(?:height|elevation|altitude|stature)\b/i },
  { word: /^(?:long|short)(?:est|er)$/, column: /\b(?:length|duration|time|hours|minutes|days|distance)\b/i },
  {
    word: /^(?:fast|slow|quick)(?:est|er)$/,
    column: /\b(?:speed|velocity|mph|km\/h)\b/i,
    backwards: /\b(?:time|duration|seconds|minutes)\b/i,
  },
  { word: /^(?:cheap|dear|costli)(?:est|er)$|^expensive$/, column: /\b(?:price|cost|fee|rent|rate)s?\b/i },
  { word: /^(?:large|big|small)(?:st|gest|est|r|ger|er)$/, column: /\b(?:size|area|population|inhabitants|employees|members)\b/i },
  { word: /^(?:hot|warm|cold|cool)(?:test|est|ter|er)$/, column: /\b(?:temp(?:erature)?s?|°[CF])\b/i },
  { word: /^(?:deep|wide|broad)(?:est|st|er|r)$/, column: /\b(?:depth|width|breadth)\b/i },
  { word: /^(?:rich|poor|wealthi)(?:est|er)$/, column: /\b(?:income|wealth|worth|fortune|salary|gdp)\b/i },
]

/** The column that a comparing word of the question is about, with that word, and whether the least of it is the most of the word. */
export function columnCompared(terms: readonly Term[], { columns, label }: Grid) {
  for (const term of terms)
    for (const { column, backwards } of COMPARED_BY.filter((one) => one.word.test(term.word))) {
      const find = (name: RegExp | undefined) =>
        name ? columns.findIndex((of, i) => i !== label && name.test(of.replace(/[_.]/g, ' '))) : -1
      const at = find(column)
      if (at >= 0) return { at, term, backwards: false }
      if (find(backwards) >= 0) return { at: find(backwards), term, backwards: true }
    }
  return undefined
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
