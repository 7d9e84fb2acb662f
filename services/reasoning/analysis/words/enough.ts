import { isConstant } from '../numbers/moments.ts'
import { DAY, type Subject } from '../series/item.ts'
import { quote } from './show.ts'

/** What a question asks of the data. */
export interface Needs {
  /** Completes `There are too few values to tell …`. */
  readonly tell: string
  /** What it is about: series have times, datasets none. */
  readonly of: 'series' | 'datasets' | 'both'
  /** Values of one of them, at least. */
  readonly values: number
  /** How many of them, each with so many values that vary; one when absent. */
  readonly items?: 2
  /** Three of the cycles that the question names have to be there. */
  readonly cycle?: true
}

interface Given {
  readonly id: string
  readonly v: Float64Array
  readonly t?: Float64Array
}

/** Cycles by the words of a question. */
const CYCLES: readonly (readonly [RegExp, string, number])[] = [
  [/\b(daily|hours?|time of (?:the )?day|day and night)\b/i, 'days', DAY],
  [/\b(weekly|weekends?|weekdays?|week|(?:mon|tues|wednes|thurs|fri|satur|sun)days?|which day)\b/i, 'weeks', 7 * DAY],
  [/\b(yearly|annual\w*|months?|years?)\b/i, 'years', 365 * DAY],
]
const FEWEST_CYCLES = 3

/** Why these data cannot answer the question at all; undefined where they can. `asked`: ids that it names. */
export function tooFew(needs: Needs, { objective, series, datasets }: Subject, asked: ReadonlySet<string>): string | undefined {
  const of: Record<Needs['of'], readonly Given[]> = { series, datasets, both: [...series, ...datasets] }
  const all = of[needs.of]
  const named = all.filter(({ id }) => asked.has(id))
  const scope = named.length >= (needs.items ?? 1) ? named : all
  if (scope.length === 0)
    return `To tell ${needs.tell}, values need their times, which datasets do not have: give them as series of points.`
  if (scope.every(({ v }) => v.length === 0))
    return `There are no values to tell ${needs.tell}: ${scope.length === 1 ? `${quote(scope[0]!.id)} is` : 'all are'} empty.`
  return needs.items === 2 ? fewerThanTwo(needs, scope) : (tooShort(needs, scope) ?? tooShortForCycle(needs, objective, scope))
}

function tooShort({ tell, values }: Needs, scope: readonly Given[]): string | undefined {
  const longest = scope.reduce((a, b) => (b.v.length > a.v.length ? b : a))
  if (longest.v.length >= values) return undefined
  const has = `${quote(longest.id)} has ${longest.v.length}`
  return `There are too few values to tell ${tell}: ${scope.length === 1 ? has : `the longest, ${has}`}, and ${values} are needed.`
}

function fewerThanTwo({ tell, of, values }: Needs, scope: readonly Given[]): string | undefined {
  const fit = scope.filter(({ v }) => v.length >= values && !isConstant(v))
  if (fit.length >= 2) return undefined
  const there = fit.length === 0 ? 'there is none' : `there is one, ${quote(fit[0]!.id)}`
  return `To tell ${tell}, two ${of} that vary are needed, each with ${values} values or more; ${there}.`
}

function tooShortForCycle({ tell, cycle: asks }: Needs, objective: string, scope: readonly Given[]): string | undefined {
  const cycle = asks ? CYCLES.find(([words]) => words.test(objective)) : undefined
  if (!cycle) return undefined
  const [, name, ms] = cycle
  const spanOf = ({ t }: Given) => (t && t.length > 0 ? t.at(-1)! - t[0]! : 0)
  const longest = scope.reduce((a, b) => (spanOf(b) > spanOf(a) ? b : a))
  // The last value stands for a step of its own.
  const steps = longest.v.length
  const span = steps < 2 ? 0 : (spanOf(longest) * steps) / (steps - 1)
  return span >= FEWEST_CYCLES * ms * 0.98
    ? undefined
    : `There are too few values to tell ${tell}: they have to span ${FEWEST_CYCLES} ${name}, and ${quote(longest.id)} spans less.`
}
