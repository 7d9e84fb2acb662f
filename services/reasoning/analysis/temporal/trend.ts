import { autocorrelation, deviation, isConstant, mean, pearson } from '../numbers/moments.ts'
import { twoSided } from '../numbers/normal.ts'
import { median } from '../numbers/order.ts'
import { studentTwoSided } from '../numbers/student.ts'
import { DAY } from '../series/item.ts'
import { mannKendall, varianceInflation } from './mann-kendall.ts'
import { MOST_EXACT, theilSen } from './theil-sen.ts'

export interface Trend {
  readonly direction: 'up' | 'down' | 'flat'
  readonly slope_per_day: number
  readonly p_value: number
  /** Of a step to the next, as dependence of neighbours; 0 where there is none. */
  readonly autocorrelation: number
  /** Value of the line at the first point. */
  readonly start: number
  /** Share of what varies that the line explains. */
  readonly r2: number
}

const SIGNIFICANT = 0.05
/** From this dependence on what is left of a line wanders: then its steps say more about a trend than its values (both count, as two tests). */
const WANDERS = 0.95
const FEWEST_STEPS = 20

/** A robust line through points, and whether it is more than chance. `x`: the values without their seasons. */
export function trendOf(t: Float64Array, x: Float64Array): { trend: Trend; note: string | undefined } {
  const n = x.length
  const days = t.map((v) => (v - t[0]!) / DAY)
  const slope = isConstant(x) ? 0 : theilSen(days, x)
  const rest = x.map((v, i) => v - slope * days[i]!)
  const start = median(rest)
  const size = x.reduce((most, v) => Math.max(most, Math.abs(v)), 0)
  const exact = rest.every((v) => Math.abs(v - start) <= 1e-9 * size)
  const phi = exact ? 0 : dependence(rest)
  const byPairs = isConstant(x) ? { s: 0, p: 1 } : mannKendall(x, varianceInflation(n, phi))
  const p = phi > WANDERS ? Math.min(1, 2 * Math.min(byPairs.p, driftP(x, slope))) : byPairs.p
  const significant = p < SIGNIFICANT && slope !== 0 && Math.sign(byPairs.s) === Math.sign(slope)
  const direction = significant ? (slope > 0 ? 'up' : 'down') : 'flat'
  const r2 = pearson(days, x) ** 2
  return {
    trend: { direction, slope_per_day: slope, p_value: p, autocorrelation: phi, start, r2 },
    note: n > MOST_EXACT ? 'The slope is the middle one of 200,000 pairs of points, drawn by a fixed seed.' : undefined,
  }
}

/** Whether the differences from one value to the next have a mean of their own, in the way of the slope: Student's test, for fewer where they depend on each other. */
function driftP(x: Float64Array, slope: number): number {
  const d = x.slice(1).map((v, i) => v - x[i]!)
  const n = d.length
  const [drift, sd] = [mean(d), deviation(d)]
  if (n < FEWEST_STEPS || !(sd > 0) || Math.sign(drift) !== Math.sign(slope)) return 1
  const r = Math.min(0.99, Math.max(0, autocorrelation(d, 1)))
  const worth = (n * (1 - r)) / (1 + r)
  return worth > 2 ? studentTwoSided((drift / sd) * Math.sqrt(worth), worth - 1) : 1
}

/** What goes on between the changes of a series: whether it rises or falls in its stretches, and by how much a day. */
export interface TrendBetween {
  readonly slope_per_day: number
  readonly p_value: number
}

const SHORTEST = 8

/**
 * The trend of the stretches between changes, taken together: a step makes a line through all of it rise, and none through its parts
 * (Mann's and Kendall's test by strata, Hirsch and Slack 1984). Null where no stretch is long enough.
 */
export function trendBetween(t: Float64Array, x: Float64Array, bounds: readonly number[]): TrendBetween | null {
  let [s, variance, slopes, weights] = [0, 0, 0, 0]
  for (const [i, to] of bounds.entries()) {
    const from = bounds[i - 1] ?? 0
    if (i === 0 || to - from < SHORTEST) continue
    const part = x.slice(from, to)
    if (isConstant(part)) continue
    const days = t.slice(from, to).map((v) => (v - t[from]!) / DAY)
    const slope = theilSen(days, part)
    const phi = dependence(part.map((v, k) => v - slope * days[k]!))
    const own = mannKendall(part, varianceInflation(part.length, phi))
    // A slope is known the better the longer its stretch is: by the cube of the length.
    const weight = part.length ** 3
    ;[s, variance, slopes, weights] = [s + own.s, variance + own.variance, slopes + slope * weight, weights + weight]
  }
  if (weights === 0) return null
  const z = variance > 0 && s !== 0 ? (s - Math.sign(s)) / Math.sqrt(variance) : 0
  return { slope_per_day: slopes / weights, p_value: twoSided(z) }
}

/** Lag-one autocorrelation of what a line leaves, corrected for the line (Marriott and Pope 1954); none where it is within noise of zero. */
function dependence(rest: Float64Array): number {
  const n = rest.length
  if (n < 8) return 0
  const r = autocorrelation(rest, 1)
  const corrected = (r * n + 2) / (n - 4)
  return Math.min(0.99, Math.max(0, corrected))
}
