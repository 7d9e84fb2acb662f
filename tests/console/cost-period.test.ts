import { expect, test } from 'vitest'

interface Period {
  readonly year: string
  readonly quarter: string
}
interface Modules {
  lastQuarter(day: Date): Period
  quarterIn(name: string): Period | undefined
}
const { lastQuarter, quarterIn }: Modules = await import(new URL('../../web/pages/costs/period.js', import.meta.url).href)

test.each([
  [2026, 0, 1, '2025 Q4'],
  [2026, 2, 31, '2025 Q4'],
  [2026, 3, 1, '2026 Q1'],
  [2026, 10, 23, '2026 Q3'],
  [2026, 11, 31, '2026 Q3'],
])('on %i-%i-%i the quarter that ended last is %s', (year, month, day, said) => {
  const { year: ofYear, quarter } = lastQuarter(new Date(year, month, day))
  expect(`${ofYear} ${quarter}`).toBe(said)
})

test.each([
  ['riverbend-2026-q1.xlsx', { year: '2026', quarter: 'Q1' }],
  ['Costs Q3 2025.csv', { year: '2025', quarter: 'Q3' }],
  ['2024Q4.xlsx', { year: '2024', quarter: 'Q4' }],
  ['faq1 2026.xlsx', undefined],
  ['costs-2026-q11.xlsx', undefined],
  ['costs.xlsx', undefined],
])('%s tells %j', (name, told) => expect(quarterIn(name)).toEqual(told))
