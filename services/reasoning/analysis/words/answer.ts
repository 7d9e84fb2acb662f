import { namedIn } from '../domain/analyse-domain.ts'
import { isConstant } from '../numbers/moments.ts'
import { DAY, type Subject } from '../series/item.ts'
import { FEWEST } from '../temporal/fewest.ts'
import { type Claim, type ClaimKind, isFinding } from './claim.ts'
import { type Needs, tooFew } from './enough.ts'
import { worthTelling } from './explain.ts'
import { asksWhen, daysIn, groupingOf, type Intent, intentsOf, wayOf } from './intents.ts'
import { quote } from './show.ts'

/** Asked for nothing in particular. */
const ANYTHING: Needs = { tell: 'anything', of: 'both', values: FEWEST.trend }
const INSIGHTS = 8
/** Sentences that answer one question. */
const SENTENCES = 2
/** A further sentence of a kind tells something of at least this share of the first one's effect. */
const WORTH_BESIDE = 0.1
/** Of what nobody asked for. */
const SURE_ENOUGH = 0.75
/** What nobody wants to hear who did not ask for it. */
const ASIDE: ReadonlySet<ClaimKind> = new Set(['forecast', 'distribution', 'gap'])
const PAIRS: ReadonlySet<ClaimKind> = new Set(['lag', 'correlation', 'difference'])
/** Claims that there is nothing, by the kind that was asked for. */
const NOTHINGS: Partial<Record<ClaimKind, ClaimKind>> = { trend: 'trend', lag: 'correlation' }
/** Around a day that is named. */
const NEAR_MS = 2.5 * DAY
const MOVES: ReadonlySet<ClaimKind> = new Set(['change', 'trend', 'comparison'])
/** Asked for a cause; what goes together shows none. */
const CAUSE = /\b(driv\w*|why|caus\w*|affects?|influenc\w*|impact\w*|because|effect\w*)\b/i
const NO_PROOF = 'That two go together does not show that one is the cause of the other.'

/** Of a question what it is after, its answers, and the sentences that say them. */
interface Answered {
  readonly answers: readonly Claim[]
  readonly said: readonly string[]
  /** How sure it is where no claim answers. */
  readonly sure: number | undefined
}

/** The claims in the order in which they answer the objective, and a summary that begins with the answer. */
export function answer(claims: readonly Claim[], subject: Subject) {
  const { objective, series, datasets } = subject
  const asked = new Set(namedIn(objective, [...series, ...datasets]).map(({ id }) => id))
  const intents = intentsOf(subject)
  const parts = (intents.length > 0 ? intents : [undefined]).map((intent) => answerTo(intent, claims, subject, asked))
  const answers = parts.flatMap((part) => part.answers)
  const insights = worthTelling(
    [...answers, ...claims.filter((c) => isFinding(c) && !answers.includes(c)), ...claims.filter((c) => !isFinding(c))],
    INSIGHTS,
  )
  const first = parts.flatMap(({ said }) => said)
  const more = insights.find((c) => !answers.includes(c) && isFinding(c) && !ASIDE.has(c.kind) && c.certainty >= SURE_ENOUGH)
  const caveat = CAUSE.test(objective) && answers.some(({ kind }) => kind === 'lag' || kind === 'correlation') ? [NO_PROOF] : []
  const summary = [...new Set([...first, ...(more && parts.length < 2 ? [more.text] : []), ...caveat])].join(' ')
  const [main] = parts
  return { insights, summary, answered: (main?.answers.length ?? 0) > 0, sure: main?.sure }
}

function answerTo(intent: Intent | undefined, claims: readonly Claim[], subject: Subject, asked: ReadonlySet<string>): Answered {
  const { objective } = subject
  const isAsked = (id: string) => asked.has(id)
  // Who names two wants to know of those two.
  const isMeant = ({ kind, about }: Claim) =>
    asked.size === 0 || (PAIRS.has(kind) && asked.size > 1 ? about.every(isAsked) : about.some(isAsked))
  const fits = (c: Claim) => (intent?.kinds.includes(c.kind) ?? true) && (intent?.only?.test(c.text) ?? true) && isMeant(c)
  const days = daysIn(objective)
  const isNear = (c: Claim) => c.t !== null && days.some((day) => Math.abs(Date.parse(c.t!) - day) <= NEAR_MS)
  const way = wayOf(objective)
  const grouping = groupingOf(objective)
  const isMove = (c: Claim) => MOVES.has(c.kind)
  // What was asked for first: near a day that is named, with a moment where the question is when, the way it looks; of one kind the weightiest, as they come.
  const orders: ((c: Claim) => number)[] = [
    (c) => (days.length > 0 && !isNear(c) ? 1 : 0),
    (c) => (asksWhen(objective) && c.t === null ? 1 : 0),
    (c) => (way !== undefined && isMove(c) && c.direction !== way ? 1 : 0),
    (c) => intent?.kinds.indexOf(c.kind) ?? 0,
    (c) => (grouping !== undefined && c.kind === 'calendar' && !grouping.test(c.text) ? 1 : 0),
  ]
  const answers = claims
    .filter((c) => isFinding(c) && fits(c))
    .toSorted((a, b) => orders.reduce((found, order) => found || order(a) - order(b), 0))
  const [first] = answers
  if (first) {
    const told = worthTelling(
      answers.filter((c) => c === first || c.kind !== first.kind || c.effect >= WORTH_BESIDE * first.effect),
      SENTENCES,
    )
    const otherWay = intent !== undefined && way !== undefined && isMove(first) && first.direction !== way
    const none = otherWay ? [`No ${way === 'up' ? 'rise' : 'fall'} was found${within(asked, intent)}.`] : []
    const elsewhere = days.length > 0 && first.t !== null && !isNear(first) ? [`Nothing was found around ${listOf(days.map(dayOf))}.`] : []
    return { answers, said: [...elsewhere, ...none, ...told.map(({ text }) => text)], sure: undefined }
  }
  const lacking = tooFew(intent?.needs ?? ANYTHING, subject, asked)
  if (lacking !== undefined) return { answers, said: [lacking], sure: 0 }
  const constant = constants(subject, asked, claims)
  if (constant !== undefined) return { answers, said: [constant], sure: 1 }
  const none = claims.filter((c) => intent?.kinds[0] !== undefined && NOTHINGS[intent.kinds[0]] === c.kind && isMeant(c))
  if (none.length > 0 && none.length <= SENTENCES) return { answers, said: none.map(({ text }) => text), sure: undefined }
  return { answers, said: [`${intent?.nothing ?? 'Nothing stands out'}${within(asked, intent)}.`], sure: undefined }
}

const MOST_NAMED = 5
const dayOf = (t: number): string => new Date(t).toISOString().slice(0, 10)
const listOf = (names: readonly string[]): string =>
  names.length > 1 ? `${names.slice(0, -1).join(', ')} and ${names.at(-1)}` : (names[0] ?? '')

function within(asked: ReadonlySet<string>, intent: Intent | undefined): string {
  const names = [...asked].slice(0, MOST_NAMED).map(quote)
  if (names.length === 0) return ''
  const list = listOf(names)
  return intent?.needs.items === 2 ? `: ${list}` : ` in ${list}`
}

/** Of series that never vary there is only one thing to say; undefined where one of those that count does vary. */
function constants({ series }: Subject, asked: ReadonlySet<string>, claims: readonly Claim[]): string | undefined {
  const named = series.filter(({ id }) => asked.has(id))
  const scope = named.length > 0 ? named : series
  if (scope.length === 0 || !scope.every(({ v }) => isConstant(v))) return undefined
  const ids = new Set(scope.map(({ id }) => id))
  const told = claims.filter(({ kind, about }) => kind === 'trend' && ids.has(about[0]!)).slice(0, MOST_NAMED)
  return told.length > 0 ? told.map(({ text }) => text).join(' ') : undefined
}
