import { fitLine } from '../numbers/least-squares.ts'
import { deviation, mean, squares } from '../numbers/moments.ts'
import { madSigma, median } from '../numbers/order.ts'
import { mannWhitney } from '../pattern/compare-datasets.ts'
import { FEWEST } from './fewest.ts'
import { pelt, type SegmentCost } from './pelt.ts'
import { runningMedian } from './running-median.ts'

/** A step at which a series goes on in another way. */
export interface Change {
  readonly index: number
  /** What changed most: the mean, the spread, or, in a series that wanders, how fast it goes. */
  readonly kind: 'level' | 'spread' | 'pace'
  /** 0 to 1: how far the gain is above what noise gives. */
  readonly confidence: number
}

/** Steps of a segment, at least. */
const SHORTEST = FEWEST.change / 2
/** A change has to gain so many times log n: two means, two variances and a place, with room for noise that is not normal. */
const PENALTY = 6
/** Spikes are so many deviations away from the middle of what is around them; with fewer, changes of the spread are missed. */
const FAR = 8
/** Share of the values that are spikes at most: more of them are how the series goes. */
const RARE = 0.02
/** That the ranks of two sides which do not differ lie as far apart as those of a change. */
const CHANCE = 0.001
/** From this dependence on, a series wanders. */
const WANDERS = 0.95
/** Longer series are looked at in block means. */
export const MOST_STEPS = 700

/**
 * Changes in mean and variance of an even series without its seasons. Noise that depends on what was before is taken out first: the
 * coefficient is estimated from differences, which a few steps do not disturb (Chakar, Lebarbier, Lévy-Leduc and Robin 2017). What
 * dependence is left raises the penalty, as it raises the variance of a mean.
 */
export function findChanges(x: Float64Array): Change[] {
  const block = Math.ceil(x.length / MOST_STEPS)
  const y = withoutSpikes(block > 1 ? blockMeans(x, block) : x)
  if (y.length < FEWEST.change) return []
  const phi = lagCoefficient(y)
  const z = y.map((v, i) => (i === 0 ? y[1]! - phi * v : v - phi * y[i - 1]!))
  // The coefficient itself is not known better than this.
  const left = Math.min(0.9, lagCoefficient(z) + (1.5 * phi) / Math.sqrt(z.length))
  const penalty = (PENALTY * Math.log(z.length) * (1 + left)) / (1 - left)
  const spread = noiseOf(z)
  if (!(spread > 0)) return []
  const segments = meanVarianceCost(z, (0.05 * spread) ** 2)
  const found = pelt(segments, penalty)
  const around = (x: Float64Array, k: number) => halves(x, [found[k - 1] ?? 0, found[k]!, found[k + 1] ?? z.length])
  const ofSpread = new Set(found.filter((_, k) => isMostlySpread(...around(z, k))))
  // A wandering series has its slope in the mean of z already.
  const isLine = phi <= WANDERS && isRatherALine(z, found)
  const starts = found.filter(
    (start, k) => (!isLine && (!ofSpread.has(start) || isMoved(...around(y, k)))) || (ofSpread.has(start) && isWider(...around(y, k))),
  )
  const bounds = [0, ...starts.map((s) => s * block), x.length]
  return starts.map((start, i) => {
    const [from, to] = [starts[i - 1] ?? 0, starts[i + 1] ?? z.length]
    const gain = segments.cost(from, to) - segments.cost(from, start) - segments.cost(start, to)
    const at = block > 1 ? refine(x, bounds[i]!, start * block, bounds[i + 2]!, block) : start
    const [a, b] = [z.subarray(from, start), z.subarray(start, to)]
    const kind = isMostlySpread(a, b) ? 'spread' : phi > WANDERS ? 'pace' : 'level'
    const surplus = (gain - 0.8 * penalty) / (0.2 * penalty)
    return { index: at, kind, confidence: 1 - Math.exp(-1 - 1.5 * Math.max(0, surplus)) }
  })
}

/**
 * The values, but the middle of what is around them for one or two in a row that stand far off. What goes on as before behind a spike has
 * not changed, and its size would make noise of the changes beside it.
 */
function withoutSpikes(x: Float64Array): Float64Array {
  const level = runningMedian(x, SHORTEST)
  const off = x.map((v, i) => Math.abs(v - level[i]!))
  const far = FAR * Math.max(madSigma(off, 0), 0.02 * deviation(x))
  const isFar = (i: number) => i >= 0 && i < x.length && off[i]! > far
  if (off.filter((o) => o > far).length > Math.max(2, RARE * x.length)) return x
  const isOfThree = (i: number) => [i - 2, i - 1, i].some((from) => isFar(from) && isFar(from + 1) && isFar(from + 2))
  return x.map((v, i) => (isFar(i) && !isOfThree(i) ? level[i]! : v))
}

const halves = (x: Float64Array, [from, at, to]: readonly [number, number, number]): [Float64Array, Float64Array] => [
  x.subarray(from, at),
  x.subarray(at, to),
]

const isMoved = (a: Float64Array, b: Float64Array): boolean =>
  Math.abs(mean(a) - mean(b)) > Math.min(deviation(a), deviation(b)) && mannWhitney(a, b).p < CHANCE

/** Whether the steps of one side are wider by more than a spike: a jump within a cycle makes the noise look wider where nothing is, and a slope the values. */
function isWider(a: Float64Array, b: Float64Array): boolean {
  // A spread of fewer values is that of its spike.
  if (Math.min(a.length, b.length) < FEWEST.change) return false
  const [low, high] = [commonStep(a), commonStep(b)].toSorted((p, q) => p - q) as [number, number]
  return high > 1.3 * low && mannWhitney(distances(a), distances(b)).p < CHANCE
}

/** From the middle one. Their ranks tell a wider spread from the few far values that skewed noise has by nature. */
function distances(x: Float64Array): Float64Array {
  const middle = median(x)
  return x.map((v) => Math.abs(v - middle))
}

/** Mean size of the steps from value to value; of the widest one in twenty are left out, and the two of a spike at least. */
function commonStep(x: Float64Array): number {
  const steps = Float64Array.from({ length: x.length - 1 }, (_, i) => Math.abs(x[i + 1]! - x[i]!)).sort()
  return mean(steps, 0, Math.max(1, steps.length - Math.max(2, Math.ceil(steps.length / 20))))
}

const blockMeans = (x: Float64Array, block: number): Float64Array =>
  Float64Array.from({ length: Math.floor(x.length / block) }, (_, k) => mean(x, k * block, (k + 1) * block))

/** Where near a block's edge the means on both sides differ most. */
function refine(x: Float64Array, from: number, near: number, to: number, block: number): number {
  let [best, at] = [Number.POSITIVE_INFINITY, near]
  for (let c = Math.max(from + 2, near - block); c <= Math.min(to - 2, near + block); c++) {
    const left = squares(x, Math.max(from, near - 4 * block), c) + squares(x, c, Math.min(to, near + 4 * block))
    if (left < best) [best, at] = [left, c]
  }
  return at
}

/** How much of a value goes over into the next, from the middle differences over one step and two; 0 to 1. */
export function lagCoefficient(x: Float64Array): number {
  const over = (lag: number) =>
    median(
      Float64Array.from({ length: Math.max(0, x.length - lag) }, (_, i) => Math.abs(x[i + lag]! - x[i]!)),
      true,
    )
  const one = over(1)
  return one > 0 ? Math.min(1, Math.max(0, (over(2) / one) ** 2 - 1)) : 0
}

/** The spread of the noise, from differences; of values that mostly repeat, a little of the whole. */
function noiseOf(z: Float64Array): number {
  const steps = Float64Array.from({ length: z.length - 1 }, (_, i) => Math.abs(z[i + 1]! - z[i]!))
  const whole = deviation(z)
  const size = z.reduce((most, v) => Math.max(most, Math.abs(v)), 0)
  if (!(whole > 1e-9 * size)) return 0
  return Math.max((1.4826 * median(steps, true)) / Math.SQRT2, 0.02 * whole)
}

/** Twice the negative logarithm of the likelihood of normal segments, each with a mean and a variance of its own. */
function meanVarianceCost(x: Float64Array, floor: number): SegmentCost {
  const n = x.length
  const centre = median(x)
  const sums = new Float64Array(n + 1)
  const powers = new Float64Array(n + 1)
  for (let i = 0; i < n; i++) {
    const v = x[i]! - centre
    sums[i + 1] = sums[i]! + v
    powers[i + 1] = powers[i]! + v * v
  }
  const cost = (a: number, b: number) => {
    const m = b - a
    const sum = sums[b]! - sums[a]!
    const variance = (powers[b]! - powers[a]! - (sum * sum) / m) / m
    return m * Math.log(variance > floor ? variance : floor)
  }
  return { length: n, shortest: SHORTEST, cost }
}

/** Whether a straight line explains more than the steps do, by Bayes' criterion: then they are but the stairs of a trend. */
function isRatherALine(z: Float64Array, starts: readonly number[]): boolean {
  const n = z.length
  const { slope, intercept } = fitLine(
    z.map((_, i) => i),
    z,
  )
  const line = z.reduce((sum, v, i) => sum + (v - intercept - slope * i) ** 2, 0)
  const steps = [...starts, n].reduce((sum, to, i) => sum + squares(z, starts[i - 1] ?? 0, to), 0)
  return starts.length > 0 && line < squares(z) && n * Math.log(line / Math.max(steps, 1e-300)) <= (2 * starts.length - 1) * Math.log(n)
}

/** Whether the variances alone tell two segments apart, and the means do not. */
function isMostlySpread(a: Float64Array, b: Float64Array): boolean {
  const [sa, sb] = [deviation(a), deviation(b)]
  const t = Math.abs(mean(a) - mean(b)) / Math.sqrt(sa ** 2 / a.length + sb ** 2 / b.length || 1e-300)
  return t < 3
}
