import type { Pair } from '../correlation/correlate.ts'
import type { Subject } from '../series/item.ts'
import type { TemporalItem } from '../temporal/analyse-series.ts'
import { driversOf, partsOfTotal } from './drivers.ts'
import type { HolidayRule } from './holidays.ts'
import { matchHints } from './match-hints.ts'
import { matchRules, type ProfileRule } from './match-rules.ts'

/** Asked which of several carries something. */
const PARTS = /\b(which|who|what) (?:\w+ ){0,3}(contribut\w*|driv\w*|account\w*|caus\w*|respons\w*|explain\w*|carr\w*)\b|\bcontribut\w*\b/i

/** What the profile and the hints make of the findings, and what drives the series that the objective asks about. */
export function analyseDomain(
  { objective, hints, profile, series }: Subject,
  { temporal, pairs }: { temporal: readonly TemporalItem[]; pairs: readonly Pair[] },
  { rules, holidays }: { rules: Readonly<Record<string, readonly ProfileRule[]>>; holidays: readonly HolidayRule[] },
) {
  const asked = namedIn(objective, series)
  const target = asked[0] ?? series.find(({ id }) => temporal.some((item) => item.id === id))
  const item = target && temporal.find(({ id }) => id === target.id)
  return {
    profile,
    asked: asked.map(({ id }) => id),
    hints: matchHints(hints, { series: temporal, pairs, holidays }),
    rules: matchRules(rules[profile] ?? [], temporal, holidays),
    drivers: target && item ? driversOf(target, item, series) : null,
    // Only what somebody asks to be added up is a whole.
    total: asked.length === 0 && PARTS.test(objective) ? partsOfTotal(series) : null,
  }
}
export type Domain = ReturnType<typeof analyseDomain>

/** Items whose id or label stands in the objective as whole words. */
export function namedIn<T extends { readonly id: string; readonly label: string }>(objective: string, items: readonly T[]): T[] {
  const text = ` ${objective.toLowerCase().replace(/[^\p{L}\p{N}_.-]+/gu, ' ')} `
  const says = (name: string) =>
    name.length > 1 &&
    text.includes(
      ` ${name
        .toLowerCase()
        .replace(/[^\p{L}\p{N}_.-]+/gu, ' ')
        .trim()} `,
    )
  return items.filter(({ id, label }) => says(id) || says(label))
}
