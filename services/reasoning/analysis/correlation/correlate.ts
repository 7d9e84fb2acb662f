import { isConstant, pearson, pearsonOfUnits, unitOf } from '../numbers/moments.ts'
import { ranks } from '../numbers/order.ts'
import { correlationP } from '../numbers/student.ts'
import type { Series } from '../series/item.ts'
import { type Aligned, align } from './align.ts'
import { falseDiscoveries } from './false-discoveries.ts'
import { bestLag, type Whitened, whiten } from './lags.ts'
import { partialCorrelations } from './partial.ts'
import { autocorrelations } from './prewhiten.ts'

const FEWEST = 4
const MOST_ACF = 50
/** Orders of autoregression that are tried. */
const ORDERS = 6
/** Series of which partial correlations are taken together. */
const MOST_PARTIAL = 40

/** What is asked of a series again and again, for values in one order. */
interface Known {
  readonly x: Float64Array
  /** Values, ranks and differences, each as `unitOf` gives them. */
  readonly unit: Float64Array
  readonly ranks: Float64Array
  readonly differences: Float64Array
  readonly acf: Float64Array
  readonly differencesVary: boolean
  readonly whitened: Whitened
}

function known(x: Float64Array): Known {
  const acf = autocorrelations(x, Math.min(MOST_ACF, Math.floor(x.length / 4)))
  const differences = x.slice(1).map((v, i) => v - x[i]!)
  const whitened = whiten(x, acf.subarray(0, ORDERS))
  const units = { unit: unitOf(x), ranks: unitOf(ranks(x)), differences: unitOf(differences) }
  return { x, ...units, acf, differencesVary: !isConstant(differences), whitened }
}

export interface Pair {
  readonly a: string
  readonly b: string
  readonly n: number
  readonly pearson: number
  readonly spearman: number
  readonly best_lag: number
  readonly lag_correlation: number
  readonly lag_p_value: number
  readonly p_value: number
  readonly q_value: number
  /** Pearson's r of the differences from one point to the next. */
  readonly differences: number
  /** Both wander or have a trend, and their differences do not go together. */
  readonly spurious: boolean
  /** The others held still; where there are more than two series. */
  readonly partial?: number
}

/** Each two of the series that vary. */
export function correlate(all: readonly Series[]): { pairs: Pair[]; notes: string[] } {
  const series = all.filter(({ v }) => v.length >= FEWEST && !isConstant(v))
  const notes = new Set<string>()
  const own = new Map<Series, Known>()
  const ofSeries = (s: Series): Known => {
    const before = own.get(s) ?? known(s.v)
    own.set(s, before)
    return before
  }
  const found: Omit<Pair, 'q_value'>[] = []
  for (const [i, a] of series.entries())
    for (const b of series.slice(i + 1)) {
      if (sameTimes(a.t, b.t)) found.push(pairOf(a.id, b.id, ofSeries(a), ofSeries(b)))
      else {
        const both = align(a, b)
        if (both.note) notes.add(`${a.id}, ${b.id}: ${both.note}`)
        const pair = ofAligned(a, b, both)
        if (pair) found.push(pair)
        else notes.add(`${a.id} and ${b.id} share too few times, or do not vary there.`)
      }
    }
  const q = falseDiscoveries(found.map((p) => p.p_value))
  const partial = partialOf(series, notes)
  return { pairs: found.map((pair, i) => ({ ...pair, q_value: q[i]!, ...partial(pair.a, pair.b) })), notes: [...notes].slice(0, 100) }
}

const sameTimes = (s: Float64Array, t: Float64Array): boolean => s === t || (s.length === t.length && s.every((v, i) => v === t[i]))

function ofAligned(a: Series, b: Series, both: Aligned) {
  if (both.a.length < FEWEST) return undefined
  const [x, y] = [Float64Array.from(both.a, (i) => a.v[i]!), Float64Array.from(both.b, (i) => b.v[i]!)]
  return isConstant(x) || isConstant(y) ? undefined : pairOf(a.id, b.id, known(x), known(y))
}

function pairOf(a: string, b: string, x: Known, y: Known): Omit<Pair, 'q_value'> {
  const n = x.x.length
  const r = pearsonOfUnits(x.unit, y.unit)
  const inflation = dependenceOf(x.acf, y.acf, n)
  const p = correlationP(r, n / inflation)
  const lag = bestLag(x.whitened, y.x)
  const differences = x.differencesVary && y.differencesVary ? pearsonOfUnits(x.differences, y.differences) : r
  const wander = (x.acf[1] ?? 0) > 0.8 && (y.acf[1] ?? 0) > 0.8
  const spurious = wander && correlationP(differences, n - 1) > 0.01 && lag.p > 0.01
  return {
    ...{
      a,
      b,
      n,
      pearson: r,
      spearman: pearsonOfUnits(x.ranks, y.ranks),
      best_lag: lag.lag,
      lag_correlation: lag.correlation,
      lag_p_value: lag.p,
    },
    ...{ p_value: p, differences, spurious },
  }
}

/** By how much the variance of r grows where both depend on their own past (Bartlett 1935): as an autoregression of order one, or as seen. */
function dependenceOf(s: Float64Array, t: Float64Array, n: number): number {
  const product = corrected(s[1] ?? 0, n) * corrected(t[1] ?? 0, n)
  const simple = product > 0 ? (1 + product) / (1 - Math.min(0.98, product)) : 1
  let seen = 1
  for (let k = 1; k < Math.min(s.length, t.length) && s[k]! * t[k]! > 0.01; k++) seen += 2 * (1 - k / n) * s[k]! * t[k]!
  return Math.max(1, simple, seen)
}

/** Autocorrelations of short series come out too small (Kendall 1954). */
const corrected = (r: number, n: number): number => (n > 8 ? Math.min(0.99, (r * n + 1) / (n - 3)) : r)

function partialOf(series: readonly Series[], notes: Set<string>): (a: string, b: string) => { partial?: number } {
  const first = series[0]
  const together = first ? series.filter((s) => sameTimes(s.t, first.t)).slice(0, MOST_PARTIAL) : []
  const n = first?.t.length ?? 0
  if (together.length < 3 || n < together.length + 10) return () => ({})
  const matrix = together.map((s) => Float64Array.from(together, (o) => (s === o ? 1 : pearson(s.v, o.v))))
  const partial = partialCorrelations(matrix)
  if (!partial) notes.add('Partial correlations were left out: one of the series follows exactly from others.')
  if (together.length < series.length)
    notes.add(`Partial correlations hold still the ${together.length} series that share all their times.`)
  const place = new Map(together.map((s, i) => [s.id, i]))
  return (a, b) => {
    const value = partial?.[place.get(a) ?? -1]?.[place.get(b) ?? -1]
    return value === undefined ? {} : { partial: value }
  }
}
