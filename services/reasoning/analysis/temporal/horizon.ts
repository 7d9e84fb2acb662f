import { DAY } from '../series/item.ts'

const UNITS: Readonly<Record<string, number>> = {
  hour: DAY / 24,
  day: DAY,
  week: 7 * DAY,
  month: 30.436875 * DAY,
  quarter: 91.310625 * DAY,
  year: 365.2425 * DAY,
}
const WORDS: Readonly<Record<string, number>> = {
  a: 1,
  an: 1,
  one: 1,
  two: 2,
  three: 3,
  four: 4,
  five: 5,
  six: 6,
  twelve: 12,
  few: 3,
  couple: 2,
}
const AHEAD =
  /\b(?:(?:next|coming|following|over the next|in the next|for the next)\s+(?:(\d{1,4}|two|three|four|five|six|twelve|few|couple of)\s+)?(hour|day|week|month|quarter|year)s?|(?:in\s+)?(\d{1,4}|a|an|one|two|three|four|five|six|twelve)\s+(hour|day|week|month|quarter|year)s?\s+(?:ahead|from now|out))\b/i

/** How far ahead a question looks, in milliseconds: `next month`, `the next 30 days`, `two weeks ahead`; undefined where it does not say. */
export function horizonOf(objective: string): number | undefined {
  if (/\btomorrow\b/i.test(objective)) return DAY
  const found = AHEAD.exec(objective.slice(0, 4000))
  if (!found) return undefined
  const [, counted, unit, later, laterUnit] = found
  const count = counted ?? later ?? '1'
  const times = Number(count) || WORDS[count.toLowerCase().replace(' of', '')] || 1
  return times * UNITS[(unit ?? laterUnit)!.toLowerCase()]!
}
