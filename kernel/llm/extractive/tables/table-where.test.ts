import { expect, test } from 'vitest'
import type { Passage } from '../../llm.ts'
import { readQuestion } from '../question/question.ts'
import { isSure, tableAnswer } from './table-answer.ts'
import { yearOf } from './table-grid.ts'

const header = '| day | county | grain | flourTons | stone_temp_max |\n| --- | --- | --- | --- | --- |'
const rows = [
  '2021-03-01 | Avon | rye | 12 | 41.5',
  '2021-04-01 | Bredon | oats | 30 | 39',
  '2022-03-01 | Avon | oats | 18 | 44.25',
  '2022-04-01 | Bredon | oats | 25 | 40',
  '2022-05-01 | Avon | rye | 11 | 38',
  ...['03', '04', '05'].map((month) => `2023-${month}-01 | Bredon | oats | 1 | 30`),
]
const measured: Passage[] = [
  { id: 'a', document: 'd', title: 'mill-output.csv', text: `${header}\n${rows.map((row) => `| ${row} |`).join('\n')}` },
]
const answer = (question: string) => {
  const found = tableAnswer(readQuestion(question), measured)
  return found && isSure(found) ? found.text : undefined
}

test('values are worked out over the rows of the year and the kind that a question names', () => {
  expect(answer('What is the total of flour in 2022?')).toContain('54, the sum of 3 rows')
  expect(answer('What is the total flour of oats?')).toContain('76, the sum of 6 rows')
  expect(answer('On which day was the flour of rye highest?')).toContain('2021-03-01 – flourTons: 12')
  expect(answer('How much flour did Avon make from oats?')).toContain('18')
  expect(answer('What is the total flour?')).toContain('99, the sum of 8 rows')
  // no row is of this year
  expect(answer('What is the total of flour in 2019?')).toBeUndefined()
})

test('columns are named as programs name them', () => {
  expect(answer('What was the highest maximum temperature?')).toContain('stone_temp_max: 44.25')
  expect(answer('flour tons 2021 Bredon')).toContain('flourTons: 30')
})

test('what all rows of a kind have in common is told once, and rows of a kind are counted', () => {
  expect(answer('Which grain does Bredon have?')).toContain('oats, in all 5 rows')
  expect(answer('How many Avon mills are in the data?')).toMatch(/^3 rows with county “Avon”/)
})

test('two years of one kind are compared', () => {
  const compared = answer('How did the flour of Avon from rye in 2021 compare with 2022?')
  expect(compared).toMatch(/2021-03-01 .*: 12; 2022-05-01 .*: 11/)
})

test.each([
  ['2021', '2021'],
  ['2021/3/4', '2021'],
  ['2021-03-04T10:00:00Z', '2021'],
  ['4.3.2021', '2021'],
  ['20210', undefined],
  ['12.5', undefined],
])('the year of %s is %s', (cell, year) => expect(yearOf(cell)).toBe(year))

test('a moment is one row, and its figures in another order are none', () => {
  const rows = [
    ['2014-07-01 18:30:00', 27598],
    ['2014-07-18 01:30:00', 11587],
  ].map(([at, value]) => `| ${at} | ${value} |`)
  const series = [{ id: 'a', title: 'taxi.csv', document: 'd', order: 0, text: `| timestamp | value |\n| --- | --- |\n${rows.join('\n')}` }]
  const told = (question: string) => tableAnswer(readQuestion(question), series)?.text
  expect(told('What was the taxi value on 2014-07-01 18:30?')).toBe('2014-07-01 18:30:00 – value: 27598')
  expect(told('What was the taxi value on 2014-07-03 18:30?')).toBeUndefined()
})

test('of a table that was read in part nothing is sure that is told of all its rows', () => {
  const part = measured.map((passage) => ({ ...passage, partly: true as const }))
  const found = (question: string) => tableAnswer(readQuestion(question), part)!
  expect(isSure(found('How many Avon mills are in the data?'))).toBe(false)
  expect(found('How many Avon mills are in the data?').text).toContain('only a part was read')
  expect(isSure(found('What is the total flour?'))).toBe(false)
})

test('both of two years that are asked', () => {
  const visits = '| Year | Visitors |\n| --- | --- |\n| 2021 | 300 |\n| 2022 | 410 |\n| 2023 | 395 |'
  const found = tableAnswer(readQuestion('How many visitors were there in 2023 and 2022?'), [
    { id: 'v', document: 'v', title: 'visits.csv', text: visits },
  ])
  expect(found?.text).toContain('410')
  expect(found?.text).toContain('395')
})

const asked = (title: string, table: readonly string[], question: string) => {
  const lines = table.map((row) => `| ${row} |`)
  const text = [lines[0], lines[0]!.replace(/[^|]+/g, ' --- '), ...lines.slice(1)].join('\n')
  const found = tableAnswer(readQuestion(question), [{ id: 'a', document: 'd', title, text }])
  return found && isSure(found) ? found.text : undefined
}

test('a state is known by its code where a table has no other name of it', () => {
  const counties = ['name | people', 'Adams County, NE | 31299', 'Arthur County, NE | 471', 'Avon County, KS | 12']
  expect(asked('people.csv', counties, 'Which Nebraska county has the fewest people?')).toMatch(/^Arthur County, NE/)
  expect(asked('people.csv', counties.slice(0, 3), 'Which Nebraska county has the fewest people?')).toMatch(/^Arthur County, NE/)
  expect(asked('people.csv', counties, 'Which Texas county has the fewest people?')).toBeUndefined()
})

test('a number chooses the rows where its column holds numbers that follow each other', () => {
  const ages = [20, 21, 22, 23, 24, 25].flatMap((age) => [`${age} | Male | ${90 - age}.5`, `${age} | Female | ${95 - age}.5`])
  const table = ['Age | Sex | LifeExp', ...ages]
  expect(asked('life.csv', table, 'What is the life expectancy of a woman at 23?')).toContain('72.5')
  expect(asked('life.csv', table, 'What is the life expectancy of a man aged 25?')).toContain('65.5')
  expect(asked('life.csv', table, 'What is the life expectancy of a man aged 60?')).toBeUndefined()
})

test('of whom there is a column, that column is meant, not the rows that he won', () => {
  const votes = [
    'district | Ames | Bold | winner',
    'Mill | 9 | 4 | Ames',
    'Weir | 8 | 5 | Ames',
    'Ford | 2 | 7 | Bold',
    'Lock | 3 | 6 | Bold',
  ]
  expect(asked('votes.csv', votes, 'In which district did Bold get the most votes?')).toMatch(/^Ford .*Bold: 7/)
  expect(asked('votes.csv', votes, 'How many votes did Ames get in Ford?')).toContain('Ames: 2')
})
