import { deviation, isConstant, mean } from '../numbers/moments.ts'
import { studentTwoSided } from '../numbers/student.ts'
import { toGrid } from '../series/grid.ts'
import type { Series } from '../series/item.ts'
import { findAnomalies } from './anomalies.ts'
import { calendarOf } from './calendar.ts'
import { type Change, findChanges, MOST_STEPS } from './change-points.ts'
import { decompose, movingMean, seasonOf } from './decompose.ts'
import { tooFewNote } from './fewest.ts'
import { forecastOf } from './forecast.ts'
import { varianceInflation } from './mann-kendall.ts'
import { rateOf, rateUnit } from './rate.ts'
import { findSeasons } from './seasons.ts'
import { MOST_TESTED, stationarityOf } from './stationarity.ts'
import { timesAhead } from './times-ahead.ts'
import { trendBetween, trendOf } from './trend.ts'

const iso = (t: number): string => new Date(t).toISOString()

/** Everything about a series in time. It has at least two points. `aheadMs`: how far a forecast should look. */
export function analyseSeries({ id, label, t, v, notes: given }: Series, aheadMs?: number) {
  const n = t.length
  const grid = toGrid(t, v)
  const { x, at, point } = grid
  const seasons = isConstant(v) ? [] : findSeasons(x)
  const periods = seasons.map((s) => s.period).toSorted((a, b) => a - b)
  const longest = periods.at(-1) ?? 0
  const seasonal = periods.length > 0 ? decompose(x, periods).seasonal : new Float64Array(x.length)
  const plain = x.map((value, i) => value - seasonal[i]!)
  const plainPoints = v.map((value, i) => value - seasonal[at[i]!]!)
  const { trend, note } = trendOf(t, plainPoints)
  const changes = isConstant(v) ? [] : changesOf(plain, point)
  const slopePerStep = (trend.slope_per_day * grid.step) / 86_400_000
  const { anomalies } = findAnomalies(x, seasonal, trend.direction === 'flat' ? 0 : slopePerStep, longest)
  const wanted = aheadMs === undefined || !(grid.step > 0) ? undefined : Math.max(1, Math.round(aheadMs / grid.step))
  const forecast = isConstant(v) ? undefined : forecastOf(x, longest, (past) => seasonOf(past, movingMean(past, longest), longest), wanted)
  const stepOf = (i: number) => (point[i]! >= 0 ? point[i]! : nearest(point, i))
  const last = t[n - 1] ?? 0
  // Steps that were filled have no point of their own: of two changes at one point the first stands.
  const placed = changes
    .map((change) => ({ ...change, p: stepOf(change.index) }))
    .filter(({ p }, i, all) => p > 0 && p < n && p !== all[i - 1]?.p)
  const places = [0, ...placed.map(({ p }) => p), n]
  const between = places.length > 2 ? trendBetween(t, plainPoints, places) : null
  const unit = rateUnit(grid.step / 1000, (last - t[0]!) / 1000)
  const ahead = timesAhead(t, grid.step, forecast?.values.length ?? 0)
  const notes = [
    ...given,
    isConstant(v) ? undefined : tooFewNote(n),
    grid.note,
    note,
    longer(
      x.length,
      MOST_STEPS,
      `Changes were looked for in means of ${Math.ceil(x.length / MOST_STEPS)} steps each, then placed at single steps.`,
    ),
    forecast && wanted !== undefined && forecast.values.length < wanted
      ? `The forecast ends after ${forecast.values.length} of ${wanted} steps: a longer one could not be held against the past of this series.`
      : undefined,
    longer(x.length, MOST_TESTED, `Stationarity was tested on the latest ${MOST_TESTED} steps.`),
  ]
  return {
    id,
    label,
    n,
    from: iso(t[0]!),
    to: iso(last),
    step_seconds: grid.step / 1000,
    even_steps: grid.even,
    mean: mean(v),
    varies: !isConstant(v),
    trend: {
      ...{ ...trend, slope: rateOf(trend.slope_per_day, unit) },
      between_changes: between ? { ...between, slope: rateOf(between.slope_per_day, unit) } : null,
    },
    calendar: isConstant(v) ? [] : calendarOf(t, v, grid.step),
    seasonality: seasons[0] ?? null,
    seasonalities: seasons,
    changePoints: placed.map(({ kind, confidence }, i) => {
      const [from, p, to] = [places[i]!, places[i + 1]!, places[i + 2]!]
      return { t: iso(t[p]!), index: p, kind, before_mean: mean(v, from, p), after_mean: mean(v, p, to), confidence }
    }),
    anomalies: anomalies.flatMap(({ index, last, score, expected, kind }) => {
      if (point[index]! < 0 && kind === 'point') return []
      const p = stepOf(index)
      return [{ t: iso(t[p]!), index: p, v: v[p]!, score, expected, kind, ...(last > index ? { until: iso(t[stepOf(last)]!) } : {}) }]
    }),
    gaps: grid.gaps,
    stationarity: isConstant(v) ? null : (stationarityOf(plain) ?? null),
    forecast: forecast
      ? {
          method: forecast.method,
          points: forecast.values.map((value, i) => ({
            t: iso(ahead[i]!),
            v: value,
            low: value - forecast.margins[i]!,
            high: value + forecast.margins[i]!,
          })),
          mean: mean(forecast.values),
          backtest: { mae: forecast.error, naive_mae: forecast.naiveError, folds: forecast.folds },
        }
      : null,
    comparison: comparisonOf(plain, t, stepOf, longest, trend.autocorrelation),
    notes: notes.filter((x): x is string => x !== undefined),
  }
}
export type TemporalItem = ReturnType<typeof analyseSeries>

/** Steps in a row that were filled: from so many on they tell nothing of changes, because a straight line has none. */
const LONG_GAP = 5

/** Changes between steps that are known; those of long gaps are left out. */
function changesOf(x: Float64Array, point: Int32Array): Change[] {
  const kept: number[] = []
  for (let i = 0; i < x.length; ) {
    let to = i + 1
    while (to < x.length && point[to]! < 0 === point[i]! < 0) to++
    if (point[i]! >= 0 || to - i < LONG_GAP) for (let k = i; k < to; k++) kept.push(k)
    i = to
  }
  if (kept.length === x.length) return findChanges(x)
  return findChanges(Float64Array.from(kept, (i) => x[i]!)).map((change) => ({ ...change, index: kept[change.index]! }))
}

const longer = (n: number, most: number, note: string): string | undefined => (n > most ? note : undefined)

function nearest(point: Int32Array, i: number): number {
  for (let k = 1; k < point.length; k++) {
    const found = Math.max(point[i + k] ?? -1, point[i - k] ?? -1)
    if (found >= 0) return found
  }
  return 0
}

/** The last cycle beside the one before it; the last quarter beside the quarter before where there are no cycles. */
function comparisonOf(x: Float64Array, t: Float64Array, stepOf: (i: number) => number, period: number, phi: number) {
  const n = x.length
  const width = period > 1 && 2 * period <= n ? period : Math.floor(n / 4)
  if (width < 2) return null
  const [from, middle] = [n - 2 * width, n - width]
  const [previous, current] = [mean(x, from, middle), mean(x, middle, n)]
  const error = Math.sqrt(((deviation(x, from, middle) ** 2 + deviation(x, middle, n) ** 2) / width) * varianceInflation(width, phi))
  const change = current - previous
  const p = error > 0 ? studentTwoSided(change / error, 2 * width - 2) : change === 0 ? 1 : 0
  return {
    samples: width,
    from: iso(t[stepOf(middle)]!),
    current_mean: current,
    previous_mean: previous,
    change,
    percent: previous === 0 ? null : (100 * change) / Math.abs(previous),
    p_value: p,
  }
}
