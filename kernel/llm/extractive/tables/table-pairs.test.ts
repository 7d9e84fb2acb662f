import { expect, test } from 'vitest'
import type { Passage } from '../../llm.ts'
import { readQuestion } from '../question/question.ts'
import { isSure, tableAnswer } from './table-answer.ts'

const answer = (question: string, passages: Passage[]) => {
  const found = tableAnswer(readQuestion(question), passages)
  return found && isSure(found) ? found.text : undefined
}

const budget: Passage[] = [
  {
    id: 'u',
    text: 'Budget of the library\n\n| Cost item | Budget 2024 | Actual 2024 | Budget 2025 | Owner |\n| --- | --- | --- | --- | --- |\n| Salaries | 412000 | 405310 | 431000 | Ines Okafor |\n| Books and media | 58000 | 61240 | 54000 | Lea Marchetti |\n| IT and licences | 34500 | 38900 | 47200 | Tom Brandt |\n| Rent | 96000 | 96000 | 99600 | Tom Brandt |\n| Total | 600500 | 601450 | 631800 |  |',
  },
]
const visitors: Passage[] = [
  {
    id: 'v',
    text: 'Visitors\n\n| Month | Visitors 2024 | Visitors 2025 | Loans 2024 | Loans 2025 |\n| --- | --- | --- | --- | --- |\n| April | 4301 | 4720 | 9222 | 9650 |\n| May | 3877 | 4102 | 8410 | 8790 |\n| June | 3510 | 3333 | 7720 | 7301 |',
  },
]

test.each([
  [
    'By how much does the IT budget rise from 2024 to 2025?',
    'IT and licences: Budget 2024 34500; Budget 2025 47200, 12,700 more (+36.8 %) as I computed it',
  ],
  [
    'Did we spend more on books in 2024 than budgeted?',
    'Books and media: Budget 2024 58000; Actual 2024 61240, 3,240 more (+5.6 %) as I computed it',
  ],
  [
    'Which items are over budget in 2024?',
    'Actual 2024 is above Budget 2024 in 2 of the 4 rows that I compared: Books and media (58000 → 61240), IT and licences (34500 → 38900)',
  ],
  [
    'Which items stayed under budget in 2024?',
    'Actual 2024 is below Budget 2024 in 1 of the 4 rows that I compared: Salaries (412000 → 405310)',
  ],
  [
    'How did the total budget change between 2024 and 2025?',
    'Total: Budget 2024 600500; Budget 2025 631800, 31,300 more (+5.2 %), as I computed it',
  ],
])('two columns that the question sets beside each other: %s', (question, told) => {
  expect(answer(question, budget)).toBe(told)
})

test('the greatest rise is told by amount and, where that is another row, by percentage', () => {
  const told = answer('Which cost item grows most from 2024 to 2025?', budget)
  expect(told).toMatch(
    /^Salaries \(412000 → 431000: 19,000 more \(\+4\.6 %\)\), the greatest rise of the 4 rows .*; by percentage IT and licences/,
  )
})

test('of several kinds beside each other the one that is named; of all rows their sums', () => {
  expect(answer('In which months did visitors fall from 2024 to 2025?', visitors)).toMatch(
    /in 1 of the 3 rows that I compared: June \(3510 → 3333\)$/,
  )
  expect(answer('Which months had fewer loans in 2025 than in 2024?', visitors)).toMatch(/^Loans 2025 is below Loans 2024 in 1 .*June/)
  expect(answer('Were there more visitors in 2025 than in 2024?', visitors)).toBe(
    'Visitors 2024 11,688; Visitors 2025 12,155, 467 more (+4 %), the sums of 3 rows as I computed them',
  )
  expect(answer('Did it rise from 2024 to 2025?', visitors)).toBeUndefined()
  expect(answer('Were there more visitors in 2023 than in 2022?', visitors)).toBeUndefined()
})

test('a column of two years is told of both where no year is named, and of the one that is', () => {
  expect(answer('What is the budget for IT?', budget)).toBe('IT and licences – Budget 2024: 34500; Budget 2025: 47200')
  expect(answer('What was the budget for IT in 2025?', budget)).toBe('IT and licences – Budget 2025: 47200')
})

test('May is a month, and books may name a row', () => {
  expect(answer('How many visitors came in May 2025?', visitors)).toBe('May – Visitors 2025: 4102')
  expect(answer('What was budgeted for books in 2025?', budget)).toBe('Books and media – Budget 2025: 54000')
})

test.each([
  'Combien de visiteurs sont venus en mai 2025 ?',
  'Wie viele Besucher kamen im Mai 2025?',
  '¿Cuántos visitantes hubo en mayo de 2025?',
])('months in other languages: %s', (question) => {
  expect(answer(question, visitors)).toBe('May – Visitors 2025: 4102')
})

test('the rows of which a cell says whom the question names', () => {
  expect(answer('Which cost items does Tom Brandt own?', budget)).toBe('Cost item: IT and licences; Rent')
})

test('a name and its value, below no names of columns', () => {
  const form = [
    { id: 'f', text: 'Terms\n\n|  |  |\n| --- | --- |\n| Annual salary | EUR 64,800 gross |\n| Annual leave | 30 working days |' },
  ]
  expect(answer('How many days is the annual leave?', form)).toBe('Annual leave: 30 working days')
})

test('a year alone names each column of it; what was spent is the actual one; a share is no amount', () => {
  expect(answer('What is the total for 2024?', budget)).toBe('Total – Budget 2024: 600500; Actual 2024: 601450')
  expect(answer('What did we spend in total in 2024?', budget)).toBe('Total – Actual 2024: 601450')
  expect(answer('What share of the budget is salaries in 2025?', budget)).toBeUndefined()
})

test('a row that is found by a cell beside its name is not sure where another row has the name that is asked for', () => {
  const text =
    'Lifts\n\n| Service | Price EUR | Interval |\n| --- | --- | --- |\n| Safety inspection | 390 | yearly |\n| Maintenance small | 185 | quarterly |'
  expect(answer('How much does the yearly maintenance of the lifts cost?', [{ id: 'l', text }])).toBeUndefined()
  expect(answer('How much does the safety inspection cost?', [{ id: 'l', text }])).toBe('Safety inspection – Price EUR: 390')
})
