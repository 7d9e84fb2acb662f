/** Quantile of the standard normal distribution for a two-sided interval of 95 %. */
const Z = 1.959963984540054

export interface Interval {
  readonly low: number
  readonly high: number
}

/**
 * Wilson's score interval of a proportion, 95 %: (2np + z² ∓ z√(z² + 4npq)) / 2(n + z²).
 * Source: E. B. Wilson (1927), Probable inference, the law of succession, and statistical inference, JASA 22(158), 209–212.
 * @param n at least 1
 */
export function wilsonInterval(successes: number, n: number): Interval {
  const p = successes / n
  const middle = 2 * n * p + Z * Z
  const spread = Z * Math.sqrt(Z * Z + 4 * n * p * (1 - p))
  const whole = 2 * (n + Z * Z)
  return { low: Math.max(0, (middle - spread) / whole), high: Math.min(1, (middle + spread) / whole) }
}

/**
 * The difference of two independent proportions, first minus second, with its interval of 95 %: d − √((p₁−l₁)² + (u₂−p₂)²) to
 * d + √((u₁−p₁)² + (p₂−l₂)²), l and u being the ends of Wilson's intervals.
 * Source: R. G. Newcombe (1998), Interval estimation for the difference between independent proportions: comparison of eleven
 * methods, Statistics in Medicine 17(8), 873–890, method 10 (hybrid score, without continuity correction).
 */
export function differenceOfProportions(
  a: { successes: number; n: number },
  b: { successes: number; n: number },
): Interval & { readonly difference: number } {
  const [p1, p2] = [a.successes / a.n, b.successes / b.n]
  const [w1, w2] = [wilsonInterval(a.successes, a.n), wilsonInterval(b.successes, b.n)]
  const difference = p1 - p2
  return {
    difference,
    low: difference - Math.hypot(p1 - w1.low, w2.high - p2),
    high: difference + Math.hypot(w1.high - p1, p2 - w2.low),
  }
}
