// npm run replay -- --topic … [--from …] [--to …] [--filter …] --into replay.…: writes a range of a topic into a topic of its own.
import { setTimeout as delay } from 'node:timers/promises'
import { parseArgs } from 'node:util'
import { RequestError } from '../cli/request-error.ts'
import { failureWords } from './failure-words.ts'
import { jsonArgument } from './json-argument.ts'
import { operatorServer, SERVER_USAGE } from './operator-server.ts'
import { placeOf } from './place-of.ts'

export const USAGE = `Copies a range of a topic into a topic of its own, on a running server.

  npm run replay -- --topic document.processed --from 2026-01-15T00:00:00Z --into replay.january
      --from, --to    beginning, end, an offset, {"0": 17} by partition, or a time (default: the whole topic)
      --filter JSON   {"keys": […], "types": […], "since": …, "until": …, "where": {"file.index": "documents"}}
      --rate N        maximum number of records read per second
      --reason TEXT   reason for the audit record
      --dry-run       only count the records
  npm run replay -- --run ID [--pause | --resume | --cancel]    show or control a replay

Ctrl-C ends the command, not the replay.

${SERVER_USAGE}
Exit codes: 0 done, 1 failed, 2 wrong usage.`

const text = { type: 'string' } as const
const options = {
  ...{ topic: text, from: text, to: text, filter: text, into: text, rate: text, reason: text, run: text, server: text },
  pause: { type: 'boolean' },
  resume: { type: 'boolean' },
  cancel: { type: 'boolean' },
  'dry-run': { type: 'boolean', default: false },
  help: { type: 'boolean', short: 'h' },
} as const
const LOOK_EVERY_MS = 1000
/** A server that is started again takes some seconds. */
const UNREACHABLE_MS = 5000

async function main(args: string[]): Promise<number> {
  const { values } = parseArgs({ args, options })
  const { topic, into, run } = values
  if (values.help || (run === undefined && (topic === undefined || into === undefined))) {
    console.log(USAGE)
    return values.help ? 0 : 2
  }
  const ask = operatorServer(process.env, values.server)
  if (run !== undefined) {
    const command = (['pause', 'resume', 'cancel'] as const).find((name) => values[name])
    const at = `/admin/replay/${encodeURIComponent(run)}`
    console.log(JSON.stringify(await (command ? ask(`${at}/${command}`, {}) : ask(at)), null, 2))
    return 0
  }
  const started = await ask('/admin/replay', {
    topic,
    into: { topic: into },
    ...(values.from ? { from: placeOf(values.from) } : {}),
    ...(values.to ? { to: placeOf(values.to) } : {}),
    ...(values.filter ? { filter: jsonArgument('--filter', values.filter, '{"keys": ["…"]}') } : {}),
    ...(values.rate ? { rate: Number(values.rate) } : {}),
    ...(values.reason ? { reason: values.reason } : {}),
    dry_run: values['dry-run'],
  })
  if (values['dry-run']) {
    console.log(`${started.estimated ? 'about ' : ''}${started.total} of ${started.scanned} records would be written`)
    return 0
  }
  for (;;) {
    const state = await ask(`/admin/replay/${started.runId}`).catch((error: unknown) => {
      if (!(error instanceof RequestError) || error.code !== 'unreachable') throw error
      console.error(`No answer from the server; ${started.runId} goes on where a process of it lives. Looking again.`)
      return undefined
    })
    if (!state) {
      await delay(UNREACHABLE_MS)
      continue
    }
    const { status, read, written, total, eta_seconds: eta, failure } = state
    console.log(
      `${started.runId} ${status}: ${read} of ${total} read, ${written} written${eta ? `, ${eta} s to go` : ''}${failure ? `: ${failure}` : ''}`,
    )
    if (status === 'completed') {
      if (Number(read) > 0 && written === 0 && values.filter)
        console.log('None of them fits the filter; --dry-run tells how many do before anything is written.')
      return 0
    }
    if (status === 'failed' || status === 'cancelled') return 1
    await delay(LOOK_EVERY_MS)
  }
}

if (import.meta.main) {
  try {
    process.exitCode = await main(process.argv.slice(2))
  } catch (error) {
    console.error(failureWords(error))
    process.exitCode = 1
  }
}
