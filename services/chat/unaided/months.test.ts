import { expect, test } from 'vitest'
import { numberedMonths, withNumberedMonths } from './months.ts'

const table = [{ id: 'a', text: '| month | sacks |\n| --- | --- |\n| 1985-07 | 12 |\n| 1985-08-02 | 13 |' }]

test.each([
  ['How many sacks in July 1985?', 'How many sacks in 1985-07?'],
  ['Wie viele Säcke im Juli 1985?', 'Wie viele Säcke im 1985-07?'],
  ['¿Cuántos sacos en julio de 1985?', '¿Cuántos sacos en 1985-07?'],
  ['What of 4 July 1985?', 'What of 4 July 1985?'],
  ['How many sacks in August 1985?', 'How many sacks in August 1985?'],
])('%s', (asked, meant) => expect(withNumberedMonths(asked, table)).toBe(meant))

test('months are searched for by their numbers, too', () => {
  expect(numberedMonths('From March 2001 to May 2003')).toEqual(['2001-03', '2003-05'])
  expect(numberedMonths('May we enter?')).toEqual([])
})
