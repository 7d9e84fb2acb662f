import { expect, test } from 'vitest'
import { numberedDates, withNumberedDates } from './numbered-dates.ts'

const table = [
  {
    id: 'a',
    text: '| month | sacks |\n| --- | --- |\n| 1985-07 | 12 |\n| 1985-08-02 | 13 |\n| 1985-08-03 18:30:00 | 14 |\n| 8/4/1985 | 15 |',
  },
]

test.each([
  ['How many sacks in July 1985?', 'How many sacks in 1985-07?'],
  ['Wie viele Säcke im Juli 1985?', 'Wie viele Säcke im 1985-07?'],
  ['¿Cuántos sacos en julio de 1985?', '¿Cuántos sacos en 1985-07?'],
  ['What of 4 July 1985?', 'What of 4 July 1985?'],
  ['How many sacks on 2 August 1985?', 'How many sacks on 1985-08-02?'],
  ['How many sacks on August 2nd, 1985?', 'How many sacks on 1985-08-02?'],
  ['Wie viele Säcke am 2. August 1985?', 'Wie viele Säcke am 1985-08-02?'],
  ['How many sacks at 18:30 on 3 August 1985?', 'How many sacks at 1985-08-03 18:30?'],
  ['How many sacks on 3 August 1985 at 6:30 pm?', 'How many sacks on 1985-08-03 18:30?'],
  ['How many sacks on 4 August 1985?', 'How many sacks on 8/4/1985?'],
  ['How many sacks in August 1985?', 'How many sacks in August 1985?'],
])('%s', (asked, meant) => expect(withNumberedDates(asked, table)).toBe(meant))

test('dates are searched for by their numbers, too', () => {
  expect(numberedDates('From March 2001 to May 2003')).toEqual(['2001-03', '2003-05'])
  expect(numberedDates('at 6.15 on 1 July 2014')).toEqual(['2014-07-01', '01.07.2014', '1.7.2014', '07/01/2014', '7/1/2014'])
  expect(numberedDates('May we enter?')).toEqual([])
})

test('a date that a question repeats is looked for once, also in passages of blanks', () => {
  const blank = { id: 'b', text: `${'\n'.repeat(2_000)}3.8.1985` }
  const passages = [...Array.from({ length: 300 }, () => blank), ...table]
  expect(withNumberedDates('3 August 1985 at 18:30 '.repeat(80), passages)).toBe('1985-08-03 18:30 '.repeat(80))
  expect(withNumberedDates('5 August 1985 '.repeat(140), passages)).toBe('5 August 1985 '.repeat(140))
})
