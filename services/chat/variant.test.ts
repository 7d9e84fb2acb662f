import { expect, test } from 'vitest'
import { variantOf } from './variant.ts'

test('a user stays in a variant, and experiments are independent', () => {
  expect(variantOf('e1', 'u1')).toBe(variantOf('e1', 'u1'))
  const users = Array.from({ length: 2000 }, (_, i) => `u${i}`)
  const first = users.map((user) => variantOf('e1', user) === 'treatment')
  const second = users.map((user) => variantOf('e2', user) === 'treatment')
  expect(first.filter(Boolean).length / 2000).toBeCloseTo(0.5, 1)
  expect(first.filter((inFirst, i) => inFirst === second[i]).length / 2000).toBeCloseTo(0.5, 1)
})

test('no experiment is control', () => {
  expect(variantOf(undefined, 'u')).toBe('control')
})
