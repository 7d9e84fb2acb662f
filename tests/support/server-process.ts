import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { fileURLToPath } from 'node:url'
import { profileFlags } from '../../kernel/cell/engine-flags.ts'
import { serverFlags } from '../../scripts/setup.mjs'

const MAIN = fileURLToPath(new URL('../../services/main.ts', import.meta.url))

/** A real process of the product, for tests that kill it. */
export interface ServerProcess {
  /** Empty for a process without an edge. */
  readonly url: string
  readonly pid: number
  readonly alive: () => boolean
  /** Everything that it wrote. */
  readonly output: () => string
  /** SIGKILL: nothing is flushed, nothing is said goodbye to. */
  kill(): Promise<void>
  /** SIGTERM; resolves with the exit code. */
  stop(): Promise<number | null>
}

const withOpenFiles = (openFiles: number): readonly string[] => ['sh', '-c', `ulimit -n ${openFiles}; exec "$@"`, 'sh']

/**
 * Starts the named services (all by default) and waits until the process says that it is ready. `openFiles`: how many
 * it may have open. `before`: the command in whose place it then stands.
 */
export async function startProcess(
  env: Record<string, string>,
  services: readonly string[] = [],
  { openFiles, before = openFiles === undefined ? [] : withOpenFiles(openFiles) }: { openFiles?: number; before?: readonly string[] } = {},
): Promise<ServerProcess> {
  const [program = '', ...args] = [...before, process.execPath, ...serverFlags, ...profileFlags, MAIN, ...services]
  const child = spawn(program, args, {
    env: {
      PATH: process.env.PATH ?? '',
      HOME: process.env.HOME ?? '',
      LOG_LEVEL: 'WARNING',
      LOOK_FOR_MODELS: 'false',
      RATE_LIMIT_PER_MINUTE: '0',
      PORT: '0',
      ...env,
    },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  let output = ''
  const collect = (piece: Buffer) => {
    output += piece.toString()
  }
  child.stdout.on('data', collect)
  child.stderr.on('data', collect)
  const url = await readyAddress(child, () => output)
  const alive = () => child.exitCode === null && child.signalCode === null
  return {
    url,
    pid: child.pid ?? 0,
    alive,
    output: () => output,
    async kill() {
      if (!alive()) return
      child.kill('SIGKILL')
      await once(child, 'exit')
    },
    async stop() {
      if (!alive()) return child.exitCode
      child.kill('SIGTERM')
      const [code] = await once(child, 'exit')
      return code
    },
  }
}

function readyAddress(child: ChildProcess, output: () => string): Promise<string> {
  return new Promise((resolve, reject) => {
    const look = () => {
      const said = /Millrace (?:listens on (\S+)|runs .+)\n/.exec(output())
      if (said) resolve(said[1] ?? '')
    }
    child.stdout?.on('data', look)
    child.once('exit', (code) => reject(new Error(`the server ended with ${code} before it was ready:\n${output().slice(-2000)}`)))
  })
}
