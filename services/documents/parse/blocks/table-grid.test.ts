import { describe, expect, it } from 'vitest'
import { gridBlocks, headerFor, joinHeaderLevels } from './table-grid.ts'

const header = ['North', '12', '8', '14', '9']
const linesOf = async (rows: string[][]) => (await Array.fromAsync(gridBlocks(rows))).map((b) => [b.type, ...b.text.split('\n')])

it('joins the levels of a header, also three of them, and where a name stands in one level alone', () => {
  const years = ['Region', '2019', '2019', '2020', '2020']
  const joined = ['Region', '2019 Sales', '2019 Cost', '2020 Sales', '2020 Cost']
  expect(joinHeaderLevels([years, ['Region', 'Sales', 'Cost', 'Sales', 'Cost'], header])).toEqual([joined, header])
  expect(joinHeaderLevels([['', ...years.slice(1)], ['Region', 'Sales', 'Cost', 'Sales', 'Cost'], header])).toEqual([joined, header])
  const below = [['', ...years.slice(1)], ['Region', 'Sales', 'Cost', 'Sales', 'Cost'], header, header, header]
  expect(joinHeaderLevels([['', 'World', 'World', 'World', 'World'], ...below])[0]).toEqual([
    'Region',
    ...joined.slice(1).map((name) => `World ${name}`),
  ])
  expect(joinHeaderLevels([['', 'Sales', 'Sales'], ['Region', '2019', '2020'], header.slice(0, 3)])[0]).toEqual([
    'Region',
    'Sales 2019',
    'Sales 2020',
  ])
})

it('leaves rows below a header of one level alone', () => {
  const tables = [
    [['year', 'tons', 'tons'], ['2024', '1', '2'], header],
    [
      ['Name', 'Contact', 'Contact'],
      ['Ann', 'ann@mill.example', 'Hill Street'],
      ['Bob', '1', '2'],
    ],
    [
      ['', 'yes', 'yes'],
      ['Ann', 'no', 'maybe'],
      ['Bob', 'yes', 'no'],
    ],
    [
      ['a', 'b'],
      ['c', 'd'],
      ['1', '2'],
    ],
  ]
  for (const rows of tables) expect(joinHeaderLevels(rows)).toBe(rows)
})

it('takes titles above the header for paragraphs, but not where no row names the columns', async () => {
  const rows = [
    ['The mills of the hills', '', ''],
    ['', 'as of May', ''],
    ['mill', 'tons', 'fields'],
    ['Upper', '3', '4'],
  ]
  expect(await linesOf(rows)).toEqual([
    ['paragraph', 'The mills of the hills'],
    ['paragraph', 'as of May'],
    ['table', '| mill | tons | fields |', '| --- | --- | --- |', '| Upper | 3 | 4 |'],
  ])
  expect(await linesOf([rows[0]!, rows[3]!])).toEqual([
    ['table', '| The mills of the hills |  |  |', '| --- | --- | --- |', '| Upper | 3 | 4 |'],
  ])
})

describe('notes in the cells around a table', () => {
  const header = ['Name', 'Trade', 'Age', 'Joined']
  const people = [
    ['Avon', 'miller', '41', '2001-03-01'],
    ['Bredon', 'carter', '52', '1999-04-01'],
    ['Severn', 'smith', '37', '2010-05-01'],
  ]
  const noted = [
    ['Please', '', '', 'read'],
    ['this', 'before', '', 'you'],
    ['go', '', '', 'on'],
    header,
    ...people,
    ['', 'that', '', 'is all'],
  ]

  it('stand apart from it', () => {
    expect([...gridBlocks(noted)].map(({ type, text }) => [type, text.split('\n')[0]])).toEqual([
      ['paragraph', 'Please read this before you go on'],
      ['table', '| Name | Trade | Age | Joined |'],
      ['paragraph', 'that is all'],
    ])
  })

  it('are none where the first row is full, or where names of two levels stand there', () => {
    const plain = [...gridBlocks([header, ...people])]
    expect(plain.map(({ type }) => type)).toEqual(['table'])
    const levels = [['', '2019', '', '2020', ''], ['Mill', 'Flour', 'Bran', 'Flour', 'Bran'], ...people.map((row) => [...row, '7'])]
    expect([...gridBlocks(levels)][0]?.text.split('\n')[0]).toContain('2019')
  })
})

it('a title over many columns stands above the table, with what else its row says; years below a name are columns', () => {
  const years = ['1997', '1998', '1999', '2000', '2001']
  const table = [
    ['Full rate', 'Married', '', '', '', ''],
    ['€', ...years],
    ['6,000', '5.3%', '0.0%', '0.0%', '0.0%', '0.0%'],
  ]
  expect([...gridBlocks(table)].map(({ text }) => text)).toEqual([
    'Full rate – Married',
    '| € | 1997 | 1998 | 1999 | 2000 | 2001 |\n| --- | --- | --- | --- | --- | --- |\n| 6,000 | 5.3% | 0.0% | 0.0% | 0.0% | 0.0% |',
  ])
  const spanned = [
    ['Full rate', 'Single', 'Single'],
    ['€', '1997', '1998'],
    ['6,000', '6.2%', '3.9%'],
  ]
  expect(joinHeaderLevels(spanned)[0]).toEqual(['Full rate €', 'Single 1997', 'Single 1998'])
})

it('puts no names of columns above rows that are each a name and its value', async () => {
  const terms = [
    ['Annual salary', 'EUR 64,800 gross'],
    ['Weekly hours', '38.5'],
    ['Place of work', 'Hamburg'],
  ]
  expect((await linesOf(terms))[0]?.slice(0, 4)).toEqual(['table', '|  |  |', '| --- | --- |', '| Annual salary | EUR 64,800 gross |'])
  const counted = [
    ['January', '4120'],
    ['February', '3980'],
  ]
  expect((await linesOf(counted))[0]?.[1]).toBe('|  |  |')
  const form = [
    ['Name:', 'Ines Okafor'],
    ['Department:', 'Human Resources'],
  ]
  expect((await linesOf(form))[0]?.[1]).toBe('|  |  |')
})

it.each([
  [
    ['Item', 'Price 2024'],
    ['Rent', '96000'],
    ['Cleaning', '18200'],
  ],
  [
    ['Item', 'Price in 2024'],
    ['Rent', '9 EUR a month'],
    ['Cleaning', '18 EUR'],
  ],
  [
    ['Country', '2024'],
    ['Kenya', '12'],
    ['Chad', 'none in 3 years'],
  ],
  [
    ['Task', 'Who'],
    ['Sign the contract', 'Tom'],
    ['Draft the rota', 'Ines'],
  ],
])('keeps the names of two columns: %j', async (...rows) => {
  expect((await linesOf(rows))[0]?.[1]).toBe(`| ${rows[0]!.join(' | ')} |`)
})

it('begins a later piece of a table with the names of its columns, and with nothing where it has none', () => {
  expect(
    headerFor([
      ['Month', 'Visitors'],
      ['January', '4120'],
    ]),
  ).toEqual([['Month', 'Visitors']])
  expect(
    headerFor([
      ['', 'January', '4120'],
      ['', 'February', '3980'],
    ]),
  ).toEqual([])
})
