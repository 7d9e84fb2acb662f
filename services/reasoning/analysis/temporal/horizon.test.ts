import { expect, test } from 'vitest'
import { horizonOf } from './horizon.ts'

const DAY = 86_400_000

test.each([
  ['What will next month look like?', 30.4],
  ['Forecast the next 30 days.', 30],
  ['How many visits come in the next two weeks?', 14],
  ['What is expected three quarters ahead?', 273.9],
  ['And tomorrow?', 1],
  ['over the coming year', 365.2],
])('%s looks %d days ahead', (objective, days) => {
  expect(horizonOf(objective)! / DAY).toBeCloseTo(days, 1)
})

test('a question that looks back says nothing of it', () => {
  for (const text of ['What changed last month?', 'Was the next step taken?', '']) expect(horizonOf(text)).toBeUndefined()
})
