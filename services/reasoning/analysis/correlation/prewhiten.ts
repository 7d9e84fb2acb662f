import { mean } from '../numbers/moments.ts'

/** Autocorrelations at lags 0 to `most`. */
export function autocorrelations(x: Float64Array, most: number): Float64Array {
  const m = mean(x)
  const d = x.map((v) => v - m)
  const out = new Float64Array(most + 1)
  for (let k = 0; k <= most; k++) {
    let sum = 0
    for (let i = k; i < d.length; i++) sum += d[i]! * d[i - k]!
    out[k] = sum
  }
  const all = out[0]!
  return all > 0 ? out.map((v) => v / all) : out
}

/** Coefficients of an autoregression by Yule and Walker (Levinson's recursion), of the order that Akaike's criterion wants. */
export function autoregression(acf: Float64Array, n: number): Float64Array {
  let current = new Float64Array(0)
  let variance = 1
  let best = { aic: 0, phi: current }
  for (let p = 1; p < acf.length && variance > 1e-9; p++) {
    let top = acf[p]!
    for (let j = 0; j < p - 1; j++) top -= current[j]! * acf[p - 1 - j]!
    const k = top / variance
    const next = Float64Array.from({ length: p }, (_, j) => (j === p - 1 ? k : current[j]! - k * current[p - 2 - j]!))
    variance *= 1 - k * k
    current = next
    const aic = n * Math.log(Math.max(variance, 1e-12)) + 2 * p
    if (aic < best.aic) best = { aic, phi: current }
  }
  return best.phi
}

/** What an autoregression does not foresee, in `out`. */
export function filter(x: Float64Array, phi: Float64Array, out = new Float64Array(Math.max(0, x.length - phi.length))): Float64Array {
  const p = phi.length
  for (let i = p; i < x.length; i++) {
    let v = x[i]!
    for (let j = 0; j < p; j++) v -= phi[j]! * x[i - 1 - j]!
    out[i - p] = v
  }
  return out
}
