import { expect, test } from 'vitest'
import { tablesOf } from './sheet-tables.ts'

const grid = (text: string) => text.split('\n').map((line) => line.split('|').map((c) => c.trim()))

test('tables beside each other on different rows are two', () => {
  const region = grid('a|b||\n1|2||\n3|4||x|y\n5|6||7|8')
  expect(tablesOf(region)).toEqual([grid('a|b\n1|2\n3|4\n5|6'), grid('x|y\n7|8')])
})

test('empty columns inside one table are layout', () => {
  const labelled = grid('||Wages|Total\nMill||10|20\nRiver||30|40')
  const aligned = grid('a|b||x|y\n1|2||3|4')
  const unnamed = grid('a|b||\n1|2||9|8\n3|4||7|6')
  const narrow = grid('a|b||\n1|2||note\n3|4||')
  for (const region of [labelled, aligned, unnamed, narrow, grid('a|b\n1|2'), []]) expect(tablesOf(region)).toEqual([region])
})

test('tables on the same rows are two when they have the same header', () => {
  const region = grid('name|tons||name|tons\nrye|2||oat|3\nbarley|4||millet|5')
  expect(tablesOf(region)).toEqual([grid('name|tons\nrye|2\nbarley|4'), grid('name|tons\noat|3\nmillet|5')])
})

test('a region has any number of rows', () => {
  const region = Array.from({ length: 200_000 }, (_, i) => [`mill ${i}`, String(i)])
  expect(tablesOf(region)[0]).toBe(region)
})

test('a title stands above each of the tables beside and below each other', () => {
  const region = grid(
    'Income|||Spent|\nItem|Amount||62%|62%\nWages|2500|||\nRent|250||Summary|\n|||In|Out\nExpenses|||2750|900\nItem|Amount|||\nHouse|800|||\nGas|100|||',
  )
  expect(tablesOf(region)).toEqual([
    [['Income']],
    grid('Item|Amount\nWages|2500\nRent|250\n|'),
    [['Expenses']],
    grid('Item|Amount\nHouse|800\nGas|100'),
    grid('Spent|\n62%|62%\n|'),
    [['Summary']],
    grid('In|Out\n2750|900'),
  ])
})

test('tables below each other repeat their header; a title alone parts nothing', () => {
  const repeated = grid('mill|tons\nHigh|3\nLow|4\nOld mills|\nmill|tons\nUpper|1')
  expect(tablesOf(repeated)).toEqual([grid('mill|tons\nHigh|3\nLow|4'), [['Old mills']], grid('mill|tons\nUpper|1')])
  const levels = grid('|2013|2014\n|Plan|Plan\nCosts|1|2\n|2013|2014\n|Plan|Plan\nSales|3|4').map((row) =>
    row.map((c) => (/^20/.test(c) ? `${c} plan` : c)),
  )
  expect(tablesOf(levels)).toEqual([levels.slice(0, 3), levels.slice(3)])
  const grouped = grid('mill|tons\nHigh|3\nOld mills|\nUpper|1')
  expect(tablesOf(grouped)).toEqual([grouped])
})
