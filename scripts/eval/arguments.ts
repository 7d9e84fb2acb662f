import { parseArgs } from 'node:util'
import { serverOf } from '../cli/arguments.ts'
import { UsageError } from '../cli/find-files.ts'
import type { Server } from '../cli/server.ts'

export const USAGE = `Measures the answers of a running server on a set of cases, and compares two indexes, prompts, models or search modes.

  npm run eval -- --set demo/eval.jsonl --index handbook --against handbook-v2

      --set FILE          cases, one JSON object per line: {"id", "question", "expected_documents"?: [file names],
                          "expected_answer"?, "filter"?, "note"?}. An empty list means that no document has the answer.
      --top N             passages per answer (default: 5)
      --seed N            seed of the bootstrap (default: 1)
      --json              print all figures as JSON
      --server URL        server address (default: MILLRACE_URL, else http://127.0.0.1:8080 or the port of PORT)

First side                Second side              Value
      --index NAME        --against NAME           index or alias
      --prompt NAME       --against-prompt NAME    system prompt: NAME, NAME@2 (second version) or NAME@VERSION
      --model ALIAS       --against-model ALIAS    model alias
      --mode MODE         --against-mode MODE      text or hybrid

The second side uses the values of the first side unless you set others.

Environment:
  MILLRACE_URL      server address
  MILLRACE_KEY      subscription key
  MILLRACE_TOKEN    bearer token

Exit codes: 0 done, 1 failed, 2 wrong usage or invalid set, 130 interrupted.
`

/** One side as it was named. */
export interface NamedSide {
  readonly index?: string
  readonly prompt?: string
  readonly model?: string
  readonly mode?: 'hybrid' | 'text'
}

export interface EvalCommand {
  readonly server: Server
  readonly set: string
  readonly sides: readonly [NamedSide] | readonly [NamedSide, NamedSide]
  readonly top: number
  readonly seed: number
  readonly json: boolean
}

const text = { type: 'string' } as const
const options = {
  set: text,
  index: text,
  prompt: text,
  model: text,
  mode: text,
  against: text,
  'against-prompt': text,
  'against-model': text,
  'against-mode': text,
  top: text,
  seed: text,
  server: text,
  json: { type: 'boolean' },
  help: { type: 'boolean', short: 'h' },
} as const

function parse(args: readonly string[]) {
  try {
    return parseArgs({ args: [...args], options }).values
  } catch (error) {
    throw new UsageError(error instanceof Error ? error.message.split('. ')[0]! : String(error))
  }
}

function modeOf(option: string, given: string | undefined): NamedSide['mode'] {
  if (given === undefined || given === 'text' || given === 'hybrid') return given
  throw new UsageError(`--${option} is text or hybrid.`)
}

function wholeNumber(option: string, given: string | undefined, from: number, to: number): number | undefined {
  if (given === undefined) return undefined
  const value = Number(given)
  if (!Number.isInteger(value) || value < from || value > to) throw new UsageError(`--${option} is a whole number from ${from} to ${to}.`)
  return value
}

const given = (side: NamedSide): NamedSide => Object.fromEntries(Object.entries(side).filter(([, value]) => value !== undefined))

/** Reads the command line; undefined when the help is asked for. UsageError says what is wrong in one line. */
export function readEvalArguments(
  args: readonly string[],
  environment: Readonly<Record<string, string | undefined>>,
): EvalCommand | undefined {
  const values = parse(args)
  if (values.help || args.length === 0) return undefined
  if (!values.set) throw new UsageError('Name the set of cases with --set FILE.')
  const { index, prompt, model } = values
  const first = given({ index, prompt, model, mode: modeOf('mode', values.mode) })
  const other = given({
    index: values.against,
    prompt: values['against-prompt'],
    model: values['against-model'],
    mode: modeOf('against-mode', values['against-mode']),
  })
  return {
    server: serverOf(values.server, environment),
    set: values.set,
    sides: Object.keys(other).length ? [first, { ...first, ...other }] : [first],
    top: wholeNumber('top', values.top, 1, 100) ?? 5,
    seed: wholeNumber('seed', values.seed, 0, 2 ** 31 - 1) ?? 1,
    json: !!values.json,
  }
}

/** The sides' names where they differ, else everything that was named. */
export function labelsOf(sides: EvalCommand['sides']): string[] {
  const label = (side: NamedSide, keys: readonly (keyof NamedSide)[]) =>
    keys.map((key) => (side[key] === undefined ? `default ${key}` : `${key} ${side[key]}`)).join(', ') || 'as configured'
  const [a, b] = sides
  const keys = ['index', 'prompt', 'model', 'mode'] as const
  const told = b ? keys.filter((key) => a[key] !== b[key]) : keys.filter((key) => a[key] !== undefined)
  return sides.map((side) => label(side, told))
}
