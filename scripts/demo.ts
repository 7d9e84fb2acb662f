// npm run demo [-- --server URL | --keep]: a server in a temporary folder, the documents of demo/, and four questions.
import { existsSync } from 'node:fs'
import { readFile } from 'node:fs/promises'
import { resolve } from 'node:path'
import { createInterface } from 'node:readline/promises'
import { fileURLToPath } from 'node:url'
import { parseArgs, styleText } from 'node:util'
import { z } from 'zod'
import { serverOf } from './cli/arguments.ts'
import { askStream } from './cli/ask.ts'
import { findFiles } from './cli/find-files.ts'
import { explain, ingest } from './cli/ingest.ts'
import { interruptSignal } from './cli/interrupt-signal.ts'
import { answerNotes } from './cli/print-answer.ts'
import { createBoard } from './cli/progress-board.ts'
import { type Answer, isKeptOnly } from './cli/replies.ts'
import type { Server } from './cli/server.ts'
import { type StartedServer, startServer } from './cli/start-server.ts'
import { printHelp } from './print-help.ts'

export const USAGE = `Ingests the documents of demo/ and asks questions about them, on a temporary server.

  npm run demo
      --keep          keep the documents for npm start without asking
      --server URL    use this running server instead; the documents stay there

Exit codes: 0 all answers were as expected, 1 failed, 130 interrupted.`

const out = process.stdout
const pathOf = (name: string) => fileURLToPath(new URL(`../demo/${name}`, import.meta.url))

const questionSchema = z.object({
  question: z.string(),
  about: z.string(),
  /** Words that a good answer contains; none where the documents hold no answer. */
  answer_contains: z.array(z.string()),
  source: z.object({ file: z.string(), page: z.number().optional() }).nullable(),
})
type Question = z.output<typeof questionSchema>

/** Whether the answer says what it should and names where it stands. */
function isGood(question: Question, answer: Answer): boolean {
  const { source } = question
  if (!source) return answer.citations.length === 0 || answer.response_metadata.answer_kind !== 'answer'
  const said = question.answer_contains.every((words) => answer.answer.toLowerCase().includes(words.toLowerCase()))
  const cited = answer.citations.some((c) => c.supported && c.filename === source.file && (!source.page || c.page_number === source.page))
  return said && cited
}

async function ingestDocuments(server: Server, signal: AbortSignal): Promise<number> {
  const files = await findFiles([pathOf('documents')], '/')
  const board = createBoard(out)
  const started = performance.now()
  try {
    const results = await ingest(server, files, { concurrency: 4, replace: true, signal }, board)
    const complete = results.filter((r) => r.status?.status === 'complete' && !isKeptOnly(r.status)).length
    out.write(`${complete} of ${files.length} documents searchable after ${((performance.now() - started) / 1000).toFixed(1)} s\n`)
    return files.length - complete
  } finally {
    board.close()
  }
}

async function askQuestions(server: Server, signal: AbortSignal): Promise<number> {
  const { questions } = z.object({ questions: z.array(questionSchema) }).parse(JSON.parse(await readFile(pathOf('questions.json'), 'utf8')))
  let poor = 0
  for (const [n, question] of questions.entries()) {
    out.write(`\n${styleText('bold', question.question, { stream: out })}\n${styleText('dim', `(${question.about})`, { stream: out })}\n`)
    const answer = await askStream(server, question.question, (token) => out.write(token), { signal })
    const good = isGood(question, answer)
    out.write(`\n\n${answerNotes(answer, out, { noModel: n === 0 })}`)
    out.write(
      `  ${good ? styleText('green', '✓ as expected', { stream: out }) : styleText('yellow', '✗ not as expected', { stream: out })}\n`,
    )
    if (!good) poor += 1
  }
  return poor
}

/** Where `npm start` keeps its data. */
const ownData = (): string => resolve(process.env.INIT_CWD ?? process.cwd(), process.env.DATA_DIR || '.data')

/** Removes what the demo made, or makes it the data of `npm start` where that is wanted and there is none yet. */
async function leave(own: StartedServer, asked: boolean | undefined, signal: AbortSignal): Promise<void> {
  const folder = ownData()
  const taken = existsSync(folder)
  if (taken && asked) out.write(`\n${folder} is there already. Ingest the documents there: npm run cli -- ingest demo/documents\n`)
  const keep = !taken && (asked ?? (await wantsToKeep(signal)))
  if (!keep)
    return void out.write(
      '\nStopping the server and removing its data. `npm start` runs one that stays; `npm run demo -- --keep` keeps the documents for it.\n',
    )
  await own.keepIn(folder)
  out.write(`\nThe documents are kept in ${folder}. Go on with: npm start\n`)
}

async function wantsToKeep(signal: AbortSignal): Promise<boolean> {
  if (!process.stdin.isTTY || !out.isTTY) return false
  const asking = createInterface({ input: process.stdin, output: out })
  try {
    return /^\s*y(es)?\s*$/i.test(await asking.question('\nKeep these documents for `npm start`? [y/N] ', { signal }))
  } finally {
    asking.close()
  }
}

async function run(): Promise<number> {
  printHelp(USAGE)
  const interrupt = interruptSignal()
  const { values } = parseArgs({ options: { server: { type: 'string' }, keep: { type: 'boolean' } } })
  const started = performance.now()
  const own = values.server ? undefined : await startServer({}, interrupt)
  try {
    const server = own ? { url: own.url } : serverOf(values.server, process.env)
    out.write(
      own ? `Server up on ${server.url} after ${((performance.now() - started) / 1000).toFixed(1)} s\n\n` : `Using ${server.url}\n\n`,
    )
    const failed = await ingestDocuments(server, interrupt)
    const poor = await askQuestions(server, interrupt)
    if (own) await leave(own, values.keep, interrupt)
    return failed || poor ? 1 : 0
  } finally {
    await own?.stop()
  }
}

if (import.meta.main) {
  try {
    process.exitCode = await run()
  } catch (error) {
    process.exitCode = error instanceof Error && error.message === 'interrupted' ? 130 : 1
    process.stderr.write(`\n${explain(error)}\n`)
  }
}
