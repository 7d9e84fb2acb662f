const UNITS = [
  ['day', 86_400],
  ['hour', 3600],
  ['minute', 60],
  ['second', 1],
]
const CALENDAR = [
  ['year', 31_556_952],
  ['quarter', 7_889_238],
  ['month', 2_629_746],
  ['week', 604_800],
]

/** So many steps of a series as a reader says it: "7 days", "12 months"; "7 points" where a step is no span of time. */
export function spanWords(steps, found) {
  const { step_seconds: step = 0, even_steps: even } = found ?? {}
  const said = (count, name) => `${count} ${name}${count === 1 ? '' : 's'}`
  if (!even || !(step > 0)) return said(steps, 'point')
  const calendar = CALENDAR.find(([, seconds]) => Math.abs(step / seconds - 1) < 0.04)
  if (calendar) return said(steps, calendar[0])
  const total = steps * step
  const fitting = UNITS.filter(([, seconds]) => total % seconds === 0)
  const [name, seconds] = fitting.find(([, s]) => total >= 2 * s || s <= step) ?? ['point', step]
  return said(total / seconds, name)
}
