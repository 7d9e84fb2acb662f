import { type ChildProcess, spawn } from 'node:child_process'
import { cp, mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { fileURLToPath } from 'node:url'
import { profileFlags } from '../../kernel/cell/engine-flags.ts'
import { serverEnv, serverFlags } from '../setup.mjs'

export interface StartedServer {
  readonly url: string
  readonly dataDir: string
  /** Ends the server and removes its data folder. */
  stop(): Promise<void>
  /** Ends the server and makes its data folder this one, which is not there yet. */
  keepIn(folder: string): Promise<void>
}

const ROOT = fileURLToPath(new URL('../../', import.meta.url))
const READY = /Millrace listens on (http:\/\/\S+)/
const START_LIMIT_MS = 60_000
const STOP_LIMIT_MS = 10_000

/** Variables that would tie the server to somebody's real data or ask for credentials. */
const OUTSIDE = /^(KAFKA_|SCHEMA_REGISTRY_|DATABASE_URL$|AZURE_|SEARCH_|SUBSCRIPTION_KEYS$|OIDC_|SERVICES$|CONFIG_|WATCH_)/

/**
 * Starts a server of its own: embedded log, index and store in a new temporary folder, on a free port of the loopback address.
 * A model or embedder in the environment is used. Rejects with the server's last lines when it does not come up.
 */
export async function startServer(settings: Readonly<Record<string, string>> = {}, signal?: AbortSignal): Promise<StartedServer> {
  const dataDir = await mkdtemp(join(tmpdir(), 'millrace-'))
  const inherited = Object.fromEntries(Object.entries(process.env).filter(([name]) => !OUTSIDE.test(name)))
  const child = spawn(process.execPath, [...serverFlags, ...profileFlags, join(ROOT, 'services/main.ts')], {
    cwd: ROOT,
    stdio: ['ignore', 'pipe', 'pipe'],
    env: { ...inherited, ...serverEnv, LOG_LEVEL: 'WARNING', ...settings, HOST: '127.0.0.1', PORT: '0', DATA_DIR: dataDir },
  })
  const lines = lastLines(child)
  let stopping = false
  const keepIn = async (folder: string) => {
    stopping = true
    await endProcess(child)
    await cp(dataDir, folder, { recursive: true, errorOnExist: true, force: false })
    await stop()
  }
  const stop = async () => {
    stopping = true
    await endProcess(child)
    await rm(dataDir, { recursive: true, force: true, maxRetries: 5 })
  }
  try {
    const url = await readyUrl(child, lines, signal)
    child.once('close', (code, by) => {
      if (!stopping && !signal?.aborted)
        process.stderr.write(`The server ended unexpectedly (${by ?? `code ${code}`}).\n${lines.join('\n')}\n`)
    })
    return { url, dataDir, stop, keepIn }
  } catch (error) {
    await stop()
    throw error
  }
}

/** The last lines that a process writes, kept up to date. Both streams are read to the end, so that a full pipe never blocks it. */
function lastLines(child: ChildProcess): string[] {
  const lines: string[] = []
  for (const stream of [child.stdout!, child.stderr!])
    createInterface({ input: stream }).on('line', (line) => {
      lines.push(line)
      if (lines.length > 8) lines.shift()
    })
  return lines
}

async function readyUrl(child: ChildProcess, lines: readonly string[], signal?: AbortSignal): Promise<string> {
  const settled = new AbortController()
  const ready = new Promise<string>((resolve, reject) => {
    const fail = (what: string) => reject(new Error([what, ...lines].join('\n  ')))
    const timer = setTimeout(() => fail(`The server did not come up within ${START_LIMIT_MS / 1000} s.`), START_LIMIT_MS)
    settled.signal.addEventListener('abort', () => clearTimeout(timer))
    createInterface({ input: child.stdout! }).on('line', (line) => {
      const url = READY.exec(line)?.[1]
      if (url) resolve(url)
    })
    child.once('error', (error) => fail(`The server could not be started: ${error.message}`))
    child.once('close', (code) => fail(`The server ended with code ${code} before it was ready.`))
    signal?.addEventListener('abort', () => reject(signal.reason), { once: true, signal: settled.signal })
  })
  return ready.finally(() => settled.abort())
}

async function endProcess(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return
  const ended = new Promise<void>((resolve) => child.once('exit', () => resolve()))
  child.kill('SIGTERM')
  const timer = setTimeout(() => child.kill('SIGKILL'), STOP_LIMIT_MS)
  await ended
  clearTimeout(timer)
}
