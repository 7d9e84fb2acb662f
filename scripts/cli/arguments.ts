import { parseArgs } from 'node:util'
import { UsageError } from './find-files.ts'
import { type Server, serverUrl } from './server.ts'

export const USAGE = `Uploads documents to a running server and asks questions about them.

  npm run cli -- ingest FILE_OR_FOLDER…       upload documents and follow them until they are searchable
      --index NAME        target index or alias
      --replace           replace documents of the same name
      --title TEXT        title, for one file (default: the file name)
      --doc-type TYPE     document type (default: the extension)
      --tag TAG           tag (repeatable)
      --concurrency N     concurrent uploads, 1 to 16 (default: 4)
  npm run cli -- ask "QUESTION"               answer a question from the documents
      --top N             number of passages, 1 to 100 (default: set by the server)
      --stream            print the answer while it is generated
      --json              print the whole response as JSON
  npm run cli -- status UPLOAD_ID             show the status of an upload
      --json              print the whole status as JSON

All commands:
      --server URL        server address (default: MILLRACE_URL, else http://127.0.0.1:8080 or the port of PORT)
      --help              show this text
      --version           show the version

Environment:
  MILLRACE_URL      server address
  MILLRACE_KEY      subscription key
  MILLRACE_TOKEN    bearer token

Exit codes: 0 done, 1 failed, 2 wrong usage, 3 stored but not searchable, 130 interrupted.
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
