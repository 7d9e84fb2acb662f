import { fft, powerOfTwo } from '../numbers/fft.ts'
import { fitLine } from '../numbers/least-squares.ts'
import { isConstant, squares } from '../numbers/moments.ts'
import { median } from '../numbers/order.ts'
import { movingMean, seasonOf } from './decompose.ts'
import { FEWEST } from './fewest.ts'

/** A period that repeats. */
export interface Season {
  /** In samples. */
  readonly period: number
  /** 0 to 1: the share of what varies around the level that the season explains (Wang, Smith and Hyndman 2006). */
  readonly strength: number
}

/** Cycles that a period needs to be one. */
const FEWEST_CYCLES = 3
const MOST_SEASONS = 3
/** Chance that noise has a peak as high, over all frequencies together. */
const CHANCE = 0.002
const WEAKEST = 0.1
const MOST_PEAKS = 12

/** The periods of an even series, the strongest first: peaks above their surroundings in the periodogram, at which the series resembles itself. */
export function findSeasons(x: Float64Array): Season[] {
  const found: Season[] = []
  let rest = detrended(x)
  for (let round = 0; round < MOST_SEASONS && x.length >= FEWEST.season; round++) {
    if (isNothing(rest, x)) break
    const season = strongest(rest, found)
    if (!season) break
    found.push(season)
    const shape = seasonOf(rest, movingMean(rest, season.period), season.period)
    rest = rest.map((v, i) => v - shape[i % season.period]!)
  }
  return whole(found, x).toSorted((a, b) => b.strength - a.strength)
}

/** Two seasons of which neither holds the other are harmonics of a longer one, where that explains as much: 4 and 6 of 12. */
function whole(found: Season[], x: Float64Array): Season[] {
  if (found.length < 2) return found
  const period = found.reduce((all, s) => (all * s.period) / commonDivisor(all, s.period), 1)
  if (found.some((s) => s.period === period) || FEWEST_CYCLES * period > x.length) return found
  const rest = detrended(x)
  const explains = found.map((s) => explained(rest, s.period))
  return explained(rest, period) > Math.max(...explains) ? [{ period, strength: strengthOf(rest, period) }] : found
}

const commonDivisor = (a: number, b: number): number => (b === 0 ? a : commonDivisor(b, a % b))

/** What a line leaves, or that is but rounding. */
function detrended(x: Float64Array): Float64Array {
  const { slope, intercept } = fitLine(
    x.map((_, i) => i),
    x,
  )
  return x.map((v, i) => v - intercept - slope * i)
}

function isNothing(rest: Float64Array, x: Float64Array): boolean {
  const size = x.reduce((most, v) => Math.max(most, Math.abs(v)), 0)
  return isConstant(x) || rest.every((v) => Math.abs(v) <= 1e-9 * size)
}

function strongest(rest: Float64Array, found: readonly Season[]): Season | undefined {
  const acf = autocorrelations(rest)
  const noise = 1.5 / Math.sqrt(rest.length)
  const near = peakPeriods(rest).flatMap((period) =>
    [1, 2, 3, 4, 7].map((k) => ({ period: summit(acf, period * k, k), cycle: period * k })),
  )
  const periods = [...new Set(near.map(({ period }) => period))].filter(
    (p) => p >= 2 && acf[p]! > noise && !found.some((f) => f.period === p || (p % f.period === 0 && p < 3 * f.period)),
  )
  const seasons = periods.map((period) => ({ period, strength: strengthOf(rest, period), explains: explained(rest, period) }))
  const best = Math.max(0, ...seasons.map((s) => s.explains))
  // A season is taken out in whole steps: one that falls between them (12.5) is told as the multiple that does not.
  const strongestOf = Math.max(0, ...seasons.map((s) => s.strength))
  const chosen = seasons
    .filter((s) => s.explains > WEAKEST && s.strength >= 0.5 * strongestOf)
    .filter((s) => s.explains >= 0.85 * best || explainedAt(rest, s.period, near) >= 0.85 * best)
    .toSorted((a, b) => a.period - b.period)[0]
  return chosen && { period: chosen.period, strength: chosen.strength }
}

/** The whole number near a period at which the series resembles itself most. */
function summit(acf: Float64Array, period: number, k: number): number {
  const reach = Math.max(1, (period / k) * 0.1) * (k === 1 ? 1 : 0.5)
  let best = Math.round(period)
  for (let p = Math.max(2, Math.floor(period - reach)); p <= Math.ceil(period + reach) && p < acf.length; p++)
    if (acf[p]! > (acf[best] ?? -1)) best = p
  return acf[best] === undefined ? 0 : best
}

/** Autocorrelations up to a third of the length, each by as many pairs as there are. */
function autocorrelations(x: Float64Array): Float64Array {
  const n = x.length
  const size = powerOfTwo(2 * n)
  const re = new Float64Array(size)
  const im = new Float64Array(size)
  re.set(x)
  fft(re, im)
  for (let i = 0; i < size; i++) {
    re[i] = re[i]! ** 2 + im[i]! ** 2
    im[i] = 0
  }
  fft(re, im, true)
  return Float64Array.from({ length: Math.floor(n / FEWEST_CYCLES) + 1 }, (_, k) => re[k]! / re[0]! / (1 - k / n))
}

/** Periods at which the periodogram stands out from the middle of its neighbours by more than noise does. */
function peakPeriods(x: Float64Array): number[] {
  const n = x.length
  const size = powerOfTwo(n)
  const re = new Float64Array(size)
  re.set(x)
  const im = new Float64Array(size)
  fft(re, im)
  const count = size / 2
  const power = Float64Array.from({ length: count + 1 }, (_, k) => re[k]! ** 2 + im[k]! ** 2)
  const lowest = Math.max(2, Math.floor((FEWEST_CYCLES * size) / n) - 1)
  // Of exponential noise the median is ln 2 of the mean.
  const threshold = (Math.log(n / 2 / CHANCE) / Math.LN2) * 1.1
  const background = backgroundOf(power, lowest)
  const peaks: { at: number; ratio: number }[] = []
  for (let k = lowest; k <= count; k++) {
    const isPeak = power[k]! >= power[k - 1]! && power[k]! >= (power[k + 1] ?? 0)
    if (isPeak && power[k]! > threshold * background(k)) peaks.push({ at: k, ratio: power[k]! / background(k) })
  }
  return peaks
    .toSorted((a, b) => b.ratio - a.ratio)
    .slice(0, MOST_PEAKS)
    .map(({ at }) => size / between(power, at))
}

/** The middle of the neighbours of a frequency: within a factor of two, so that red noise is compared with itself. Looked up at few places. */
function backgroundOf(power: Float64Array, lowest: number): (k: number) => number {
  const last = power.length - 1
  const known = new Map<number, number>()
  return (k) => {
    const place = Math.round(Math.log2(k) * 6)
    const before = known.get(place)
    if (before !== undefined) return before
    const centre = 2 ** (place / 6)
    const reach = Math.max(8, centre * 0.6)
    const [from, to] = [Math.max(lowest, Math.floor(centre - reach)), Math.min(last, Math.ceil(centre + reach))]
    const made = Math.max(median(power.slice(from, to + 1), true), 1e-300)
    known.set(place, made)
    return made
  }
}

/** Where between frequencies the summit of a peak lies (a parabola through three powers). */
function between(power: Float64Array, k: number): number {
  const [a, b, c] = [power[k - 1]!, power[k]!, power[k + 1] ?? 0]
  const bend = a - 2 * b + c
  return bend < 0 ? k + (a - c) / (2 * bend) : k
}

/** Steps from which on a part of one adds up to much over the cycles of a season. */
const LONG = 16

/** As `explained`, also at the cycles that peaked nearby: one need not last whole steps, and twice 31.4 is nearer to a whole number than 31.4. */
function explainedAt(x: Float64Array, period: number, near: readonly { readonly period: number; readonly cycle: number }[]): number {
  if (period < LONG) return explained(x, period)
  const cycles = near.flatMap((n) => (n.period === period && Math.abs(n.cycle - period) < 1 ? [n.cycle] : []))
  return Math.max(explained(x, period), ...cycles.map((cycle) => explained(x, period, cycle)))
}

/** The share of the squares that the means of the phases explain, less what they would explain of noise. `cycle`: how long one lasts. */
function explained(x: Float64Array, period: number, cycle = period): number {
  const n = x.length
  const level = movingMean(x, period)
  const rest = x.map((v, i) => v - level[i]!)
  const phase = cycle === period ? (i: number) => i % period : (i: number) => Math.floor(((i % cycle) / cycle) * period)
  const sums = new Float64Array(period)
  const counts = new Float64Array(period)
  for (let i = 0; i < n; i++) {
    const p = phase(i)
    sums[p]! += rest[i]!
    counts[p]!++
  }
  let left = 0
  for (let i = 0; i < n; i++) left += (rest[i]! - sums[phase(i)]! / counts[phase(i)]!) ** 2
  const all = squares(rest)
  return all > 0 && n > period ? 1 - left / (n - period) / (all / (n - 1)) : 0
}

function strengthOf(x: Float64Array, period: number): number {
  const level = movingMean(x, period)
  const season = seasonOf(x, level, period)
  const around = x.map((v, i) => v - level[i]!)
  const rest = around.map((v, i) => v - season[i % period]!)
  const all = squares(around)
  return all > 0 ? Math.max(0, 1 - squares(rest) / all) : 0
}
