import { expect, it, test } from 'vitest'
import { noisy } from '../../thread/whole-run.fixture.ts'
import { seeded } from '../numbers/random.ts'
import { findChanges } from './change-points.ts'

const placesOf = (seed: number, f: (i: number) => number) =>
  findChanges(Float64Array.from(noisy(seed, 120, f))).map(({ index, kind }) => ({ index, kind }))
const SEEDS = Array.from({ length: 40 }, (_, k) => k + 1)

test.each([
  ['one spike', [40], 6],
  ['one spike far off', [40], 40],
  ['a spike of two values', [40, 41], 25],
  ['four spikes', [20, 44, 60, 100], 25],
  ['a spike at the end', [119], 40],
])('%s is no change of what comes before and behind it', (_, at, size) => {
  const found = SEEDS.filter((seed) => placesOf(seed, (i) => 50 + (at.includes(i) ? size : 0)).length > 0)
  expect(found.length).toBeLessThanOrEqual(1)
})

test.each([
  ['skewed noise', 4, (seed: number) => noisy(seed, 200, () => 0).map(Math.exp)],
  ['noise with heavy tails', 4, (seed: number) => noisy(seed, 200, () => 0).map((e) => e ** 3)],
  ['waiting times', 2, (seed: number) => Array.from({ length: 200 }, seeded(seed)).map((u) => -Math.log(1 - u))],
])('%s has hardly any change', (_, most, values) => {
  expect(SEEDS.filter((seed) => findChanges(Float64Array.from(values(seed))).length > 0).length).toBeLessThanOrEqual(most)
})

it('a spike hides no step beside it', () => {
  const found = SEEDS.filter((seed) => {
    const places = placesOf(seed, (i) => 50 + (i === 70 ? 40 : 0) + (i >= 90 ? 8 : 0))
    return places.length === 1 && Math.abs(places[0]!.index - 90) <= 2
  })
  expect(found.length).toBeGreaterThanOrEqual(38)
})

it('among values that do not vary a spike is no change, and a step is one', () => {
  const zeros = (f: (i: number) => number) => findChanges(Float64Array.from({ length: 100 }, (_, i) => f(i)))
  expect(zeros((i) => (i === 50 ? 100 : 0))).toEqual([])
  expect(zeros((i) => (i >= 50 ? 1 : 0))).toMatchObject([{ index: 50, kind: 'level' }])
})

it('many values far off are a spread that changes', () => {
  const wider = SEEDS.filter((seed) => {
    const values = noisy(seed, 120, () => 0).map((e, i) => 50 + (i >= 80 ? 8 : 1) * e)
    return findChanges(Float64Array.from(values)).some(({ index, kind }) => kind === 'spread' && Math.abs(index - 80) <= 6)
  })
  expect(wider.length).toBeGreaterThanOrEqual(38)
})
