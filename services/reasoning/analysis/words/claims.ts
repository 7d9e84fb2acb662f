import type { Pair } from '../correlation/correlate.ts'
import type { Drivers } from '../domain/drivers.ts'
import type { Patterns } from '../pattern/analyse-patterns.ts'
import type { TemporalItem } from '../temporal/analyse-series.ts'
import type { Claim, Draft } from './claim.ts'
import { calibrated } from './confidence.ts'
import { claimsOfPair } from './pair-claims.ts'
import { claimsOfSeries } from './series-claims.ts'
import { quote, show } from './show.ts'
import { claimsOfValues } from './value-claims.ts'

/** What the steps found, as far as they ran. */
export interface Findings {
  readonly temporal?: { readonly series: readonly TemporalItem[] } | undefined
  readonly pattern?: Patterns | undefined
  readonly correlation?: { readonly pairs: readonly Pair[] } | undefined
  readonly drivers?: Drivers | null | undefined
}

const MOST = 400

/** Everything that can be said, the weightiest first: by effect times certainty. */
export function claimsOf({ temporal, pattern, correlation, drivers }: Findings): Claim[] {
  const sds = new Map(pattern?.items.map((item) => [item.id, item.sd]))
  const inTime = new Set(temporal?.series.map(({ id }) => id))
  const found: Draft[] = [
    ...(temporal?.series ?? []).flatMap((item, i) => claimsOfSeries(item, `temporal.series.${i}`, sds.get(item.id) || 1)),
    ...(correlation?.pairs ?? []).flatMap((pair, i) => claimsOfPair(pair, `correlation.pairs.${i}`)),
    ...(pattern?.items ?? []).flatMap((item, i) => claimsOfValues(item, `pattern.items.${i}`, inTime.has(item.id))),
    ...(drivers ? claimsOfDrivers(drivers) : []),
  ]
  const drafts = found.map((d) => ({ ...d, certainty: calibrated(d.kind, d.certainty) }))
  const weight = (d: Draft) => d.effect * d.certainty
  return drafts
    .toSorted((a, b) => weight(b) - weight(a))
    .slice(0, MOST)
    .map((draft, i) => ({ id: `c${i + 1}`, ...draft }))
}

function claimsOfDrivers({ target, change, series }: Drivers): Draft[] {
  return series.slice(0, 3).map((driver, i) => ({
    ...{
      kind: 'driver' as const,
      about: [driver.id, target],
      t: null,
      direction: driver.contribution > 0 ? ('up' as const) : ('down' as const),
    },
    text: `${quote(driver.id)} accounts for ${show(driver.contribution)} of the change of ${show(change)} in ${quote(target)}.`,
    effect: Math.min(1, Math.abs(driver.share)) * 0.9,
    certainty: Math.max(0, Math.min(1, driver.fit)),
    references: [
      { path: `domain.drivers.series.${i}.contribution`, value: driver.contribution },
      { path: 'domain.drivers.change', value: change },
    ],
  }))
}
