import { expect, test } from 'vitest'
import { knownFigures } from './known-figures.ts'
import { figuresOf } from './numbers.ts'

const values = (text: string) => figuresOf(text).map((figure) => figure.values[0])

test.each([
  ['The report shows 4321 errors.', [4321]],
  ['Benefits are $98,765.40 in all.', [98_765.4]],
  ['Es sind 98.765,40 € in 1.019.000 Zeilen.', [98_765.4, 1_019_000]],
  ['Son 1 019 000 dólares.', [1_019_000]],
  ['The share is 37.5 % of the salary, then 12%.', [37.5, 12]],
  ['Look at row 913 first.', [913]],
  ["Row 913's salary, **913**, _913_, (913), #913, ~913!", [913, 913, 913, 913, 913, 913]],
  ['It costs 2.5 million, USD4321, €12 or 5k.', [2_500_000, 4321, 12, 5000]],
  ['There are twenty-one errors in sixty rows, one hundred twenty in all.', [21, 60, 120]],
  ['Es sind drei Fehler; hay dos errores.', [3, 2]],
  ['Between 5-60 % on 2026-03-12, a 4321-row sheet.', [5, 60, 2026, 3, 12, 4321]],
  ['٤٣٢١ errors, 1e6 dollars, the 3rd row', [4321, 1_000_000, 3]],
  ['1. First, look.\n2) Then mend it.', []],
  ['Look at employee E003 in Q1, cell C7, K-21-3, 2026-Q1 and finding F12.', []],
  ['The report is in good order; one of them, too.', []],
])('figures of %s', (text, expected) => expect(values(text)).toEqual(expected))

test('long runs of digits and marks take no time', () => {
  const text = `${'1,'.repeat(50_000)} ${'9'.repeat(50_000)} ${'two '.repeat(20_000)} ${'a-'.repeat(50_000)}`
  expect(figuresOf(text).length).toBeGreaterThan(1000)
})

const report = {
  rows: 20,
  salary: 1_019_000,
  share: 0.375,
  ratio: 62.4567,
  period: '2026-Q1',
  findings: [{ row: 7, message: 'Over 100 %: 150 %.' }],
}
const known = () => {
  const figures = knownFigures()
  figures.addResult(report)
  figures.addText('Is 777 a good figure?')
  return figures
}

test.each([
  'The salaries are 1,019,000 in all.',
  'Die Gehälter betragen 1.019.000,00 Dollar in 2026.',
  'You asked about 777.',
  'Row 7 has 150 %.',
  'The share is 37.5 %.',
  'It is 62.46 %, or 62.5.',
  'Twenty rows were read.',
  'Look at E003.',
])('said by a tool or the user: %s', (sentence) => expect(known().unknownIn(sentence)).toBeUndefined())

test.each([
  ['The salaries are 1,019,001 in all.', '1,019,001'],
  ['The buildings cost 5,550,123 more.', '5,550,123'],
  ['It is 62 %.', '62'],
  ['Row 8 is wrong.', '8'],
  ['There are nineteen errors.', 'nineteen'],
  ['About 1.02 million.', '1.02'],
])('said by nobody: %s', (sentence, text) => expect(known().unknownIn(sentence)?.text).toBe(text))
