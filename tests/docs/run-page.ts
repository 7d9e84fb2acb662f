// Runs the commands of a page as a reader would: block after block in one shell, in a copy of the checkout, against a real server.
import { type ChildProcess, execFileSync, spawn } from 'node:child_process'
import { cpSync, existsSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { lexer, type Tokens } from 'marked'
import { parse, stringify } from 'yaml'
import { freePort } from '../../scripts/kafka/free-port.ts'

const ROOT = fileURLToPath(new URL('../../', import.meta.url))
const LEFT_OUT = /^bench\//

/** A block of code with the words behind its language: `server`, `background`, `errors`, `file=PATH`, `merge=PATH`, `needs=NAME`. */
export interface Block {
  readonly language: string
  readonly server: boolean
  /** Starts processes with `&`, which end with the page. A page that has one starts its own server. */
  readonly background: boolean
  /** Shows responses with an error status, on which any other block fails. */
  readonly errors: boolean
  readonly file?: string
  readonly merge?: string
  /** `docker`, `internet`, `services` (Kafka and PostgreSQL), … */
  readonly needs?: string
  readonly text: string
}

/** Returns the fenced blocks of a page that are run or written, in order. */
export const blocksOf = (markdown: string): Block[] =>
  lexer(markdown)
    .flatMap(function within(token): Tokens.Code[] {
      if (token.type === 'code') return [token as Tokens.Code]
      const inner = [...((token as Tokens.Generic).tokens ?? []), ...((token as Tokens.List).items ?? [])]
      return inner.flatMap(within)
    })
    .map(({ lang = '', text }) => {
      const [language = '', ...words] = lang.split(/\s+/)
      const value = (name: string) => words.find((word) => word.startsWith(`${name}=`))?.slice(name.length + 1)
      const [file, merge, needs] = [value('file'), value('merge'), value('needs')]
      const [server, background, errors] = ['server', 'background', 'errors'].map((word) => words.includes(word)) as [
        boolean,
        boolean,
        boolean,
      ]
      return { language, server, background, errors, text, ...(file && { file }), ...(merge && { merge }), ...(needs && { needs }) }
    })
    .filter(({ language, file, merge }) => language === 'sh' || file !== undefined || merge !== undefined)

/** A copy of the tracked and new files, with this checkout's packages: commands may write into it. */
export function copyCheckout(): { readonly dir: string; dispose(): void } {
  const dir = mkdtempSync(join(tmpdir(), 'millrace-docs-'))
  const listed = execFileSync('git', ['ls-files', '-co', '--exclude-standard', '-z'], { cwd: ROOT, encoding: 'utf8', maxBuffer: 1 << 26 })
  for (const file of listed.split('\0').filter((name) => name && !LEFT_OUT.test(name) && existsSync(join(ROOT, name)))) {
    mkdirSync(dirname(join(dir, file)), { recursive: true })
    cpSync(join(ROOT, file), join(dir, file), { force: true })
  }
  // Links to each entry instead of one to the folder: a set-up in the copy cannot remove the packages of this checkout.
  mkdirSync(join(dir, 'node_modules'))
  for (const entry of readdirSync(join(ROOT, 'node_modules')))
    symlinkSync(join(ROOT, 'node_modules', entry), join(dir, 'node_modules', entry))
  return { dir, dispose: () => rmSync(dir, { recursive: true, force: true, maxRetries: 20, retryDelay: 100 }) }
}

export interface PageRun {
  /** The copy in which the commands run. */
  readonly dir: string
  /** Addresses that a page writes and what is there instead: `127.0.0.1:9092` and the broker of the test. */
  readonly addresses?: Readonly<Record<string, string>>
  /** What is here of what blocks need; a block that needs something else is left out. */
  readonly has?: readonly string[]
  /** Variables of the shell. */
  readonly variables?: Readonly<Record<string, string>>
  /** A running server for pages that start none, so that they do not wait for one each. */
  readonly server?: { readonly url: string; readonly dataDir: string }
}

export interface PageResult {
  /** 0 when every command succeeded. */
  readonly code: number
  /** All output, each block behind its number. */
  readonly output: string
  /** Blocks that were not run, with what they need. */
  readonly leftOut: readonly string[]
}

/** How long the server of a page may take to answer. */
const START_SECONDS = 90
const LIMIT_MS = 420_000

/** Starts a block's last line beside the rest and waits until the server is ready: its port is $PORT. */
const serverBlock = (text: string): string => {
  const lines = text.trimEnd().split('\n')
  const last = lines.findLastIndex((line) => /\bnpm start\b/.test(line) && !line.trimStart().startsWith('#'))
  const before = lines.slice(0, last).join('\n')
  const port = /\bPORT=(\d+)/.exec(lines[last] ?? '')?.[1] ?? '$PORT'
  return [
    before,
    'if [ -n "$SERVER_PID" ]; then kill -- -$SERVER_PID 2>/dev/null || true; while kill -0 -- -$SERVER_PID 2>/dev/null; do sleep 0.1; done; fi',
    `set -m; { ${(lines[last] ?? '').replace(/(^|[^\\])\s#.*$/, '$1')}; } > server.log 2>&1 & SERVER_PID=$!; set +m`,
    'echo $SERVER_PID >> server.pids',
    `for second in $(seq ${START_SECONDS * 5}); do curl -sf http://127.0.0.1:${port}/api/health/ready >/dev/null && break; sleep 0.2; done`,
    `curl -sf http://127.0.0.1:${port}/api/health/ready >/dev/null || { cat server.log; exit 90; }`,
    ...lines.slice(last + 1),
  ].join('\n')
}

/** Gives each process of the block a group of its own, as a terminal does, and notes it for the end of the page. */
const backgroundBlock = (text: string): string => `set -m\n${text}\nset +m\njobs -p >> server.pids`

/** Whether a page starts a server or processes of its own. */
export const startsProcesses = (blocks: readonly Block[]): boolean => blocks.some(({ server, background }) => server || background)

/** A response with an error status fails its command, unless the command shows the status or its block expects errors. */
const CHECKED_CURL = `curl() {
  local headers=$(mktemp) code=0
  command curl -D "$headers" "$@" || code=$?
  local status=$(awk '/^HTTP/ { status = $2 } END { print status + 0 }' "$headers")
  rm -f "$headers"
  if [ "$code" = 0 ] && [ "$status" -ge 400 ] && [ "$ERRORS" != yes ] && [[ "$*" != *http_code* ]]; then echo "== curl: status $status" >&2; code=22; fi
  return "$code"
}`

/** Runs the blocks of a page. Addresses on port 8080 become those of the page's own server, or of the given one. */
export async function runPage(markdown: string, { dir, addresses = {}, has = [], variables = {}, server }: PageRun): Promise<PageResult> {
  const data = mkdtempSync(join(tmpdir(), 'millrace-page-'))
  const port = server ? Number(new URL(server.url).port) : await freePort()
  // A page that starts a broker of its own uses that one.
  const kafka = markdown.includes('npm run kafka') ? await freePort() : undefined
  const own = kafka === undefined ? {} : { '127.0.0.1:9092': `127.0.0.1:${kafka}`, '--port 9092': `--port ${kafka}` }
  const config = readFileSync(join(ROOT, 'config.yaml'), 'utf8')
  const leftOut: string[] = []
  const replaced = (text: string) =>
    Object.entries({ '127.0.0.1:8080': `127.0.0.1:${port}`, 'localhost:8080': `localhost:${port}`, ...addresses, ...own }).reduce(
      (all, [written, real]) => all.replaceAll(written, real),
      text,
    )
  const blocks = blocksOf(markdown).filter(({ needs, text }) => {
    const here = needs === undefined || needs.split(',').every((one) => has.includes(one))
    if (!here) leftOut.push(`${needs}: ${text.split('\n')[0]}`)
    return here
  })
  const startsItself = blocks.find(({ language }) => language === 'sh')?.server === true || blocks.some(({ background }) => background)
  let merged = config
  const steps = blocks.map((block, i) => {
    const text = replaced(block.text)
    if (block.merge) {
      merged = stringify(deepMerge(parse(merged), parse(text)))
      return `cat > ${block.merge} <<'END_OF_FILE'\n${merged}\nEND_OF_FILE\nsleep 2`
    }
    if (block.file) return `mkdir -p "$(dirname ${block.file})"; cat > ${block.file} <<'END_OF_FILE'\n${text}\nEND_OF_FILE`
    return `echo "== block ${i + 1}"\nERRORS=${block.errors ? 'yes' : ''}\n${block.server ? serverBlock(text) : block.background ? backgroundBlock(text) : text}`
  })
  const first = server || startsItself ? '' : `${serverBlock('npm start')}\n`
  const script = `set -eo pipefail\n${CHECKED_CURL}\n${first}${steps.join('\n')}\n`
  const file = join(data, 'page.sh')
  writeFileSync(file, script)
  const env = {
    ...process.env,
    PORT: String(port),
    HOST: '127.0.0.1',
    DATA_DIR: server?.dataDir ?? join(data, 'data'),
    LLM_BASE_URL: '',
    EMBEDDINGS_BASE_URL: '',
    LOOK_FOR_MODELS: 'false',
    npm_config_update_notifier: 'false',
    ...variables,
    // Topics on its own broker have the names that the page writes.
    ...(kafka !== undefined && { KAFKA_PREFIX: '' }),
  }
  const child = spawn('bash', [file], { cwd: dir, env, detached: true, stdio: ['ignore', 'pipe', 'pipe'] })
  try {
    return { ...(await ended(child)), leftOut }
  } finally {
    endAll(dir, child)
    rmSync(join(dir, '.data'), { recursive: true, force: true, maxRetries: 50, retryDelay: 100 })
    writeFileSync(join(dir, 'config.yaml'), config)
    rmSync(data, { recursive: true, force: true, maxRetries: 50, retryDelay: 100 })
  }
}

/** Rests until the shell has ended. */
function ended(child: ChildProcess): Promise<{ code: number; output: string }> {
  let output = ''
  for (const stream of [child.stdout, child.stderr]) stream?.setEncoding('utf8').on('data', (piece) => (output += piece))
  const limit = setTimeout(() => kill(child.pid), LIMIT_MS)
  return new Promise((resolve) =>
    child.on('exit', (code) => {
      clearTimeout(limit)
      resolve({ code: code ?? 1, output })
    }),
  )
}

function kill(group: number | undefined): void {
  try {
    if (group) process.kill(-group, 'SIGKILL')
  } catch {
    // it has ended
  }
}

/** Ends the shell and the servers that it started. */
function endAll(dir: string, child: ChildProcess): void {
  kill(child.pid)
  const file = join(dir, 'server.pids')
  try {
    for (const pid of readFileSync(file, 'utf8').split('\n').filter(Boolean)) kill(Number(pid))
    rmSync(file)
  } catch {
    // no server was started
  }
}

const isObject = (value: unknown): value is Record<string, unknown> => typeof value === 'object' && value !== null && !Array.isArray(value)
function deepMerge(into: unknown, from: unknown): unknown {
  if (!isObject(into) || !isObject(from)) return from
  return Object.fromEntries(
    [...new Set([...Object.keys(into), ...Object.keys(from)])].map((key) => [
      key,
      key in from ? deepMerge(into[key], from[key]) : into[key],
    ]),
  )
}
