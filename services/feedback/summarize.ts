import { z } from 'zod'
import { differenceOfProportions, wilsonInterval } from './proportions.ts'

/** How often a rating was given within a variant. */
export interface RatingGroup {
  readonly experiment_name: string | null
  readonly variant_name: string | null
  readonly rating: number
  readonly count: number
  /** Time of the latest one. */
  readonly latest: string
}

/** Experiments that a summary tells, those with the latest ratings first. */
const MOST_EXPERIMENTS = 200

const rate = z.number().min(0).max(1)
const countsShape = { total: z.int(), thumbs_up: z.int(), thumbs_down: z.int(), neutral: z.int(), up_rate: rate }
const interval = z.object({ low: z.number(), high: z.number() })

const variantSchema = z.object({
  variant_name: z.string().nullable(),
  ...countsShape,
  interval: interval.nullable().describe('95 % (Wilson) of up_rate; null without a thumb.'),
})

const differenceSchema = z
  .object({
    variant: z.string().nullable(),
    against: z.string().nullable(),
    difference: z.number(),
    low: z.number(),
    high: z.number(),
    significant: z.boolean().describe('Whether the interval leaves out 0.'),
  })
  .describe('Up rate of the most frequent variant minus that of the second, with its 95 % interval (Newcombe, hybrid score).')

const experimentSchema = z.object({
  experiment_name: z.string(),
  ...countsShape,
  variants: z.array(variantSchema),
  difference: differenceSchema.nullable(),
})

export const countsSchema = z.object({ ...countsShape, by_experiment: z.array(experimentSchema), experiments: z.int() })

type Counts = Pick<z.output<typeof countsSchema>, 'total' | 'thumbs_up' | 'thumbs_down' | 'neutral' | 'up_rate'>

/** Totals, and each experiment's variants against each other. */
export function summarize(groups: readonly RatingGroup[]): z.output<typeof countsSchema> {
  const named = groups.filter((g) => g.experiment_name !== null)
  const experiments = [...grouped(named, (g) => g.experiment_name ?? '')].sort(
    ([a, x], [b, y]) => compare(latest(y), latest(x)) || compare(a, b),
  )
  return {
    ...countsOf(groups),
    experiments: experiments.length,
    by_experiment: experiments.slice(0, MOST_EXPERIMENTS).map(([experiment_name, of]) => ({ experiment_name, ...comparison(of) })),
  }
}

function comparison(groups: readonly RatingGroup[]) {
  const variants = [...grouped(groups, (g) => g.variant_name)]
    .map(([variant_name, of]) => ({ variant_name, ...countsOf(of) }))
    .sort((a, b) => b.total - a.total || compare(a.variant_name ?? '', b.variant_name ?? ''))
    .map((variant) => ({ ...variant, interval: thumbs(variant) ? wilsonInterval(variant.thumbs_up, thumbs(variant)) : null }))
  return { ...countsOf(groups), variants, difference: differenceOf(variants) }
}

type Variant = Counts & { readonly variant_name: string | null }

function differenceOf([a, b]: readonly Variant[]): z.output<typeof differenceSchema> | null {
  if (!a || !b || !thumbs(a) || !thumbs(b)) return null
  const found = differenceOfProportions({ successes: a.thumbs_up, n: thumbs(a) }, { successes: b.thumbs_up, n: thumbs(b) })
  return { variant: a.variant_name, against: b.variant_name, ...found, significant: found.low > 0 || found.high < 0 }
}

const thumbs = ({ thumbs_up, thumbs_down }: Counts): number => thumbs_up + thumbs_down

function countsOf(groups: readonly RatingGroup[]): Counts {
  const of = (rating: number) => groups.filter((g) => g.rating === rating).reduce((sum, g) => sum + g.count, 0)
  const [thumbs_up, thumbs_down, neutral] = [of(1), of(-1), of(0)]
  const decided = thumbs_up + thumbs_down
  return { total: decided + neutral, thumbs_up, thumbs_down, neutral, up_rate: decided ? thumbs_up / decided : 0 }
}

function grouped<Key>(groups: readonly RatingGroup[], key: (group: RatingGroup) => Key): Map<Key, RatingGroup[]> {
  const by = new Map<Key, RatingGroup[]>()
  for (const group of groups) {
    const of = by.get(key(group))
    if (of) of.push(group)
    else by.set(key(group), [group])
  }
  return by
}

const latest = (groups: readonly RatingGroup[]): string => groups.reduce((max, g) => (g.latest > max ? g.latest : max), '')
const compare = (a: string, b: string): number => (a < b ? -1 : a > b ? 1 : 0)

const rated = (variant_name: string, rating: number, count: number): RatingGroup => ({
  experiment_name: 'prompt-style',
  variant_name,
  rating,
  count,
  latest: '2026-03-12T09:30:00.000Z',
})

/** What the API's document shows. */
export const summaryExample = summarize([rated('short', 1, 30), rated('short', -1, 5), rated('long', 1, 22), rated('long', -1, 8)])
