import { describe, expect, it } from 'vitest'
import { checkText } from './check-text.ts'
import type { Claim } from './claim.ts'

const claim = (id: string, about: string[], text: string): Claim => ({
  id,
  about,
  text,
  kind: 'trend',
  direction: null,
  t: null,
  effect: 1,
  certainty: 1,
  references: [],
})
const claims = [
  claim('c1', ['visits'], '"visits" rises by 2.537 a day (p < 0.001).'),
  claim('c2', ['errors'], 'The mean of "errors" goes from 10 down to 4.2 at 2026-03-12.'),
  claim('c3', ['visits', 'errors'], '"errors" follows "visits" in the same way after 3 samples (r 0.81, p = 0.002).'),
  claim('c4', ['orders'], '"orders" has no trend (p = 0.43).'),
]
const ids = ['visits', 'errors', 'orders', 'He said "9.5". No!']
const problems = (text: string) => checkText(text, claims, ids).flatMap(({ problem }) => problem ?? [])

describe('a text stands where each sentence says one finding', () => {
  it.each([
    claims.map(({ text }) => text).join(' '),
    'Day by day "visits" is rising by 2.537.',
    'Over the time "visits" increased by 2.54 a day.',
    'The figures were looked at with care.\n- At 2026-03-12, "errors" goes down: from 10 to 4.2.',
    '"orders" has no trend.',
  ])('%s', (text) => {
    expect(problems(text)).toEqual([])
  })
})

describe('a text falls with', () => {
  it.each([
    ['another number', '"visits" rises by 2.637 a day.', 'the number 2.637 was not computed'],
    [
      'a number rounded to a single digit',
      '"visits" rises by 3 a day.',
      'no finding says this of these series with these numbers and this direction',
    ],
    ['a sign', '"visits" rises by -2.537 a day.', 'the number -2.537 was not computed'],
    ['the other direction', '"visits" falls by 2.537 a day.', 'no finding says this of these series with these numbers and this direction'],
    ['no direction', 'The slope of "visits" is 2.537 a day.', 'no finding says this of these series with these numbers and this direction'],
    ['a denial', '"visits" never rises by 2.537 a day.', 'no finding says this of these series with these numbers and this direction'],
    ['a denial left out', '"orders" has a trend (p = 0.43).', 'no finding says this of these series with these numbers and this direction'],
    ['another id', '"orders" rises by 2.537 a day.', 'no finding says this of these series with these numbers and this direction'],
    [
      'an id that there is not',
      '"revenue" rises by 2.537 a day.',
      'no finding says this of these series with these numbers and this direction',
    ],
    [
      'ids the other way round',
      '"visits" follows "errors" in the same way after 3 samples.',
      'no finding says this of these series with these numbers and this direction',
    ],
    [
      'numbers the other way round',
      'The mean of "errors" goes from 4.2 down to 10 at 2026-03-12.',
      'no finding says this of these series with these numbers and this direction',
    ],
    ['another day', 'The mean of "errors" goes from 10 down to 4.2 at 2026-03-13.', 'nothing was found at 2026-03-13'],
    ['a number in words', '"visits" doubled.', '"doubled" was not computed'],
    ['a number of nothing', 'The slope is 731.75 a day.', 'the number 731.75 was not computed'],
  ])('%s', (_what, text, problem) => {
    expect(problems(text)).toEqual([problem])
  })
})

it('finds no sentence in an id', () => {
  const odd = [claim('c1', [ids[3]!], `"${ids[3]}" rises by 1.25 a day.`)]
  expect(checkText(odd[0]!.text, odd, ids)).toEqual([{ text: odd[0]!.text, claim: 'c1', problem: null }])
})

it('reads a long and hostile text in its stride', () => {
  expect(problems('"'.repeat(19_999))).toBeDefined()
  expect(problems('a. '.repeat(6000)).length).toBe(0)
  expect(problems('x'.repeat(20_001))).toEqual(['it has more than 20000 characters'])
})
