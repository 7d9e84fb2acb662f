// npm run cli -- ingest|ask|status …: documents in and answers out of a running server, over HTTP.
import { VERSION } from '../kernel/runtime/version.ts'
import { type Command, readArguments, USAGE } from './cli/arguments.ts'
import { ask, askStream } from './cli/ask.ts'
import { findFiles, UsageError } from './cli/find-files.ts'
import { uploadStatus } from './cli/follow-upload.ts'
import { endNotes, explain, ingest } from './cli/ingest.ts'
import { interruptSignal } from './cli/interrupt-signal.ts'
import { answerNotes } from './cli/print-answer.ts'
import { createBoard } from './cli/progress-board.ts'
import { isKeptOnly } from './cli/replies.ts'
import { call } from './cli/server.ts'

type CommandOf<Name extends Command['name']> = Extract<Command, { name: Name }>

const out = process.stdout
/** Exit code where a file has come in and nobody can search it. */
const NOT_SEARCHABLE = 3

async function runIngest(command: CommandOf<'ingest'>, signal: AbortSignal): Promise<number> {
  const files = await findFiles(command.paths, process.env.INIT_CWD ?? process.cwd())
  if (command.title !== undefined && files.length > 1) throw new UsageError(`--title is for one file; there are ${files.length}.`)
  // said once where nobody answers, not for every file
  await call(command.server, '/api/health/live', { signal })
  const board = createBoard(out)
  try {
    const results = await ingest(command.server, files, { ...command, signal }, board)
    const failed = results.filter((r) => r.status?.status !== 'complete').length
    const kept = results.filter((r) => r.status && isKeptOnly(r.status)).length
    const searchable = results.length - failed - kept
    const others = [kept ? `${kept} stored and not searchable` : '', failed ? `${failed} failed` : ''].filter(Boolean)
    out.write(`${[`${searchable} of ${results.length} searchable`, ...others].join(', ')}\n${endNotes(results)}`)
    return failed ? 1 : kept ? NOT_SEARCHABLE : 0
  } finally {
    board.close()
  }
}

async function runAsk(command: CommandOf<'ask'>, signal: AbortSignal): Promise<number> {
  const options = { top: command.top, signal }
  if (command.stream) {
    const answer = await askStream(command.server, command.question, (token) => out.write(token), options)
    out.write(`\n\n${answerNotes(answer, out)}`)
    return 0
  }
  const answer = await ask(command.server, command.question, options)
  out.write(command.json ? `${JSON.stringify(answer, null, 2)}\n` : `${answer.answer}\n\n${answerNotes(answer, out)}`)
  return 0
}

async function runStatus(command: CommandOf<'status'>, signal: AbortSignal): Promise<number> {
  const status = await uploadStatus(command.server, command.uploadId, signal)
  if (command.json) out.write(`${JSON.stringify(status, null, 2)}\n`)
  else {
    out.write(`${status.status}, ${status.processing_stage}, ${status.progress} %${status.message ? `: ${status.message}` : ''}\n`)
    for (const e of status.errors ?? []) out.write(`  ${e.code}${e.stage ? ` at ${e.stage}` : ''}: ${e.message}\n`)
  }
  return status.status === 'error' ? 1 : isKeptOnly(status) ? NOT_SEARCHABLE : 0
}

async function run(): Promise<number> {
  const interrupt = interruptSignal()
  try {
    const command = readArguments(process.argv.slice(2), process.env)
    if (command.name === 'ingest') return await runIngest(command, interrupt)
    if (command.name === 'ask') return await runAsk(command, interrupt)
    if (command.name === 'status') return await runStatus(command, interrupt)
    out.write(command.name === 'version' ? `${VERSION}\n` : USAGE)
    return 0
  } catch (error) {
    if (interrupt.aborted) return 130
    if (error instanceof UsageError) {
      process.stderr.write(`${error.message}\nTry: npm run cli -- --help\n`)
      return 2
    }
    process.stderr.write(`${explain(error)}\n`)
    return 1
  }
}

process.exitCode = await run()
