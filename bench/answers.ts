// How well the embedded answerer answers: npm run bench bench/answers.ts [-- --misses] [--among N]: N abstracts of another field beside the articles
import { existsSync } from 'node:fs'
import { z } from 'zod'
import { NOTHING_FOUND } from '../kernel/llm/extractive/saying.ts'
import type { ChatResponse } from '../services/chat/response.ts'
import { quantile } from './measure/quantile.ts'
import { openQa, QA, type QaCollection, type Question } from './search/qa-collection.ts'

interface Outcome {
  readonly question: Question
  readonly response: ChatResponse
  readonly ms: number
  readonly declined: boolean
  readonly kind: string
  readonly retrieved: boolean
  readonly cited: boolean
  readonly contained: boolean
}

async function run(qa: QaCollection): Promise<void> {
  const { known, heldOut } = await qa.questions()
  console.log('The rule for "nothing found" was set on these:')
  report(await askAll(qa, known))
  console.log('\nHeld out:')
  report(await askAll(qa, heldOut))
}

async function askAll(qa: QaCollection, questions: readonly Question[]): Promise<Outcome[]> {
  const outcomes: Outcome[] = []
  for (const question of questions) outcomes.push(await ask(qa, question))
  if (process.argv.includes('--misses')) misses(outcomes)
  return outcomes
}

async function ask(qa: QaCollection, question: Question): Promise<Outcome> {
  const started = performance.now()
  const { turn, response } = await qa.ask(question.question)
  const right = question.doc === null ? undefined : qa.paragraphs.get(question.doc)?.[question.paragraph ?? -1]
  const name = question.doc?.split('/').at(-1)
  const covers = (start: unknown, end: unknown) =>
    right && typeof start === 'number' && typeof end === 'number' && start < right.end && end > right.start
  return {
    question,
    response,
    ms: performance.now() - started,
    declined: response.answer === NOTHING_FOUND,
    kind: response.response_metadata.answer_kind,
    retrieved: turn.retrieval.hits.some(({ fields }) => fields.filename === name && covers(fields.char_start, fields.char_end)),
    cited: response.citations.some((c) => c.supported && c.filename === name && covers(c.char_start, c.char_end)),
    contained: question.answers.some((answer) => flat(response.answer).includes(flat(answer))),
  }
}

const flat = (text: string): string => text.normalize('NFKC').toLowerCase().replace(/\s+/g, ' ')

function report(outcomes: readonly Outcome[]): void {
  const yes = outcomes.filter((o) => o.question.answerable)
  const no = outcomes.filter((o) => !o.question.answerable)
  const ms = outcomes.map((o) => o.ms)
  const llm = outcomes.map((o) => z.number().parse(timing(o)))
  const sentences = yes.filter((o) => !o.declined).map((o) => o.response.citations.filter((c) => c.supported).length)
  console.log(`questions                        ${yes.length} answerable, ${no.length} not`)
  console.log(`right paragraph among sources    ${share(yes, (o) => o.retrieved)}`)
  console.log(`right paragraph cited            ${share(yes, (o) => o.cited)}`)
  console.log(`answer string in the answer      ${share(yes, (o) => o.contained)}`)
  console.log(`unanswerable declined            ${share(no, (o) => o.declined)}`)
  console.log(`unanswerable not answered        ${share(no, (o) => o.kind !== 'answer')} (declined, or passages shown with the doubt said)`)
  console.log(`given as answer, and contained   ${share(yes, (o) => o.kind === 'answer' && o.contained)}`)
  console.log(`given as answer, not contained   ${share(yes, (o) => o.kind === 'answer' && !o.contained)}`)
  console.log(`answerable wrongly declined      ${share(yes, (o) => o.declined)}`)
  console.log(`sentences in an answer           ${(sentences.reduce((a, b) => a + b, 0) / sentences.length).toFixed(2)}`)
  console.log(
    `whole turn, ms                   p50 ${quantile(ms, 0.5).toFixed(1)}  p95 ${quantile(ms, 0.95).toFixed(1)}  p99 ${quantile(ms, 0.99).toFixed(1)}`,
  )
  console.log(
    `answerer alone, ms               p50 ${(quantile(llm, 0.5) * 1000).toFixed(1)}  p95 ${(quantile(llm, 0.95) * 1000).toFixed(1)}`,
  )
}

const timing = ({ response }: Outcome): unknown =>
  z.object({ orchestrator: z.object({ llm_generate: z.number() }) }).parse(response.response_metadata.timings).orchestrator.llm_generate

const share = (of: readonly Outcome[], is: (o: Outcome) => boolean): string =>
  of.length ? (of.filter(is).length / of.length).toFixed(3) : '-'

function misses(outcomes: readonly Outcome[]): void {
  for (const { question, response, declined, contained } of outcomes) {
    if (question.answerable ? contained : declined) continue
    console.log(
      `\n${question.answerable ? 'Q' : 'unanswerable Q'} ${question.question}\n  wanted ${question.answers.join(' | ')}\n  got ${response.answer}`,
    )
  }
}

if (!existsSync(QA)) {
  console.log(`skipped: ${QA.pathname} is not there`)
  process.exit(0)
}
const among = process.argv.indexOf('--among')
const qa = await openQa({ strangers: among < 0 ? 0 : Number(process.argv[among + 1] ?? 1000) })
try {
  await run(qa)
} finally {
  await qa.close()
}
