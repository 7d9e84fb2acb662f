import type { Passage, Reading } from '../llm.ts'
import { isAnswer } from './answer-gate.ts'
import { meantFirst } from './meant-first.ts'
import { asRead, type Question, readQuestion } from './question/question.ts'
import { withoutStrange } from './question/unknown-words.ts'
import { type Ranked, rank } from './rank.ts'
import { ANSWERS, filled, PASSAGES, variants, withoutMarkers, withSpeaker } from './saying.ts'
import { withNumberedDates } from './spans/numbered-dates.ts'
import { spansFor } from './spans/typed-spans.ts'
import { isSure, tableAnswer } from './tables/table-answer.ts'
import type { TableAnswer } from './tables/table-words.ts'
import { stemsOf } from './words/stems.ts'

/** What stands before the closest passages. */
export const NOT_SURE = 'I am not sure that the documents answer this. The closest passages say:'

/** When passages are worth showing. */
const CLOSE = 0.5
/** When a table's answer is. */
const CLOSE_TABLE = 0.7
/** `n` answers: the best, then the next-best variants. Dates are read as the passages write them. */
export function readPassages(text: string, passages: readonly Passage[], n: number): Reading {
  const question = withoutStrange(readQuestion(withNumberedDates(asRead(text), passages)), passages)
  const reading = readAs(question, passages, n)
  if (reading.kind === 'answer' || !question.orElse) return reading
  const other = readAs({ ...question, type: question.orElse }, passages, n)
  return other.kind === 'answer' ? other : reading
}

function readAs(question: Question, passages: readonly Passage[], n: number): Reading {
  const table = tableAnswer(question, passages)
  const fromTable = (of: TableAnswer): Reading => ({
    kind: 'answer',
    own: true,
    texts: filled([`${of.text.replace(/\.$/, '')}. ${markersOf(of)}`], n),
  })
  // what something is, a sentence that says so tells better than a row that names it
  if (table && isSure(table) && question.type !== 'definition') return fromTable(table)
  const ranked = rank(question, passages)
  const all = ranked.filter((candidate) => isAnswer(question, candidate))
  // whoever wrote the same question down has answered it
  const replies = all.filter(({ kind }) => kind === 'reply')
  const said = replies.length ? replies.slice(0, 1) : meantFirst(question, all)
  const sure = said.length ? said : ranked.flatMap((list) => itemWithValue(question, list)).filter((item) => isAnswer(question, item))
  const told = sure.map((one) => withSpeaker(question, one, passages))
  if (told.length) return { kind: 'answer', texts: variants(told, n, ANSWERS) }
  if (table && isSure(table)) return fromTable(table)
  const close = ranked.filter(({ coverage, kind }) => coverage >= CLOSE && kind !== 'heading' && kind !== 'reply')
  if (table && table.coverage >= CLOSE_TABLE)
    return { kind: 'passages', texts: filled([`${NOT_SURE} ${table.text.replace(/\.$/, '')}. ${markersOf(table)}`], n) }
  if (close.length === 0) return { kind: 'none', texts: filled([], n) }
  return { kind: 'passages', texts: variants(close, n, PASSAGES).map((said) => `${NOT_SURE} ${said}`) }
}

const markersOf = ({ passages }: TableAnswer): string =>
  passages
    .slice(0, 3)
    .map((p) => `[${p + 1}]`)
    .join('')

/** Types whose values look like nothing else. */
const VALUES: ReadonlySet<string> = new Set(['date', 'time', 'duration', 'money', 'percent', 'measure'])
const NO_WORDS: ReadonlySet<string> = new Set()
/** What a list has to say with what stands around it. */
const ALL_NEAR = 0.9

/** Of a list that says all that is asked, its lead with the only item that holds a value of the type. */
function itemWithValue({ type, text: asked }: Question, list: Ranked): Ranked[] {
  if (list.kind !== 'list' || !VALUES.has(type) || !list.typed || list.coverage < ALL_NEAR) return []
  const [lead = '', ...items] = list.text.split('\n')
  const holding = items.filter((item) => spansFor(type, item, NO_WORDS, asked)?.length)
  if (holding.length !== 1 || spansFor(type, lead, NO_WORDS, asked)?.length) return []
  const text = `${lead.replace(/:\s*$/, '')}: ${withoutMarkers(holding[0]!)}`
  const words = stemsOf(text)
  return [{ ...list, kind: 'pair', text, words, stems: new Set(words) }]
}
