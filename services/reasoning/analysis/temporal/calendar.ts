import { mean, squares } from '../numbers/moments.ts'
import { fTail } from '../numbers/student.ts'
import { DAY } from '../series/item.ts'

const HOUR = DAY / 24
const WEEKDAYS = ['Sunday', 'Monday', 'Tuesday', 'Wednesday', 'Thursday', 'Friday', 'Saturday']
const MONTHS = ['January', 'February', 'March', 'April', 'May', 'June', 'July', 'August', 'September', 'October', 'November', 'December']
const HOURS = Array.from({ length: 24 }, (_, h) => `${String(h).padStart(2, '0')}:00`)

/** What values may go by: the longest step that tells the groups apart, the cycle, and the group of a moment, in UTC. */
const GROUPINGS = [
  { by: 'hour', names: HOURS, unit: HOUR, cycle: DAY, groupOf: (t: number) => Math.floor((t % DAY) / HOUR) },
  { by: 'weekday', names: WEEKDAYS, unit: DAY, cycle: 7 * DAY, groupOf: (t: number) => new Date(t).getUTCDay() },
  { by: 'month', names: MONTHS, unit: 31 * DAY, cycle: 365.25 * DAY, groupOf: (t: number) => new Date(t).getUTCMonth() },
] as const

/** Cycles that have to be there. */
const FEWEST_CYCLES = 3
const SIGNIFICANT = 0.001

/** What a series is like by the calendar or the clock, where that tells its values apart. */
export interface CalendarProfile {
  readonly by: 'hour' | 'weekday' | 'month'
  /** Mean of the values of each group, how many there are, and what the mean would be if the series had no course: what groups are told apart by. */
  readonly groups: readonly { readonly name: string; readonly n: number; readonly mean: number; readonly level: number }[]
  /** Share of what varies around the course of the series that the groups explain. */
  readonly explains: number
  /** Of the one-way analysis of variance of what lies around a moving mean over one cycle. */
  readonly p_value: number
  /** Saturdays and Sundays against the other days; null where they do not differ. */
  readonly weekend: { readonly mean: number; readonly other_mean: number; readonly p_value: number; readonly explains: number } | null
}

/** `t`: milliseconds since 1970, rising (UTC); `v`: the values; `step`: the middle step. Only what is no chance at 0.1 % is told. */
export function calendarOf(t: Float64Array, v: Float64Array, step: number): CalendarProfile[] {
  return GROUPINGS.flatMap(({ by, names, unit, cycle, groupOf }) => {
    if (step > unit || t.at(-1)! - t[0]! < FEWEST_CYCLES * cycle) return []
    const cells = cellsOf(t, v, unit, by)
    const around = aroundCourse(cells, cycle)
    const of = cells.map((cell) => groupOf(cell.t))
    const test = betweenGroups(around, of)
    if (!test || test.p >= SIGNIFICANT) return []
    const group = Array.from(t, groupOf)
    const middle = mean(v)
    const groups = names.flatMap((name, g) => {
      const own = v.filter((_, i) => group[i] === g)
      const level = middle + mean(around.filter((_, i) => of[i] === g))
      return own.length > 0 ? [{ name, n: own.length, mean: mean(own), level }] : []
    })
    return [{ by, groups, explains: test.explains, p_value: test.p, weekend: by === 'weekday' ? weekendOf(v, group, around, of) : null }]
  })
}

interface Cell {
  readonly t: number
  readonly v: number
}

/** Means of each hour, day or month of its own, so that many values of one of them count once. */
function cellsOf(t: Float64Array, v: Float64Array, unit: number, by: string): Cell[] {
  const keyOf = (at: number) => (by === 'month' ? new Date(at).getUTCFullYear() * 12 + new Date(at).getUTCMonth() : Math.floor(at / unit))
  const cells: { t: number; sum: number; n: number; key: number }[] = []
  t.forEach((at, i) => {
    const key = keyOf(at)
    const last = cells.at(-1)
    if (last?.key === key) {
      last.sum += v[i]!
      last.n++
    } else cells.push({ t: at, sum: v[i]!, n: 1, key })
  })
  return cells.map(({ t: at, sum, n }) => ({ t: at, v: sum / n }))
}

/** What lies around the mean of the cycle that a cell is in the middle of. */
function aroundCourse(cells: readonly Cell[], cycle: number): Float64Array {
  let [from, to, sum] = [0, 0, 0]
  return Float64Array.from(cells, ({ t, v }) => {
    while (to < cells.length && cells[to]!.t < t + cycle / 2) sum += cells[to++]!.v
    while (cells[from]!.t < t - cycle / 2) sum -= cells[from++]!.v
    return v - sum / (to - from)
  })
}

/** One-way analysis of variance; undefined where there is nothing to tell apart. */
export function betweenGroups(x: Float64Array, of: readonly number[]): { p: number; explains: number } | undefined {
  const members = Map.groupBy(x.keys(), (i) => of[i]!)
  const [k, n] = [members.size, x.length]
  const all = squares(x)
  if (k < 2 || n <= k + 1 || !(all > 0)) return undefined
  let within = 0
  for (const own of members.values()) within += squares(own.map((i) => x[i]!))
  const f = within > 0 ? (all - within) / (k - 1) / (within / (n - k)) : Number.POSITIVE_INFINITY
  return { p: Number.isFinite(f) ? fTail(f, k - 1, n - k) : 0, explains: 1 - within / all }
}

const isWeekend = (day: number | undefined): boolean => day === 0 || day === 6

function weekendOf(v: Float64Array, group: readonly number[], around: Float64Array, of: readonly number[]): CalendarProfile['weekend'] {
  const test = betweenGroups(
    around,
    of.map((day) => Number(isWeekend(day))),
  )
  if (!test || test.p >= SIGNIFICANT) return null
  const pick = (weekend: boolean) => mean(v.filter((_, i) => isWeekend(group[i]) === weekend))
  return { mean: pick(true), other_mean: pick(false), p_value: test.p, explains: test.explains }
}
