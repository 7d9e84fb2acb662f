/** How a holiday is found in a year. */
export interface HolidayRule {
  readonly name: string
  /** How people call it too. */
  readonly also?: string | undefined
  readonly month?: number | undefined
  readonly day?: number | undefined
  readonly weekday?: number | undefined
  readonly nth?: number | undefined
  readonly easter?: number | undefined
}

const DAY = 86_400_000

/** The holiday on a moment's day (UTC); undefined for other days. */
export function holidayOn(iso: string, rules: readonly HolidayRule[]): string | undefined {
  const day = Math.floor(Date.parse(iso) / DAY) * DAY
  const year = new Date(day).getUTCFullYear()
  return rules.find((rule) => dateOf(rule, year) === day)?.name
}

function dateOf({ month, day, weekday, nth, easter }: HolidayRule, year: number): number {
  if (easter !== undefined) return easterOf(year) + easter * DAY
  if (month === undefined) return Number.NaN
  if (weekday === undefined || nth === undefined) return Date.UTC(year, month - 1, day)
  if (nth < 0) {
    const last = new Date(Date.UTC(year, month, 0))
    return last.getTime() - (((last.getUTCDay() - weekday + 7) % 7) + 7 * (-nth - 1)) * DAY
  }
  const first = new Date(Date.UTC(year, month - 1, 1))
  return first.getTime() + (((weekday - first.getUTCDay() + 7) % 7) + 7 * (nth - 1)) * DAY
}

/** Easter Sunday (the anonymous Gregorian computus; Meeus, Astronomical Algorithms). */
export function easterOf(year: number): number {
  const a = year % 19
  const b = Math.floor(year / 100)
  const c = year % 100
  const h = (19 * a + b - Math.floor(b / 4) - Math.floor((b - Math.floor((b + 8) / 25) + 1) / 3) + 15) % 30
  const l = (32 + 2 * (b % 4) + 2 * Math.floor(c / 4) - h - (c % 4)) % 7
  const m = Math.floor((a + 11 * h + 22 * l) / 451)
  const n = h + l - 7 * m + 114
  return Date.UTC(year, Math.floor(n / 31) - 1, (n % 31) + 1)
}
