/** Mean; NaN of nothing. */
export function mean(values: ArrayLike<number>, from = 0, to = values.length): number {
  let sum = 0
  for (let i = from; i < to; i++) sum += values[i]!
  return sum / (to - from)
}

/** Sum of squared distances from the mean (two passes). */
export function squares(values: ArrayLike<number>, from = 0, to = values.length): number {
  const m = mean(values, from, to)
  let sum = 0
  for (let i = from; i < to; i++) sum += (values[i]! - m) ** 2
  return sum
}

/** Sample standard deviation; 0 of fewer than two. */
export const deviation = (values: ArrayLike<number>, from = 0, to = values.length): number =>
  to - from < 2 ? 0 : Math.sqrt(squares(values, from, to) / (to - from - 1))

/** Spread so small beside the size of the values that it is rounding, not variation. */
export function isConstant(values: ArrayLike<number>): boolean {
  let [low, high] = [Number.POSITIVE_INFINITY, Number.NEGATIVE_INFINITY]
  for (let i = 0; i < values.length; i++) {
    low = Math.min(low, values[i]!)
    high = Math.max(high, values[i]!)
  }
  return !(high - low > 1e-12 * Math.max(Math.abs(low), Math.abs(high)))
}

/** Pearson's r; 0 where one of the two does not vary. */
export function pearson(x: ArrayLike<number>, y: ArrayLike<number>): number {
  const [mx, my] = [mean(x), mean(y)]
  let [xy, xx, yy] = [0, 0, 0]
  for (let i = 0; i < x.length; i++) {
    const [a, b] = [x[i]! - mx, y[i]! - my]
    xy += a * b
    xx += a * a
    yy += b * b
  }
  return xx > 0 && yy > 0 ? Math.max(-1, Math.min(1, xy / Math.sqrt(xx) / Math.sqrt(yy))) : 0
}

/** Values around zero with squares that add up to 1; zeros where nothing varies. The products of two add up to their Pearson's r. */
export function unitOf(values: ArrayLike<number>): Float64Array {
  const m = mean(values)
  const size = Math.sqrt(squares(values))
  return Float64Array.from(values, (v) => (size > 0 ? (v - m) / size : 0))
}

/** Pearson's r of two that are `unitOf` theirs. */
export function pearsonOfUnits(x: Float64Array, y: Float64Array): number {
  let [even, odd] = [0, 0]
  for (let i = 1; i < x.length; i += 2) {
    even += x[i - 1]! * y[i - 1]!
    odd += x[i]! * y[i]!
  }
  if (x.length % 2 === 1) even += x[x.length - 1]! * y[x.length - 1]!
  return Math.max(-1, Math.min(1, even + odd))
}

/** Autocorrelation at a lag (biased, as is usual); 0 where nothing varies. */
export function autocorrelation(values: ArrayLike<number>, lag: number): number {
  const m = mean(values)
  let [top, bottom] = [0, 0]
  for (let i = 0; i < values.length; i++) {
    const d = values[i]! - m
    bottom += d * d
    if (i >= lag) top += d * (values[i - lag]! - m)
  }
  return bottom > 0 ? top / bottom : 0
}
