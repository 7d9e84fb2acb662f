import { expect, test } from 'vitest'
import type { Passage } from '../../llm.ts'
import { readQuestion } from '../question/question.ts'
import { isSure, tableAnswer } from './table-answer.ts'

const table = (title: string, header: string, ...rows: string[]): Passage => {
  const columns = header.split('|').map(() => '---')
  return { id: title, document: title, title, text: [header, columns.join(' | '), ...rows].map((row) => `| ${row} |`).join('\n') }
}
const mills = table(
  'mills.csv',
  'Mill | County | District | Sacks | Change',
  ...[
    'Alder | Avon | North | 25,000 | 12',
    'Birch | Avon | South | 8,000 | -3',
    'Cedar | Bredon | West | 31,000 | -7',
    'Dale | Avon | East | 900 | 5',
  ],
)
const days = table('avon-weather.csv', 'date | weather', '2012-01-01 | snow', '2012-01-02 | rain', '2012-01-03 | snow', '2013-01-01 | snow')

const answer = (question: string, passage = mills) => {
  const found = tableAnswer(readQuestion(question), [passage])
  return found && isSure(found) ? found.text : undefined
}

test('rows are counted whose figure meets a bound', () => {
  expect(answer('How many mills had more than 20,000 sacks?')).toBe('2 of the rows with Sacks more than 20,000, as I counted: Alder, Cedar')
  expect(answer('How many mills have at least 8 thousand sacks?')).toContain('3 of the rows')
  expect(answer('At how many mills was the change negative?')).toContain('2 of the rows with Change negative')
  // who has an opinion on windmills is asked of another table
  expect(answer('How many sailors had more than 20,000 followers?')).toBeUndefined()
})

test('days of a kind and a year are counted', () => {
  expect(answer('On how many days did it snow in 2012?', days)).toContain('2 of the rows')
})

test('of which kind a table has the most rows', () => {
  expect(answer('Which county has the most districts?')).toContain('Avon: 3 rows, the most of the 2')
})
