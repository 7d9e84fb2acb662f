import { chiSquaredTail } from '../numbers/gamma.ts'
import { type Fitted, families } from './families.ts'

/** The family that fits best by Akaike's criterion, with what speaks against it. */
export interface Distribution {
  readonly family: string
  readonly parameters: Readonly<Record<string, number>>
  readonly aic: number
  /** Kolmogorov's and Smirnov's greatest distance between the values' steps and the curve. */
  readonly ks_statistic: number
  /** Pearson's test in classes of equal chance, with the fitted parameters taken off: small where the family does not fit. */
  readonly p_value: number | null
  readonly others: readonly { readonly family: string; readonly aic: number }[]
}

const FEWEST = 8

/** `sorted`: rising, not all equal. */
export function distributionOf(sorted: Float64Array): Distribution | null {
  if (sorted.length < FEWEST) return null
  const fits = families.flatMap((estimate) => estimate(sorted) ?? []).filter((f) => Number.isFinite(f.logLikelihood))
  const ranked = fits.map((f) => ({ f, aic: 2 * Object.keys(f.parameters).length - 2 * f.logLikelihood })).toSorted((a, b) => a.aic - b.aic)
  const best = ranked[0]
  if (!best) return null
  return {
    ...{ family: best.f.family, parameters: best.f.parameters, aic: best.aic },
    ...{ ks_statistic: ksStatistic(sorted, best.f), p_value: classTest(sorted, best.f) },
    others: ranked.slice(1).map(({ f, aic }) => ({ family: f.family, aic })),
  }
}

export function ksStatistic(sorted: Float64Array, { cdf }: Pick<Fitted, 'cdf'>): number {
  const n = sorted.length
  let most = 0
  for (let i = 0; i < n; i++) {
    const p = cdf(sorted[i]!)
    most = Math.max(most, p - i / n, (i + 1) / n - p)
  }
  return most
}

function classTest(sorted: Float64Array, { cdf, parameters }: Fitted): number | null {
  const n = sorted.length
  const classes = Math.min(50, Math.floor(Math.min(n / 5, 2 * n ** 0.4)))
  const df = classes - 1 - Object.keys(parameters).length
  if (df < 1) return null
  const counts = new Float64Array(classes)
  for (const v of sorted) counts[Math.min(classes - 1, Math.floor(cdf(v) * classes))]!++
  const expected = n / classes
  return chiSquaredTail(
    counts.reduce((s, c) => s + (c - expected) ** 2 / expected, 0),
    df,
  )
}
