import { deviation } from '../numbers/moments.ts'
import { normalQuantile } from '../numbers/normal.ts'
import { madSigma, median } from '../numbers/order.ts'
import { FEWEST } from './fewest.ts'
import { runningMedian } from './running-median.ts'

export interface Anomaly {
  readonly index: number
  /** Of a stretch: its last step; else the same as `index`. */
  readonly last: number
  /** Distance from what was expected, in robust standard deviations; negative below it. */
  readonly score: number
  readonly expected: number
  readonly kind: 'point' | 'stretch'
}

/** Chance that normal noise has a single point beyond the threshold. */
const CHANCE = 0.005
/** Share of the values that are anomalies at most, as far as the spread of the others is concerned. */
const RARE = 0.02
const MOST = 200
const WIDEST = 2001

/**
 * Values that neither level nor season explain. `x`: at even steps; `seasonal`: what the seasons give there; `slope`: of a step;
 * `longest`: the longest season, 0 where there is none.
 */
export function findAnomalies(
  x: Float64Array,
  seasonal: Float64Array,
  slope: number,
  longest: number,
): { anomalies: Anomaly[]; rest: Float64Array } {
  const n = x.length
  const flat = x.map((v, i) => v - seasonal[i]! - slope * i)
  const width = Math.min(WIDEST, n, Math.max(15, 2 * longest + 1, Math.ceil(n / 12))) | 1
  const level = runningMedian(flat, width)
  const rest = flat.map((v, i) => v - level[i]!)
  // What is left of exact values is rounding.
  if (largest(rest) <= 1e-12 * largest(x)) return { anomalies: [], rest }
  const points = beyond(rest, 1).map(({ index, score }) => ({ index, last: index, score, kind: 'point' as const }))
  const stretches = longest >= 4 ? stretchesOf(rest, Math.max(2, Math.round(longest / 2))) : []
  const lone = points.filter(
    (p) => !stretches.some((s) => p.index >= s.index && p.index <= s.last && Math.abs(p.score) < 1.5 * Math.abs(s.score)),
  )
  const found = [...lone, ...stretches].toSorted((a, b) => Math.abs(b.score) - Math.abs(a.score)).slice(0, MOST)
  const anomalies = found.map((a) => ({ ...a, expected: x[a.index]! - rest[a.index]! })).toSorted((a, b) => a.index - b.index)
  return { anomalies, rest }
}

const largest = (values: Float64Array): number => values.reduce((most, v) => Math.max(most, Math.abs(v)), 0)

/** What counts as far: undefined where nothing varies, or too little is known. Values of means stand for `each` others. */
function scaleOf(values: Float64Array, each: number): { centre: number; sigma: number; threshold: number } | undefined {
  const n = values.length
  const centre = median(values)
  const sigma = Math.max(madSigma(values, centre), 0.05 * deviation(values), tailSigma(values, centre, each))
  if (!(sigma > 1e-9 * largest(values)) || n < FEWEST.anomaly) return undefined
  return { centre, sigma, threshold: normalQuantile(1 - CHANCE / Math.max(1, n / each) / 2) * (1 + 5 / n) }
}

/** Values further from the middle than noise goes. */
function beyond(values: Float64Array, each: number): { index: number; score: number }[] {
  const scale = scaleOf(values, each)
  if (!scale) return []
  const out: { index: number; score: number }[] = []
  for (let i = 0; i < values.length; i++) {
    const score = (values[i]! - scale.centre) / scale.sigma
    if (Math.abs(score) > scale.threshold) out.push({ index: i, score })
  }
  return out
}

/**
 * The deviation that the far values have where they are no anomalies, which are rare: of noise with heavy tails it is greater than that of
 * the middle. Looks at the value behind the farthest fiftieth and four more.
 */
function tailSigma(values: Float64Array, centre: number, each: number): number {
  const n = values.length
  const behind = Math.min(n - 1, Math.ceil(RARE * n) + 4 * each)
  const far = values.map((v) => Math.abs(v - centre)).sort()
  return far[n - 1 - behind]! / normalQuantile(1 - (behind + 0.5) / n / 2)
}

/** Stretches whose mean is further off than those of others: none of their points need be. */
function stretchesOf(given: Float64Array, width: number): Omit<Anomaly, 'expected'>[] {
  const n = given.length
  const scale = scaleOf(given, 1)
  if (n < 8 * width || !scale) return []
  // A single far value makes no stretch.
  const [low, high] = [scale.centre - 3 * scale.sigma, scale.centre + 3 * scale.sigma]
  const rest = given.map((v) => Math.min(high, Math.max(low, v)))
  const means = new Float64Array(n - width + 1)
  let sum = 0
  for (let i = 0; i < n; i++) {
    sum += rest[i]! - (i >= width ? rest[i - width]! : 0)
    if (i >= width - 1) means[i - width + 1] = sum / width
  }
  const out: Omit<Anomaly, 'expected'>[] = []
  for (const { index, score } of beyond(means, width).toSorted((a, b) => Math.abs(b.score) - Math.abs(a.score))) {
    const [from, to] = [index, index + width - 1]
    if (!out.some((o) => from <= o.last && to >= o.index)) out.push({ index: from, last: to, score, kind: 'stretch' })
  }
  return out
}
