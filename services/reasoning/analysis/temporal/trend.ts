import { autocorrelation, isConstant, pearson } from '../numbers/moments.ts'
import { median } from '../numbers/order.ts'
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
  const { s, p } = isConstant(x) ? { s: 0, p: 1 } : mannKendall(x, varianceInflation(n, phi))
  const significant = p < SIGNIFICANT && slope !== 0 && Math.sign(s) === Math.sign(slope)
  const direction = significant ? (slope > 0 ? 'up' : 'down') : 'flat'
  const r2 = pearson(days, x) ** 2
  return {
    trend: { direction, slope_per_day: slope, p_value: p, autocorrelation: phi, start, r2 },
    note: n > MOST_EXACT ? 'The slope is the middle one of 200,000 pairs of points, drawn by a fixed seed.' : undefined,
  }
}

/** Lag-one autocorrelation of what a line leaves, corrected for the line (Marriott and Pope 1954); none where it is within noise of zero. */
function dependence(rest: Float64Array): number {
  const n = rest.length
  if (n < 8) return 0
  const r = autocorrelation(rest, 1)
  const corrected = (r * n + 2) / (n - 4)
  return Math.min(0.99, Math.max(0, corrected))
}
