import { expect, test } from 'vitest'
import { isHeaderRow, readTableRow } from './table-row.ts'

const header = '| Item | Code | Price per day |'
const row = '| Millstone hoist, 1.2 tonnes | H-110 | 48 |'
const table = `Prices\n\n${header}\n| --- | --- | ---: |\n| Ladder |  | 5 |\n${row}`

test('a row is read with the names of its columns', () => {
  expect(readTableRow(table, row)).toBe('Item: Millstone hoist, 1.2 tonnes; Code: H-110; Price per day: 48.')
})

test('empty cells are left out, and a bar inside a cell stays', () => {
  expect(readTableRow(table, '| Ladder |  | 5 |')).toBe('Item: Ladder; Price per day: 5.')
  expect(readTableRow('| a | b |\n| --- | --- |\n| x \\| y | z |', '| x \\| y | z |')).toBe('a: x | y; b: z.')
})

test('what is no row, or has no header above it, stays as it is', () => {
  expect(readTableRow(table, 'Prices')).toBeUndefined()
  expect(readTableRow(table, header)).toBeUndefined()
  expect(readTableRow(row, row)).toBeUndefined()
})

test('below no names of columns a row of two cells is a name and its value', () => {
  const form = '|  |  |\n| --- | --- |\n| Annual leave: | 30 working days |'
  expect(readTableRow(form, '| Annual leave: | 30 working days |')).toBe('Annual leave: 30 working days.')
})

test('the row above the separator names the columns', () => {
  expect(isHeaderRow(table, table.indexOf(header) + header.length)).toBe(true)
  expect(isHeaderRow(table, table.indexOf(row) + row.length)).toBe(false)
})
