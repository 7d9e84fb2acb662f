import type { TemporalItem } from '../temporal/analyse-series.ts'
import type { CalendarProfile } from '../temporal/calendar.ts'
import { FEWEST } from '../temporal/fewest.ts'
import type { Rate } from '../temporal/rate.ts'
import { certaintyOfP, certaintyOfScore } from './certainty.ts'
import { type Draft, NOTHING_EFFECT } from './claim.ts'
import { quote, show, showP, showTime } from './show.ts'
import { spanOf } from './span.ts'

const MOST_OF_A_KIND = 5
const DAY_SECONDS = 86_400
const plural = (n: number, word: string): string => `${n} ${word}${n === 1 ? '' : 's'}`
const bounded = (x: number): number => Math.max(0, Math.min(1, Number.isFinite(x) ? x : 0))

/** What can be said of a series in time. `sd`: of its values. */
export function claimsOfSeries(item: TemporalItem, at: string, sd: number): Draft[] {
  const of = { about: [item.id], t: null, direction: null } as const
  return [
    ...changes(item, at, sd),
    ...trend(item, at),
    ...anomalies(item, at, sd),
    ...seasons(item, at),
    ...calendar(item, at),
    ...comparison(item, at, sd),
    ...forecast(item, at),
    ...(item.gaps.length > 0
      ? [
          {
            ...of,
            kind: 'gap' as const,
            text: `${quote(item.id)} misses ${plural(
              item.gaps.reduce((s, g) => s + g.missing, 0),
              'sample',
            )} between ${showTime(item.gaps[0]!.from)} and ${showTime(item.gaps.at(-1)!.to)}.`,
            effect: bounded(item.gaps.reduce((s, g) => s + g.missing, 0) / item.n) * 0.3,
            certainty: 1,
            references: item.gaps.slice(0, 3).map((g, i) => ({ path: `${at}.gaps.${i}.missing`, value: g.missing })),
          },
        ]
      : []),
  ]
}

function trend({ id, n, mean, varies, trend: found }: TemporalItem, at: string): Draft[] {
  const { direction, slope, p_value, r2, between_changes } = found
  if (varies === false) return constant(id, n, mean, at)
  if (n < FEWEST.trend) return []
  if (between_changes) return trendBetweenChanges(id, between_changes, at)
  const references = [
    { path: `${at}.trend.slope.value`, value: slope.value },
    { path: `${at}.trend.p_value`, value: p_value },
  ]
  const base = { kind: 'trend' as const, about: [id], t: null, references }
  if (direction === 'flat')
    return [
      {
        ...base,
        direction: null,
        text: `${quote(id)} has no trend (${showP('p', p_value)}).`,
        effect: NOTHING_EFFECT,
        certainty: bounded(0.5 + p_value / 2),
      },
    ]
  const verb = direction === 'up' ? 'rises' : 'falls'
  const text = `${quote(id)} ${verb} by ${rate(slope)} (${showP('p', p_value)}).`
  return [{ ...base, direction, text, effect: bounded(r2), certainty: certaintyOfP(p_value) }]
}

const constant = (id: string, n: number, value: number, at: string): Draft[] => [
  {
    ...{ kind: 'trend', about: [id], t: null, direction: null, effect: NOTHING_EFFECT, certainty: 1 },
    text: `${quote(id)} is ${show(value)} at each of its ${n} points.`,
    references: [
      { path: `${at}.mean`, value },
      { path: `${at}.n`, value: n },
    ],
  },
]

const rate = ({ value, per }: Rate): string => `${show(Math.abs(value))} ${per === 'hour' ? 'an' : 'a'} ${per}`

/** A line through steps rises with them: what can be told is what goes on between them. */
function trendBetweenChanges(id: string, between: NonNullable<TemporalItem['trend']['between_changes']>, at: string): Draft[] {
  const { slope, p_value } = between
  const references = [
    { path: `${at}.trend.between_changes.slope.value`, value: slope.value },
    { path: `${at}.trend.between_changes.p_value`, value: p_value },
  ]
  const base = { kind: 'trend' as const, about: [id], t: null, references }
  if (p_value >= 0.05 || slope.value === 0)
    return [
      {
        ...{ ...base, direction: null, effect: NOTHING_EFFECT, certainty: bounded(0.5 + p_value / 2) },
        text: `Between its changes ${quote(id)} has no trend (${showP('p', p_value)}).`,
      },
    ]
  const direction = slope.value > 0 ? 'up' : 'down'
  const verb = direction === 'up' ? 'rises' : 'falls'
  return [
    {
      ...{ ...base, direction, effect: 0.3, certainty: certaintyOfP(p_value) },
      text: `Between its changes ${quote(id)} ${verb} by ${rate(slope)} (${showP('p', p_value)}).`,
    },
  ]
}

/** Of what days explain the two kinds of them explain so much where a week is told by its weekend alone. */
const WEEKEND_ALONE = 0.6

function calendar({ id, calendar: profiles }: TemporalItem, at: string): Draft[] {
  return profiles.flatMap((profile, i) => {
    const { weekend, explains } = profile
    const place = `${at}.calendar.${i}`
    if (!weekend) return [highAndLow(id, profile, place)]
    const claim = ofWeekend(id, weekend, place)
    return weekend.explains >= WEEKEND_ALONE * explains ? [claim] : [highAndLow(id, profile, place), claim]
  })
}

function ofWeekend(id: string, weekend: NonNullable<CalendarProfile['weekend']>, place: string): Draft {
  const direction = weekend.mean > weekend.other_mean ? 'up' : 'down'
  return {
    ...{ kind: 'calendar', about: [id], t: null, direction },
    text: `${quote(id)} is ${direction === 'up' ? 'higher' : 'lower'} on weekends: ${show(weekend.mean)} on average, ${show(weekend.other_mean)} on other days (${showP('p', weekend.p_value)}).`,
    effect: bounded(weekend.explains) * 0.85,
    certainty: certaintyOfP(weekend.p_value),
    references: [
      { path: `${place}.weekend.mean`, value: weekend.mean },
      { path: `${place}.weekend.other_mean`, value: weekend.other_mean },
    ],
  }
}

function highAndLow(id: string, { by, groups, explains, p_value }: CalendarProfile, place: string): Draft {
  const order = [...groups.entries()].toSorted((a, b) => b[1].level - a[1].level)
  const [[high, most], [low, least]] = [order[0]!, order.at(-1)!]
  const when = (name: string) => (by === 'hour' ? `at ${name} UTC` : by === 'weekday' ? `on ${name}s` : `in ${name}`)
  return {
    ...{ kind: 'calendar', about: [id], t: null, direction: null },
    text: `${quote(id)} is at its highest ${when(most.name)}, ${show(most.level)} on average, and at its lowest ${when(least.name)}, ${show(least.level)} (${showP('p', p_value)}).`,
    effect: bounded(explains) * 0.85,
    certainty: certaintyOfP(p_value),
    references: [
      { path: `${place}.groups.${high}.level`, value: most.level },
      { path: `${place}.groups.${low}.level`, value: least.level },
    ],
  }
}

function changes({ id, changePoints }: TemporalItem, at: string, sd: number): Draft[] {
  return changePoints.slice(0, MOST_OF_A_KIND * 2).map((c, i) => {
    const direction = c.after_mean > c.before_mean ? 'up' : c.after_mean < c.before_mean ? 'down' : null
    const move = `from ${show(c.before_mean)} ${direction === 'down' ? 'down' : 'up'} to ${show(c.after_mean)}`
    const text =
      c.kind === 'spread' || direction === null
        ? `The spread of ${quote(id)} changes at ${showTime(c.t)}.`
        : `The mean of ${quote(id)} goes ${move} at ${showTime(c.t)}.`
    return {
      kind: 'change' as const,
      about: [id],
      t: c.t,
      direction: c.kind === 'spread' ? null : direction,
      text,
      effect: bounded(c.kind === 'spread' ? 0.3 : Math.abs(c.after_mean - c.before_mean) / (2 * sd)),
      certainty: c.confidence,
      references: [
        { path: `${at}.changePoints.${i}.before_mean`, value: c.before_mean },
        { path: `${at}.changePoints.${i}.after_mean`, value: c.after_mean },
      ],
    }
  })
}

/** The strongest, each of a moment of its own: a far value and its neighbours are told once. */
function strongestOf({ anomalies: all, step_seconds }: TemporalItem): { a: TemporalItem['anomalies'][number]; i: number }[] {
  const reach = 1000 * Math.max(1.5 * step_seconds, step_seconds < DAY_SECONDS ? DAY_SECONDS / 2 : 0)
  const told: { a: TemporalItem['anomalies'][number]; i: number }[] = []
  for (const one of all.map((a, i) => ({ a, i })).toSorted((p, q) => Math.abs(q.a.score) - Math.abs(p.a.score))) {
    if (told.length >= MOST_OF_A_KIND) break
    const isBeside = ({ a }: (typeof told)[number]) => Math.abs(Date.parse(a.t) - Date.parse(one.a.t)) <= reach && a.score * one.a.score > 0
    if (!told.some(isBeside)) told.push(one)
  }
  return told
}

function anomalies(item: TemporalItem, at: string, sd: number): Draft[] {
  const { id } = item
  return strongestOf(item).map(({ a, i }) => {
    const direction = a.score > 0 ? 'up' : 'down'
    const side = `${show(Math.abs(a.score))} robust deviations ${direction === 'up' ? 'above' : 'below'} what was expected`
    const what = a.until === undefined ? `is ${show(a.v)} at ${showTime(a.t)}` : `is unusual from ${showTime(a.t)} to ${showTime(a.until)}`
    return {
      ...{ kind: 'anomaly' as const, about: [id], t: a.t, direction },
      text: `${quote(id)} ${what}, ${side}.`,
      effect: bounded(Math.abs(a.v - a.expected) / (6 * sd)),
      certainty: certaintyOfScore(a.score),
      references: [
        { path: `${at}.anomalies.${i}.v`, value: a.v },
        { path: `${at}.anomalies.${i}.score`, value: a.score },
      ],
    }
  })
}

const seasons = (item: TemporalItem, at: string): Draft[] =>
  item.seasonalities.map(({ period, strength }, i) => ({
    ...{ kind: 'season' as const, about: [item.id], t: null, direction: null },
    text: `${quote(item.id)} repeats every ${spanOf(period, item)}, with a strength of ${show(Number(strength.toFixed(2)))} of 1.`,
    effect: bounded(strength) * 0.8,
    certainty: 0.97,
    references: [
      { path: `${at}.seasonalities.${i}.period`, value: period },
      { path: `${at}.seasonalities.${i}.strength`, value: strength },
    ],
  }))

function comparison(item: TemporalItem, at: string, sd: number): Draft[] {
  const { id, comparison: c } = item
  if (!c || c.p_value >= 0.05 || c.change === 0) return []
  const direction = c.change > 0 ? 'up' : 'down'
  return [
    {
      ...{ kind: 'comparison' as const, about: [id], t: c.from, direction },
      text: `The last ${spanOf(c.samples, item)} of ${quote(id)} are ${show(Math.abs(c.change))} ${direction === 'up' ? 'higher' : 'lower'} on average than the ${spanOf(c.samples, item)} before (${showP('p', c.p_value)}).`,
      effect: bounded(Math.abs(c.change) / (2 * sd)) * 0.7,
      certainty: certaintyOfP(c.p_value),
      references: [
        { path: `${at}.comparison.change`, value: c.change },
        { path: `${at}.comparison.p_value`, value: c.p_value },
      ],
    },
  ]
}

function forecast({ id, forecast: f }: TemporalItem, at: string): Draft[] {
  const last = f?.points.at(-1)
  if (!f || !last) return []
  return [
    {
      ...{ kind: 'forecast' as const, about: [id], t: last.t, direction: null },
      text: `${quote(id)} is expected at ${show(last.v)} by ${showTime(last.t)}, between ${show(last.low)} and ${show(last.high)} nine times of ten, and at ${show(f.mean)} on average until then; the backtest was off by ${show(f.backtest.mae)} on average, the naive forecast by ${show(f.backtest.naive_mae)}.`,
      effect: 0.1,
      certainty: 0.9,
      references: [
        { path: `${at}.forecast.points.${f.points.length - 1}.v`, value: last.v },
        { path: `${at}.forecast.mean`, value: f.mean },
        { path: `${at}.forecast.backtest.mae`, value: f.backtest.mae },
        { path: `${at}.forecast.backtest.naive_mae`, value: f.backtest.naive_mae },
      ],
    },
  ]
}
