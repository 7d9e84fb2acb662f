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

/**
 * The lag at which b resembles a most, after the dependence of a on itself is taken out of both (Box and Jenkins). `acf`: of a.
 */
export function bestLag(a: Float64Array, b: Float64Array, acf: Float64Array): Lag {
  const n = a.length
  const most = Math.min(MOST_LAGS, Math.floor(n / 4))
  const phi = autoregression(acf, n)
  const [x, y] = [centred(filter(a, phi)), centred(filter(b, phi))]
  const size = Math.sqrt(sumOfProducts(x, x, 0) * sumOfProducts(y, y, 0))
  if (!(size > 0)) return { lag: 0, correlation: 0, p: 1 }
  let [best, at] = [0, 0]
  for (let k = 0; k <= most; k++)
    for (const lag of k === 0 ? [0] : [k, -k]) {
      const r = sumOfProducts(x, y, lag) / size
      if (Math.abs(r) > Math.abs(best) + 1e-12) [best, at] = [r, lag]
    }
  const p = Math.min(1, (2 * most + 1) * correlationP(Math.max(-1, Math.min(1, best)), x.length - Math.abs(at)))
  return p < SIGNIFICANT ? { lag: at, correlation: best, p } : { lag: 0, correlation: sumOfProducts(x, y, 0) / size, p }
}

function centred(x: Float64Array): Float64Array {
  const m = mean(x)
  return x.map((v) => v - m)
}

/** Over all i of x[i] * y[i + lag]. */
function sumOfProducts(x: Float64Array, y: Float64Array, lag: number): number {
  const to = Math.min(x.length, y.length - lag)
  let i = Math.max(0, -lag)
  // Four sums side by side: this is where a run with many pairs spends its time.
  let [a, b, c, d] = [0, 0, 0, 0]
  for (; i + 3 < to; i += 4) {
    a += x[i]! * y[i + lag]!
    b += x[i + 1]! * y[i + lag + 1]!
    c += x[i + 2]! * y[i + lag + 2]!
    d += x[i + 3]! * y[i + lag + 3]!
  }
  for (; i < to; i++) a += x[i]! * y[i + lag]!
  return a + b + c + d
}
