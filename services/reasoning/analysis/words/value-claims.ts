import type { Patterns } from '../pattern/analyse-patterns.ts'
import { certaintyOfScore } from './certainty.ts'
import type { Draft } from './claim.ts'
import { quote, show, showTime } from './show.ts'

/** What can be said of values, whenever they came. Of a series its anomalies say more than its outliers. */
export function claimsOfValues(
  item: Patterns['items'][number],
  at: string,
  { isSeries, typical }: { isSeries: boolean; typical: boolean },
): Draft[] {
  const of = { about: [item.id], t: null } as const
  const found: Draft[] = typical ? [typicalOf(item, at)] : []
  const first = item.outliers[0]
  if (first && !isSeries)
    found.push({
      ...of,
      kind: 'outlier',
      direction: first.score > 0 ? 'up' : 'down',
      text: `${quote(item.id)} has ${item.outliers.length === 1 ? '1 outlier' : `${item.outliers.length} outliers`}; the farthest is ${show(first.v)}, ${first.score > 0 ? 'above' : 'below'} a median of ${show(item.quantiles.p50!)}.`,
      effect: Math.min(1, Math.abs(first.score) / 50),
      certainty: certaintyOfScore(first.score),
      references: [
        { path: `${at}.outliers.0.v`, value: first.v },
        { path: `${at}.quantiles.p50`, value: item.quantiles.p50! },
      ],
    })
  if (item.distribution && !isSeries) {
    const { family, p_value } = item.distribution
    const fits = p_value === null || p_value >= 0.05
    found.push({
      ...{ ...of, kind: 'distribution', direction: null, effect: 0.05, certainty: fits ? 0.7 : 0.9 },
      text: fits
        ? `${quote(item.id)} is closest to a ${family} distribution, with a median of ${show(item.quantiles.p50!)}.`
        : `${quote(item.id)} fits none of the families well; a ${family} distribution is closest.`,
      references: [{ path: `${at}.quantiles.p50`, value: item.quantiles.p50! }],
    })
  }
  return found
}

/** Where the values lie. */
function typicalOf({ id, n, mean, quantiles }: Patterns['items'][number], at: string): Draft {
  const [low, middle, high] = ['p25', 'p50', 'p75'].map((name) => quantiles[name]!) as [number, number, number]
  return {
    ...{ kind: 'distribution', about: [id], t: null, direction: null, effect: 0.1, certainty: 1 },
    text: `${quote(id)} is ${show(mean)} on average, with a median of ${show(middle)}; the middle half of its ${n} values lies between ${show(low)} and ${show(high)}.`,
    references: [
      { path: `${at}.mean`, value: mean },
      { path: `${at}.quantiles.p50`, value: middle },
      { path: `${at}.n`, value: n },
      { path: `${at}.quantiles.p25`, value: low },
      { path: `${at}.quantiles.p75`, value: high },
    ],
  }
}

/** The ends of the values, with their moments where they have any. */
export function claimOfExtremes({ id, extremes: { highest, lowest } }: Patterns['items'][number], at: string): Draft {
  const said = ({ v, t }: { v: number; t: string | null }) => `${show(v)}${t === null ? '' : ` at ${showTime(t)}`}`
  return {
    ...{ kind: 'extreme', about: [id], t: highest.t, direction: null, effect: 0.1, certainty: 1 },
    text: `The highest value of ${quote(id)} is ${said(highest)}, the lowest ${said(lowest)}.`,
    references: [
      { path: `${at}.extremes.highest.v`, value: highest.v },
      { path: `${at}.extremes.lowest.v`, value: lowest.v },
    ],
  }
}
