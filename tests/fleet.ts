import { type ServerProcess, startProcess } from './server-process.ts'

/** Processes of the product that together are one installation, any of which may be killed. */
export interface Fleet {
  /** Of the process that runs the edge; another one after each death. */
  url(): string
  /** SIGKILL to one of them, which is then started again. Resolves when the new one is ready. */
  strike(random: () => number): Promise<void>
  /** The end of what each process wrote, the dead ones too. */
  output(): string
  /** SIGTERM to all; the exit codes. */
  stop(): Promise<(number | null)[]>
  kill(): Promise<void>
}

/** The services of each process; one process with everything when there is a single empty list. The edge comes first. */
export async function startFleet(env: Record<string, string>, roles: readonly (readonly string[])[] = [[]]): Promise<Fleet> {
  const running = await Promise.all(roles.map((role) => startProcess(env, role)))
  const all: ServerProcess[] = [...running]
  return {
    url: () => running[0]?.url ?? '',
    async strike(random) {
      const victim = Math.floor(random() * running.length)
      await running[victim]?.kill()
      const next = await startProcess(env, roles[victim])
      running[victim] = next
      all.push(next)
    },
    output: () => all.map((p) => p.output().slice(-2000)).join('\n----\n'),
    stop: () => Promise.all(running.map((p) => p.stop())),
    async kill() {
      await Promise.all(all.map((p) => p.kill()))
    },
  }
}
