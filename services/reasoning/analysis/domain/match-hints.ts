import type { Pair } from '../correlation/correlate.ts'
import type { TemporalItem } from '../temporal/analyse-series.ts'
import { type HolidayRule, holidayOn } from './holidays.ts'

export interface MatchedHint {
  readonly hint: string
  /** `unclear`: nothing in it is known here; nothing was looked for. */
  readonly status: 'supported' | 'not found' | 'unclear'
  readonly series: readonly string[]
  readonly detail: string
}

/** What was found, to hold hints against. */
export interface Evidence {
  readonly series: readonly TemporalItem[]
  readonly pairs: readonly Pair[]
  readonly holidays: readonly HolidayRule[]
}

const DAY = 86_400_000
const CYCLES: readonly (readonly [RegExp, string, number])[] = [
  [/\b(daily|day and night|every day|24[- ]?hours?)\b/i, 'a day', 1],
  [/\b(weekly|week|weekdays?|weekends?)\b/i, 'a week', 7],
  [/\b(monthly|every month|month[- ]end)\b/i, 'a month', 30.44],
  [/\b(quarterly|quarters?)\b/i, 'a quarter', 91.3],
  [/\b(yearly|annual|seasonal|every year)\b/i, 'a year', 365.25],
]
const DATE = /\b(\d{4}-\d\d-\d\d)\b/

/** Each hint with what speaks for it. Hints are read as words alone; nothing of them is carried out. */
export const matchHints = (hints: readonly string[], evidence: Evidence): MatchedHint[] => hints.map((hint) => match(hint, evidence))

function match(hint: string, { series, pairs, holidays }: Evidence): MatchedHint {
  const found = (ids: readonly string[], yes: string, no: string): MatchedHint => ({
    ...{ hint, series: [...new Set(ids)] },
    ...(ids.length > 0 ? { status: 'supported', detail: yes } : { status: 'not found', detail: no }),
  })
  const date = DATE.exec(hint)?.[1]
  if (date) {
    const at = Date.parse(date)
    const near = series.filter((s) =>
      [...s.changePoints, ...s.anomalies].some((x) => Math.abs(Date.parse(x.t) - at) <= Math.max(2 * DAY, 2000 * s.step_seconds)),
    )
    return found(
      near.map(({ id }) => id),
      `A change or an unusual value lies at ${date}.`,
      `Nothing changes around ${date}.`,
    )
  }
  const cycle = CYCLES.find(([words]) => words.test(hint))
  if (cycle) {
    const [, name, days] = cycle
    const like = series.filter((s) => s.seasonalities.some(({ period }) => Math.abs((period * s.step_seconds) / 86_400 / days - 1) < 0.06))
    return found(
      like.map(({ id }) => id),
      `A period of ${name} was found.`,
      `No period of ${name} was found.`,
    )
  }
  const says = (name: string | undefined) => name !== undefined && hint.toLowerCase().includes(name.toLowerCase())
  const named = holidays.filter(({ name, also }) => says(name) || says(also))
  if (named.length > 0 || /\bholidays?\b/i.test(hint)) {
    const wanted = named.length > 0 ? named : holidays
    const on = series.filter((s) => [...s.anomalies, ...s.changePoints].some((x) => holidayOn(x.t, wanted) !== undefined))
    return found(
      on.map(({ id }) => id),
      'An unusual value or a change lies on a holiday.',
      'No unusual value and no change lies on a holiday.',
    )
  }
  if (/\b(trend|growth|grow\w*|declin\w*|ris(e|es|ing)|fall(s|ing)?)\b/i.test(hint))
    return found(
      series.filter((s) => s.trend.direction !== 'flat').map(({ id }) => id),
      'A trend was found.',
      'No trend was found.',
    )
  if (/\b(anomal\w*|outliers?|spikes?|unusual|outage|incident)\b/i.test(hint))
    return found(
      series.filter((s) => s.anomalies.length > 0).map(({ id }) => id),
      'Unusual values were found.',
      'No unusual values were found.',
    )
  if (/\b(step|jump|drop|change|release|deploy\w*|launch\w*)\b/i.test(hint))
    return found(
      series.filter((s) => s.changePoints.length > 0).map(({ id }) => id),
      'A change was found.',
      'No change was found.',
    )
  if (/\b(lag|delay|follows?|leads?|correlat\w*|together|depends?)\b/i.test(hint))
    return found(
      pairs.filter((p) => p.q_value < 0.05 && !p.spurious).flatMap(({ a, b }) => [a, b]),
      'Series that go together were found.',
      'No series go together.',
    )
  return { hint, status: 'unclear', series: [], detail: 'Nothing in this hint is known here; it was not used.' }
}
