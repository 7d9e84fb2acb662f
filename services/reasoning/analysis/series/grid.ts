import { median } from '../numbers/order.ts'

/** Missing samples between two points. */
export interface Gap {
  readonly from: string
  readonly to: string
  readonly missing: number
}

/** A series at even steps, for what counts samples. */
export interface Grid {
  /** Milliseconds of a step: the middle one, so that months are steps as well. */
  readonly step: number
  /** Values at each step; those between points are interpolated. */
  readonly x: Float64Array
  /** Of each step: the point it is, or -1 where it was filled. */
  readonly point: Int32Array
  /** Of each point: its step. */
  readonly at: Int32Array
  readonly gaps: readonly Gap[]
  /** Whether steps are those of time. */
  readonly even: boolean
  /** Why the steps are those of the points and not of time. */
  readonly note: string | undefined
}

/** Steps that may be filled, for each that there is. */
const MOST_FILLED = 1
/** Share of steps that may differ by more than a quarter from a whole number of middle steps. */
const MOST_UNEVEN = 0.2
const MOST_GAPS = 1000

/** Puts points on even steps where their times allow that; else each point is a step of its own. */
export function toGrid(t: Float64Array, v: Float64Array): Grid {
  const n = t.length
  const between = Float64Array.from({ length: Math.max(0, n - 1) }, (_, i) => t[i + 1]! - t[i]!)
  const step = n < 2 ? 0 : median(between)
  const at = new Int32Array(n)
  let uneven = 0
  for (let i = 1; i < n; i++) {
    const steps = between[i - 1]! / step
    const whole = Math.max(1, Math.round(steps))
    if (Math.abs(steps - whole) > 0.25) uneven++
    at[i] = Math.min(at[i - 1]! + whole, 2 ** 30)
  }
  const length = n === 0 ? 0 : at[n - 1]! + 1
  const irregular = n > 2 && uneven > MOST_UNEVEN * (n - 1)
  const sparse = length > n * (1 + MOST_FILLED) + 1
  const gaps = irregular ? [] : gapsOf(t, at)
  if (irregular || sparse) {
    const own = Int32Array.from({ length: n }, (_, i) => i)
    const why = irregular ? 'The points do not come at even steps' : 'More points are missing than there are'
    return {
      step,
      x: v,
      point: own,
      at: own,
      gaps,
      even: false,
      note: `${why}: what counts samples counts points, whatever time lies between them.`,
    }
  }
  const x = new Float64Array(length)
  const point = new Int32Array(length).fill(-1)
  for (let i = 0; i < n; i++) {
    x[at[i]!] = v[i]!
    point[at[i]!] = i
    const back = i === 0 ? 1 : at[i]! - at[i - 1]!
    for (let k = 1; k < back; k++) x[at[i]! - k] = v[i]! + ((v[i - 1]! - v[i]!) * k) / back
  }
  const note = length > n ? `${length - n} missing samples were filled between their neighbours for what needs even steps.` : undefined
  return { step, x, point, at, gaps, even: true, note }
}

const iso = (t: number): string => new Date(t).toISOString()

function gapsOf(t: Float64Array, at: Int32Array): Gap[] {
  const gaps: Gap[] = []
  for (let i = 1; i < t.length && gaps.length < MOST_GAPS; i++) {
    const missing = at[i]! - at[i - 1]! - 1
    if (missing > 0) gaps.push({ from: iso(t[i - 1]!), to: iso(t[i]!), missing })
  }
  return gaps
}
