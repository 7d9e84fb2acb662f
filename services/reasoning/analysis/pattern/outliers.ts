import { median, quantileOf } from '../numbers/order.ts'

export interface Outlier {
  readonly index: number
  readonly v: number
  /** Distance from the median in robust deviations of its own side. */
  readonly score: number
}

const BEYOND = 3.5
const MOST = 100

/**
 * Values far from the median by the spread of their own side (Rosenmai's double MAD with the bound of Iglewicz and Hoaglin 1993) and
 * outside of Tukey's outer fences as well, so that skewed values have none for being skewed.
 */
export function outliersOf(values: Float64Array, sorted: Float64Array): Outlier[] {
  if (values.length < 8) return []
  const centre = median(sorted)
  const side = (sign: number) =>
    1.4826 *
    median(
      sorted.filter((v) => sign * (v - centre) >= 0).map((v) => Math.abs(v - centre)),
      true,
    )
  const [q1, q3] = [quantileOf(sorted, 0.25), quantileOf(sorted, 0.75)]
  const [low, high] = [q1 - 3 * (q3 - q1), q3 + 3 * (q3 - q1)]
  const least = (sorted.at(-1)! - sorted[0]!) * 1e-3
  const [below, above] = [Math.max(side(-1), least), Math.max(side(1), least)]
  const out: Outlier[] = []
  for (let index = 0; index < values.length; index++) {
    const v = values[index]!
    const score = (v - centre) / (v < centre ? below : above)
    if (Math.abs(score) > BEYOND && (v < low || v > high)) out.push({ index, v, score })
  }
  return out.toSorted((a, b) => Math.abs(b.score) - Math.abs(a.score)).slice(0, MOST)
}
