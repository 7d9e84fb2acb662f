import { parseArgs } from 'node:util'
import { UsageError } from './find-files.ts'
import { type Server, serverUrl } from './server.ts'

export const USAGE = `Millrace from the command line. It talks to a running server (npm start).

  npm run cli -- ingest <files or folders…>   send documents and follow each to its end
      --index NAME        target index or alias          --title TEXT      title (default: the file's name; one file only)
      --replace           replace documents of the same name
      --doc-type TYPE     kind of document (default: the extension)
      --tag TAG           may be repeated                --concurrency N   documents at once (default 4)
  npm run cli -- ask "<question>"             answer a question from the documents
      --top N             chunks to retrieve (default: the server's)
      --stream            print the answer while it is written
      --json              print the whole reply as JSON
  npm run cli -- status <upload_id>           where an upload stands
      --json              print the whole status as JSON

Everywhere:
  --server URL    default MILLRACE_URL, else this machine at PORT (8080)
  --help          this text
  --version       the version

Environment: MILLRACE_URL (server), MILLRACE_KEY (subscription key), MILLRACE_TOKEN (bearer token).
Exit codes: 0 all went well, 1 something failed, 2 wrong usage, 3 stored but not searchable, 130 interrupted.
`

export type Command =
  | { name: 'help' }
  | { name: 'version' }
  | {
      name: 'ingest'
      server: Server
      paths: string[]
      index?: string
      replace: boolean
      title?: string
      docType?: string
      tags: string[]
      concurrency: number
    }
  | { name: 'ask'; server: Server; question: string; top?: number; json: boolean; stream: boolean }
  | { name: 'status'; server: Server; uploadId: string; json: boolean }

const options = {
  server: { type: 'string' },
  index: { type: 'string' },
  title: { type: 'string' },
  'doc-type': { type: 'string' },
  tag: { type: 'string', multiple: true },
  concurrency: { type: 'string' },
  top: { type: 'string' },
  replace: { type: 'boolean' },
  json: { type: 'boolean' },
  stream: { type: 'boolean' },
  help: { type: 'boolean', short: 'h' },
  version: { type: 'boolean', short: 'v' },
} as const

const allowed: Readonly<Record<string, readonly string[]>> = {
  ingest: ['index', 'title', 'doc-type', 'tag', 'concurrency', 'replace'],
  ask: ['top', 'json', 'stream'],
  status: ['json'],
}

/** Reads the command line. UsageError says what is wrong in one line. */
export function readArguments(args: readonly string[], environment: Readonly<Record<string, string | undefined>>): Command {
  const { values, positionals } = parse(args)
  const [name, ...rest] = positionals
  if (values.help || name === 'help' || (!name && args.length === 0)) return { name: 'help' }
  if (values.version) return { name: 'version' }
  const known = name === undefined ? undefined : allowed[name]
  if (!known)
    throw new UsageError(name ? `There is no command "${name}"; use ingest, ask or status.` : 'Name a command: ingest, ask or status.')
  for (const key of Object.keys(values))
    if (key !== 'server' && !known.includes(key)) throw new UsageError(`--${key} does not belong to ${name}.`)
  const server = serverOf(values.server, environment)
  if (name === 'ask') {
    if (rest.length !== 1 || !rest[0]?.trim()) throw new UsageError('Give one question, in quotes.')
    if (values.json && values.stream) throw new UsageError('Choose --json or --stream.')
    return { name, server, question: rest[0], top: wholeNumber('top', values.top, 1, 100), json: !!values.json, stream: !!values.stream }
  }
  if (name === 'status') {
    if (rest.length !== 1) throw new UsageError('Give one upload id.')
    return { name, server, uploadId: rest[0]!, json: !!values.json }
  }
  if (rest.length === 0) throw new UsageError('Name at least one file or folder.')
  return {
    name: 'ingest',
    server,
    paths: rest,
    index: values.index,
    replace: !!values.replace,
    title: values.title,
    docType: values['doc-type'],
    tags: values.tag ?? [],
    concurrency: wholeNumber('concurrency', values.concurrency, 1, 16) ?? 4,
  }
}

function parse(args: readonly string[]) {
  try {
    return parseArgs({ args: [...args], options, allowPositionals: true })
  } catch (error) {
    throw new UsageError(error instanceof Error ? error.message.split('. ')[0]! : String(error))
  }
}

/** The server that the options and the environment name. */
export function serverOf(given: string | undefined, environment: Readonly<Record<string, string | undefined>>): Server {
  const url = given ?? serverUrl(environment)
  if (!/^https?:\/\//.test(url) || !URL.canParse(url)) throw new UsageError(`${url} is not an http address, such as http://127.0.0.1:8080.`)
  return { url, key: environment.MILLRACE_KEY || undefined, token: environment.MILLRACE_TOKEN || undefined }
}

function wholeNumber(name: string, text: string | undefined, from: number, to: number): number | undefined {
  if (text === undefined) return undefined
  const value = Number(text)
  if (!Number.isInteger(value) || value < from || value > to) throw new UsageError(`--${name} is a whole number from ${from} to ${to}.`)
  return value
}
