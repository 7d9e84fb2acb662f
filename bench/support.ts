// How well unsupported sentences are told from supported ones: npm run bench bench/support.ts [-- --misses]
// Right answers to XQuAD questions must pass; the same sentences with a number, a name or their sense changed must not.
import { existsSync } from 'node:fs'
import { type Evidence, supportChecker } from '../kernel/evidence/support.ts'
import { seededRandom } from '../scripts/seeded-random.ts'
import { answerSentences } from '../services/chat/evidence/claims.ts'
import { quantile } from './measure/quantile.ts'
import { openQa, QA, type QaCollection, type Question } from './search/qa-collection.ts'

interface Case {
  readonly question: Question
  /** What was retrieved. */
  readonly evidence: readonly Evidence[]
  /** Index of the source that holds the answer. */
  readonly right: number
  /** Sentences of the answer with the sources that they cite. */
  readonly sentences: readonly { words: string; which: number[] }[]
}

const random = seededRandom(20260321)
/** A random integer below `n`; the same sequence with every run. */
const below = (n: number): number => (random() * 2 ** 32) % n
const pick = <T>(of: readonly T[]): T | undefined => of[below(Math.max(1, of.length))]

const NUMBER = /(?<![\p{L}\p{N}])\d+(?:[.,]\d+)*(?![\p{L}\p{N}])/gu
const NAME = /(?<=[\p{L},] )(?:\p{Lu}\p{L}{2,}(?: (?=\p{Lu}))?)+/gu
const VERB = /\b(?:is|are|was|were|has|had|have|can|could|will|would|did|does|may|might|must|should)\b(?! not)/

async function rightAnswers(qa: QaCollection): Promise<Case[]> {
  const cases: Case[] = []
  const { known, heldOut } = await qa.questions()
  for (const question of [...known, ...heldOut].filter((q) => q.answerable)) {
    const { turn, response } = await qa.ask(question.question)
    const place = qa.paragraphs.get(question.doc ?? '')?.[question.paragraph ?? -1]
    const name = question.doc?.split('/').at(-1)
    const right = turn.retrieval.hits.findIndex(
      ({ fields: f }) => f.filename === name && place && Number(f.char_start) < place.end && Number(f.char_end) > place.start,
    )
    if (right < 0 || !question.answers.some((answer) => response.answer.includes(answer))) continue
    const text = (value: unknown) => (typeof value === 'string' ? value : '')
    const evidence = turn.retrieval.hits.map(({ fields: f }) => ({ text: text(f.text), about: `${text(f.title)}. ${text(f.section)}` }))
    const sentences = answerSentences(response.answer).filter((s) => s.claim)
    cases.push({ question, evidence, right, sentences: sentences.map((s) => ({ words: s.words, which: s.markers.map((n) => n - 1) })) })
  }
  return cases
}

interface Tally {
  readonly name: string
  marked: number
  total: number
}

function swapOne(words: string, pattern: RegExp, by: (old: string) => string | undefined): string | undefined {
  const found = pick([...words.matchAll(pattern)])
  const put = found && by(found[0])
  if (!found || !put || put.trim().toLowerCase() === found[0].trim().toLowerCase()) return undefined
  return words.slice(0, found.index) + put + (found[0].endsWith(' ') ? ' ' : '') + words.slice(found.index + found[0].length)
}

const otherValue = (old: string): string => {
  const value = Number(old.replaceAll(',', ''))
  return String(value < 20 ? value + 1 + below(9) : Math.round(value * (1 + (1 + below(40)) / 100)) + 1)
}

/** The sentence with one thing changed, or undefined where it has nothing of the kind. */
type Change = (words: string, of: Case, all: readonly Case[]) => string | undefined

const textOf = ({ evidence }: Case): string => evidence.map((e) => e.text).join('\n')
const unlike = (found: readonly string[], words: string): string[] =>
  found.filter((f) => !words.toLowerCase().includes(f.trim().toLowerCase()))

const CHANGES: Readonly<Record<string, Change>> = {
  'a number by another value': (words) => swapOne(words, NUMBER, otherValue),
  'a number by another of the same sources': (words, of) =>
    swapOne(words, NUMBER, () =>
      pick(
        unlike(
          [...textOf(of).matchAll(NUMBER)].map(([n]) => n),
          words,
        ),
      ),
    ),
  'a name by one of another article': (words, of, all) =>
    swapOne(words, NAME, () =>
      pick(
        unlike(
          [...textOf(pick(all.filter((c) => c.question.doc !== of.question.doc))!).matchAll(NAME)].map(([n]) => n.trim()),
          textOf(of),
        ),
      ),
    ),
  'a name by another of the same sources': (words, of) =>
    swapOne(words, NAME, () =>
      pick(
        unlike(
          [...textOf(of).matchAll(NAME)].map(([n]) => n.trim()),
          words,
        ),
      ),
    ),
  'the sense negated': (words) => (VERB.test(words) ? words.replace(VERB, '$& not') : undefined),
}

const ASKS =
  /^(?:(?:in|on|at|to|for|from|by|of|with)\s+)?(?:how\s+(?:many|much|long|old|far)|what(?:\s+(?:year|percentage|number))?|which|who|whom|whose|where|when)\b/i

/** The question as a statement with its answer in the place of the asking word: somebody else's words for what the source says. */
const restated = (question: string, answer: string): string | undefined =>
  ASKS.test(question) ? `${question.replace(ASKS, answer).replace(/\?$/, '')}.` : undefined

function judge(tally: Tally, words: string, of: Case, which: readonly number[] | undefined, question: string, wanted: boolean): void {
  const { supported, missing } = supportChecker(of.evidence, question)(words, which)
  tally.total++
  if (!supported) tally.marked++
  if (supported !== wanted && process.argv.includes('--misses')) console.log(`  ${tally.name}: ${words}\n    ${missing.join(', ')}`)
}

const line = ({ name, marked, total }: Tally): string =>
  `${name.padEnd(52)} ${total ? ((100 * marked) / total).toFixed(1) : '-'} % of ${total}`

async function run(qa: QaCollection): Promise<void> {
  const cases = await rightAnswers(qa)
  const right: Tally = { name: 'sentences of right answers', marked: 0, total: 0 }
  const free: Tally = { name: 'the same without their markers', marked: 0, total: 0 }
  const own: Tally = { name: 'question and right answer as a statement', marked: 0, total: 0 }
  const wrong: Tally = { name: 'question and the answer to another question', marked: 0, total: 0 }
  const changed = Object.keys(CHANGES).map((name): Tally => ({ name, marked: 0, total: 0 }))
  for (const of of cases) {
    const { question } = of.question
    for (const { words, which } of of.sentences) {
      judge(right, words, of, which, question, true)
      judge(free, words, of, undefined, question, true)
      for (const tally of changed) {
        const put = CHANGES[tally.name]!(words, of, cases)
        if (put) judge(tally, put, of, which, question, false)
      }
    }
    const statement = restated(question, of.question.answers[0]!)
    if (statement) judge(own, statement, of, [of.right], '', true)
    const stranger = pick(cases.filter((c) => c.question.doc === of.question.doc && c !== of))?.question.answers[0]
    const false_ = stranger && stranger !== of.question.answers[0] ? restated(question, stranger) : undefined
    if (false_) judge(wrong, false_, of, [of.right], '', false)
  }
  console.log(`${cases.length} right answers; marked as unsupported:\n\nby mistake`)
  for (const tally of [right, free, own]) console.log(`  ${line(tally)}`)
  console.log('rightly, with one thing changed')
  for (const tally of [...changed, wrong]) console.log(`  ${line(tally)}`)
  console.log(`\none answer checked: ${timeOf(cases)}`)
}

/** Milliseconds that the check of a whole answer takes when none of its sentences stands in a source word for word. */
function timeOf(cases: readonly Case[]): string {
  const times = cases.map(({ evidence, sentences, question }) => {
    const started = performance.now()
    const check = supportChecker(evidence, question.question)
    for (const { words } of sentences) check(words.split(' ').reverse().join(' '))
    return performance.now() - started
  })
  const at = (share: number) => quantile(times, share).toFixed(1)
  return `p50 ${at(0.5)} ms, p95 ${at(0.95)} ms`
}

if (!existsSync(QA)) {
  console.log(`skipped: ${QA.pathname} is not there`)
  process.exit(0)
}
const qa = await openQa()
try {
  await run(qa)
} finally {
  await qa.close()
}
