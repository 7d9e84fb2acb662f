import { mean } from '../numbers/moments.ts'
import { correlationP } from '../numbers/student.ts'
import { autoregression, filter } from './prewhiten.ts'

export interface Lag {
  /** Samples; positive: b follows a. 0 where no lag stands out. */
  readonly lag: number
  readonly correlation: number
  /** For all lags that were looked at together. */
  readonly p: number
}

const MOST_LAGS = 30
const SIGNIFICANT = 0.05

/** A series without its dependence on itself, as it is held against others. */
export interface Whitened {
  /** Coefficients of its autoregression. */
  readonly phi: Float64Array
  /** What that does not foresee, around zero, and its sum of squares. */
  readonly rest: Float64Array
  readonly squares: number
}

/** `acf`: autocorrelations of the series at the lags that may take part. */
export function whiten(series: Float64Array, acf: Float64Array): Whitened {
  const phi = autoregression(acf, series.length)
  const rest = centre(filter(series, phi))
  return { phi, rest, squares: partOf(rest, rest, 0, 0, rest.length) }
}

/** What b is filtered into: thousands of pairs would leave an array each. */
let scratch = new Float64Array(0)

/** The lag at which b resembles a most, after the dependence of a on itself is taken out of both (Box and Jenkins). */
export function bestLag({ phi, rest: x, squares }: Whitened, b: Float64Array): Lag {
  const most = Math.min(MOST_LAGS, Math.floor(b.length / 4))
  if (scratch.length < x.length) scratch = new Float64Array(x.length)
  const y = centre(filter(b, phi, scratch.subarray(0, x.length)))
  const size = Math.sqrt(squares * partOf(y, y, 0, 0, y.length))
  if (!(size > 0)) return { lag: 0, correlation: 0, p: 1 }
  const sums = lagSums(x, y, most)
  let [best, at] = [0, 0]
  for (let k = 0; k <= most; k++)
    for (const lag of k === 0 ? [0] : [k, -k]) {
      const r = sums[lag + most]! / size
      if (Math.abs(r) > Math.abs(best) + 1e-12) [best, at] = [r, lag]
    }
  const p = Math.min(1, (2 * most + 1) * correlationP(Math.max(-1, Math.min(1, best)), x.length - Math.abs(at)))
  return p < SIGNIFICANT ? { lag: at, correlation: best, p } : { lag: 0, correlation: sums[most]! / size, p }
}

function centre(x: Float64Array): Float64Array {
  const m = mean(x)
  for (let i = 0; i < x.length; i++) x[i] = x[i]! - m
  return x
}

/** Sums over all i of x[i] * y[i + lag], for lags from -most to most; at index lag + most. Both are of one length. */
export function lagSums(x: Float64Array, y: Float64Array, most: number): Float64Array {
  const n = x.length
  const sums = new Float64Array(2 * most + 1)
  // Four lags in one pass: this is where a run with many pairs spends its time.
  for (let lag = -most; lag <= most; lag += 4) {
    const from = Math.max(0, -lag)
    const to = Math.min(n, n - lag - 3)
    let [a, b, c, d] = [0, 0, 0, 0]
    for (let i = from, j = from + lag; i < to; i++, j++) {
      const v = x[i]!
      a += v * y[j]!
      b += v * y[j + 1]!
      c += v * y[j + 2]!
      d += v * y[j + 3]!
    }
    const first = [a, b, c, d]
    for (let k = 0; k < 4 && lag + k <= most; k++)
      sums[lag + k + most] =
        first[k]! + partOf(x, y, lag + k, Math.max(0, -lag - k), Math.min(from, n)) + partOf(x, y, lag + k, Math.max(from, to), n - lag - k)
  }
  return sums
}

/** The same of one lag, for i from one up to another (not counted) and within both. */
function partOf(x: Float64Array, y: Float64Array, lag: number, from: number, to: number): number {
  let sum = 0
  for (let i = from; i < Math.min(to, x.length); i++) sum += x[i]! * y[i + lag]!
  return sum
}
