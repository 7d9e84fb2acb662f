import { presence } from '../match.ts'
import type { Term } from '../question/question.ts'
import { totalColumn } from './table-columns.ts'
import { isBody, withFirstColumn } from './table-figures.ts'
import { figureOf, type Row, yearOf } from './table-grid.ts'
import { type Asked, columnsNamed, covered, stemsIn } from './table-labels.ts'
import { columnName, labelOf, passagesOf, type TableAnswer } from './table-words.ts'

const BOUND =
  /\b(more than|over|above|at least|less than|fewer than|under|below|at most)\s+[$€£]?(\d[\d,.]*)(?:\s*(thousand|million|billion|trillion))?/i
const SIGN = /\b(negative|positive)\b/i
const TIMES: Readonly<Record<string, number>> = { thousand: 1e3, million: 1e6, billion: 1e9, trillion: 1e12 }
const SHOWN = 10
const OF_TIME = /\bhow many (?:times|days|weeks|months|quarters|years)\b/i

interface Bound {
  readonly text: string
  readonly holds: (value: number) => boolean
  readonly says: (term: Term) => boolean
}

function boundIn(question: string): Bound | undefined {
  const sign = SIGN.exec(question)?.[1]?.toLowerCase()
  if (sign) return { text: sign, holds: (value) => (sign === 'negative' ? value < 0 : value > 0), says: ({ word }) => word === sign }
  const [text, how = '', figure = '', times = ''] = BOUND.exec(question) ?? []
  const value = figureOf(figure.replace(/[.,]$/, ''))
  if (text === undefined || value === undefined) return undefined
  const limit = value * (TIMES[times.toLowerCase()] ?? 1)
  const holds =
    {
      'at least': (one: number) => one >= limit,
      'at most': (one: number) => one <= limit,
    }[how.toLowerCase()] ?? (/^(?:more|over|above)/i.test(how) ? (one: number) => one > limit : (one: number) => one < limit)
  return { text, holds, says: ({ word, role }) => (role === 'number' && figure.includes(word)) || word === times.toLowerCase() }
}

/** "How many states had more than 20,000 …?", "In how many months was the change negative?", "On how many days did it snow in 2012?" */
export function countedIf(asked: Asked): TableAnswer | undefined {
  const { grid, terms, question } = asked
  const bound = boundIn(question.text)
  const rows = grid.rows.filter(isBody)
  if (!bound) {
    const dated = rows.length > 1 && OF_TIME.test(question.text) && rows.every(({ cells }) => yearOf(cells[0] ?? '') !== undefined)
    return dated && asked.given?.size ? told(asked, rows, '', new Set()) : undefined
  }
  const said = new Set(terms.filter(bound.says))
  const figures = (at: number) => rows.some(({ cells }) => figureOf(cells[at] ?? '') !== undefined)
  const first = stemsIn(grid, columnName(grid, grid.label))
  const named = columnsNamed(asked, said).find(({ index, used }) => figures(index) && [...used].some((term) => presence(term, first) === 0))
  const only = grid.columns.flatMap((_, i) =>
    i > 0 && i !== grid.label && figures(i) && yearOf(rows[0]?.cells[i] ?? '') === undefined ? [i] : [],
  )
  const at = named?.index ?? totalColumn(grid) ?? (only.length === 1 ? only[0] : undefined)
  if (at === undefined) return undefined
  const found = rows.filter(({ cells }) => {
    const value = figureOf(cells[at] ?? '')
    return value !== undefined && bound.holds(value)
  })
  return told(asked, found, ` with ${columnName(grid, at)} ${bound.text}`, new Set([...said, ...(named?.used ?? [])]))
}

function told(asked: Asked, rows: readonly Row[], how: string, used: ReadonlySet<Term>): TableAnswer {
  const names = rows.slice(0, SHOWN).map(labelOf)
  return {
    text: `${rows.length} of the rows${how}, as I counted${names.length > 0 ? `: ${names.join(', ')}${rows.length > SHOWN ? ', …' : ''}` : ''}`,
    passages: passagesOf(rows.length > 0 ? rows : asked.grid.rows),
    coverage: covered({ ...asked, countsRows: true }, withFirstColumn(asked, used)),
    overAll: true,
  }
}
