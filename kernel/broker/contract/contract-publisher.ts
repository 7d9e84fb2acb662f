import { spawn } from 'node:child_process'
import { randomUUID } from 'node:crypto'
import { once } from 'node:events'
import { createInterface } from 'node:readline'
import { fileURLToPath } from 'node:url'

export interface Publisher {
  /** Header `round` of its records. */
  readonly round: string
  /** Highest number that was acknowledged; -1 for none. */
  readonly acked: () => number
  /** SIGKILL; resolves once the process is gone. */
  kill(): Promise<void>
}

/** Runs publish-for-ever.ts as a process of its own. */
export function startPublisher(kind: 'embedded' | 'kafka', where: string, topic: string): Publisher {
  const round = randomUUID()
  const script = fileURLToPath(new URL('./publish-for-ever.ts', import.meta.url))
  const child = spawn(
    process.execPath,
    [...process.execArgv.filter((arg) => arg.startsWith('--disable-warning')), script, kind, where, topic, round],
    {
      stdio: ['ignore', 'pipe', 'inherit'],
    },
  )
  const exited = once(child, 'close')
  let acked = -1
  createInterface(child.stdout).on('line', (line) => (acked = Number(line)))
  return {
    round,
    acked: () => acked,
    async kill() {
      child.kill('SIGKILL')
      await exited
    },
  }
}
