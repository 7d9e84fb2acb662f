import { expect, test } from 'vitest'
import type { Passage } from '../../llm.ts'
import { readQuestion } from '../question/question.ts'
import { isSure, tableAnswer } from './table-answer.ts'
import { figureOf } from './table-grid.ts'

const mills: Passage[] = [
  {
    id: 'a',
    document: 'd',
    order: 0,
    text: 'Output of the county mills in 1931\n\n| Mill | Flour | Bran | Staff |\n| --- | --- | --- | --- |\n| Aldermill | 1,200 | 300 | 4 |\n| Brookmill | 2,450 | (81) | 7 |',
  },
  // the rest of the table, as a chunk repeats its header
  { id: 'b', document: 'd', order: 1, text: '| Mill | Flour | Bran | Staff |\n| --- | --- | --- | --- |\n| Crowmill | 990 | 120 | 2 |' },
]
const withTotals: Passage[] = [
  {
    id: 't',
    text: 'Checks in May\n\n| State | Permit | Rifle |\n| --- | --- | --- | --- |\n| Avon | 10 | 20 | 30 |\n| Bredon | 1 | 2 | 3 |\n| Totals | 11 | 22 | 33 |',
  },
]
const answer = (question: string, passages = mills) => {
  const found = tableAnswer(readQuestion(question), passages)
  return found && isSure(found) ? found.text : undefined
}

test('a cell by its row and its column', () => {
  expect(answer('How much flour did Brookmill make in 1931?')).toContain('2,450')
  expect(answer('How many staff does Crowmill have?')).toContain('2')
})

test('no row, no year, no column that is asked for: no answer', () => {
  expect(answer('How much flour did Dovemill make in 1931?')).toBeUndefined()
  expect(answer('How much flour did Brookmill make in 1950?')).toBeUndefined()
  expect(answer('How much oil did Brookmill make?')).toBeUndefined()
})

test('the greatest and the least over all parts of the table, without the totals', () => {
  expect(answer('Which mill made the most flour?')).toMatch(/^Brookmill .*2,450.* of the 3 rows/)
  expect(answer('Which mill had the fewest staff?')).toMatch(/^Crowmill/)
  expect(answer('Which state had the most permit checks?', withTotals)).toMatch(/^Avon/)
})

test('two rows are compared, and that is said', () => {
  expect(answer('Which made more flour, Aldermill or Crowmill?')).toMatch(/^Aldermill has more, as I compare/)
  expect(answer('Which made less flour, Aldermill or Crowmill?')).toMatch(/^Crowmill has less/)
})

test('a sum is computed where the table has none, and that is said', () => {
  expect(answer('What is the total flour of the mills?')).toMatch(/4,640, the sum of 3 rows of “[^”]+” as I computed/)
})

test('a row of totals and an unnamed column that adds up the others', () => {
  expect(answer('What is the total number of rifle checks?', withTotals)).toContain('22')
  const misnamed = [{ ...withTotals[0]!, text: withTotals[0]!.text.replace('| Totals |', '| Clun | 4 | 5 | 9 |\n| Totals |') }]
  expect(answer('What is the total number of checks in Avon?', misnamed)).toContain('30')
})

test('rows are counted by the name of their column', () => {
  expect(answer('How many mills are in the table?')).toMatch(/^3 rows/)
})

test('names of columns over two rows, the first over several columns', () => {
  const levels = [
    {
      id: 'l',
      text: '| In thousands |  |  | 2023 |\n| --- | --- | --- | --- |\n|  | Sales | Trading profit | Net profit |\n| Zone NA | 12,553 | 2,632 | 81 |\n| Zone EUR | 9,467 | 1,373 | 97 |',
    },
  ]
  expect(answer('What was the trading profit of Zone NA in 2023?', levels)).toContain('2,632')
  expect(answer('What were the sales of Zone EUR in 2019?', levels)).toBeUndefined()
})

test.each([
  ['$1,200.50', 1200.5],
  ['(81)', -81],
  ['98 452', 98452],
  ['16.0%', 16],
  ['–3', -3],
  ['1.234,5', 1234.5],
  ['n/a', undefined],
  ['2. 3-6 hrs', undefined],
])('%s as a number', (cell, value) => {
  expect(figureOf(cell)).toBe(value)
})

const stock: Passage[] = [
  { id: 's0', document: 's', order: 0, text: 'Spare parts of the mill' },
  {
    id: 's1',
    document: 's',
    order: 1,
    text: '| part | description | location | quantity | supplier |\n| --- | --- | --- | --- | --- |\n| W1 | Elm float for the wheel | Shed rack | 14 | Hollins Yard |\n| W2 | Sluice hinge, lower | Loft | 0 | Penhallow Forge |\n| W3 | Damper plate | Loft | 1 | Penhallow Forge |',
  },
]

test('a column is found by what the question asks, named or not', () => {
  expect(answer('Where is the elm float kept?', stock)).toContain('Shed rack')
  expect(answer('How many sluice hinges are left?', stock)).toMatch(/quantity: 0$/)
  expect(answer('How many parts are supplied by Penhallow Forge?', stock)).toMatch(/^2 rows .*W2, W3/)
})

test('a row is named by the words that no other has, and who is asked for is a name', () => {
  const sale: Passage[] = [
    {
      id: 'x',
      text: 'Sale\n\n| Item | Price (EUR) |\n| --- | --- |\n| Stone kit with proof staff | 186 |\n| Working model of a breastshot wheel | 249 |',
    },
  ]
  expect(answer('Which is more expensive, the stone kit or the working model?', sale)).toMatch(/^Working model .*249/)
  const duties: Passage[] = [
    { id: 'y', text: 'Duties\n\n| Role | Duty |\n| --- | --- |\n| Miller | Closes the gate |\n| Cook | Shuts the valve |' },
  ]
  expect(answer('Who is the miller?', duties)).toBeUndefined()
})

test('of costs in brackets the greatest is the largest', () => {
  const costs: Passage[] = [
    { id: 'z', text: 'Costs\n\n| Zone | Depreciation |\n| --- | --- |\n| Zone A | (337) |\n| Zone B | (414) |\n| Zone C | (83) |' },
  ]
  expect(answer('Which zone had the greatest depreciation?', costs)).toMatch(/^Zone B /)
})

test('what stands above a table in the chunk before names it', () => {
  expect(answer('What is the quantity of the damper plate of the mill?', stock)).toContain('1')
})

test('one word that rows share makes no answer of another table', () => {
  const rates = [
    {
      id: 'r',
      text: 'Index\n\n| Topic | Period | Page |\n| --- | --- | --- |\n| Average exchange rates | FY 22 | 14 |\n| Guidance rates | FY 23 | 15 |',
    },
  ]
  expect(answer('Which inhibitor concentration gives the lowest corrosion rate?', rates)).toBeUndefined()
  expect(answer('Which period do the guidance rates cover?', rates)).toContain('FY 23')
})

test('columns and slides are no rows, and a word that a table says by being one does not keep its greatest from being sure', () => {
  const cups = [
    {
      id: 'c',
      text: '| Team | Location | Stanley Cups |\n| --- | --- | --- |\n| Blues | STL | 1 |\n| Flyers | PHI | 2 |\n| Maple Leafs | TOR | 13 |',
    },
  ]
  expect(answer('How many columns has the team table?', cups)).toBeUndefined()
  expect(answer('Which hockey team won the most Stanley Cups?', cups)).toContain('Maple Leafs')
})

test('what was done needs no column, what was done with some of them does', () => {
  expect(answer('How many staff stayed at Brookmill?')).toContain('7')
  expect(answer('How many rifle checks were refused in Avon?', withTotals)).toBeUndefined()
})

const companies: Passage[] = [
  {
    id: 'c',
    title: 'firms2004.csv',
    text: '|  | rank | name | country | built | sales | marketvalue |\n| --- | --- | --- | --- | --- | --- | --- |\n| 1 | 1 | Bronto Lines | Sweden | 1911 | 30.5 | 7 |\n| 2 | 2 | Alder Works | Switzerland | 1840 | 12 | 9.5 |\n| 3 | 3 | Crowmill | Switzerland | 1902 | 8 | 2 |',
  },
]

test('running numbers do not name rows, a file name says what its parts say, and a name of a column may join words', () => {
  expect(answer('Which company among the firms has the highest market value?', companies)).toMatch(/^Alder Works .*9\.5.* of the 3 rows/)
  expect(answer('Which had higher sales in the firms list, Crowmill or Bronto Lines?', companies)).toMatch(/^Bronto Lines has more/)
})

test('what is Swiss is of Switzerland; what all the rows are, a table need not say', () => {
  expect(answer('What are the total sales of all Swiss companies?', companies)).toMatch(/: 20, the sum of 2 rows/)
  expect(answer('How many companies in Firms are from Switzerland?', companies)).toMatch(/^2 rows with country “Switzerland”/)
  expect(answer('How many students are from Switzerland?', companies)).toBeUndefined()
})

test('a word that compares finds its column; the oldest was built first', () => {
  expect(answer('Which is the oldest of the firms?', companies)).toMatch(/^Alder Works .*1840/)
  expect(answer('Which country has the highest sales?', companies)).toMatch(/^Sweden \(Bronto Lines/)
})

test('as many of the greatest as are asked for', () => {
  expect(answer('Which two mills made the most flour?')).toMatch(
    /^Brookmill – Flour: 2,450; Aldermill – Flour: 1,200, the 2 greatest of the 3 rows/,
  )
  expect(answer('What are the top 2 mills by flour?')).toMatch(/^Brookmill .*; Aldermill /)
})

test('the sum of the rows that are named', () => {
  expect(answer('How much flour did Aldermill and Crowmill make altogether?')).toMatch(
    /^2,190, the sum as I computed it of Aldermill – Flour: 1,200; Crowmill – Flour: 990/,
  )
  expect(answer('What is the total flour of Aldermill and Dovemill?')).toBeUndefined()
})

test('rows that are alike count each, those with which a passage repeats the one before do not', () => {
  const header = '| Item | County |\n| --- | --- |\n'
  const rows = ['| Rifle | Avon |', '| Rifle | Avon |', '| Boat | Avon |', '| Boat | Clun |', '| Tent | Clun |']
  const parts: Passage[] = [rows.slice(0, 4), rows.slice(2)].map((own, order) => ({
    id: `p${order}`,
    document: 'd',
    order,
    text: header + own.join('\n'),
  }))
  expect(answer('How many items are in Avon county?', parts)).toMatch(/^3 rows/)
})

test('what a budget adds up to counts what is called other, and a month is meant by monthly', () => {
  const budget: Passage[] = [
    {
      id: 'b',
      document: 'd',
      title: 'Monthly budget',
      text: 'Monthly expenses\n\n| Item | Amount |\n| --- | --- |\n| Rent | $800.00 |\n| Heating | $45.00 |\n| Other | $5.00 |',
    },
  ]
  expect(answer('What do all the monthly expenses in the budget add up to?', budget)).toContain('850, the sum of 3 rows')
  expect(answer('Which costs more a month in the budget, rent or the heating?', budget)).toMatch(/^Rent has more/)
})

test('whom a document is about may stand in another passage of it', () => {
  const about: Passage = { id: 'n', document: 'd', order: 2, text: 'The Stonebridge company runs all of these mills.' }
  expect(answer('How much flour did Stonebridge make at Brookmill?', [...mills, about])).toContain('2,450')
  expect(answer('How much flour did Stonebridge make at Brookmill?', mills)).toBeUndefined()
})
