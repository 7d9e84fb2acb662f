import { expect, test } from 'vitest'
import { costOf, withCosts } from './cost.ts'

const cost = (amount: number, currency = 'USD', estimated = false) => ({ amount, currency, estimated })

test('tokens by the price of a million, without the rests of binary fractions', () => {
  const usage = { prompt: 1_000, completion: 100, total: 1_100, reasoning: 50 }
  expect(costOf(usage, { input: 0.15, output: 0.6, currency: 'USD' })).toEqual(cost(0.00021))
})

test('costs are added within a currency, and one that is estimated makes the sum so', () => {
  expect(withCosts(cost(0.1), [])).toEqual(cost(0.1))
  expect(withCosts(cost(0.1), [cost(0.2), cost(5, 'EUR', true)])).toEqual(cost(0.3))
  expect(withCosts(cost(0.1), [cost(0.2, 'USD', true)])).toEqual(cost(0.3, 'USD', true))
})
