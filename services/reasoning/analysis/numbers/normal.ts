import { lowerGamma } from './gamma.ts'

/** P(Z > z) of the standard normal distribution. */
export function normalTail(z: number): number {
  if (z < 0) return 1 - normalTail(-z)
  return z === 0 ? 0.5 : 0.5 * lowerGamma(0.5, (z * z) / 2).upper
}

export const normalCdf = (z: number): number => normalTail(-z)

/** Two-sided p-value of a z score. */
export const twoSided = (z: number): number => Math.min(1, 2 * normalTail(Math.abs(z)))

const A = [-3.969683028665376e1, 2.209460984245205e2, -2.759285104469687e2, 1.38357751867269e2, -3.066479806614716e1, 2.506628277459239]
const B = [-5.447609879822406e1, 1.615858368580409e2, -1.556989798598866e2, 6.680131188771972e1, -1.328068155288572e1]
const C = [-7.784894002430293e-3, -3.223964580411365e-1, -2.400758277161838, -2.549732539343734, 4.374664141464968, 2.938163982698783]
const D = [7.784695709041462e-3, 3.224671290700398e-1, 2.445134137142996, 3.754408661907416]

const polynomial = (coefficients: readonly number[], x: number): number => coefficients.reduce((sum, c) => sum * x + c, 0)

/** The z with P(Z < z) = p: Acklam's rational approximation, refined by one step of Halley's method. */
export function normalQuantile(p: number): number {
  if (p <= 0) return Number.NEGATIVE_INFINITY
  if (p >= 1) return Number.POSITIVE_INFINITY
  const tail = Math.min(p, 1 - p)
  let z: number
  if (tail < 0.02425) {
    const q = Math.sqrt(-2 * Math.log(tail))
    z = polynomial(C, q) / (polynomial(D, q) * q + 1)
  } else {
    const q = tail - 0.5
    z = (polynomial(A, q * q) * q) / (polynomial(B, q * q) * q * q + 1)
  }
  const e = normalCdf(z) - tail
  const u = e * Math.sqrt(2 * Math.PI) * Math.exp((z * z) / 2)
  z -= u / (1 + (z * u) / 2)
  return p < 0.5 ? z : -z
}
