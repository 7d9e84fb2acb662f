import { logGamma } from './gamma.ts'

const TINY = 1e-300

/** Regularised incomplete beta function I_x(a, b): Lentz' continued fraction (DLMF 8.17.22). */
export function incompleteBeta(a: number, b: number, x: number): number {
  if (x <= 0) return 0
  if (x >= 1) return 1
  if (x > (a + 1) / (a + b + 2)) return 1 - incompleteBeta(b, a, 1 - x)
  const scale = Math.exp(a * Math.log(x) + b * Math.log1p(-x) + logGamma(a + b) - logGamma(a) - logGamma(b)) / a
  let c = 1
  let d = 1 / (1 - ((a + b) * x) / (a + 1) || TINY)
  let h = d
  for (let m = 1; m < 10_000; m++) {
    const even = (m * (b - m) * x) / ((a + 2 * m - 1) * (a + 2 * m))
    d = 1 / (1 + even * d || TINY)
    c = 1 + even / c || TINY
    h *= d * c
    const odd = (-(a + m) * (a + b + m) * x) / ((a + 2 * m) * (a + 2 * m + 1))
    d = 1 / (1 + odd * d || TINY)
    c = 1 + odd / c || TINY
    h *= d * c
    if (Math.abs(d * c - 1) < 1e-15) break
  }
  return scale * h
}

/** Two-sided p-value of Student's t; df need not be whole. */
export function studentTwoSided(t: number, df: number): number {
  if (!(df > 0)) return 1
  return Number.isFinite(t) ? incompleteBeta(df / 2, 0.5, df / (df + t * t)) : 0
}

/** P(X > f) of the F distribution. */
export const fTail = (f: number, df1: number, df2: number): number => (f <= 0 ? 1 : incompleteBeta(df2 / 2, df1 / 2, df2 / (df2 + df1 * f)))

/** Two-sided p-value of Pearson's r where so many pairs count. */
export function correlationP(r: number, n: number): number {
  const df = n - 2
  if (!(df > 0)) return 1
  return Math.abs(r) >= 1 ? 0 : studentTwoSided(r * Math.sqrt(df / (1 - r * r)), df)
}
