import { expect, test } from 'vitest'
import { rateUnit } from './rate.ts'
import { timesAhead } from './times-ahead.ts'

const DAY = 86_400_000
const times = (...iso: string[]) => Float64Array.from(iso, (t) => Date.parse(t))
const days = (all: number[]) => all.map((t) => new Date(t).toISOString().slice(0, 10))

test.each([
  [['2025-10-01', '2025-11-01', '2025-12-01'], 30.5, ['2026-01-01', '2026-02-01', '2026-03-01']],
  [['2023-01-01', '2024-01-01', '2025-01-01'], 365, ['2026-01-01', '2027-01-01', '2028-01-01']],
  [['2025-01-15', '2025-04-15', '2025-07-15'], 91, ['2025-10-15', '2026-01-15', '2026-04-15']],
  [['2026-01-01', '2026-01-02', '2026-01-03'], 1, ['2026-01-04', '2026-01-05', '2026-01-06']],
  [['2026-01-01', '2026-01-31', '2026-03-02'], 30, ['2026-04-01', '2026-05-01', '2026-05-31']],
])('behind %j come the next ones', (t, step, next) => {
  expect(days(timesAhead(times(...t), step * DAY, 3))).toEqual(next)
})

test.each([
  [365.25 * 86_400, 100 * 365 * 86_400, 'year'],
  [30.4 * 86_400, 900 * 86_400, 'month'],
  [86_400, 400 * 86_400, 'day'],
  [300, 14 * 86_400, 'day'],
  [60, 86_400, 'hour'],
  [5, 1800, 'minute'],
  [0.1, 60, 'second'],
])('steps of %d s over %d s are told by the %s', (step, span, unit) => {
  expect(rateUnit(step, span)).toBe(unit)
})
