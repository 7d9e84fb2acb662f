import { namedIn } from '../domain/analyse-domain.ts'
import type { Subject } from '../series/item.ts'
import type { Claim, ClaimKind } from './claim.ts'
import { worthTelling } from './explain.ts'
import { quote } from './show.ts'

/** What a question may be after, by its words. */
interface Intent {
  readonly words: RegExp
  readonly kinds: readonly ClaimKind[]
  readonly nothing: string
}

/** Asked of datasets: whether they differ. */
const DIFFERENCE: Intent = {
  words: /\b(differ\w*|compar\w*|versus|vs|between|higher|lower|better|worse|more|less|than)\b/i,
  kinds: ['difference'],
  nothing: 'No two datasets differ by more than chance allows',
}

/** The first that fits counts. */
const INTENTS: readonly Intent[] = [
  {
    words:
      /\b(weekends?|weekdays?|(?:mon|tues|wednes|thurs|fri|satur|sun)days?|time of (?:the )?day|hours? of|months? of|which (?:day|hour|month)s?)\b/i,
    kinds: ['calendar', 'season'],
    nothing: 'No difference between days, hours or months was found',
  },
  {
    words: /\b(correlat\w*|relat\w*|depend\w*|together|lag\w*|leads?|follow\w*|affects?|influenc\w*|between)\b/i,
    kinds: ['lag', 'correlation'],
    nothing: 'No two series go together more than chance allows',
  },
  {
    words: /\b(driv\w*|why|cause[sd]?|contribut\w*|because|reasons?)\b/i,
    kinds: ['driver', 'change', 'lag', 'correlation'],
    nothing: 'Nothing was found that carries a change',
  },
  {
    words: /\b(anomal\w*|outliers?|unusual|spikes?|strange|odd|incidents?)\b/i,
    kinds: ['anomaly', 'outlier'],
    nothing: 'No unusual values were found',
  },
  { words: /\b(season\w*|cycl\w*|periodic\w*|rhythm|weekly|daily|repeat\w*)\b/i, kinds: ['season'], nothing: 'No season was found' },
  {
    words: /\b(forecast|predict\w*|next|expect\w*|future|will)\b/i,
    kinds: ['forecast'],
    nothing: 'The series are too short for a forecast that could be checked',
  },
  {
    words: /\b(trend\w*|grow\w*|grew|declin\w*|ris(e|es|ing)|rose|fall(s|ing)?|fell|increas\w*|decreas\w*)\b/i,
    kinds: ['trend', 'change', 'comparison'],
    nothing: 'No trend was found',
  },
  {
    words: /\b(chang\w*|step|jump\w*|drop\w*|shift\w*|happen\w*|when)\b/i,
    kinds: ['change', 'anomaly', 'trend'],
    nothing: 'No change was found',
  },
  {
    words: /\b(distribut\w*|spread|typical|average|median)\b/i,
    kinds: ['distribution', 'outlier'],
    nothing: 'There is nothing to say about a distribution',
  },
]
const INSIGHTS = 8
/** What nobody wants to hear who did not ask for it. */
const ASIDE: ReadonlySet<ClaimKind> = new Set(['forecast', 'distribution', 'gap'])
/** Asked for a cause; what goes together shows none. */
const CAUSE = /\b(driv\w*|why|caus\w*|affects?|influenc\w*|impact\w*|because|effect\w*)\b/i
const NO_PROOF = 'That two go together does not show that one is the cause of the other.'

/** The claims in the order in which they answer the objective, and a summary that begins with the answer. */
export function answer(claims: readonly Claim[], { objective, series, datasets }: Subject) {
  const asked = new Set(namedIn(objective, [...series, ...datasets]).map(({ id }) => id))
  const intent =
    (datasets.length > 1 && series.length === 0 && DIFFERENCE.words.test(objective) ? DIFFERENCE : undefined) ??
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
  const where = asked.size > 0 ? ` in ${[...asked].slice(0, 5).map(quote).join(', ')}` : ''
  const none = `${intent?.nothing ?? 'Nothing stands out'}${where}.`
  const first = answers[0] ? worthTelling(answers, 2).map(({ text }) => text) : [none]
  const more = insights
    .filter((c) => !first.includes(c.text) && isFinding(c) && !ASIDE.has(c.kind))
    .slice(0, 1)
    .map(({ text }) => text)
  const caveat = CAUSE.test(objective) && answers.some(({ kind }) => kind === 'lag' || kind === 'correlation') ? [NO_PROOF] : []
  return { insights, summary: [...first, ...more, ...caveat].join(' '), answered: answers.length > 0 }
}
