import { expect, test } from 'vitest'
import { spanOf } from './span.ts'

test.each([
  [7, 86_400, '7 days'],
  [1, 86_400, '1 day'],
  [24, 3600, '24 hours'],
  [168, 3600, '7 days'],
  [288, 300, '24 hours'],
  [90, 60, '90 minutes'],
  [48, 3600, '2 days'],
  [864, 300, '3 days'],
  [12, 31 * 86_400, '12 months'],
  [4, 92 * 86_400, '4 quarters'],
  [10, 365 * 86_400, '10 years'],
  [52, 604_800, '52 weeks'],
  [5, 0.25, '5 samples'],
])('%d steps of %d s are %s', (steps, step_seconds, said) => {
  expect(spanOf(steps, { step_seconds, even_steps: true })).toBe(said)
})

test('steps that are not even are samples', () => {
  expect(spanOf(7, { step_seconds: 86_400, even_steps: false })).toBe('7 samples')
})
