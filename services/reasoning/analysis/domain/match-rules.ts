import type { TemporalItem } from '../temporal/analyse-series.ts'
import { type HolidayRule, holidayOn } from './holidays.ts'

/** A rule of a profile: what has to be found, and what it means. */
export interface ProfileRule {
  readonly name: string
  readonly when: {
    readonly finding: 'season' | 'trend' | 'change' | 'anomaly' | 'gap' | 'unit-root'
    readonly period_days?: readonly [number, number] | undefined
    readonly direction?: 'up' | 'down' | undefined
    readonly kind?: 'level' | 'spread' | 'pace' | undefined
    readonly months?: readonly number[] | undefined
    readonly holiday?: boolean | undefined
  }
  readonly say: string
}

export interface MatchedRule {
  readonly rule: string
  /** Ids of the series. */
  readonly series: readonly string[]
  readonly detail: string
}

/** The rules that hold of at least one series. */
export function matchRules(
  rules: readonly ProfileRule[],
  series: readonly TemporalItem[],
  holidays: readonly HolidayRule[],
): MatchedRule[] {
  return rules.flatMap(({ name, when, say }) => {
    const ids = series.filter((item) => holds(when, item, holidays)).map(({ id }) => id)
    return ids.length > 0 ? [{ rule: name, series: ids, detail: say }] : []
  })
}

function holds(when: ProfileRule['when'], item: TemporalItem, holidays: readonly HolidayRule[]): boolean {
  const day = item.step_seconds / 86_400
  const month = (iso: string) => new Date(iso).getUTCMonth() + 1
  switch (when.finding) {
    case 'season': {
      const [low, high] = when.period_days ?? [0, Number.POSITIVE_INFINITY]
      return item.seasonalities.some(({ period }) => period * day >= low && period * day <= high)
    }
    case 'trend':
      return item.trend.direction !== 'flat' && item.trend.direction === (when.direction ?? item.trend.direction)
    case 'change':
      return item.changePoints.some((c) => {
        const way = c.after_mean > c.before_mean ? 'up' : 'down'
        const kinds = when.kind === undefined ? c.kind !== 'spread' : c.kind === when.kind
        return kinds && (when.direction ?? way) === way && (when.months?.includes(month(c.t)) ?? true)
      })
    case 'anomaly':
      return item.anomalies.some((a) => !when.holiday || holidayOn(a.t, holidays) !== undefined)
    case 'gap':
      return item.gaps.length > 0
    case 'unit-root':
      return item.stationarity?.verdict === 'unit root'
  }
}
