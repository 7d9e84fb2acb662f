import { regress } from '../numbers/least-squares.ts'
import { isConstant, mean, squares } from '../numbers/moments.ts'
import type { Series } from '../series/item.ts'
import { analyseSeries, type TemporalItem } from '../temporal/analyse-series.ts'

/** What made a series change. */
export interface Drivers {
  readonly target: string
  /** From this moment on against what was before it. */
  readonly since: string
  readonly change: number
  /** Other series, the greatest contribution first. */
  readonly series: readonly { readonly id: string; readonly contribution: number; readonly share: number; readonly fit: number }[]
  /** Stretches of the time since then: how far each lies from the mean before, times its share of the time. */
  readonly periods: readonly { readonly from: string; readonly to: string; readonly contribution: number }[]
}

const STRETCHES = 6
const MOST_REGRESSED = 12
const FEWEST_EACH = 4
/** Share of what varies in the target that the others have to explain together. */
const LEAST_FIT = 0.5

/** Which series and stretches of time carry the greatest change of the target; null where it does not change. */
export function driversOf(target: Series, item: TemporalItem, all: readonly Series[]): Drivers | null {
  const greatest = greatestOf(item.changePoints)
  const at = greatest?.index ?? (item.trend.direction === 'flat' ? 0 : Math.floor(target.v.length / 2))
  if (at < FEWEST_EACH || at > target.v.length - FEWEST_EACH) return null
  const before = mean(target.v, 0, at)
  const change = mean(target.v, at) - before
  const others = all.filter(
    (s) => s !== target && s.t.length === target.t.length && s.t.every((v, i) => v === target.t[i]) && !isConstant(s.v),
  )
  return {
    ...{ target: target.id, since: new Date(target.t[at]!).toISOString(), change },
    series: contributions(target, others, at, change),
    periods: stretchesOf(target, at, before),
  }
}

/** By a regression of the target on the others: coefficient times change. Which of several that go together carries it cannot be told. */
function contributions(target: Series, all: readonly Series[], at: number, change: number): Drivers['series'] {
  const others = all.slice(0, MOST_REGRESSED)
  if (others.length === 0 || target.v.length < 5 * (others.length + 1)) return []
  const centred = others.map(({ v }) => {
    const m = mean(v)
    return v.map((x) => x - m)
  })
  const fit = regress([...centred, new Float64Array(target.v.length).fill(1)], target.v)
  const explained = fit ? 1 - fit.squares / squares(target.v) : 0
  if (!fit || explained < LEAST_FIT) return []
  return others
    .map(({ id, v }, i) => {
      const contribution = fit.coefficients[i]! * (mean(v, at) - mean(v, 0, at))
      return { id, contribution, share: change === 0 ? 0 : contribution / change, fit: explained }
    })
    .toSorted((a, b) => Math.abs(b.contribution) - Math.abs(a.contribution))
}

/** What the parts of a whole contribute to the greatest change of their sum. */
export interface PartsOfTotal {
  readonly since: string
  readonly change: number
  /** The greatest contribution first; `share` of the change of the sum. */
  readonly parts: readonly { readonly id: string; readonly contribution: number; readonly share: number }[]
}

/** Null where the series do not come at the same times, or their sum does not change. */
export function partsOfTotal(all: readonly Series[]): PartsOfTotal | null {
  const [first] = all
  if (!first || all.length < 2 || first.v.length < 2 * FEWEST_EACH) return null
  if (!all.every((s) => s.t.length === first.t.length && s.t.every((v, i) => v === first.t[i]))) return null
  const v = first.v.map((_, i) => all.reduce((sum, s) => sum + s.v[i]!, 0))
  const { changePoints } = analyseSeries({ ...first, v })
  const at = greatestOf(changePoints)?.index
  if (at === undefined) return null
  const change = mean(v, at) - mean(v, 0, at)
  if (change === 0) return null
  const parts = all.map((s) => {
    const contribution = mean(s.v, at) - mean(s.v, 0, at)
    return { id: s.id, contribution, share: contribution / change }
  })
  return {
    ...{ since: new Date(first.t[at]!).toISOString(), change },
    parts: parts.toSorted((a, b) => Math.abs(b.contribution) - Math.abs(a.contribution)),
  }
}

const greatestOf = (changes: TemporalItem['changePoints']) =>
  changes
    .filter((c) => c.kind !== 'spread')
    .toSorted((a, b) => Math.abs(b.after_mean - b.before_mean) - Math.abs(a.after_mean - a.before_mean))[0]

function stretchesOf({ t, v }: Series, at: number, before: number): Drivers['periods'] {
  const count = Math.min(STRETCHES, v.length - at)
  return Array.from({ length: count }, (_, k) => {
    const from = at + Math.floor((k * (v.length - at)) / count)
    const to = at + Math.floor(((k + 1) * (v.length - at)) / count)
    const contribution = ((mean(v, from, to) - before) * (to - from)) / (v.length - at)
    return { from: new Date(t[from]!).toISOString(), to: new Date(t[to - 1]!).toISOString(), contribution }
  }).toSorted((a, b) => Math.abs(b.contribution) - Math.abs(a.contribution))
}
