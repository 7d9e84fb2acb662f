/**
 * The moments behind the last one: by calendar months where the points come on one day of them, else by the step. `t`: milliseconds since
 * 1970, rising; `step`: milliseconds.
 */
export function timesAhead(t: Float64Array, step: number, count: number): number[] {
  const last = t.at(-1) ?? 0
  const months = monthsApart(t, step)
  return Array.from({ length: count }, (_, i) => (months === undefined ? last + (i + 1) * step : laterBy(last, (i + 1) * months)))
}

/** Months from a point to the next, where all of the last ones come on one day of the month at one time of the day. */
function monthsApart(t: Float64Array, step: number): number | undefined {
  const recent = [...t.slice(-LOOKED_AT)].map((at) => new Date(at))
  const months = Math.round(step / MONTH)
  if (recent.length < 3 || months < 1) return undefined
  const dayOf = (at: Date) => at.getTime() - Date.UTC(at.getUTCFullYear(), at.getUTCMonth(), 1)
  return recent.every((at) => dayOf(at) === dayOf(recent[0]!)) ? months : undefined
}

const LOOKED_AT = 12
const MONTH = 30.436875 * 86_400_000

function laterBy(at: number, months: number): number {
  const from = new Date(at)
  const first = Date.UTC(from.getUTCFullYear(), from.getUTCMonth(), 1)
  return at + Date.UTC(from.getUTCFullYear(), from.getUTCMonth() + months, 1) - first
}
