import { correlate } from '../../services/reasoning/analysis/correlation/correlate.ts'
import { gaussian, seeded } from '../../services/reasoning/analysis/numbers/random.ts'
import { findChanges } from '../../services/reasoning/analysis/temporal/change-points.ts'
import { findSeasons } from '../../services/reasoning/analysis/temporal/seasons.ts'
import { trendOf } from '../../services/reasoning/analysis/temporal/trend.ts'
import { ar1, daily } from './simulate.ts'

/** Findings in noise, as shares: each is false. AR(1), coefficients even between 0 and 0.9, 200 points; neighbours are the pairs. Skewed: lognormal. */
export function falseFindings(count: number) {
  const series = Array.from({ length: count }, (_, k) => {
    const uniform = seeded(77_000 + k)
    return daily(`s${k}`, ar1(200, 0.9 * uniform(), gaussian(uniform)))
  })
  const share = (hit: (s: (typeof series)[number]) => boolean) => series.filter(hit).length / count
  const pairs = series.slice(1).map((s, i) => correlate([series[i]!, s]).pairs[0]!)
  const skewed = Array.from({ length: count }, (_, k) => {
    const normal = gaussian(seeded(177_000 + k))
    return Float64Array.from({ length: 200 }, () => Math.exp(normal()))
  })
  return {
    trends: share(({ t, v }) => trendOf(t, v).trend.direction !== 'flat'),
    changes: share(({ v }) => findChanges(v).length > 0),
    skewedChanges: skewed.filter((v) => findChanges(v).length > 0).length / count,
    seasons: share(({ v }) => findSeasons(v).length > 0),
    correlations: pairs.filter((p) => p.q_value < 0.05).length / pairs.length,
    lags: pairs.filter((p) => p.best_lag !== 0).length / pairs.length,
  }
}
