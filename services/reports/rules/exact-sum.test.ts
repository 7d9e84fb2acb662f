import { Decimal } from 'decimal.js'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import type { CostRow } from '../stored/cost-row.ts'
import { ExactSum } from './exact-sum.ts'
import { totalCosts } from './total-costs.ts'

const amount = fc.oneof(
  fc.integer({ min: -999_999_99, max: 999_999_99 }).map((cents) => cents / 100),
  fc.double({ noNaN: true, noDefaultInfinity: true, min: -1e12, max: 1e12 }),
  fc.constantFrom(0, -0, 0.005, 1e308, -1e308, 1e-300),
)
const exactly = (amounts: readonly number[]): Decimal => amounts.reduce((sum, one) => sum.plus(one), new Decimal(0))

test('a sum of cents and of anything else is that of decimals', () => {
  fc.assert(
    fc.property(fc.array(amount, { maxLength: 40 }), (amounts) => {
      const sum = new ExactSum()
      for (const one of amounts) sum.add(one)
      // What is far smaller than the greatest is lost in 20 digits, wherever it stands in the order.
      const least = new Decimal(Math.max(1, ...amounts.map(Math.abs))).times(1e-15)
      expect(sum.value().minus(exactly(amounts)).abs().lte(least)).toBe(true)
    }),
  )
})

test('sums and federal parts are those of decimals, to the cent', () => {
  const cents = fc.integer({ min: -500_000_00, max: 500_000_00 }).map((c) => c / 100)
  const share = fc.oneof(
    fc.integer({ min: 0, max: 100 }).map((p) => p / 100),
    fc.constantFrom(0.3333, 1 / 3, 1.5, null),
  )
  fc.assert(
    fc.property(fc.array(fc.record({ salary: fc.option(cents), benefits: fc.option(cents), share }), { maxLength: 30 }), (some) => {
      const rows = some.map(
        (row, i): CostRow => ({
          ...{ sheet: 0, row: i + 2, id: `e${i}`, name: null, position: 'Nurse', pool: null, period: null },
          ...row,
        }),
      )
      const totals = totalCosts(rows, ['Costs'])
      const federal = rows.reduce(
        (sum, r) => sum.plus(new Decimal(r.salary ?? 0).plus(r.benefits ?? 0).times(r.share ?? 0)),
        new Decimal(0),
      )
      expect(totals.salary).toBe(
        exactly(rows.map((r) => r.salary ?? 0))
          .toDecimalPlaces(2)
          .toNumber(),
      )
      expect(totals.federal).toBe(federal.toDecimalPlaces(2).toNumber())
      expect(totals.employees).toBe(rows.length)
    }),
  )
})
