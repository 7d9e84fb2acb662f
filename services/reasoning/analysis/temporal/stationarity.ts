import { regress } from '../numbers/least-squares.ts'
import { isConstant, mean } from '../numbers/moments.ts'
import { normalCdf } from '../numbers/normal.ts'

export interface UnitRootTest {
  readonly statistic: number
  readonly p_value: number
  readonly lags: number
}

export interface Stationarity {
  /** Augmented Dickey and Fuller: a small p-value speaks against a unit root. */
  readonly adf: UnitRootTest
  /** Kwiatkowski, Phillips, Schmidt and Shin: a small p-value speaks against a level. p-values lie between 0.01 and 0.1. */
  readonly kpss: UnitRootTest
  readonly verdict: 'stationary' | 'unit root' | 'trend or steps' | 'undecided'
}

/** Steps that are looked at: the latest ones of longer series. */
export const MOST_TESTED = 2000
const FEWEST = 12

/** Whether an even series keeps a level; undefined where it is too short or does not vary. */
export function stationarityOf(x: Float64Array): Stationarity | undefined {
  const y = x.slice(-MOST_TESTED)
  if (y.length < FEWEST || isConstant(y)) return undefined
  const adf = adfTest(y)
  const kpss = kpssTest(y)
  if (!adf || !kpss) return undefined
  const [roots, levels] = [adf.p_value >= 0.05, kpss.p_value > 0.05]
  const verdict = roots ? (levels ? 'undecided' : 'unit root') : levels ? 'stationary' : 'trend or steps'
  return { adf, kpss, verdict }
}

/** Lags by Akaike's criterion over one sample, up to Schwert's bound, which is kept to 12 here so that long series take no minutes. */
export function adfTest(
  x: Float64Array,
  most = Math.min(12, Math.ceil(12 * (x.length / 100) ** 0.25), Math.floor(x.length / 2) - 3),
): UnitRootTest | undefined {
  const d = Float64Array.from({ length: x.length - 1 }, (_, i) => x[i + 1]! - x[i]!)
  const columns = (lags: number, skip: number) => [
    x.slice(skip, d.length),
    ...Array.from({ length: lags }, (_, k) => d.slice(skip - k - 1, d.length - k - 1)),
    new Float64Array(d.length - skip).fill(1),
  ]
  let [best, lags] = [Number.POSITIVE_INFINITY, 0]
  for (let k = 0; k <= most; k++) {
    const fit = regress(columns(k, most), d.slice(most))
    if (!fit) break
    const aic = fit.n * Math.log(fit.squares / fit.n) + 2 * (k + 2)
    if (aic < best - 1e-12) [best, lags] = [aic, k]
  }
  const fit = regress(columns(lags, lags), d.slice(lags))
  if (!fit || !(fit.errors[0]! > 0)) return undefined
  const statistic = fit.coefficients[0]! / fit.errors[0]!
  return { statistic, p_value: mackinnon(statistic), lags }
}

/** MacKinnon's (1994) response surface for one series with a constant. */
function mackinnon(tau: number): number {
  if (tau > 2.74) return 1
  if (tau < -18.83) return 0
  return normalCdf(tau <= -1.61 ? 2.1659 + tau * (1.4412 + tau * 0.038269) : 1.7339 + tau * (0.93202 + tau * (-0.12745 + tau * -0.010368)))
}

const KPSS_CRITICAL = [0.347, 0.463, 0.574, 0.739]
const KPSS_P = [0.1, 0.05, 0.025, 0.01]

/** Around a level, with the lags of Hobijn, Franses and Ooms (2004). */
export function kpssTest(x: Float64Array): UnitRootTest | undefined {
  const n = x.length
  const centre = mean(x)
  const e = x.map((v) => v - centre)
  const product = (k: number) => {
    let sum = 0
    for (let i = k; i < n; i++) sum += e[i]! * e[i - k]!
    return sum
  }
  const lags = Math.min(bandwidth(n, product), n - 1)
  let variance = product(0)
  for (let k = 1; k <= lags; k++) variance += 2 * product(k) * (1 - k / (lags + 1))
  let [sum, total] = [0, 0]
  for (const v of e) {
    sum += v
    total += sum * sum
  }
  if (!(variance > 0)) return undefined
  const statistic = total / (n * variance)
  return { statistic, p_value: interpolate(statistic), lags }
}

function bandwidth(n: number, product: (k: number) => number): number {
  const covlags = Math.floor(n ** (2 / 9))
  let s0 = product(0) / n
  let s1 = 0
  for (let k = 1; k <= covlags; k++) {
    const half = product(k) / (n / 2)
    s0 += half
    s1 += k * half
  }
  return Math.floor(1.1447 * ((s1 / s0) ** 2) ** (1 / 3) * n ** (1 / 3))
}

function interpolate(statistic: number): number {
  const at = KPSS_CRITICAL.findIndex((c) => statistic < c)
  if (at === 0) return 0.1
  if (at < 0) return 0.01
  const share = (statistic - KPSS_CRITICAL[at - 1]!) / (KPSS_CRITICAL[at]! - KPSS_CRITICAL[at - 1]!)
  return KPSS_P[at - 1]! + share * (KPSS_P[at]! - KPSS_P[at - 1]!)
}
