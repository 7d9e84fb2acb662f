import { mean } from '../numbers/moments.ts'
import { quantileOf } from '../numbers/order.ts'

/** What comes next, by the method that would have been best so far. */
export interface Forecast {
  readonly method: 'last value' | 'season before' | 'smoothed level' | 'smoothed level with drift'
  /** For each step ahead. */
  readonly values: readonly number[]
  /** Half the width of the interval that held nine of ten errors of the backtest, growing with the distance. */
  readonly margins: readonly number[]
  /** Mean absolute error over the last steps, each fold forecast from what was before it. */
  readonly error: number
  /** The same of the naive forecast: the season before, or the last value. */
  readonly naiveError: number
  readonly folds: number
}

type Method = (x: Float64Array, steps: number) => Float64Array
const FOLDS = 5
const MOST_AHEAD = 1000
const WEIGHTS = [0.05, 0.1, 0.2, 0.4, 0.7, 1] as const

/** Undefined for series too short to look back on. `period`: the longest season, 0 for none; `shape`: one cycle of it, from what is past; `wanted`: steps, as far as the past allows. */
export function forecastOf(
  x: Float64Array,
  period: number,
  shape: (from: Float64Array) => Float64Array,
  wanted?: number,
): Forecast | undefined {
  const least = Math.max(2 * period, 8)
  const usual = Math.min(period > 1 ? Math.min(period, 30) : 12, Math.floor(x.length / 5))
  // Two looks back have to be possible, else nobody knows how good it is.
  const steps = wanted === undefined ? usual : Math.min(wanted, MOST_AHEAD, Math.floor((x.length - least) / 2))
  const folds = Math.min(FOLDS, Math.floor((x.length - least) / Math.max(1, steps)))
  if (steps < 1 || folds < 2) return undefined
  const methods: Record<Forecast['method'], Method> = {
    'last value': (past, k) => new Float64Array(k).fill(past.at(-1)!),
    'season before': (past, k) => Float64Array.from({ length: k }, (_, i) => past[past.length - period + (i % period)]!),
    'smoothed level': seasoned(period, shape, (past, k) => new Float64Array(k).fill(smooth(past))),
    'smoothed level with drift': seasoned(period, shape, drifting),
  }
  const naive = period > 1 ? 'season before' : 'last value'
  const names = (Object.keys(methods) as Forecast['method'][]).filter((m) => period > 1 || m !== 'season before')
  const errors = new Map(names.map((name) => [name, backtest(x, methods[name], steps, folds)]))
  const mae = (name: Forecast['method']) => mean(errors.get(name)!.map(Math.abs))
  const method = names.reduce((a, b) => (mae(b) < mae(a) ? b : a), naive)
  const wide = quantileOf(errors.get(method)!.map(Math.abs).toSorted(), 0.9)
  const middle = (steps + 1) / 2
  return {
    method,
    values: [...methods[method](x, steps)],
    margins: Array.from({ length: steps }, (_, i) => wide * Math.sqrt((i + 1 + middle) / (2 * middle))),
    error: mae(method),
    naiveError: mae(naive),
    folds,
  }
}

function backtest(x: Float64Array, method: Method, steps: number, folds: number): Float64Array {
  const errors: number[] = []
  for (let fold = folds; fold > 0; fold--) {
    const end = x.length - fold * steps
    const ahead = method(x.subarray(0, end), steps)
    for (let i = 0; i < steps; i++) errors.push(x[end + i]! - ahead[i]!)
  }
  return Float64Array.from(errors)
}

/** Takes the season out, forecasts what is left, puts it back. */
const seasoned =
  (period: number, shape: (from: Float64Array) => Float64Array, inner: Method): Method =>
  (past, steps) => {
    if (period < 2) return inner(past, steps)
    const season = shape(past)
    const out = inner(
      past.map((v, i) => v - season[i % season.length]!),
      steps,
    )
    return out.map((v, i) => v + season[(past.length + i) % season.length]!)
  }

/** Simple exponential smoothing, with the weight that forecast the past best. */
function smooth(past: Float64Array): number {
  const recent = past.slice(-400)
  let [best, level] = [Number.POSITIVE_INFINITY, 0]
  for (const weight of WEIGHTS) {
    let [at, squares] = [mean(recent, 0, Math.min(5, recent.length)), 0]
    for (const v of recent) {
      squares += (v - at) * (v - at)
      at += weight * (v - at)
    }
    if (squares < best) [best, level] = [squares, at]
  }
  return level
}

/** The theta method's line with half the slope (Hyndman and Billah 2003). */
function drifting(past: Float64Array, steps: number): Float64Array {
  const recent = past.slice(-400)
  const n = recent.length
  const [half, centre] = [(n - 1) / 2, mean(recent)]
  let [xy, xx] = [0, 0]
  for (let i = 0; i < n; i++) {
    xy += (i - half) * (recent[i]! - centre)
    xx += (i - half) * (i - half)
  }
  const slope = xx > 0 ? xy / xx : 0
  const level = smooth(past)
  return Float64Array.from({ length: steps }, (_, i) => level + (slope / 2) * (i + 1))
}
