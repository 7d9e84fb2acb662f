import type { Pair } from '../correlation/correlate.ts'
import type { Drivers, PartsOfTotal } from '../domain/drivers.ts'
import type { Patterns } from '../pattern/analyse-patterns.ts'
import type { Difference } from '../pattern/compare-datasets.ts'
import type { TemporalItem } from '../temporal/analyse-series.ts'
import { certaintyOfP } from './certainty.ts'
import type { Claim, Draft } from './claim.ts'
import { calibrated } from './confidence.ts'
import { claimsOfPair } from './pair-claims.ts'
import { claimsOfSeries } from './series-claims.ts'
import { quote, show, showP, showTime } from './show.ts'
import { claimOfExtremes, claimsOfValues } from './value-claims.ts'

/** What the steps found, as far as they ran. */
export interface Findings {
  readonly temporal?: { readonly series: readonly TemporalItem[] } | undefined
  readonly pattern?: Patterns | undefined
  readonly correlation?: { readonly pairs: readonly Pair[] } | undefined
  readonly drivers?: Drivers | null | undefined
  readonly total?: PartsOfTotal | null | undefined
}

const MOST = 400
const FALSE_RATE = 0.05
/** Where nothing is known of a course in time. */
const SAMPLES = { step_seconds: 0, even_steps: false }

/** What the objective asks for that is not told otherwise. */
export interface Wanted {
  /** Ids of which it names two or more. */
  readonly pair: ReadonlySet<string>
  /** What is typical, of series too. */
  readonly typical: boolean
  /** The highest and the lowest value. */
  readonly extremes: boolean
}

/** Pairs of which it is told that there is nothing, where nobody asked for them. */
const FEW_PAIRS = 3

/** Everything that can be said, the weightiest first: by effect times certainty. */
export function claimsOf({ temporal, pattern, correlation, drivers, total }: Findings, wanted: Wanted): Claim[] {
  const pairs = correlation?.pairs ?? []
  const always = ({ a, b }: Pair) => pairs.length <= FEW_PAIRS || (wanted.pair.has(a) && wanted.pair.has(b))
  const sds = new Map(pattern?.items.map((item) => [item.id, item.sd]))
  const inTime = new Set(temporal?.series.map(({ id }) => id))
  const stepsOf = (id: string) => temporal?.series.find((item) => item.id === id) ?? SAMPLES
  const found: Draft[] = [
    ...(temporal?.series ?? []).flatMap((item, i) => claimsOfSeries(item, `temporal.series.${i}`, sds.get(item.id) || 1)),
    ...pairs.flatMap((pair, i) => claimsOfPair(pair, `correlation.pairs.${i}`, stepsOf(pair.a), always(pair))),
    ...(pattern?.items ?? []).flatMap((item, i) => [
      ...claimsOfValues(item, `pattern.items.${i}`, { isSeries: inTime.has(item.id), typical: wanted.typical }),
      ...(wanted.extremes ? [claimOfExtremes(item, `pattern.items.${i}`)] : []),
    ]),
    ...(pattern?.differences ?? []).flatMap((d, i) => claimOfDifference(d, `pattern.differences.${i}`)),
    ...(drivers ? claimsOfDrivers(drivers) : []),
    ...(total ? claimsOfTotal(total) : []),
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

/** The greater of the two first; nothing where the difference may be chance. */
function claimOfDifference(d: Difference, at: string): Draft[] {
  if (d.q_value >= FALSE_RATE) return []
  const [more, less] = d.difference > 0 ? [d.a, d.b] : [d.b, d.a]
  const [high, low] = d.difference > 0 ? [d.a_mean, d.b_mean] : [d.b_mean, d.a_mean]
  const [from, to] = d.difference > 0 ? [d.low, d.high] : [-d.high, -d.low]
  return [
    {
      ...{ kind: 'difference', about: [more, less], t: null, direction: 'up' },
      text: `${quote(more)} is higher than ${quote(less)}: ${show(high)} on average against ${show(low)}, a difference of ${show(high - low)} (95 % between ${show(from)} and ${show(to)}; ${showP('q', d.q_value)}).`,
      effect: Math.min(1, Math.abs(d.delta)),
      certainty: certaintyOfP(Math.max(d.p_value, d.q_value)),
      references: [
        { path: `${at}.difference`, value: d.difference },
        { path: `${at}.q_value`, value: d.q_value },
      ],
    },
  ]
}

const FEW_PARTS = 3
/** Shares below this are not told: they may be noise. */
const LEAST_SHARE = 0.1

function claimsOfTotal({ since, change, parts }: PartsOfTotal): Draft[] {
  const direction = change > 0 ? ('up' as const) : ('down' as const)
  return parts.slice(0, FEW_PARTS).flatMap(({ id, contribution, share }, i) =>
    share < LEAST_SHARE
      ? []
      : [
          {
            ...{ kind: 'driver' as const, about: [id], t: since, direction },
            text: `${quote(id)} accounts for ${show(Math.abs(contribution))} of the ${direction === 'up' ? 'rise' : 'fall'} by ${show(Math.abs(change))} in the sum of all series from ${showTime(since)} on, ${show(Number((100 * share).toFixed(0)))} % of it.`,
            effect: Math.min(1, share),
            certainty: 0.95,
            references: [
              { path: `domain.total.parts.${i}.contribution`, value: contribution },
              { path: 'domain.total.change', value: change },
            ],
          },
        ],
  )
}
