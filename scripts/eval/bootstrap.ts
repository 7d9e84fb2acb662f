import { seededRandom } from '../seeded-random.ts'

export const mean = (values: readonly number[]): number => values.reduce((sum, x) => sum + x, 0) / values.length

/** A difference of means with the interval that holds 95 % of its bootstrap distribution. */
export interface Difference {
  readonly mean: number
  readonly low: number
  readonly high: number
}

/**
 * Paired bootstrap (Efron and Tibshirani 1993, percentile interval): cases are drawn with replacement, and each draw takes what both sides
 * made of the same case. Undefined without cases.
 */
export function pairedBootstrap(differences: readonly number[], seed: number, rounds = 10_000): Difference | undefined {
  const n = differences.length
  if (n === 0) return undefined
  const random = seededRandom(seed)
  const means = new Float64Array(rounds)
  for (let round = 0; round < rounds; round++) {
    let sum = 0
    for (let i = 0; i < n; i++) sum += differences[Math.floor(random() * n)]!
    means[round] = sum / n
  }
  means.sort()
  const at = (share: number) => means[Math.min(rounds - 1, Math.floor(share * rounds))]!
  return { mean: mean(differences), low: at(0.025), high: at(0.975) }
}
