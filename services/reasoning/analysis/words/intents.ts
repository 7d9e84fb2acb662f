import type { Subject } from '../series/item.ts'
import { FEWEST } from '../temporal/fewest.ts'
import type { ClaimKind } from './claim.ts'
import type { Needs } from './enough.ts'

/** What a question may be after, by its words. */
export interface Intent {
  readonly words: RegExp
  /** Words that say so only where nothing else in the question says what it is after. */
  readonly weak?: RegExp
  /** In the order in which they answer. */
  readonly kinds: readonly ClaimKind[]
  /** Of these kinds only claims that say so. */
  readonly only?: RegExp
  readonly nothing: string
  readonly needs: Needs
}

/** Asked of datasets: whether they differ. */
const DIFFERENCE: Intent = {
  words: /\b(differ\w*|compar\w*|versus|vs|between|higher|lower|better|worse|more|less|than)\b/i,
  kinds: ['difference'],
  nothing: 'No two datasets differ by more than chance allows',
  needs: { tell: 'whether they differ', of: 'datasets', values: 4, items: 2 },
}
/** Asked of a single dataset. */
const SURELY_DIFFERENCE = /\b(differ\w*|compar\w*)\b/i

const INTENTS: readonly Intent[] = [
  {
    words:
      /\b(weekends?|weekdays?|(?:mon|tues|wednes|thurs|fri|satur|sun)days?|time of (?:the )?day|hours? of|months? of|(?:over|within|during|across) (?:the|a) (?:day|week|year)|(?:at )?(?:which|what) hours?)\b/i,
    weak: /\b(which|what) (day|month|time)s?\b/i,
    kinds: ['calendar', 'season'],
    nothing: 'No difference between days, hours or months was found',
    needs: { tell: 'days, hours or months apart', of: 'series', values: FEWEST.season, cycle: true },
  },
  {
    words: /\b(correlat\w*|relat\w*|depend\w*|together|lag\w*|leads?|follow\w*|affects?|influenc\w*)\b/i,
    weak: /\bbetween\b/i,
    kinds: ['lag', 'correlation'],
    nothing: 'No two series go together more than chance allows',
    needs: { tell: 'whether they go together', of: 'series', values: 4, items: 2 },
  },
  {
    words: /\b(driv\w*|why|cause[sd]?|contribut\w*|because|reasons?)\b/i,
    kinds: ['driver', 'change', 'lag', 'correlation'],
    nothing: 'Nothing was found that carries a change',
    needs: { tell: 'what carries a change', of: 'series', values: FEWEST.change },
  },
  {
    words: /\b(anomal\w*|outliers?|unusual\w*|spikes?|strange\w*|odd|incidents?|exception\w*)\b/i,
    kinds: ['anomaly', 'outlier'],
    nothing: 'No unusual values were found',
    needs: { tell: 'which values are unusual', of: 'both', values: FEWEST.anomaly },
  },
  {
    words: /\b(season\w*|cycl\w*|periodic\w*|rhythm|weekly|daily|repeat\w*)\b/i,
    kinds: ['season'],
    nothing: 'No season was found',
    needs: { tell: 'whether something repeats', of: 'series', values: FEWEST.season, cycle: true },
  },
  {
    words: /\b(forecast|predict\w*|next|expect\w*|future|will)\b/i,
    kinds: ['forecast'],
    nothing: 'No forecast could be made that stands against the past of the series',
    needs: { tell: 'what comes next', of: 'series', values: FEWEST.forecast },
  },
  {
    words: /\b(stable|stability|unstable|volatil\w*|variab\w*|variance|fluctuat\w*|nois(y|ier))\b/i,
    kinds: ['change'],
    only: /^The spread /,
    nothing: 'No change of the spread was found',
    needs: { tell: 'whether the spread changed', of: 'series', values: FEWEST.change },
  },
  {
    words: /\b(maxim\w*|minim\w*|max|min)\b/i,
    weak: /\b(highest|lowest|peaks?|record)\b/i,
    kinds: ['extreme'],
    nothing: 'There are no values',
    needs: { tell: 'which is the highest', of: 'both', values: 1 },
  },
  {
    words:
      /\b(compar\w*|versus|(?:day|week|month|quarter|year)s? (?:over|on|before)|(?:previous|last) (?:\d+ )?(?:day|week|month|quarter|year)s?)\b/i,
    kinds: ['comparison', 'change', 'trend'],
    nothing: 'The latest stretch does not differ from the one before',
    needs: { tell: 'the latest stretch from the one before', of: 'series', values: 8 },
  },
  {
    words: /\b(trend\w*|grow\w*|grew|declin\w*|ris(e|es|ing)|rose|fall(s|ing)?|fell|increas\w*|decreas\w*)\b/i,
    kinds: ['trend', 'change', 'comparison'],
    nothing: 'No trend was found',
    needs: { tell: 'whether there is a trend', of: 'series', values: FEWEST.trend },
  },
  {
    words: /\b(chang\w*|steps?|stepped|jump\w*|drop\w*|shift\w*)\b/i,
    weak: /\b(happen\w*|when)\b/i,
    kinds: ['change', 'anomaly', 'trend'],
    nothing: 'No change was found',
    needs: { tell: 'whether something changed', of: 'series', values: FEWEST.change },
  },
  {
    words: /\b(distribut\w*|spread|typical\w*|average|median)\b/i,
    weak: /\b(mean|usual|normal\w*)\b/i,
    kinds: ['distribution', 'outlier'],
    nothing: 'There is nothing to say about a distribution',
    needs: { tell: 'how they are distributed', of: 'both', values: 8 },
  },
]

/** Questions in one objective that are answered. */
const MOST = 2

/** What the objective is after, in the order in which it says so; empty where it does not say. */
export function intentsOf({ objective, series, datasets }: Subject): readonly Intent[] {
  if (series.length === 0 && (datasets.length > 1 ? DIFFERENCE.words : SURELY_DIFFERENCE).test(objective)) return [DIFFERENCE]
  const said = INTENTS.map((intent) => ({ intent, at: objective.search(intent.words) }))
    .filter(({ at }) => at >= 0)
    .toSorted((a, b) => a.at - b.at)
    .map(({ intent }) => intent)
  if (said.length === 0) return INTENTS.filter(({ weak }) => weak?.test(objective)).slice(0, 1)
  // What an earlier part of the question is answered with is not asked for again.
  return said.filter(({ kinds }, i) => !said.slice(0, i).some((before) => before.kinds.includes(kinds[0]!))).slice(0, MOST)
}

const UP = /\b(up|upwards?|ris(e|es|ing)|rose|jump\w*|increas\w*|grow\w*|grew|climb\w*|surg\w*)\b/i
const DOWN = /\b(down|downwards?|drop\w*|fall(s|ing)?|fell|declin\w*|decreas\w*|dip\w*|sink\w*|sank|shrink\w*)\b/i

/** Which way the objective looks; undefined where it names none or both. */
export function wayOf(objective: string): 'up' | 'down' | undefined {
  const [up, down] = [UP.test(objective), DOWN.test(objective)]
  return up === down ? undefined : up ? 'up' : 'down'
}

/** Asked for what is typical. */
export const asksTypical = (objective: string): boolean =>
  /\b(typical\w*|average|mean|median|usual|normal\w*|distribut\w*|spread)\b/i.test(objective)

/** Asked for the highest or the lowest. */
export const asksExtremes = (subject: Subject): boolean => intentsOf(subject).some(({ kinds }) => kinds[0] === 'extreme')

/** Days that the objective names, in milliseconds. */
export const daysIn = (objective: string): number[] =>
  [...objective.matchAll(/\b\d{4}-\d\d-\d\d\b/g)].map(([day]) => Date.parse(day)).filter((t) => !Number.isNaN(t))

/** How claims about hours, days and months say what they are about. */
const GROUPINGS: readonly (readonly [asked: RegExp, said: RegExp])[] = [
  [/\b(hours?|time of (?:the )?day|(?:over|within|during|across) (?:the|a) day)\b/i, / UTC, /],
  [/\b(week\w*|(?:mon|tues|wednes|thurs|fri|satur|sun)days?|(?:which|what) days?)\b/i, / on weekends: | on \w+days, /],
  [/\b(months?|(?:over|within|during|across) (?:the|a) year)\b/i, / in [A-Z]\w+, /],
]

/** Of sentences about the calendar those that the objective means; undefined where it names none. */
export const groupingOf = (objective: string): RegExp | undefined => GROUPINGS.find(([asked]) => asked.test(objective))?.[1]

/** Asked for a moment. */
export const asksWhen = (objective: string): boolean => /\b(when|since|dates?)\b/i.test(objective)
