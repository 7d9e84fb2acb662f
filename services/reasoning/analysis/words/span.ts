const MONTH = 30.436875 * 86_400
/** Of the calendar: their length varies, so that a step is one of them within 4 %. */
const CALENDAR = [
  ['year', 12 * MONTH],
  ['quarter', 3 * MONTH],
  ['month', MONTH],
] as const
const CLOCK = [
  ['week', 604_800],
  ['day', 86_400],
  ['hour', 3600],
  ['minute', 60],
  ['second', 1],
] as const

/** What a step of a series is: seconds, and whether its points come at even steps. */
export interface Steps {
  readonly step_seconds: number
  readonly even_steps: boolean
}

/** So many steps as a reader says it: `7 days`, `24 hours`, `3 months`; `7 samples` where a step is no span of time. */
export function spanOf(steps: number, { step_seconds: step, even_steps }: Steps): string {
  const said = (count: number, name: string) => `${count} ${name}${count === 1 ? '' : 's'}`
  if (!even_steps || !(step > 0)) return said(steps, 'sample')
  const calendar = CALENDAR.find(([, seconds]) => Math.abs(step / seconds - 1) < 0.04)
  if (calendar) return said(steps, calendar[0])
  if (step === 604_800) return said(steps, 'week')
  const own = CLOCK.find(([, seconds]) => step % seconds === 0)
  // Two days are easier to read than 48 hours, and 24 hours than 1 day.
  const larger = CLOCK.slice(1).find(
    ([, seconds]) => seconds > (own?.[1] ?? seconds) && (steps * step) % seconds === 0 && steps * step >= 2 * seconds,
  )
  const [name, seconds] = larger ?? own ?? ['sample', 0]
  return seconds > 0 ? said((steps * step) / seconds, name) : said(steps, 'sample')
}
