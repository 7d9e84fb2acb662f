const G = 7
const LANCZOS = [
  0.99999999999980993, 676.5203681218851, -1259.1392167224028, 771.32342877765313, -176.61502916214059, 12.507343278686905,
  -0.13857109526572012, 9.9843695780195716e-6, 1.5056327351493116e-7,
] as const

/** The logarithm of the gamma function for x > 0 (Lanczos, g = 7). */
export function logGamma(x: number): number {
  if (x < 0.5) return Math.log(Math.PI / Math.sin(Math.PI * x)) - logGamma(1 - x)
  const base = x - 1
  const t = base + G + 0.5
  const sum = LANCZOS.reduce<number>((s, c, i) => (i === 0 ? c : s + c / (base + i)), 0)
  return 0.5 * Math.log(2 * Math.PI) + (base + 0.5) * Math.log(t) - t + Math.log(sum)
}

const EPSILON = 1e-15
const TINY = 1e-300
const MOST = 10_000

/** Regularised incomplete gamma functions P(a, x) and Q(a, x): the series below a + 1, Lentz' continued fraction above (DLMF 8.11, 8.9). */
export function lowerGamma(a: number, x: number): { lower: number; upper: number } {
  if (x <= 0) return { lower: 0, upper: 1 }
  if (x === Number.POSITIVE_INFINITY) return { lower: 1, upper: 0 }
  const scale = Math.exp(a * Math.log(x) - x - logGamma(a))
  if (x < a + 1) {
    let term = 1 / a
    let sum = term
    for (let n = 1; n < MOST && term > sum * EPSILON; n++) sum += term *= x / (a + n)
    return { lower: scale * sum, upper: 1 - scale * sum }
  }
  let b = x + 1 - a
  let c = 1 / TINY
  let d = 1 / b
  let h = d
  for (let n = 1; n < MOST; n++) {
    const an = -n * (n - a)
    b += 2
    d = 1 / (an * d + b || TINY)
    c = b + an / c || TINY
    h *= d * c
    if (Math.abs(d * c - 1) < EPSILON) break
  }
  return { lower: 1 - scale * h, upper: scale * h }
}

/** P(X > x) of the chi-squared distribution. */
export const chiSquaredTail = (x: number, df: number): number => lowerGamma(df / 2, x / 2).upper

/** The derivative of the logarithm of the gamma function (recurrence, then the asymptotic series of DLMF 5.11.2). */
export function digamma(x: number): number {
  let shift = 0
  let y = x
  for (; y < 10; y++) shift -= 1 / y
  const r = 1 / (y * y)
  return shift + Math.log(y) - 0.5 / y - r * (1 / 12 - r * (1 / 120 - r * (1 / 252 - r * (1 / 240 - r / 132))))
}
