import { digamma, logGamma, lowerGamma } from '../numbers/gamma.ts'
import { deviation, mean } from '../numbers/moments.ts'
import { normalCdf } from '../numbers/normal.ts'
import { median } from '../numbers/order.ts'

/** A distribution fitted by maximum likelihood. */
export interface Fitted {
  readonly family: string
  readonly parameters: Readonly<Record<string, number>>
  readonly logLikelihood: number
  cdf(v: number): number
}

type Fit = (x: Float64Array) => Fitted | undefined
const HALF_LOG = 0.5 * Math.log(2 * Math.PI)
const sum = (x: Float64Array, f: (v: number) => number): number => x.reduce((s, v) => s + f(v), 0)

const normal: Fit = (x) => {
  const m = mean(x)
  const s = deviation(x) * Math.sqrt((x.length - 1) / x.length)
  const logLikelihood = -x.length * (Math.log(s) + HALF_LOG + 0.5)
  return { family: 'normal', parameters: { mean: m, sd: s }, logLikelihood, cdf: (v) => normalCdf((v - m) / s) }
}

const lognormal: Fit = (x) => {
  if (x.some((v) => v <= 0)) return undefined
  const logs = x.map(Math.log)
  const inner = normal(logs)!
  const { mean: m, sd: s } = inner.parameters as { mean: number; sd: number }
  if (!(s > 0)) return undefined
  return {
    ...{ family: 'lognormal', parameters: { log_mean: m, log_sd: s }, logLikelihood: inner.logLikelihood - sum(logs, (v) => v) },
    cdf: (v) => (v > 0 ? inner.cdf(Math.log(v)) : 0),
  }
}

const exponential: Fit = (x) => {
  const m = mean(x)
  if (!(m > 0) || x.some((v) => v < 0)) return undefined
  return {
    family: 'exponential',
    parameters: { mean: m },
    logLikelihood: -x.length * (Math.log(m) + 1),
    cdf: (v) => (v > 0 ? -Math.expm1(-v / m) : 0),
  }
}

const uniform: Fit = (x) => {
  const low = x.reduce((a, b) => Math.min(a, b))
  const high = x.reduce((a, b) => Math.max(a, b))
  return {
    ...{ family: 'uniform', parameters: { low, high }, logLikelihood: -x.length * Math.log(high - low) },
    cdf: (v) => Math.max(0, Math.min(1, (v - low) / (high - low))),
  }
}

const laplace: Fit = (x) => {
  const m = median(x)
  const b = sum(x, (v) => Math.abs(v - m)) / x.length
  if (!(b > 0)) return undefined
  return {
    ...{ family: 'laplace', parameters: { median: m, scale: b }, logLikelihood: -x.length * (Math.log(2 * b) + 1) },
    cdf: (v) => (v < m ? 0.5 * Math.exp((v - m) / b) : 1 - 0.5 * Math.exp((m - v) / b)),
  }
}

/** Newton's steps for the shape (Minka 2002). */
const gamma: Fit = (x) => {
  if (x.some((v) => v <= 0)) return undefined
  const m = mean(x)
  const logs = sum(x, Math.log) / x.length
  const gap = Math.log(m) - logs
  if (!(gap > 1e-9)) return undefined
  let k = (3 - gap + Math.sqrt((gap - 3) ** 2 + 24 * gap)) / (12 * gap)
  for (let i = 0; i < 30; i++) {
    const slope = 1 / k - (digamma(k * (1 + 1e-5)) - digamma(k)) / (k * 1e-5)
    const step = (Math.log(k) - digamma(k) - gap) / slope
    const next = k - step
    if (!(next > 0)) break
    k = next
    if (Math.abs(step) < 1e-12 * k) break
  }
  const scale = m / k
  const logLikelihood = x.length * ((k - 1) * logs - m / scale - k * Math.log(scale) - logGamma(k))
  return { family: 'gamma', parameters: { shape: k, scale }, logLikelihood, cdf: (v) => (v > 0 ? lowerGamma(k, v / scale).lower : 0) }
}

const weibull: Fit = (x) => {
  if (x.some((v) => v <= 0)) return undefined
  const logs = x.map(Math.log)
  const meanLog = mean(logs)
  const top = logs.reduce((a, b) => Math.max(a, b))
  const at = (k: number) => {
    let [w, wl, wll] = [0, 0, 0]
    for (const l of logs) {
      const e = Math.exp(k * (l - top))
      w += e
      wl += e * l
      wll += e * l * l
    }
    const ratio = wl / w
    return { value: ratio - 1 / k - meanLog, slope: wll / w - ratio * ratio + 1 / (k * k), w }
  }
  const spread = deviation(logs)
  if (!(spread > 0)) return undefined
  let k = 1.28 / spread
  for (let i = 0; i < 50; i++) {
    const { value, slope } = at(k)
    const next = Math.max(k / 3, k - value / slope)
    const done = Math.abs(next - k) < 1e-12 * k
    k = next
    if (done) break
  }
  const scale = Math.exp(top + Math.log(at(k).w / x.length) / k)
  const logLikelihood = x.length * (Math.log(k) - k * Math.log(scale) + (k - 1) * meanLog - 1)
  return { family: 'weibull', parameters: { shape: k, scale }, logLikelihood, cdf: (v) => (v > 0 ? -Math.expm1(-((v / scale) ** k)) : 0) }
}

export const families: readonly Fit[] = [normal, lognormal, exponential, gamma, weibull, uniform, laplace]
