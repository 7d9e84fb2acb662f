import { countIn, type Language, moneyIn, percentIn } from '../../stored/language.ts'
import { type Phrases, phrasesOf } from '../phrases.ts'
import type { Measure, ShownRow } from '../query-rows.ts'
import type { ReviewTool } from '../tools.ts'
import { type AnswerWords, answerWords } from './answer-words.ts'
import type { Known, Question } from './question.ts'

/** Calls one of the review's tools for the report that is spoken of. */
export type LookUp = (tool: ReviewTool, input: object) => Promise<unknown>

/** What every answer is made with. */
export interface Telling {
  readonly lookUp: LookUp
  readonly question: Question
  readonly known: Known
  readonly language: Language
  readonly phrases: Phrases
  readonly words: AnswerWords
}

export const tellingIn = (language: Language, rest: Pick<Telling, 'lookUp' | 'question' | 'known'>): Telling => ({
  ...rest,
  language,
  phrases: phrasesOf(language),
  words: answerWords(language),
})

/** A measured value in words: an amount, or a share as percent. */
export const valueWords = (measure: Measure, value: number, language: Language): string =>
  measure === 'share' ? percentIn(language, value) : moneyIn(language, value)

/** ` (Nurse)`: the groups that a question is narrowed down to. */
export function ofWords({ positions, pools }: Pick<Question, 'positions' | 'pools'>): string {
  const names = [...positions, ...pools]
  return names.length > 0 ? ` (${names.slice(0, 8).join(', ')})` : ''
}

/** Which employee a row is of: id, name, position, pool. */
export const whoWords = ({ id, name, position, pool }: ShownRow): string =>
  [id, name, position, pool].filter((text) => text !== null).join(', ')

/** A row in words, with its place. */
export function rowWords(row: ShownRow, { words, language }: Telling): string {
  const amount = (measure: 'salary' | 'benefits' | 'share') =>
    `${words.measure[measure]} ${row[measure] === null ? words.nothingThere : valueWords(measure, row[measure], language)}`
  const facts = [whoWords(row), amount('salary'), amount('benefits'), amount('share'), row.period ?? undefined]
  return words.at({ place: placeWords(row, words), facts: facts.filter(Boolean).join('; ') })
}

export const placeWords = ({ row, sheet }: Pick<ShownRow, 'row' | 'sheet'>, words: AnswerWords): string =>
  words.place({ row: String(row), sheet })

/** What can be asked, with the names that this report knows. */
export function declined({ words, known: { positions, pools }, question }: Telling, lead?: string): string {
  const few = (names: readonly string[]) =>
    names
      .filter((name) => !name.startsWith('('))
      .slice(0, 6)
      .join(', ') || '–'
  const strange = question.strange
    .slice(0, 4)
    .map((word) => `“${word}”`)
    .join(', ')
  return [lead ?? (strange ? words.unknown(strange) : words.declined), words.canAsk({ positions: few(positions), pools: few(pools) })].join(
    ' ',
  )
}

export const count = (n: number, { language }: Pick<Telling, 'language'>): string => countIn(language, n)
