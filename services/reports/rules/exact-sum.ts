import { Decimal } from 'decimal.js'

/** Amounts below this in whole cents: 200,000 of them, the most rows of a workbook, stay whole numbers of a double. */
const MOST = 1e7

/** The amount in whole cents; undefined where it is none, or too large. */
export function wholeCents(amount: number): number | undefined {
  const cents = Math.round(amount * 100)
  return Math.abs(amount) < MOST && cents / 100 === amount ? cents : undefined
}

/** A sum without a rounding error: whole cents as such, and whatever else as decimals. */
export class ExactSum {
  #cents = 0
  #rest = new Decimal(0)

  add(amount: number): void {
    const cents = wholeCents(amount)
    if (cents === undefined) this.#rest = this.#rest.plus(amount)
    else this.#cents += cents
  }

  value(): Decimal {
    return new Decimal(this.#cents).dividedBy(100).plus(this.#rest)
  }
}
