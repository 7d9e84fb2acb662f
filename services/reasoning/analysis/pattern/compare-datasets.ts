import { falseDiscoveries } from '../correlation/false-discoveries.ts'
import { deviation, isConstant, mean } from '../numbers/moments.ts'
import { twoSided } from '../numbers/normal.ts'
import { ranks } from '../numbers/order.ts'
import { studentTwoSided } from '../numbers/student.ts'
import type { Dataset } from '../series/item.ts'

/** Two datasets side by side: by how much the values of `a` lie above those of `b`. */
export interface Difference {
  readonly a: string
  readonly b: string
  readonly a_mean: number
  readonly b_mean: number
  readonly difference: number
  /** Where the difference lies with 95 % certainty (Welch). */
  readonly low: number
  readonly high: number
  /** Of Welch's test of the means. */
  readonly p_value: number
  /** Of Mann's and Whitney's test of the ranks, with ties and continuity. */
  readonly rank_p_value: number
  /** The p-value of the means, corrected for all pairs (Benjamini and Hochberg). */
  readonly q_value: number
  /** Share of pairs of values of which that of `a` is the greater, less the share of which it is the smaller: -1 to 1 (Cliff). */
  readonly delta: number
}

const FEWEST = 4
/** Datasets of which each two are compared. */
const MOST = 20

/** Each two of the datasets that vary, the first against the second. */
export function compareDatasets(datasets: readonly Dataset[]): Difference[] {
  const compared = datasets.filter(({ v }) => v.length >= FEWEST && !isConstant(v)).slice(0, MOST)
  const found = compared.flatMap((a, i) => compared.slice(i + 1).map((b) => differenceOf(a, b)))
  const q = falseDiscoveries(found.map(({ p_value }) => p_value))
  return found.map((d, i) => ({ ...d, q_value: q[i]! }))
}

function differenceOf(a: Dataset, b: Dataset): Omit<Difference, 'q_value'> {
  const [va, vb] = [deviation(a.v) ** 2 / a.v.length, deviation(b.v) ** 2 / b.v.length]
  const [a_mean, b_mean] = [mean(a.v), mean(b.v)]
  const difference = a_mean - b_mean
  const error = Math.sqrt(va + vb)
  // Welch and Satterthwaite
  const df = (va + vb) ** 2 / (va ** 2 / (a.v.length - 1) + vb ** 2 / (b.v.length - 1))
  const margin = error * studentQuantile(0.05, df)
  const { p, delta } = mannWhitney(a.v, b.v)
  return {
    ...{ a: a.id, b: b.id, a_mean, b_mean, difference, low: difference - margin, high: difference + margin },
    ...{ p_value: studentTwoSided(difference / error, df), rank_p_value: p, delta },
  }
}

/** The t beyond which both tails of Student's distribution together hold so much. */
export function studentQuantile(tails: number, df: number): number {
  let [low, high] = [0, 1]
  while (studentTwoSided(high, df) > tails) high *= 2
  for (let i = 0; i < 100; i++) {
    const middle = (low + high) / 2
    if (studentTwoSided(middle, df) > tails) low = middle
    else high = middle
  }
  return (low + high) / 2
}

/** Mann's and Whitney's U by its normal approximation, with ties and a correction for continuity. */
export function mannWhitney(a: Float64Array, b: Float64Array): { u: number; p: number; delta: number } {
  const [na, nb] = [a.length, b.length]
  const n = na + nb
  const all = new Float64Array(n)
  all.set(a)
  all.set(b, na)
  const rank = ranks(all)
  const u = rank.subarray(0, na).reduce((sum, r) => sum + r, 0) - (na * (na + 1)) / 2
  const counts = new Map<number, number>()
  for (const r of rank) counts.set(r, (counts.get(r) ?? 0) + 1)
  const ties = counts.values().reduce((sum, c) => sum + c ** 3 - c, 0)
  const variance = ((na * nb) / 12) * (n + 1 - ties / (n * (n - 1)))
  const off = Math.max(0, Math.abs(u - (na * nb) / 2) - 0.5)
  return { u, p: variance > 0 ? twoSided(off / Math.sqrt(variance)) : 1, delta: (2 * u) / (na * nb) - 1 }
}
