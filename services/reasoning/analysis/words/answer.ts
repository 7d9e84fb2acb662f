import { namedIn } from '../domain/analyse-domain.ts'
import { isConstant } from '../numbers/moments.ts'
import type { Subject } from '../series/item.ts'
import { FEWEST } from '../temporal/fewest.ts'
import type { Claim, ClaimKind } from './claim.ts'
import { type Needs, tooFew } from './enough.ts'
import { worthTelling } from './explain.ts'
import { quote } from './show.ts'

/** What a question may be after, by its words. */
interface Intent {
  readonly words: RegExp
  readonly kinds: readonly ClaimKind[]
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

/** The first that fits counts. */
const INTENTS: readonly Intent[] = [
  {
    words:
      /\b(weekends?|weekdays?|(?:mon|tues|wednes|thurs|fri|satur|sun)days?|time of (?:the )?day|hours? of|months? of|which (?:day|hour|month)s?)\b/i,
    kinds: ['calendar', 'season'],
    nothing: 'No difference between days, hours or months was found',
    needs: { tell: 'days, hours or months apart', of: 'series', values: FEWEST.season, cycle: true },
  },
  {
    words: /\b(correlat\w*|relat\w*|depend\w*|together|lag\w*|leads?|follow\w*|affects?|influenc\w*|between)\b/i,
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
    words: /\b(anomal\w*|outliers?|unusual|spikes?|strange|odd|incidents?)\b/i,
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
    nothing: 'The series are too short for a forecast that could be checked',
    needs: { tell: 'what comes next', of: 'series', values: FEWEST.forecast },
  },
  {
    words: /\b(trend\w*|grow\w*|grew|declin\w*|ris(e|es|ing)|rose|fall(s|ing)?|fell|increas\w*|decreas\w*)\b/i,
    kinds: ['trend', 'change', 'comparison'],
    nothing: 'No trend was found',
    needs: { tell: 'whether there is a trend', of: 'series', values: FEWEST.trend },
  },
  {
    words: /\b(chang\w*|step|jump\w*|drop\w*|shift\w*|happen\w*|when)\b/i,
    kinds: ['change', 'anomaly', 'trend'],
    nothing: 'No change was found',
    needs: { tell: 'whether something changed', of: 'series', values: FEWEST.change },
  },
  {
    words: /\b(distribut\w*|spread|typical|average|median)\b/i,
    kinds: ['distribution', 'outlier'],
    nothing: 'There is nothing to say about a distribution',
    needs: { tell: 'how they are distributed', of: 'both', values: 8 },
  },
]
/** Asked for nothing in particular. */
const ANYTHING: Needs = { tell: 'anything', of: 'both', values: FEWEST.trend }
/** Asked of a single dataset. */
const SURELY_DIFFERENCE = /\b(differ\w*|compar\w*)\b/i
const INSIGHTS = 8
/** What nobody wants to hear who did not ask for it. */
const ASIDE: ReadonlySet<ClaimKind> = new Set(['forecast', 'distribution', 'gap'])
/** Asked for a cause; what goes together shows none. */
const CAUSE = /\b(driv\w*|why|caus\w*|affects?|influenc\w*|impact\w*|because|effect\w*)\b/i
const NO_PROOF = 'That two go together does not show that one is the cause of the other.'

/** The claims in the order in which they answer the objective, and a summary that begins with the answer. */
export function answer(claims: readonly Claim[], subject: Subject) {
  const { objective, series, datasets } = subject
  const asked = new Set(namedIn(objective, [...series, ...datasets]).map(({ id }) => id))
  const intent =
    (series.length === 0 && (datasets.length > 1 ? DIFFERENCE.words : SURELY_DIFFERENCE).test(objective) ? DIFFERENCE : undefined) ??
    INTENTS.find(({ words }) => words.test(objective))
  const isFinding = (c: Claim) => !(c.kind === 'trend' && c.direction === null)
  const fits = (c: Claim) => (intent?.kinds.includes(c.kind) ?? true) && (asked.size === 0 || c.about.some((id) => asked.has(id)))
  // What was asked for first; of one kind the weightiest first, as they come.
  const rank = (c: Claim) => intent?.kinds.indexOf(c.kind) ?? 0
  const answers = claims.filter((c) => isFinding(c) && fits(c)).toSorted((a, b) => rank(a) - rank(b))
  const insights = worthTelling(
    [...answers, ...claims.filter((c) => isFinding(c) && !answers.includes(c)), ...claims.filter((c) => !isFinding(c))],
    INSIGHTS,
  )
  const lacking = answers.length === 0 ? tooFew(intent?.needs ?? ANYTHING, subject, asked) : undefined
  const constant = answers.length === 0 ? constants(subject, asked, claims) : undefined
  const nothing = () => [lacking ?? constant ?? `${intent?.nothing ?? 'Nothing stands out'}${within(asked)}.`]
  const first = answers[0] ? worthTelling(answers, 2).map(({ text }) => text) : nothing()
  const more = insights
    .filter((c) => !first.includes(c.text) && isFinding(c) && !ASIDE.has(c.kind))
    .slice(0, 1)
    .map(({ text }) => text)
  const caveat = CAUSE.test(objective) && answers.some(({ kind }) => kind === 'lag' || kind === 'correlation') ? [NO_PROOF] : []
  return { insights, summary: [...first, ...more, ...caveat].join(' '), answered: answers.length > 0, sure: sureOf(lacking, constant) }
}

/** What cannot be told is not told with any certainty; what never varies is certain. Undefined where the findings say. */
const sureOf = (lacking: string | undefined, constant: string | undefined): number | undefined =>
  lacking !== undefined ? 0 : constant !== undefined ? 1 : undefined

const MOST_NAMED = 5
const within = (asked: ReadonlySet<string>): string =>
  asked.size > 0 ? ` in ${[...asked].slice(0, MOST_NAMED).map(quote).join(', ')}` : ''

/** Of series that never vary there is only one thing to say; undefined where one of those that count does vary. */
function constants({ series }: Subject, asked: ReadonlySet<string>, claims: readonly Claim[]): string | undefined {
  const named = series.filter(({ id }) => asked.has(id))
  const scope = named.length > 0 ? named : series
  if (scope.length === 0 || !scope.every(({ v }) => isConstant(v))) return undefined
  const ids = new Set(scope.map(({ id }) => id))
  const told = claims.filter(({ kind, about }) => kind === 'trend' && ids.has(about[0]!)).slice(0, MOST_NAMED)
  return told.length > 0 ? told.map(({ text }) => text).join(' ') : undefined
}
