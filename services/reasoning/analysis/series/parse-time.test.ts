import { expect, it } from 'vitest'
import { parseTime } from './parse-time.ts'

it.each([
  '1600-02-29T23:59:59.999Z',
  '0001-01-01T00:00:00.000Z',
  '2024-12-31T12:30:00.000Z',
  '2023-03-01T00:00:00.000Z',
  '1900-12-31T00:00:00.000Z',
  '9999-12-31T23:59:59.000Z',
])('%s is the moment that it says', (text) => {
  expect(new Date(parseTime(text)).toISOString()).toBe(text)
})

it.each([
  '2023-02-29',
  '1900-02-29',
  '2026-13-01',
  '2026-04-31',
  '2026-01-01T25:00',
  '2026-01-01T10:61',
  'soon',
  '',
  '20260101',
  '2026-01-01T10:00:00+99:00',
  'x2026-01-01',
])('%j is no time', (text) => {
  expect(parseTime(text)).toBeNaN()
})

it('takes less than a day for its first', () => {
  expect(['1871', '1992-03', '2018-07-31 18:22:28', '2026-01-01T10:00-0330'].map((t) => new Date(parseTime(t)).toISOString())).toEqual([
    '1871-01-01T00:00:00.000Z',
    '1992-03-01T00:00:00.000Z',
    '2018-07-31T18:22:28.000Z',
    '2026-01-01T13:30:00.000Z',
  ])
})

it('counts whole milliseconds, as replies write them', () => {
  const times = [
    '2026-01-01T00:00:00.123456Z',
    '2026-01-01 00:00:00,123999',
    '2026-01-01T02:00:00.1+02:00',
    '2026-01-01T00:00:00.000000001Z',
  ]
  expect(times.map((t) => parseTime(t) - Date.UTC(2026, 0, 1))).toEqual([123, 123, 100, 0])
})
