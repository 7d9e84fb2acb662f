import { readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { z } from 'zod'
import { blocks, code, type ReferencePage } from './page.ts'

const ROOT = fileURLToPath(new URL('../../../', import.meta.url))

interface Command {
  readonly script: string
  /** Shown instead of the help of the script. */
  readonly usage?: string
  readonly example: string
}

/** Groups of commands with a working example each. */
const GROUPS: Readonly<Record<string, readonly Command[]>> = {
  'Run the server': [
    {
      script: 'start',
      usage: `Starts the server. Without names, every role and service runs in one process.

  npm start [-- NAME…]
      NAME    all, edge (HTTP), projector (views), or a service; see SERVICES

Configuration: environment variables and config.yaml.
Exit codes: 0 stopped by a signal, 1 failed to start or ended by a fault.`,
      example: 'PORT=8081 DATA_DIR=./data npm start',
    },
    { script: 'demo', example: 'npm run demo -- --keep' },
    { script: 'kafka', example: 'npm run kafka -- start --port 9092' },
  ],
  'Documents and answers': [
    { script: 'cli', example: 'npm run cli -- ingest demo/documents --tag handbook' },
    { script: 'eval', example: 'npm run eval -- --set demo/eval.jsonl --prompt support@1 --against-prompt support@2' },
  ],
  Operations: [
    { script: 'topics', example: 'npm run topics -- --check' },
    { script: 'offsets', example: 'npm run offsets -- --group chunk' },
    { script: 'dlq', example: 'npm run dlq -- redrive --code embedding_failed --dry-run' },
    { script: 'replay', example: 'npm run replay -- --topic document.processed --from beginning --into replay.all --dry-run' },
    { script: 'rebuild-views', example: 'npm run rebuild-views -- uploads documents' },
    { script: 'adopt-log', example: 'npm run adopt-log' },
  ],
  Samples: [
    { script: 'sample-plan', example: 'npm run sample-plan' },
    { script: 'sample-workbooks', example: 'npm run sample-workbooks -- ./workbooks' },
    { script: 'widget-host', example: 'npm run widget-host -- http://127.0.0.1:8080 8090' },
  ],
  Development: [
    { script: 'new', example: 'npm run new -- tool admin my-tool' },
    { script: 'schemas', example: 'npm run schemas -- --check' },
    { script: 'client', example: 'npm run client -- --check' },
    { script: 'docs', example: 'npm run docs -- --check' },
  ],
}

const { scripts } = z.object({ scripts: z.record(z.string(), z.string()) }).parse(JSON.parse(readFileSync(`${ROOT}package.json`, 'utf8')))

/** Modules of which the usage is not exported by the file of the script itself. */
const USAGE_IN: Readonly<Record<string, string>> = {
  cli: 'scripts/cli/arguments.ts',
  eval: 'scripts/eval/arguments.ts',
  docs: 'scripts/docs/reference/usage.ts',
}
const usageSchema = z.object({ USAGE: z.string() })

/** Returns the text that `npm run SCRIPT -- --help` prints. */
async function usageOf({ script, usage }: Command): Promise<string> {
  if (usage !== undefined) return usage
  const file = USAGE_IN[script] ?? /scripts\/run\.mjs (\S+)/.exec(scripts[script] ?? '')?.[1]
  if (file === undefined) throw new Error(`package.json has no script ${script} that runs a file`)
  return usageSchema.parse(await import(`${ROOT}${file}`)).USAGE.trim()
}

async function blockOf(command: Command): Promise<string> {
  const help = await usageOf(command)
  const [first = '', ...rest] = help.split('\n')
  const usage = rest.join('\n').replace(/^\n+/, '')
  return blocks(
    `### npm ${command.script === 'start' ? '' : 'run '}${command.script}`,
    first,
    `\`\`\`text\n${usage}\n\`\`\``,
    `Example: ${code(command.example)}`,
  )
}

export const cli: ReferencePage = {
  name: 'cli',
  title: 'Command line',
  summary: 'Every npm command for users, operators and developers, with usage, options, exit codes and an example.',
  questions: [
    'Which commands are there?',
    'How do I start the server?',
    'How do I upload a folder from the command line?',
    'How do I ask a question in a terminal?',
    'How do I redrive dead letters from the command line?',
    'How do I move a consumer group to another offset?',
    'What do the exit codes mean?',
    'How do I start Kafka locally?',
  ],
  body: async () => {
    const groups = await Promise.all(
      Object.entries(GROUPS).map(async ([title, commands]) => blocks(`## ${title}`, ...(await Promise.all(commands.map(blockOf))))),
    )
    return blocks(
      'Run the commands in the checkout. `npm` passes the options after `--` to the command. `npm run -s` hides the output of `npm` itself.',
      'Every command except `npm start` prints its usage with `--help`. The variables are described in [Environment variables](environment.md#commands).',
      ...groups,
    )
  },
}
