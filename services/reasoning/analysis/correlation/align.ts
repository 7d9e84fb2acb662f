import { median } from '../numbers/order.ts'
import type { Series } from '../series/item.ts'

/** Points of two series that belong together: indices into each. */
export interface Aligned {
  readonly a: Int32Array
  readonly b: Int32Array
  /** How they were brought together, where times differ. */
  readonly note: string | undefined
}

/** Points of equal times; where there are few, each with the nearest one within half a step. */
export function align(a: Pick<Series, 't'>, b: Pick<Series, 't'>): Aligned {
  const exact = within(a.t, b.t, 0)
  const shorter = Math.min(a.t.length, b.t.length)
  if (exact.a.length >= 0.3 * shorter || shorter < 4) return { ...exact, note: undefined }
  const reach = Math.max(stepOf(a.t), stepOf(b.t)) / 2
  const near = within(a.t, b.t, reach)
  if (near.a.length <= exact.a.length) return { ...exact, note: undefined }
  return { ...near, note: `Points were paired with the nearest one within ${Math.round(reach / 1000)} s, because few have equal times.` }
}

const stepOf = (t: Float64Array): number => median(Float64Array.from({ length: t.length - 1 }, (_, i) => t[i + 1]! - t[i]!))

function within(s: Float64Array, t: Float64Array, reach: number): { a: Int32Array; b: Int32Array } {
  const [a, b]: [number[], number[]] = [[], []]
  for (let i = 0, j = 0; i < s.length && j < t.length; ) {
    const apart = s[i]! - t[j]!
    const better = j + 1 < t.length && Math.abs(s[i]! - t[j + 1]!) < Math.abs(apart)
    if (Math.abs(apart) <= reach && !better) {
      a.push(i++)
      b.push(j++)
    } else if (apart < 0) i++
    else j++
  }
  return { a: Int32Array.from(a), b: Int32Array.from(b) }
}
