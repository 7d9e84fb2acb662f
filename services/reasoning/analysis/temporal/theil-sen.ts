import { median } from '../numbers/order.ts'
import { seeded } from '../numbers/random.ts'

/** Pairs of which each slope is looked at; of longer series a seeded sample of so many. */
const MOST_PAIRS = 200_000
export const MOST_EXACT = 600

/** The middle of the slopes of all pairs of points (Theil 1950, Sen 1968), per unit of t. */
export function theilSen(t: ArrayLike<number>, x: ArrayLike<number>): number {
  const n = t.length
  if (n < 2) return 0
  if (n > MOST_EXACT) return sampled(t, x)
  const slopes = new Float64Array((n * (n - 1)) / 2)
  let k = 0
  for (let i = 0; i < n; i++) for (let j = i + 1; j < n; j++) slopes[k++] = (x[j]! - x[i]!) / (t[j]! - t[i]!)
  return median(slopes, true)
}

/** Of each call again: more than a megabyte that would have to be collected for each series. */
const sample = new Float64Array(MOST_PAIRS)

function sampled(t: ArrayLike<number>, x: ArrayLike<number>): number {
  const n = t.length
  const next = seeded(n)
  for (let k = 0; k < MOST_PAIRS; k++) {
    const i = Math.floor(next() * n)
    const j = (i + 1 + Math.floor(next() * (n - 1))) % n
    sample[k] = (x[j]! - x[i]!) / (t[j]! - t[i]!)
  }
  return median(sample, true)
}
