import { setTimeout as delay } from 'node:timers/promises'
import { type ServerProcess, startProcess } from './server-process.ts'

/** Processes of the product that together are one installation, any of which may be killed. */
export interface Fleet {
  /** Of the process that runs the edge; another one after each death. */
  url(): string
  /** Of all processes that run an edge. */
  edges(): readonly string[]
  /** One after the other gets SIGTERM and is started again, the next one once it is ready, as an operator does it; the exit codes. */
  restart(): Promise<(number | null)[]>
  /** SIGKILL to one of them, which is then started again. Resolves when the new one is ready. */
  strike(random: () => number): Promise<void>
  /** Why processes ended instead of starting; each was started again, as a supervisor does. */
  readonly failedStarts: readonly string[]
  /** The end of what each process wrote, so many characters of each, the dead ones too. */
  output(most?: number): string
  /** SIGTERM to all; the exit codes. */
  stop(): Promise<(number | null)[]>
  kill(): Promise<void>
}

const MOST_STARTS = 5

async function supervised(env: Record<string, string>, role: readonly string[], failed: string[]): Promise<ServerProcess> {
  for (let attempt = 1; ; attempt++) {
    try {
      return await startProcess(env, role)
    } catch (error) {
      failed.push(error instanceof Error ? error.message : String(error))
      if (attempt === MOST_STARTS) throw error
      await delay(1000)
    }
  }
}

/** The services of each process; one process with everything when there is a single empty list. The edge comes first. */
export async function startFleet(env: Record<string, string>, roles: readonly (readonly string[])[] = [[]]): Promise<Fleet> {
  const failedStarts: string[] = []
  const running = await Promise.all(roles.map((role) => supervised(env, role, failedStarts)))
  const all: ServerProcess[] = [...running]
  const replace = async (i: number) => {
    const next = await supervised(env, roles[i] ?? [], failedStarts)
    running[i] = next
    all.push(next)
  }
  return {
    failedStarts,
    url: () => running[0]?.url ?? '',
    edges: () => running.map(({ url }) => url).filter((url) => url !== ''),
    async restart() {
      const codes: (number | null)[] = []
      for (const [i, process] of running.entries()) {
        codes.push(await process.stop())
        await replace(i)
      }
      return codes
    },
    async strike(random) {
      const victim = Math.floor(random() * running.length)
      await running[victim]?.kill()
      await replace(victim)
    },
    output: (most = 2000) => all.map((p) => p.output().slice(-most)).join('\n----\n'),
    stop: () => Promise.all(running.map((p) => p.stop())),
    async kill() {
      await Promise.all(all.map((p) => p.kill()))
    },
  }
}
