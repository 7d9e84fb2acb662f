import { twoSided } from '../numbers/normal.ts'
import { studentTwoSided } from '../numbers/student.ts'

export interface MannKendall {
  /** Pairs that rise less pairs that fall. */
  readonly s: number
  /** Of S, with the inflation. */
  readonly variance: number
  readonly z: number
  readonly p: number
}

/**
 * Test of a trend by the signs of all pairs, with ties (Mann 1945, Kendall 1975). `inflation` is by how much dependence of neighbours
 * raises the variance of S; 1 where they are independent.
 */
export function mannKendall(x: Float64Array, inflation = 1): MannKendall {
  const n = x.length
  const pairs = (n * (n - 1)) / 2
  const { ties, tiedPairs } = tiesOf(x)
  const s = pairs - tiedPairs - 2 * falls(x)
  const variance = (n * (n - 1) * (2 * n + 5) - ties) / 18
  const z = variance > 0 && s !== 0 ? (s - Math.sign(s)) / Math.sqrt(variance * inflation) : 0
  // A variance that was estimated asks for heavier tails, of as many values as are worth.
  return { s, variance: variance * inflation, z, p: inflation > 1 ? studentTwoSided(z, n / inflation - 2) : twoSided(z) }
}

function tiesOf(x: Float64Array): { ties: number; tiedPairs: number } {
  const sorted = x.toSorted()
  let [ties, tiedPairs] = [0, 0]
  for (let i = 0; i < sorted.length; ) {
    let j = i
    while (j < sorted.length && sorted[j] === sorted[i]) j++
    const t = j - i
    ties += t * (t - 1) * (2 * t + 5)
    tiedPairs += (t * (t - 1)) / 2
    i = j
  }
  return { ties, tiedPairs }
}

/** Pairs of which the later value is the smaller one, counted while sorting by merging. */
function falls(x: Float64Array): number {
  let from = x.slice()
  let to = new Float64Array(x.length)
  let count = 0
  for (let width = 1; width < x.length; width *= 2) {
    for (let low = 0; low < x.length; low += 2 * width) {
      const mid = Math.min(low + width, x.length)
      const high = Math.min(low + 2 * width, x.length)
      for (let i = low, j = mid, k = low; k < high; k++) {
        if (i < mid && (j >= high || from[i]! <= from[j]!)) to[k] = from[i++]!
        else {
          count += mid - i
          to[k] = from[j++]!
        }
      }
    }
    ;[from, to] = [to, from]
  }
  return count
}

/**
 * By how much the variance of S grows where neighbours depend on each other by phi^k (Hamed and Rao 1998, with the correlation of ranks
 * of normal values).
 */
export function varianceInflation(n: number, phi: number): number {
  if (!(phi > 0) || n < 4) return 1
  let sum = 0
  for (let k = 1, rho = phi; k < n - 2 && rho > 1e-4; k++, rho *= phi)
    sum += (n - k) * (n - k - 1) * (n - k - 2) * ((6 / Math.PI) * Math.asin(rho / 2))
  return 1 + (2 / (n * (n - 1) * (n - 2))) * sum
}
