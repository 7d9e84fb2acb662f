import { median } from '../numbers/order.ts'

/** A series taken apart: x = level + seasons + rest. */
export interface Parts {
  readonly level: Float64Array
  readonly seasonal: Float64Array
  readonly rest: Float64Array
}

/** Mean over one period centred at each step, half weights at the ends of even ones; continued straight beyond them. */
export function movingMean(x: Float64Array, period: number): Float64Array {
  const n = x.length
  const half = Math.floor(period / 2)
  const out = new Float64Array(n)
  if (n < period + 1) return out.fill(x.reduce((s, v) => s + v, 0) / Math.max(1, n))
  const even = period % 2 === 0
  let sum = 0
  for (let i = 0; i < 2 * half + 1; i++) sum += x[i]!
  for (let i = half; i < n - half; i++) {
    if (i > half) sum += x[i + half]! - x[i - half - 1]!
    out[i] = even ? (sum - (x[i - half]! + x[i + half]!) / 2) / period : sum / period
  }
  for (let i = 0; i < half; i++) {
    out[i] = out[half]!
    out[n - 1 - i] = out[n - 1 - half]!
  }
  return out
}

/** The middle of each phase of the period, centred to zero; robust against single values. */
export function seasonOf(x: Float64Array, level: Float64Array, period: number): Float64Array {
  const cycles = Math.ceil(x.length / period)
  const season = new Float64Array(period)
  const phase = new Float64Array(cycles)
  for (let p = 0; p < period; p++) {
    let n = 0
    for (let i = p; i < x.length; i += period) phase[n++] = x[i]! - level[i]!
    season[p] = median(phase.slice(0, n), true)
  }
  const centre = season.reduce((s, v) => s + v, 0) / period
  return season.map((v) => v - centre)
}

/** Takes the seasons of these periods out, the shortest first, twice over: what the second round leaves to the others is theirs. */
export function decompose(x: Float64Array, periods: readonly number[]): Parts {
  const n = x.length
  const seasons = periods.map(() => new Float64Array(n))
  let level = movingMean(x, Math.max(3, ...periods))
  for (let round = 0; round < 2; round++) {
    periods.forEach((period, k) => {
      const others = Float64Array.from(x, (v, i) => v - seasons.reduce((s, own, j) => s + (j === k ? 0 : own[i]!), 0))
      const season = seasonOf(others, movingMean(others, period), period)
      for (let i = 0; i < n; i++) seasons[k]![i] = season[i % period]!
    })
    level = movingMean(
      Float64Array.from(x, (v, i) => v - seasons.reduce((s, own) => s + own[i]!, 0)),
      Math.max(3, ...periods),
    )
  }
  const seasonal = Float64Array.from({ length: n }, (_, i) => seasons.reduce((s, own) => s + own[i]!, 0))
  return { level, seasonal, rest: Float64Array.from(x, (v, i) => v - level[i]! - seasonal[i]!) }
}
