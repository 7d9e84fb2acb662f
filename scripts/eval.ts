// npm run eval -- --set FILE …: how good a running server's answers are, and which of two indexes, prompts or models is better.
import { readFile } from 'node:fs/promises'
import { resolve } from 'node:path'
import { UsageError } from './cli/find-files.ts'
import { explain } from './cli/ingest.ts'
import { interruptSignal } from './cli/interrupt-signal.ts'
import { type EvalCommand, labelsOf, readEvalArguments, USAGE } from './eval/arguments.ts'
import { askCase, type Side } from './eval/ask-case.ts'
import { failuresOf } from './eval/failures.ts'
import { findPrompt } from './eval/find-prompt.ts'
import { measuresOf } from './eval/measures.ts'
import { type Outcome, outcomeOf } from './eval/outcome.ts'
import { reportOf } from './eval/print-report.ts'
import { CasesError, type EvalCase, readCases } from './eval/read-cases.ts'
import { type Row, summarize } from './eval/summarize.ts'

const out = process.stdout

async function casesOf(file: string): Promise<EvalCase[]> {
  const path = resolve(process.env.INIT_CWD ?? process.cwd(), file)
  const text = await readFile(path, 'utf8').catch((error: NodeJS.ErrnoException) => {
    throw new UsageError(error.code === 'ENOENT' ? `There is no file ${path}.` : `${path} cannot be read: ${error.message}`)
  })
  return readCases(text, file)
}

/** The sides take turns at going first, so that neither always meets a warm server. */
async function askAll(command: EvalCommand, cases: readonly EvalCase[], sides: readonly Side[], signal: AbortSignal): Promise<Outcome[][]> {
  const outcomes: Outcome[][] = []
  for (const [i, evalCase] of cases.entries()) {
    const answers: Outcome[] = []
    for (const n of i % 2 ? sides.keys().toArray().reverse() : sides.keys())
      answers[n] = outcomeOf(await askCase(command.server, evalCase, sides[n]!, command.top, signal))
    outcomes.push(answers)
    if (process.stderr.isTTY) process.stderr.write(`\r${i + 1} of ${cases.length}`)
  }
  if (process.stderr.isTTY) process.stderr.write('\r\x1b[K')
  return outcomes
}

function print(command: EvalCommand, cases: readonly EvalCase[], outcomes: readonly Outcome[][], rows: readonly Row[]): void {
  const { seed, top, json, sides } = command
  const currencies = [...new Set(outcomes.flat().flatMap(({ cost }) => (cost ? [cost.currency] : [])))]
  if (json) {
    const each = cases.map(({ id }, i) => ({ id, outcomes: outcomes[i] }))
    out.write(`${JSON.stringify({ labels: labelsOf(sides), seed, top, currencies, rows, cases: each }, null, 2)}\n`)
    return
  }
  out.write(reportOf(rows, labelsOf(sides)))
  out.write(failuresOf(cases, outcomes, labelsOf(sides)))
  out.write(`\n${cases.length} cases, ${top} sources an answer`)
  if (sides.length > 1) out.write(`; paired bootstrap of 10,000 rounds, seed ${seed}`)
  out.write(currencies.length ? `; cost in ${currencies.join(', ')}\n` : '; no prices are configured\n')
}

async function run(signal: AbortSignal): Promise<number> {
  const command = readEvalArguments(process.argv.slice(2), process.env)
  if (!command) {
    out.write(USAGE)
    return 0
  }
  const cases = await casesOf(command.set)
  const sides = await Promise.all(
    command.sides.map(
      async ({ prompt, ...side }): Promise<Side> => ({
        ...side,
        ...(prompt ? { promptFile: await findPrompt(command.server, prompt, signal) } : {}),
      }),
    ),
  )
  const outcomes = await askAll(command, cases, sides, signal)
  print(command, cases, outcomes, summarize(cases, outcomes, measuresOf(command.top), command.seed))
  return 0
}

const interrupt = interruptSignal()
try {
  process.exitCode = await run(interrupt)
} catch (error) {
  const wrong = error instanceof UsageError || error instanceof CasesError
  process.exitCode = interrupt.aborted ? 130 : wrong ? 2 : 1
  if (!interrupt.aborted) process.stderr.write(`${wrong ? error.message : explain(error)}\n${wrong ? 'Try: npm run eval -- --help\n' : ''}`)
}
